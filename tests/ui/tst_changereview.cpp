// The changes view, reviewed: marks and comments by key and by pointer, what they are about, and why one cannot be made.
#include "core/journal/inbox.h"
#include "core/journal/runlock.h"
#include "tests/ui/reviewstage.h"
#include "ui/diff/diffruler.h"
#include "ui/look/askform.h"
#include "ui/look/saidline.h"
#include "ui/look/scrolled.h"
#include "ui/models/changedfilesmodel.h"
#include "ui/views/hunkbutton.h"
#include "ui/views/lapsednote.h"

#include <QAccessible>
#include <QApplication>
#include <QComboBox>
#include <QContextMenuEvent>
#include <QJsonArray>
#include <QLineEdit>
#include <QMenu>
#include <QPlainTextEdit>
#include <QTreeView>

using namespace assay;
using namespace assay::test;
using namespace assay::ui;
using namespace Qt::StringLiterals;

namespace {

QStringList g_announced;

void noteAnnouncement(QAccessibleEvent *event)
{
    if (event->type() == QAccessible::Announcement)
        g_announced.append(static_cast<QAccessibleAnnouncementEvent *>(event)->message());
}

QStringList entriesOf(const QMenu *menu)
{
    QStringList entries;
    for (const QAction *action : menu->actions())
        entries.append(action->text()
                       + (action->shortcut().isEmpty() ? QString() : u" "_s + action->shortcut().toString()));
    entries.removeAll(QString());
    return entries;
}

} // namespace

class TstChangeReview : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hunksAreReviewedByKey();
    void whatWasLeftOutBeforeItChangedIsSaid();
    void hunksThatNothingDefendsAreMarked();
    void markFollowsItsHunkAndReopensWhenItChanges();
    void fileIsMarkedFromTheList();
    void commentIsWrittenInPlace();
    void marksThatCannotBeMadeSayWhy();
    void keyThatDoesNothingSaysWhyWhereItWasPressed();
    void commentIsAboutTheHunkItStandsOnOrTheNearestAbove();
    void pointerFindsWhatCanBeSaid();
    void markIsShownAtOnceWhileSomebodyHoldsTheRun();
    void wordsThatWereLeftAreThereAgain();
    void formIsWhollyInSightInALowWindow();
    void hunksThatIgnoreWhitespaceCannotBeMarked();
    void commentGoesBackWithTheCandidate();
};

void TstChangeReview::hunksAreReviewedByKey()
{
    ReviewStage stage;
    QVERIFY(stage.show());
    DiffView *change = stage.change();
    QTest::keyClick(change, Qt::Key_N);
    QCOMPARE(stage.said(), u"removed: line 5"_s);
    QTest::keyClick(change, Qt::Key_Space);
    QTRY_COMPARE(stage.said(), u"removed: line 5 (✓ reviewed)"_s);
    QTRY_COMPARE(stage.summary(),
                 u"2 files, +3 −3 · 1 of 3 hunks reviewed"_s); // whole: the label elides what it has no room for
    QTest::keyClick(change, Qt::Key_X);
    QTRY_COMPARE(stage.said(), u"removed: line 5 (✓ reviewed · ↩ left out)"_s);
    QTRY_COMPARE(stage.document().state().leftOut().size(), 1); // shown at once, it comes back through the journal
    const QString hunk = stage.document().state().marks.firstKey().hunk.text();
    QCOMPARE(hunk.size(), 64);
    // The ruler has them where the hunk is.
    const auto *ruler = stage.view->findChild<DiffRuler *>();
    const RulerMarks marks = ruler->marks();
    const int y = marks.yOf(change->currentRow());
    QVERIFY(marks.at(y) & RulerMarks::Reviewed);
    QVERIFY(marks.at(y) & RulerMarks::LeftOut);
    QVERIFY(!(marks.at(marks.yOf(change->document().count() - 1)) & RulerMarks::Reviewed));
    QTest::keyClick(change, Qt::Key_A);
    QTRY_COMPARE(stage.said(), u"removed: line 5 (✓ reviewed)"_s);
    // The next that is open, and round.
    QTest::keyClick(change, Qt::Key_N, Qt::ShiftModifier);
    QCOMPARE(stage.said(), u"removed: line 50"_s);
    QTest::keyClick(change, Qt::Key_Space);
    QTRY_COMPARE(stage.said(), u"removed: line 50 (✓ reviewed)"_s);
    QTest::keyClick(change, Qt::Key_N, Qt::ShiftModifier);
    QCOMPARE(stage.said(), u"removed: one"_s);
    QTest::keyClick(change, Qt::Key_N, Qt::ShiftModifier);
    QCOMPARE(stage.said(), u"removed: one"_s);
    // Once more is open again; and what was told last is taken back as any other word.
    QTest::keyClick(change, Qt::Key_Space);
    QTRY_COMPARE(stage.said(), u"removed: one (✓ reviewed)"_s);
    QTest::keyClick(change, Qt::Key_Space);
    QTRY_COMPARE(stage.said(), u"removed: one"_s);
    stage.place().desk.tell(u"undo"_s);
    QTRY_COMPARE(stage.said(), u"removed: one (✓ reviewed)"_s);
}

void TstChangeReview::whatWasLeftOutBeforeItChangedIsSaid()
{
    ReviewStage stage;
    QVERIFY(stage.show());
    const auto *note = stage.view->findChild<LapsedNote *>();
    QTest::keyClick(stage.change(), Qt::Key_N);
    QCOMPARE(stage.said(), u"removed: line 5"_s);
    QTest::keyClick(stage.change(), Qt::Key_X);
    QTRY_COMPARE(stage.said(), u"removed: line 5 (↩ left out)"_s);
    QVERIFY(note->isHidden());
    QTRY_COMPARE(stage.document().state().leftOut().size(), 1);
    const QString hunk = shortText(stage.document().state().leftOut().first().hunk);
    // The next kept attempt changes that hunk.
    QByteArray later = Stage::numbered();
    later.replace("line 5\n", "FIVE\n").replace("line 50\n", "fifty\n");
    attempt(stage.story, 3, stage.with({{"a.py", later}, {"b.py", "two\n"}}, stage.base), true);
    QVERIFY(stage.goOn());
    QTRY_COMPARE(note->words(),
                 u"? Left out before it changed: a.py hunk %1: in the bundle again; look at it."_s.arg(hunk));
    QVERIFY(!note->isHidden());
    auto *files = stage.view->findChild<QTreeView *>();
    QTRY_COMPARE(files->model()->index(0, ChangedFilesModel::Reviewed).data().toString(), u"0/2 ?"_s);
    QVERIFY(files->model()
                ->index(0, ChangedFilesModel::Reviewed)
                .data(Qt::AccessibleTextRole)
                .toString()
                .contains(u"1 left out before it changed"_s));
    auto *which = stage.view->findChild<QComboBox *>(u"which"_s);
    which->setCurrentIndex(which->findText(u"Left out"_s));
    QCOMPARE(files->model()->rowCount(), 1);
    QCOMPARE(files->model()->index(0, 0).data().toString(), u"a.py"_s);
    // Its link leads there; what is there now is accepted on the file.
    QTest::keyClick(stage.change(), Qt::Key_BracketRight);
    QTest::keyClick(stage.change(), Qt::Key_BracketRight);
    Q_EMIT stage.view->findChild<LapsedNote *>()->linkActivated(u"0"_s);
    QCOMPARE(stage.change()->currentFile(), 0);
    QVERIFY(stage.change()->currentHunk() < 0);
    QTest::keyClick(stage.change(), Qt::Key_A);
    QTRY_VERIFY(note->isHidden());
    QTRY_VERIFY(stage.document().state().leftOut().isEmpty());
    // An attempt is not what is exported.
    QTest::keyClick(stage.change(), Qt::Key_X);
    QTRY_COMPARE(stage.document().state().leftOut().size(), 2);
    QVERIFY(stage.view->reveal(u"1"_s));
    QTRY_VERIFY(rowsOf(*stage.view).contains(u"added: five"_s));
    QTRY_VERIFY(stage.summary().contains(u"of 3"_s));
    QVERIFY(note->isHidden());
}

void TstChangeReview::hunksThatNothingDefendsAreMarked()
{
    ReviewStage stage;
    QVERIFY(stage.show());
    DiffView *change = stage.change();
    QTest::keyClick(change, Qt::Key_N);
    QCOMPARE(stage.said(), u"removed: line 5"_s);
    const DiffSection &section = change->document().section(0);
    HunkFact fact{.place = ReviewPlace::ofHunk(section.change().path(), section.hunks().first()),
                  .of = stage.document().state().checkpoint().tree,
                  .defence = HunkDefence::Undefended};
    stage.story.add(u"hunk.judged"_s, toJson(fact));
    QVERIFY(stage.goOn());
    QTRY_COMPARE(stage.said(), u"removed: line 5 (? undefended)"_s);
    QTRY_COMPARE(stage.summary(), u"2 files, +3 −3 · 0 of 3 hunks reviewed, 1 undefended"_s);
    const RulerMarks marks = stage.view->findChild<DiffRuler *>()->marks();
    QVERIFY(marks.at(marks.yOf(change->currentRow())) & RulerMarks::Undefended);
    // What was judged of another tree says nothing of this one.
    fact.of = ObjectId(QByteArray(40, 'e'));
    stage.story.add(u"hunk.judged"_s, toJson(fact));
    QVERIFY(stage.goOn());
    QTRY_COMPARE(stage.said(), u"removed: line 5"_s);
}

void TstChangeReview::markFollowsItsHunkAndReopensWhenItChanges()
{
    ReviewStage stage;
    QVERIFY(stage.show());
    auto *files = stage.view->findChild<QTreeView *>();
    files->setCurrentIndex(files->model()->index(0, 0));
    files->setFocus();
    QTest::keyClick(files, Qt::Key_Space); // both hunks of a.py
    QTRY_COMPARE(stage.summary(), u"2 files, +3 −3 · 2 of 3 hunks reviewed"_s);
    // The next kept attempt changes the first hunk, and moves the second.
    QByteArray later = Stage::numbered();
    later.replace("line 5\n", "FIVE\n").replace("line 25\n", "line 25\nmore\n").replace("line 50\n", "fifty\n");
    attempt(stage.story, 3, stage.with({{"a.py", later}, {"b.py", "two\n"}}, stage.base), true);
    QVERIFY(stage.goOn());
    QTRY_VERIFY(rowsOf(*stage.view).contains(u"added: FIVE"_s));
    QTRY_VERIFY(stage.summary().contains(u"1 of "_s));
    const QStringList rows = rowsOf(*stage.view);
    QVERIFY2(rows.contains(u"removed: line 5"_s), qPrintable(rows.join(u'\n')));
    QVERIFY2(rows.filter(u"✓ reviewed"_s) == QStringList{u"removed: line 50 (✓ reviewed)"_s},
             qPrintable(rows.join(u'\n')));
}

void TstChangeReview::fileIsMarkedFromTheList()
{
    ReviewStage stage;
    QVERIFY(stage.show());
    auto *files = stage.view->findChild<QTreeView *>();
    files->setCurrentIndex(files->model()->index(0, 0));
    files->setFocus();
    QTest::keyClick(files, Qt::Key_Space);
    QTRY_COMPARE(files->model()->index(0, ChangedFilesModel::Reviewed).data().toString(), u"✓"_s);
    QCOMPARE(files->model()->index(1, ChangedFilesModel::Reviewed).data().toString(), u"0/1"_s);
    QTRY_COMPARE(stage.document().state().marks.size(), 2); // each of its hunks
    auto *which = stage.view->findChild<QComboBox *>(u"which"_s);
    which->setCurrentIndex(which->findText(u"Open"_s));
    QCOMPARE(files->model()->rowCount(), 1);
    QCOMPARE(files->model()->index(0, 0).data().toString(), u"b.py"_s);
    which->setCurrentIndex(which->findText(u"Left out"_s));
    QCOMPARE(files->model()->rowCount(), 0);
    which->setCurrentIndex(0);
    files->setCurrentIndex(files->model()->index(1, 0));
    QTest::keyClick(files, Qt::Key_X);
    QTRY_COMPARE(files->model()->index(1, ChangedFilesModel::Reviewed).data().toString(), u"0/1 ↩"_s);
    QTest::keyClick(files, Qt::Key_A);
    QTRY_COMPARE(files->model()->index(1, ChangedFilesModel::Reviewed).data().toString(), u"0/1"_s);
    // In a field the keys are letters.
    auto *filter = stage.view->findChild<QLineEdit *>(u"filter"_s);
    filter->setFocus();
    QTest::keyClicks(filter, u"a x c"_s);
    QCOMPARE(filter->text(), u"a x c"_s);
    QTRY_VERIFY(stage.document().state().leftOut().isEmpty());
}

void TstChangeReview::commentIsWrittenInPlace()
{
    ReviewStage stage;
    QVERIFY(stage.show());
    DiffView *change = stage.change();
    QTest::keyClick(change, Qt::Key_N);
    QTest::keyClick(change, Qt::Key_C);
    QTRY_VERIFY(qobject_cast<QPlainTextEdit *>(stage.view->focusWidget()));
    QWidget *field = stage.view->focusWidget();
    QTest::keyClicks(field, u"why five?"_s);
    QTest::keyClick(field, Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY(rowsOf(*stage.view).contains(u"Your comment: why five?"_s));
    QCOMPARE(rowsOf(*stage.view).indexOf(u"Your comment: why five?"_s),
             rowsOf(*stage.view).indexOf(u"added: five"_s) + 1); // under the hunk
    QVERIFY(change->hasFocus());
    QTRY_COMPARE(stage.document().state().marks.size(), 1);
    const ReviewMark mark = stage.document().state().marks.first();
    QCOMPARE(mark.line, 5);
    QCOMPARE(mark.excerpt, u"-line 5\n+five"_s);
    // On the comment's own row the key changes it; nothing left takes it back.
    change->setCurrentRow(int(rowsOf(*stage.view).indexOf(u"Your comment: why five?"_s)));
    QTest::keyClick(change, Qt::Key_C);
    QTRY_VERIFY(qobject_cast<QPlainTextEdit *>(stage.view->focusWidget()));
    auto *again = qobject_cast<QPlainTextEdit *>(stage.view->focusWidget());
    QCOMPARE(again->toPlainText(), u"why five?"_s);
    again->setPlainText(u"five?"_s);
    QTest::keyClick(again, Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY(rowsOf(*stage.view).contains(u"Your comment: five?"_s));
    // Given by an explicit act, it says so.
    QTRY_VERIFY2(stage.summary().endsWith(u", 1 comment open"_s), qPrintable(stage.summary()));
    QAction *give = stage.command(u"Give your open comments to the next session"_s);
    QVERIFY(give->isEnabled());
    give->trigger();
    QTRY_VERIFY(rowsOf(*stage.view).contains(u"Your comment, given to the agent after iteration 2: five?"_s));
    QTRY_VERIFY(!give->isEnabled());
    QTRY_VERIFY2(!stage.summary().contains(u"comment"_s), qPrintable(stage.summary())); // as the command line counts
    QVERIFY(give->toolTip().contains(u"No comment is open"_s));
}

void TstChangeReview::marksThatCannotBeMadeSayWhy()
{
    ReviewStage stage;
    QVERIFY(stage.show());
    DiffView *change = stage.change();
    QTest::keyClick(change, Qt::Key_N);
    QAction *leaveOut = stage.command(u"Leave out of the export"_s), *reviewed = stage.command(u"Reviewed"_s);
    QVERIFY(leaveOut->isEnabled());
    QVERIFY(stage.command(u"Accept again"_s)->toolTip().contains(u"It is not left out"_s));
    // An attempt is not what is exported; it can be reviewed all the same.
    QVERIFY(stage.view->reveal(u"2"_s));
    QTRY_VERIFY(rowsOf(*stage.view).contains(u"added: three"_s));
    QTRY_VERIFY(reviewed->isEnabled());
    QVERIFY(!leaveOut->isEnabled());
    QVERIFY2(leaveOut->toolTip().contains(u"base and now"_s), qPrintable(leaveOut->toolTip()));
    QVERIFY(stage.view->reveal(u"now"_s));
    QTRY_VERIFY(rowsOf(*stage.view).contains(u"added: two"_s));
    QTest::keyClick(change, Qt::Key_N);
    QTRY_VERIFY(leaveOut->isEnabled());
    // As of a past entry nothing can be said.
    stage.document().showAsOf(stage.story.state.lastSeq - 1);
    QTRY_VERIFY(!reviewed->isEnabled());
    QVERIFY2(reviewed->toolTip().contains(u"go back to now"_s), qPrintable(reviewed->toolTip()));
    QTest::keyClick(change, Qt::Key_Space);
    stage.document().showNow();
    QTRY_VERIFY(reviewed->isEnabled());
    QVERIFY(stage.document().state().marks.isEmpty());
}

void TstChangeReview::keyThatDoesNothingSaysWhyWhereItWasPressed()
{
    ReviewStage stage;
    QVERIFY(stage.show());
    const auto before = QAccessible::installUpdateHandler(noteAnnouncement);
    g_announced.clear();
    const auto *said = stage.view->findChild<SaidLine *>(u"said"_s);
    DiffView *change = stage.change();
    QTest::keyClick(change, Qt::Key_N);
    QVERIFY(said->isHidden());
    QTest::keyClick(change, Qt::Key_A);
    QCOMPARE(said->words(), u"It is not left out."_s);
    QVERIFY(g_announced.contains(u"It is not left out."_s));
    QTest::keyClick(change, Qt::Key_Down); // going on, it goes
    QVERIFY(said->isHidden());
    // From the list of files too, which would search by the letter.
    auto *files = stage.view->findChild<QTreeView *>();
    files->setFocus();
    QTest::keyClick(files, Qt::Key_A);
    QCOMPARE(said->words(), u"It is not left out."_s);
    change->setFocus();
    // An attempt is not what is exported; nothing can be asked of its lines.
    QVERIFY(stage.view->reveal(u"2"_s));
    QTRY_VERIFY(rowsOf(*stage.view).contains(u"added: three"_s));
    QTRY_VERIFY(change->document().section(0).canBeMarked());
    QTest::keyClick(change, Qt::Key_N);
    QTest::keyClick(change, Qt::Key_X);
    QVERIFY2(said->words().contains(u"base and now"_s), qPrintable(said->words()));
    QTest::keyClick(change, Qt::Key_Down);
    QTest::keyClick(change, Qt::Key_Y);
    QVERIFY2(said->words().contains(u"Go to a line of the current checkpoint"_s), qPrintable(said->words()));
    QCOMPARE(g_announced.last(), said->words());
    QAccessible::installUpdateHandler(before);
}

void TstChangeReview::commentIsAboutTheHunkItStandsOnOrTheNearestAbove()
{
    ReviewStage stage;
    QVERIFY(stage.show());
    DiffView *change = stage.change();
    QAction *whole = stage.command(u"Show whole files"_s);
    whole->trigger();
    QTRY_VERIFY(rowsOf(*stage.view).contains(u"line 30"_s));
    const auto sentenceOn = [&](const QString &row) {
        if (!rowsOf(*stage.view).contains(row))
            return u"no such row: "_s + row;
        change->setCurrentRow(int(rowsOf(*stage.view).indexOf(row)));
        QTest::keyClick(change, Qt::Key_C);
        QString asked;
        if (auto *field = qobject_cast<QPlainTextEdit *>(stage.view->focusWidget())) {
            asked = field->accessibleName();
            QTest::keyClick(field, Qt::Key_Escape);
        }
        return asked;
    };
    QString sentence = sentenceOn(u"line 7"_s);
    QVERIFY2(sentence.contains(u"a.py, line 5"_s), qPrintable(sentence)); // its own context
    sentence = sentenceOn(u"line 48"_s);
    QVERIFY2(sentence.contains(u"a.py, line 50"_s), qPrintable(sentence)); // its own context
    sentence = sentenceOn(u"line 30"_s);
    QVERIFY2(sentence.contains(u"a.py, line 5"_s), qPrintable(sentence)); // between two: the one above
    sentence = sentenceOn(u"line 60"_s);
    QVERIFY2(sentence.contains(u"a.py, line 50"_s), qPrintable(sentence)); // below the last
    QVERIFY2(sentenceOn(u"line 1"_s).isEmpty(), "above the first there is none");
    QVERIFY(stage.view->findChild<SaidLine *>(u"said"_s)->words().contains(u"none is above it"_s));
}

void TstChangeReview::pointerFindsWhatCanBeSaid()
{
    ReviewStage stage;
    QVERIFY(stage.show());
    DiffView *change = stage.change();
    auto *button = stage.view->findChild<HunkButton *>();
    const auto placeOf
        = [&](const QString &row) { return change->itemRect(int(rowsOf(*stage.view).indexOf(row))).center(); };
    const auto menu = [&]() -> QMenu * { return qobject_cast<QMenu *>(QApplication::activePopupWidget()); };
    QTest::mouseMove(change->viewport(), placeOf(u"line 7"_s)); // unchanged: nothing is to be said of it
    QVERIFY(button->isHidden());
    QTest::mouseMove(change->viewport(), placeOf(u"added: fifty"_s));
    QTRY_VERIFY(button->isVisible());
    QTest::mouseClick(button, Qt::LeftButton);
    QTRY_VERIFY(menu());
    const QStringList entries = entriesOf(menu());
    QCOMPARE(entries.first(), u"a.py, line 50"_s);
    for (const QString &entry : {u"Reviewed Space"_s, u"Comment… C"_s, u"Leave out of the export X"_s,
                                 u"Accept again A"_s, u"Why is this line here? Y"_s, u"Judge what defends it D"_s})
        QVERIFY2(entries.contains(entry), qPrintable(entry + u" is not in "_s + entries.join(u", "_s)));
    const auto trigger = [&](const QString &text) {
        for (QAction *action : menu()->actions()) {
            if (action->text() == text)
                QTest::mouseClick(menu(), Qt::LeftButton, {}, menu()->actionGeometry(action).center());
        }
    };
    trigger(u"Leave out of the export"_s);
    QTRY_COMPARE(stage.document().state().leftOut().size(), 1);
    QTRY_VERIFY(rowsOf(*stage.view).contains(u"removed: line 50 (↩ left out)"_s));
    // The right button on another hunk: that one is meant, and becomes the current one.
    QTest::mouseMove(change->viewport(), placeOf(u"added: five"_s));
    QContextMenuEvent event(QContextMenuEvent::Mouse, placeOf(u"added: five"_s),
                            change->viewport()->mapToGlobal(placeOf(u"added: five"_s)));
    QApplication::sendEvent(change->viewport(), &event);
    QTRY_VERIFY(menu());
    QCOMPARE(entriesOf(menu()).first(), u"a.py, line 5"_s);
    trigger(u"Reviewed"_s);
    QTRY_VERIFY(rowsOf(*stage.view).contains(u"removed: line 5 (✓ reviewed)"_s));
    // A file in the list: all of it.
    auto *files = stage.view->findChild<QTreeView *>();
    const QPoint second = files->visualRect(files->model()->index(1, 0)).center();
    QTest::mouseClick(files->viewport(), Qt::LeftButton, {}, second);
    Q_EMIT files->customContextMenuRequested(second);
    QTRY_VERIFY(menu());
    QCOMPARE(entriesOf(menu()).first(), u"b.py"_s);
    trigger(u"Reviewed"_s);
    QTRY_COMPARE(files->model()->index(1, ChangedFilesModel::Reviewed).data().toString(), u"✓"_s);
}

void TstChangeReview::markIsShownAtOnceWhileSomebodyHoldsTheRun()
{
    ReviewStage stage;
    stage.story.add(u"run.closed"_s, {}); // no engine works on it
    QVERIFY(stage.show());
    const auto *waiting = stage.view->findChild<SaidLine *>(u"waiting"_s);
    auto held = RunLock::take(stage.folder()); // as an export does
    QVERIFY(held.has_value());
    QTRY_VERIFY(stage.document().isHeld());
    QTest::keyClick(stage.change(), Qt::Key_N);
    QTest::keyClick(stage.change(), Qt::Key_X);
    QCOMPARE(stage.said(), u"removed: line 5 (↩ left out)"_s);
    QVERIFY2(waiting->words().startsWith(u"1 mark waits: recorded once"_s), qPrintable(waiting->words()));
    QVERIFY(stage.document().state().leftOut().isEmpty());
    QVERIFY(stage.command(u"Accept again"_s)->isEnabled()); // and can be taken back as soon
    QTRY_COMPARE(pendingCommands(stage.folder()).value().size(), 1);
    held = std::unexpected(Error{});
    QTRY_COMPARE(stage.document().holder(), 0);
    stage.place().desk.carryOutLeft(); // as the window does
    QTRY_COMPARE(stage.document().state().leftOut().size(), 1);
    QCOMPARE(stage.said(), u"removed: line 5 (↩ left out)"_s);
    QVERIFY(waiting->isHidden());
}

void TstChangeReview::wordsThatWereLeftAreThereAgain()
{
    ReviewStage stage;
    QVERIFY(stage.show());
    DiffView *change = stage.change();
    const auto ask = [&]() -> QPlainTextEdit * {
        QTest::keyClick(change, Qt::Key_C);
        return qobject_cast<QPlainTextEdit *>(stage.view->focusWidget());
    };
    QTest::keyClick(change, Qt::Key_N);
    QPlainTextEdit *field = ask();
    QVERIFY(field);
    QTest::keyClicks(field, u"half a thought"_s);
    QTest::keyClick(field, Qt::Key_Escape);
    QVERIFY(change->hasFocus());
    QVERIFY(stage.document().state().marks.isEmpty());
    // Another hunk has words of its own.
    QTest::keyClick(change, Qt::Key_N);
    QCOMPARE(ask()->toPlainText(), QString());
    QTest::keyClick(field, Qt::Key_Escape);
    QTest::keyClick(change, Qt::Key_P);
    QCOMPARE(ask()->toPlainText(), u"half a thought"_s);
    QTest::keyClicks(field, u", whole"_s);
    QTest::keyClick(field, Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY(rowsOf(*stage.view).contains(u"Your comment: half a thought, whole"_s));
    // Said, it is no draft any more.
    QCOMPARE(ask()->toPlainText(), u"half a thought, whole"_s);
    field->clear();
    QTest::keyClick(field, Qt::Key_Escape);
    QCOMPARE(ask()->toPlainText(), u"half a thought, whole"_s);
}

void TstChangeReview::formIsWhollyInSightInALowWindow()
{
    ReviewStage stage;
    QVERIFY(stage.show());
    // As in a window of 700 x 480.
    auto *page = squeezed(&*stage.view, nullptr);
    page->resize(575, 343);
    page->show();
    QVERIFY(QTest::qWaitForWindowExposed(page));
    DiffView *change = stage.change();
    change->setFocus();
    QTest::keyClick(change, Qt::Key_N);
    QTest::keyClick(change, Qt::Key_C);
    const auto *form = stage.view->findChild<AskForm *>();
    QVERIFY(form->isVisible());
    const auto sight = [&] { return QRect(form->mapTo(page->viewport(), QPoint()), form->size()); };
    QTRY_VERIFY2(
        page->viewport()->rect().contains(sight()),
        qPrintable(u"%1 to %2 of %3"_s.arg(sight().top()).arg(sight().bottom()).arg(page->viewport()->height())));
    // Nor is a part of it.
    const auto *field = qobject_cast<QPlainTextEdit *>(stage.view->focusWidget());
    QVERIFY(field);
    QTRY_VERIFY(form->rect().contains(QRect(field->mapTo(form, QPoint()), field->size())));
    page->takeWidget();
    stage.view->setParent(nullptr);
    delete page;
}

void TstChangeReview::hunksThatIgnoreWhitespaceCannotBeMarked()
{
    ReviewStage stage;
    QVERIFY(stage.show());
    QAction *reviewed = stage.command(u"Reviewed"_s);
    QVERIFY(reviewed->isEnabled());
    QComboBox *whitespace = nullptr;
    for (QComboBox *box : stage.view->findChildren<QComboBox *>()) {
        if (box->accessibleName().contains(u"whitespace"_s))
            whitespace = box;
    }
    QVERIFY(whitespace);
    whitespace->setCurrentIndex(whitespace->findData(int(diff::Whitespace::IgnoreAll)));
    Q_EMIT whitespace->activated(whitespace->currentIndex());
    QTRY_VERIFY2(reviewed->toolTip().contains(u"Compare exactly first"_s), qPrintable(reviewed->toolTip()));
    QVERIFY(!reviewed->isEnabled());
}

void TstChangeReview::commentGoesBackWithTheCandidate()
{
    ReviewStage stage;
    stage.story.iteration(1, u"task"_s, stage.base, u"T1"_s, 1);
    const ObjectId tree = stage.with({{"b.py", "tried\n"}}, stage.base);
    stage.story.add(u"candidate.collected"_s,
                    codec::toJson(CandidateFact{.commit = ObjectId(QByteArray(40, 'c')), .tree = tree}), 1);
    stage.story.add(u"prompt.filed"_s,
                    codec::toJson(Prompt{.id = PromptId(u"P1"_s),
                                         .type = PromptType::Approval,
                                         .title = u"Keep it?"_s,
                                         .options = {{u"accept"_s, {}, false}, {u"send back"_s, {}, false}},
                                         .subject = u"review"_s}),
                    1);
    QVERIFY(stage.open());
    ChangesView view(stage.place());
    view.show();
    QTRY_VERIFY(rowsOf(view).contains(u"added: tried"_s));
    const DiffSection &section = view.pane()->view()->document().section(0);
    QTRY_VERIFY(section.canBeMarked());
    const QJsonObject mark{{u"path"_s, u"b.py"_s},
                           {u"hunk"_s, section.hunks().first().text()},
                           {u"state"_s, u"comment"_s},
                           {u"comment"_s, u"try harder"_s}};
    stage.place().desk.tell(u"mark"_s, {{u"marks"_s, QJsonArray{mark}}});
    QTRY_VERIFY(rowsOf(view).contains(u"Your comment: try harder"_s));
    stage.place().desk.tell(u"decide"_s, {{u"prompt"_s, u"P1"_s}, {u"option"_s, u"send back"_s}});
    QTRY_VERIFY(rowsOf(view).contains(u"Your comment, given to the agent after iteration 1: try harder"_s));
    QCOMPARE(stage.told(u"decide"_s)[u"marks"].toArray().size(), 1);
    QVERIFY(stage.document().state().reviews.last().comments.contains(u"try harder"_s));
}

QTEST_MAIN(TstChangeReview)
#include "tst_changereview.moc"
