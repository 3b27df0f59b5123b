// The agent's view over real stream files: a finished session, a live one, and what is wrong with a stream.
#include "core/agent/activitystream.h"
#include "core/journal/evidencestore.h"
#include "tests/ui/openrun.h"
#include "ui/look/emptyview.h"
#include "ui/look/problem.h"
#include "ui/views/activitypane.h"
#include "ui/views/agentview.h"
#include "ui/views/leftpane.h"

#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QGuiApplication>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollBar>
#include <QTableView>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;
using namespace assay::ui;

namespace {

QList<Draft> begun()
{
    return {made(u"run.created"_s, {{u"id"_s, u"r1"_s}, {u"target"_s, u"/home/o/tally"_s}, {u"tree"_s, u"b"_s}})};
}

QList<Draft> sessionStarted(int n)
{
    return {made(u"iteration.started"_s, {{u"n"_s, n}, {u"type"_s, u"audit"_s}}, n),
            made(u"session.started"_s,
                 {{u"id"_s, u"A%1"_s.arg(n)},
                  {u"purpose"_s, u"audit"_s},
                  {u"agent"_s, u"recorded"_s},
                  {u"version"_s, u"1"_s}},
                 n)};
}

QList<Draft> sessionEnded(int n, const QJsonObject &outbox = {})
{
    return {made(u"session.ended"_s,
                 {{u"id"_s, u"A%1"_s.arg(n)},
                  {u"reason"_s, u"finished"_s},
                  {u"outbox"_s, outbox},
                  {u"usage"_s, QJsonObject{{u"input_tokens"_s, 12410}, {u"output_tokens"_s, 1580}}}},
                 n),
            made(u"iteration.ended"_s, {{u"verdict"_s, u"clean"_s}}, n)};
}

QJsonObject said(const QString &text)
{
    return {{u"type"_s, u"message"_s}, {u"text"_s, text}};
}

struct Shown : OpenRun {
    std::unique_ptr<AgentView> view;
    Shown(const QList<Draft> &drafts, bool live) : OpenRun(drafts, live) {}
    void show()
    {
        view = std::make_unique<AgentView>(place());
        view->resize(800, 600);
        view->show();
    }
    [[nodiscard]] QString stream(int n) const { return run.folder().streams() + u"/A%1.jsonl.zst"_s.arg(n); }
    void write(int n, const QList<QJsonObject> &events) const
    {
        auto writer = ActivityWriter::create(stream(n));
        for (const QJsonObject &event : events)
            (*writer)->write(event);
        QVERIFY((*writer)->close());
    }
    [[nodiscard]] QString line(int row) const { return view->pane()->model().index(row).data().toString(); }
    [[nodiscard]] int rows() const { return view->pane()->model().rowCount(); }
};

} // namespace

class TestAgentView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void beforeTheFirstSessionTheViewSaysWhatWillCome()
    {
        Shown shown(begun(), true);
        shown.show();
        QTRY_VERIFY(shown.document->isLoaded());
        QTRY_VERIFY(shown.view->findChild<EmptyView *>()->sentence().contains(u"first audit"_s));
    }

    void anEndedSessionShowsItsActivityWhatItCostAndWhatItLeft()
    {
        Shown shown(begun(), true);
        const auto digest = EvidenceStore(shown.run.folder().evidence()).put("{\"summary\": \"all\"}");
        QVERIFY(digest);
        shown.add(sessionStarted(1));
        shown.add(sessionEnded(1, {{u"audit.json"_s, QJsonObject{{u"digest"_s, digest->text()}}}}));
        shown.engine.reset();
        shown.write(1, {said(u"I look."_s), {{u"type"_s, u"usage"_s}, {u"cost"_s, 0.42}}, said(u"Done."_s)});
        shown.show();
        QTRY_COMPARE(shown.rows(), 2);
        QCOMPARE(shown.line(1), u"Done."_s);
        QCOMPARE(shown.view->sessions()->currentText(), u"A1 · iteration 1: audit · clean"_s);
        QTRY_VERIFY(shown.view->facts().contains(u"$0.42"_s));
        QVERIFY(shown.view->facts().contains(QLocale().toString(12410)));
        QCOMPARE(shown.view->left()->list()->count(), 1);
        QVERIFY(shown.view->reveal(digest->text()));
        QTRY_VERIFY(shown.view->left()->text().contains(u"summary"_s));
        QVERIFY(!shown.view->reveal(u"A9"_s));
    }

    void aLiveSessionIsFollowedAndTheNextOneTakesItsPlace()
    {
        Shown shown(begun() + sessionStarted(1), true);
        shown.show();
        QTRY_COMPARE(shown.view->session(), u"A1"_s);
        QVERIFY(shown.view->pane()->isFollowing());
        auto writer = ActivityWriter::create(shown.stream(1));
        for (int i = 0; i < 500; ++i)
            (*writer)->write(said(QString::number(i)));
        QTRY_COMPARE_WITH_TIMEOUT(shown.rows(), 500, 20'000);
        QScrollBar *bar = shown.view->pane()->table()->verticalScrollBar();
        QTRY_COMPARE(bar->value(), bar->maximum());
        // Looking back ends the following: what comes does not tear the lines away.
        shown.view->pane()->table()->setFocus();
        QTest::keyClick(shown.view->pane()->table(), Qt::Key_Home);
        QVERIFY(!shown.view->pane()->isFollowing());
        (*writer)->write(said(u"more"_s));
        QTRY_COMPARE_WITH_TIMEOUT(shown.rows(), 501, 20'000);
        QCOMPARE(bar->value(), 0);
        QVERIFY((*writer)->close());
        shown.add(sessionEnded(1));
        shown.add(sessionStarted(2));
        QTRY_COMPARE(shown.view->session(), u"A2"_s);
        QTRY_COMPARE(shown.rows(), 0);
        // An older one that was chosen stays.
        Q_EMIT shown.view->sessions()->activated(0);
        QTRY_COMPARE_WITH_TIMEOUT(shown.rows(), 501, 20'000);
        shown.add(sessionEnded(2));
        shown.add(sessionStarted(3));
        QTRY_COMPARE(shown.view->sessions()->count(), 3);
        QCOMPARE(shown.view->session(), u"A1"_s);
    }

    void whatIsWrongWithAStreamIsSaidThere()
    {
        Shown shown(begun() + sessionStarted(1) + sessionEnded(1), false);
        QVERIFY(QDir().mkpath(shown.run.folder().streams()));
        QFile file(shown.stream(1));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("no stream at all, but some bytes");
        file.close();
        shown.show();
        auto *problem = shown.view->findChild<Problem *>();
        QTRY_VERIFY(problem->text().contains(u"uncompressed"_s));
    }

    void aPlaceIsFoundBelowAFold()
    {
        Shown shown(begun() + sessionStarted(1) + sessionEnded(1), false);
        QList<QJsonObject> events{{{u"type"_s, u"tool_call"_s}, {u"id"_s, u"t"_s}, {u"title"_s, u"make"_s}}};
        for (int i = 0; i < 300; ++i)
            events.append({{u"type"_s, u"output"_s}, {u"text"_s, i == 222 ? u"the Needle"_s : u"hay"_s}});
        shown.write(1, events);
        shown.show();
        QTRY_COMPARE(shown.rows(), 1);
        ActivityPane *pane = shown.view->pane();
        QTRY_COMPARE(pane->model().lines(), 301);
        QTest::keyClick(pane->table(), Qt::Key_F, Qt::ControlModifier);
        QTest::keyClicks(pane->search(), u"needle"_s);
        QTRY_COMPARE(pane->found(), u"one place"_s);
        QTest::keyClick(pane->search(), Qt::Key_Return);
        QCOMPARE(shown.rows(), 301);
        QCOMPARE(pane->table()->currentIndex().data().toString(), u"the Needle"_s);
        QTest::keyClick(pane->table(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), u"the Needle"_s);
        QTest::keyClick(pane->table(), Qt::Key_Left);
        QCOMPARE(shown.rows(), 1);
        QCOMPARE(pane->table()->currentIndex().row(), 0);
        QTest::keyClick(pane->table(), Qt::Key_Right);
        QCOMPARE(shown.rows(), 301);
    }

    /// The bound that the view promises: however fast lines come, an event-loop turn stays short.
    void aFloodDoesNotStopTheWindow()
    {
        Shown shown(begun() + sessionStarted(1), true);
        shown.show();
        QTRY_COMPARE(shown.view->session(), u"A1"_s);
        QList<QJsonObject> events;
        constexpr int many = 100'000;
        for (int i = 0; i < many; ++i)
            events.append(i % 10 == 0 ? said(u"line %1 of a flood that does not end"_s.arg(i))
                                      : QJsonObject{{u"type"_s, u"output"_s}, {u"text"_s, u"output %1"_s.arg(i)}});
        shown.write(1, events);
        qint64 longest = 0;
        QElapsedTimer turn, all;
        all.start();
        while (shown.view->pane()->model().lines() < many && all.elapsed() < 120'000) {
            turn.start();
            QCoreApplication::processEvents(QEventLoop::AllEvents);
            longest = std::max(longest, turn.elapsed());
        }
        QCOMPARE(shown.view->pane()->model().lines(), many);
        qInfo("%d lines in %lld ms, longest turn %lld ms", many, all.elapsed(), longest);
        QVERIFY2(longest < 500, qPrintable(QString::number(longest))); // measured in tests/bench; here only the order
    }
};

QTEST_MAIN(TestAgentView)
#include "tst_agentview.moc"
