// What the operator takes back, edits, sees again and ends, in the real window over a real run.
#include "core/journal/journalreader.h"
#include "tests/support/tinyrun.h"
#include "ui/look/askform.h"
#include "ui/look/problem.h"
#include "ui/views/answeredcard.h"
#include "ui/windows/budgetform.h"
#include "ui/windows/runwindow.h"

#include <QAction>
#include <QJsonArray>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QStandardPaths>
#include <QTest>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;
using namespace assay::ui;

namespace {

constexpr int patience = 120'000;

/// By the beginning of its text, as the palette finds it.
QAction *command(const RunWindow &window, const QString &text)
{
    for (QAction *one : window.commands()) {
        if (one->text().startsWith(text))
            return one;
    }
    qFatal("no command %s", qPrintable(text));
}

QString told(const QWidget &window)
{
    QStringList texts;
    for (const Problem *problem : window.findChildren<Problem *>()) {
        if (problem->isVisibleTo(&window))
            texts.append(problem->text());
    }
    return texts.join(u'\n');
}

QStringList gateOf(const RunState &state)
{
    QStringList lines;
    for (const QJsonValue command : state.policy[u"gate"].toArray())
        lines.append(command[u"run"].toString());
    return lines;
}

} // namespace

class TestOwnersWord : public QObject {
    Q_OBJECT

    std::unique_ptr<TinyProject> m_project;
    std::unique_ptr<EngineRun> m_run;
    std::unique_ptr<EngineRoom> m_room;

    /// A run that ended, or stopped, after its first iterations.
    void runTo(Outcome outcome, int iterations, Supervision supervision = Supervision::Auto)
    {
        RunOptions options = m_project->options();
        options.iterations = iterations;
        options.supervision = supervision;
        m_run = std::make_unique<EngineRun>(m_project->target(), options);
        QVERIFY2(m_run->create(), qPrintable(m_run->error()));
        QCOMPARE(m_run->go().value(), outcome);
        m_room = std::make_unique<EngineRoom>(m_run->host());
    }

private Q_SLOTS:
    void initTestCase()
    {
        QStandardPaths::setTestModeEnabled(true);
        m_project = std::make_unique<TinyProject>();
    }
    void cleanup()
    {
        m_room.reset();
        m_run.reset();
    }
    void theLastWordIsTakenBackByItsKey();
    void anAnswerIsTakenBackOnItsCard();
    void theGateIsEditedBetweenIterations();
    void theBudgetIsChanged();
    void theRunGoesBackToACheckpoint();
    void aLiveRunRunsAFindingAgainAndSaysWhatItCannotDo();
};

void TestOwnersWord::theLastWordIsTakenBackByItsKey()
{
    runTo(Outcome::BudgetSpent, 1);
    RunWindow window(m_run->folder(), *m_room);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.show();
    QTRY_VERIFY(window.document().isLoaded());
    QAction *undo = command(window, u"Undo"_s);
    QVERIFY(!undo->isEnabled());
    QVERIFY2(undo->toolTip().contains(u"told it nothing"_s), qPrintable(undo->toolTip()));
    window.desk().tell(u"park"_s, {{u"task"_s, u"T1"_s}, {u"reason"_s, u"later"_s}});
    QTRY_COMPARE(undo->text(), u"Undo parking T1"_s);
    QVERIFY(undo->isEnabled());
    window.activateWindow();
    QTest::keySequence(&window, QKeySequence(QKeySequence::Undo));
    QTRY_COMPARE(window.document().now().task(TaskId(u"T1"_s))->state, TaskState::Open);
    QTRY_VERIFY(!undo->isEnabled());
}

void TestOwnersWord::anAnswerIsTakenBackOnItsCard()
{
    runTo(Outcome::BudgetSpent, 1);
    RunWindow window(m_run->folder(), *m_room);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.show();
    QTRY_VERIFY(window.document().isLoaded());
    window.showView(u"decisions"_s);
    const auto undo = [&]() -> QPushButton * {
        for (AnsweredCard *card : window.findChildren<AnsweredCard *>()) {
            for (QPushButton *button : card->findChildren<QPushButton *>()) {
                if (button->isVisibleTo(&window))
                    return button;
            }
        }
        return nullptr;
    };
    window.desk().tell(u"decide"_s, {{u"prompt"_s, u"P1"_s}, {u"option"_s, u"none"_s}});
    QTRY_VERIFY(undo());
    QCOMPARE(undo()->accessibleName(), u"Undo the answer to P1"_s);
    QTest::mouseClick(undo(), Qt::LeftButton);
    QTRY_COMPARE(window.document().now().prompt(PromptId(u"P1"_s))->state, PromptState::Open);
    QTRY_VERIFY(!undo());
}

void TestOwnersWord::theGateIsEditedBetweenIterations()
{
    runTo(Outcome::BudgetSpent, 1);
    RunWindow window(m_run->folder(), *m_room);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.show();
    QTRY_VERIFY(window.document().isLoaded());
    window.showView(u"gate"_s);
    QAction *edit = command(window, u"Edit gate"_s);
    QTRY_VERIFY2(edit->isEnabled(), qPrintable(edit->toolTip()));
    edit->trigger();
    auto *lines = window.currentView()->findChild<AskForm *>()->findChild<QPlainTextEdit *>();
    QTRY_VERIFY(lines->isVisible());
    QCOMPARE(lines->toPlainText(), u"sh run.sh"_s);
    QTest::keyClick(lines, Qt::Key_Return, Qt::ControlModifier); // nothing was changed
    QTRY_VERIFY2(told(window).contains(u"its commands already"_s), qPrintable(told(window)));
    QTest::keyClick(lines, Qt::Key_Return);
    QTest::keyClicks(lines, u"sh -n run.sh"_s);
    QTest::keyClick(lines, Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(gateOf(window.document().now()), (QStringList{u"sh run.sh"_s, u"sh -n run.sh"_s}));
    QTRY_COMPARE(command(window, u"Undo"_s)->text(), u"Undo the change of the gate"_s);
    command(window, u"Undo"_s)->trigger();
    QTRY_COMPARE(gateOf(window.document().now()), QStringList{u"sh run.sh"_s});
}

void TestOwnersWord::theBudgetIsChanged()
{
    runTo(Outcome::BudgetSpent, 1);
    RunWindow window(m_run->folder(), *m_room);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.show();
    QTRY_VERIFY(window.document().isLoaded());
    command(window, u"Change the budget"_s)->trigger();
    auto *line = window.findChild<BudgetForm *>()->findChild<QLineEdit *>();
    QTRY_VERIFY(line->isVisible());
    line->setText(u"0"_s);
    QTest::keyClick(line, Qt::Key_Return);
    QTRY_VERIFY2(told(window).contains(u"a number from 1"_s), qPrintable(told(window)));
    line->setText(u"4"_s);
    QTest::keyClick(line, Qt::Key_Return);
    QTRY_COMPARE(window.document().now().policy[u"budget"][u"iterations"].toInt(), 4);
    command(window, u"Change the time limit"_s)->trigger();
    line->setText(u"2h"_s);
    QTest::keyClick(line, Qt::Key_Return);
    QTRY_COMPARE(window.document().now().policy[u"budget"][u"wall_clock_ms"].toInteger(), 7'200'000);
}

void TestOwnersWord::theRunGoesBackToACheckpoint()
{
    runTo(Outcome::Converged, 5);
    RunWindow window(m_run->folder(), *m_room);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.show();
    QTRY_VERIFY(window.document().isLoaded());
    window.showView(u"timeline"_s, u"4"_s); // the one that fixed F2
    QAction *rewind = command(window, u"Rewind"_s);
    QTRY_VERIFY2(rewind->isEnabled(), qPrintable(rewind->toolTip()));
    rewind->trigger();
    auto *line = window.currentView()->findChild<AskForm *>()->findChild<QLineEdit *>();
    QTRY_VERIFY(line->isVisible());
    QTest::keyClick(line, Qt::Key_Return);
    QTRY_VERIFY2(told(window).contains(u"Write why"_s), qPrintable(told(window)));
    QTest::keyClicks(line, u"another way"_s);
    QTest::keyClick(line, Qt::Key_Return);
    QTRY_COMPARE(window.document().now().currentCheckpoint, 1);
    QCOMPARE(window.document().now().finding(FindingId(u"F2"_s))->state, FindingState::Reproduced);
}

void TestOwnersWord::aLiveRunRunsAFindingAgainAndSaysWhatItCannotDo()
{
    runTo(Outcome::WaitingForOwner, 5, Supervision::Review);
    RunWindow window(m_run->folder(), *m_room);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.show();
    QTRY_VERIFY(window.document().isLoaded());
    window.showView(u"audit"_s, u"F2"_s);
    QAction *again = command(window, u"Run again"_s);
    QTRY_VERIFY(!again->isEnabled());
    QVERIFY2(again->toolTip().contains(u"No engine works on this run"_s), qPrintable(again->toolTip()));
    QVERIFY(m_room->resume(m_run->folder()));
    QTRY_VERIFY_WITH_TIMEOUT(window.document().isLive(), patience);
    QTRY_VERIFY2_WITH_TIMEOUT(again->isEnabled(), qPrintable(again->toolTip()), patience);
    again->trigger();
    const auto seenAgain
        = [&] { return std::ranges::count(window.document().now().proofs, ProofRole::Recheck, &ProofFact::role); };
    QTRY_COMPARE_WITH_TIMEOUT(seenAgain(), 3, patience);
    QCOMPARE(window.document().now().finding(FindingId(u"F2"_s))->state, FindingState::Reproduced);
    // The candidate waits for its review: no process runs, and the gate is not changed under it.
    const QAction *edit = command(window, u"Edit gate"_s);
    window.showView(u"gate"_s);
    QTRY_VERIFY(!edit->isEnabled());
    QVERIFY2(edit->toolTip().contains(u"Iteration 3 is under way"_s), qPrintable(edit->toolTip()));
    command(window, u"End what runs now"_s)->trigger();
    QTRY_VERIFY2_WITH_TIMEOUT(told(window).contains(u"no process runs"_s), qPrintable(told(window)), patience);
}

QTEST_MAIN(TestOwnersWord)
#include "tst_ownersword.moc"
