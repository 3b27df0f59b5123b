// A note for the next session, left with the keyboard.
#include "tests/ui/openrun.h"
#include "ui/look/problem.h"
#include "ui/views/notebar.h"

#include <QPlainTextEdit>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;
using namespace assay::ui;

namespace {

QList<Draft> begun()
{
    return {made(u"run.created"_s, {{u"id"_s, u"r1"_s}, {u"target"_s, u"/t"_s}, {u"tree"_s, u"b"_s}}),
            made(u"iteration.started"_s, {{u"n"_s, 1}, {u"type"_s, u"audit"_s}}, 1),
            made(u"session.started"_s, {{u"id"_s, u"A1"_s}, {u"purpose"_s, u"audit"_s}}, 1)};
}

Draft note(const QString &text)
{
    return made(u"note.given"_s, {{u"text"_s, text}}, 0, u"owner"_s);
}

} // namespace

class TestNoteBar : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aNoteWaitsUntilASessionBeginsThatIsToldOfIt()
    {
        Folded run(begun());
        QVERIFY(pendingNotes(run.state).isEmpty());
        run.add(note(u"mind the tests"_s));
        QCOMPARE(pendingNotes(run.state).size(), 1);
        run.add(made(u"iteration.ended"_s, {{u"verdict"_s, u"clean"_s}}, 1));
        run.add(made(u"iteration.started"_s, {{u"n"_s, 2}, {u"type"_s, u"task"_s}}, 2));
        QCOMPARE(pendingNotes(run.state).size(), 1); // its session has not begun
        run.add(made(u"session.started"_s, {{u"id"_s, u"A2"_s}, {u"purpose"_s, u"task"_s}}, 2));
        QVERIFY(pendingNotes(run.state).isEmpty());
    }

    void ctrlReturnLeavesTheNoteAndItIsListed()
    {
        OpenRun run(begun(), false);
        NoteBar bar(run.place());
        bar.open();
        QTRY_VERIFY(run.document->isLoaded());
        QTest::keyClicks(bar.edit(), u"mind the tests"_s);
        QTest::keyClick(bar.edit(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE(run.document->now().notes.size(), 1);
        QCOMPARE(run.document->now().notes.first().text, u"mind the tests"_s);
        QTRY_VERIFY(bar.pending().contains(u"mind the tests"_s));
        QTRY_VERIFY(bar.edit()->toPlainText().isEmpty());
        QTest::keyClick(bar.edit(), Qt::Key_Escape);
        QVERIFY(bar.isHidden());
    }

    void anEmptyNoteIsNotSent()
    {
        OpenRun run(begun(), false);
        NoteBar bar(run.place());
        bar.open();
        QTRY_VERIFY(run.document->isLoaded());
        QTest::keyClicks(bar.edit(), u"  "_s);
        QTest::keyClick(bar.edit(), Qt::Key_Return, Qt::ControlModifier);
        QVERIFY(bar.findChild<Problem *>()->text().contains(u"empty"_s));
        QVERIFY(run.document->now().notes.isEmpty());
    }

    void aNoteThatCannotBeLeftStaysInTheForm()
    {
        OpenRun run(begun(), false);
        NoteBar bar(run.place());
        bar.open();
        QTRY_VERIFY(run.document->isLoaded());
        QVERIFY(QFile::rename(run.run.folder().journal(), run.run.folder().journal() + u".gone"_s));
        QTest::keyClicks(bar.edit(), u"mind the tests"_s);
        QTest::keyClick(bar.edit(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(!bar.findChild<Problem *>()->text().isEmpty());
        QCOMPARE(bar.edit()->toPlainText(), u"mind the tests"_s);
    }

    void thePastIsToldNothing()
    {
        OpenRun run(begun(), false);
        NoteBar bar(run.place());
        QTRY_VERIFY(run.document->isLoaded());
        run.document->showAsOf(2);
        QTRY_COMPARE(run.document->asOf(), 2);
        bar.open();
        QTest::keyClicks(bar.edit(), u"mind the tests"_s);
        QTest::keyClick(bar.edit(), Qt::Key_Return, Qt::ControlModifier);
        QTest::qWait(0);
        QVERIFY(run.document->now().notes.isEmpty());
    }
};

QTEST_MAIN(TestNoteBar)
#include "tst_notebar.moc"
