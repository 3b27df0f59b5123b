// Whole runs supervised from the console as a person does it: its windows, its keys, real engines.
#include "core/bundle/bundle.h"
#include "tests/support/tinyrun.h"
#include "tests/ui/privatehome.h"
#include "ui/look/problem.h"
#include "ui/look/roles.h"
#include "ui/views/bundlecard.h"
#include "ui/views/decisionsview.h"
#include "ui/views/exportview.h"
#include "ui/views/promptcard.h"
#include "ui/windows/console.h"
#include "ui/windows/gatetrialbar.h"
#include "ui/windows/newrunpage.h"
#include "ui/windows/runwindow.h"
#include "ui/windows/startpage.h"
#include "ui/windows/startwindow.h"

#include <QAction>
#include <QApplication>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QTest>
#include <QTreeView>

#include <algorithm>

#include <csignal>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;
using namespace assay::ui;

namespace {

constexpr int patience = 60'000;
constexpr int longPatience = 300'000; ///< many gates and checks lie between

/// A key as the window system gives it: to what has the focus.
void press(QWidget *window, Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
{
    QWidget *focus = window->focusWidget();
    QTest::keyClick(focus ? focus : window, key, modifiers);
}

void type(QWidget *window, const QString &text)
{
    QVERIFY(window->focusWidget());
    QTest::keyClicks(window->focusWidget(), text);
}

/// What has the focus, for messages.
QString focusOf(const QWidget *window)
{
    const QWidget *focus = window->focusWidget();
    return focus ? QString::fromLatin1(focus->metaObject()->className()) + u' ' + focus->accessibleName() : u"none"_s;
}

template <class Button = QPushButton>
Button *button(const QWidget *in, const QString &text)
{
    for (Button *one : in->findChildren<Button *>()) {
        if (one->text() == text)
            return one;
    }
    return nullptr;
}

QAction *action(const RunWindow *window, const QString &text)
{
    const auto all = window->commands();
    const auto found = std::ranges::find(all, text, [](const QAction *one) { return one->text(); });
    return found == all.end() ? nullptr : *found;
}

const Prompt *openReview(const RunState &state)
{
    for (const Prompt *prompt : state.openPrompts()) {
        if (prompt->subject == "review"_L1)
            return prompt;
    }
    return nullptr;
}

/// How often the owner's reviews were answered so.
qsizetype reviewsWith(const RunState &state, const QString &answer)
{
    return std::ranges::count_if(
        state.prompts, [&](const Prompt &prompt) { return prompt.subject == "review"_L1 && prompt.answer == answer; });
}

/// The State column of the one run on the start page; empty while there is none.
QString standingOf(const StartWindow &start)
{
    const QTreeView *table = start.findChild<QTreeView *>();
    return table->model()->rowCount() == 1 ? table->model()->index(0, 1).data().toString() : QString();
}

} // namespace

class TestConsole : public QObject {
    Q_OBJECT

    ProcessHost m_host; // first: it forks while the program is small
    QTemporaryDir m_home;
    std::unique_ptr<EngineRoom> m_engines;
    std::unique_ptr<Console> m_console;

    [[nodiscard]] StartWindow *start() const
    {
        for (QWidget *window : QApplication::topLevelWidgets()) {
            if (auto *one = qobject_cast<StartWindow *>(window))
                return one;
        }
        return nullptr;
    }
    /// The only run window, once it is there and has the keyboard; null when it does not come.
    [[nodiscard]] RunWindow *runWindow() const
    {
        if (!QTest::qWaitFor([this] { return m_console->windows().size() == 1; }, patience))
            return nullptr;
        RunWindow *window = m_console->windows().constFirst();
        return QTest::qWaitForWindowActive(window, patience)
                && QTest::qWaitFor([window] { return window->document().isLoaded(); }, patience)
            ? window
            : nullptr;
    }
    [[nodiscard]] static DecisionsView *decisions(const RunWindow *window)
    {
        return window->findChild<DecisionsView *>();
    }
    /// The front card can be answered, and its prompt is this one.
    [[nodiscard]] static bool isAnswerable(const RunWindow *window, const QString &id)
    {
        const PromptCard *card = decisions(window)->front();
        return card && card->card().id == id && !card->isSending() && card->front()->isEnabled();
    }

private Q_SLOTS:
    void initTestCase() { usePrivateHome(m_home); }

    void init()
    {
        QDir(m_home.filePath(u"XDG_STATE_HOME"_s)).removeRecursively();
        m_engines = std::make_unique<EngineRoom>(m_host);
        m_console = std::make_unique<Console>(*m_engines);
        m_console->showStartPage();
        QVERIFY(start());
        QVERIFY(QTest::qWaitForWindowActive(start(), patience));
    }

    void cleanup()
    {
        m_console.reset();
        m_engines.reset();
    }

    void aRunIsAskedForSupervisedAndHandedOverByKeys()
    {
        TinyProject project;
        StartWindow *first = start();
        press(first, Qt::Key_N, Qt::AltModifier);
        auto *page = first->findChild<NewRunPage *>();
        QTRY_VERIFY_WITH_TIMEOUT(page->isVisible(), patience);
        const QPushButton *begin = button(page, u"&Start"_s);
        QVERIFY(!begin->isEnabled());

        // A target that is none, then the right one.
        type(first, project.target() + u"-nowhere"_s);
        const auto told = [page](const QString &part) {
            const auto all = page->findChildren<Problem *>();
            return std::ranges::any_of(
                all, [&](const Problem *one) { return one->isVisible() && one->text().contains(part); });
        };
        QTRY_VERIFY_WITH_TIMEOUT(told(u"nowhere"_s), patience);
        QVERIFY(!begin->isEnabled());
        press(first, Qt::Key_G, Qt::AltModifier);
        press(first, Qt::Key_T, Qt::AltModifier);
        QCOMPARE(first->focusWidget()->accessibleName(), u"Target repository"_s);
        press(first, Qt::Key_A, Qt::ControlModifier);
        type(first, project.target());
        QTRY_COMPARE_WITH_TIMEOUT(page->whyNot(), u"Name an agent."_s, patience);
        QVERIFY(!told(u"nowhere"_s));
        QVERIFY(!begin->isEnabled());

        press(first, Qt::Key_G, Qt::AltModifier);
        press(first, Qt::Key_A, Qt::ControlModifier);
        type(first, u"sh run.sh --tap"_s);
        press(first, Qt::Key_E, Qt::AltModifier);
        type(first, u"recorded:"_s + project.recording() + u"-none"_s);
        QVERIFY(!begin->isEnabled());
        QCOMPARE(begin->toolTip(), u"The agent is being looked at."_s); // not at each letter, nor in this thread
        QTRY_VERIFY_WITH_TIMEOUT(told(u"-none"_s), patience);
        QCOMPARE(begin->toolTip(), u"The agent cannot be used: see above."_s);
        for (int i = 0; i < 5; ++i)
            press(first, Qt::Key_Backspace);
        QTRY_VERIFY2_WITH_TIMEOUT(begin->isEnabled(), qPrintable(page->whyNot()), patience);

        // One that is edited while it is tried ends the trial, and says so.
        page->findChild<QPlainTextEdit *>()->setPlainText(u"sleep 60"_s);
        press(first, Qt::Key_R, Qt::AltModifier);
        QTRY_VERIFY_WITH_TIMEOUT(button(first->findChild<GateTrialBar *>(), u"Cancel"_s), patience);
        page->findChild<QPlainTextEdit *>()->setPlainText(u"sh run.sh --tap"_s);
        QVERIFY2(first->findChild<GateTrialBar *>()->said().contains(u"were changed"_s),
                 qPrintable(first->findChild<GateTrialBar *>()->said()));
        QTRY_VERIFY_WITH_TIMEOUT(button(first->findChild<GateTrialBar *>(), u"&Run it now"_s), patience);
        QVERIFY2(first->findChild<GateTrialBar *>()->said().startsWith(u"not tried"_s),
                 qPrintable(first->findChild<GateTrialBar *>()->said()));

        // The gate as written is tried once before there is a run.
        press(first, Qt::Key_R, Qt::AltModifier);
        const auto *trial = first->findChild<GateTrialBar *>();
        QTRY_VERIFY2_WITH_TIMEOUT(trial->said().startsWith(u"green 1 passed, 0 failed"_s), qPrintable(trial->said()),
                                  patience);

        // Auto and back, so that it is the keys that chose.
        press(first, Qt::Key_V, Qt::AltModifier);
        press(first, Qt::Key_Down);
        QCOMPARE(page->asked().options.supervision, Supervision::Auto);
        press(first, Qt::Key_Up);
        QCOMPARE(page->asked().options.supervision, Supervision::Review);
        QVERIFY(begin->isEnabled());
        press(first, Qt::Key_S, Qt::AltModifier);

        RunWindow *window = runWindow();
        QVERIFY(window);
        QVERIFY(!first->isVisible());
        RunDocument &run = window->document();
        const auto tale = [&run] { return story(run.now()).toUtf8(); };

        // The first review, with the audit's decision open beside it: sent back with words.
        QTRY_VERIFY2_WITH_TIMEOUT(openReview(run.now()), tale().constData(), longPatience);
        const QString firstReview = openReview(run.now())->id.text();
        QCOMPARE(run.now().openPrompts().size(), 2);
        QTRY_VERIFY_WITH_TIMEOUT(action(window, u"Answer"_s)->isEnabled(), patience);
        press(window, Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(window->currentView()->objectName(), u"decisions"_s);
        QTRY_VERIFY_WITH_TIMEOUT(isAnswerable(window, firstReview), patience);
        QCOMPARE(decisions(window)->front()->chosen(), u"accept"_s);
        press(window, Qt::Key_3, Qt::AltModifier);
        QCOMPARE(decisions(window)->front()->chosen(), u"send back"_s);
        press(window, Qt::Key_Return, Qt::ControlModifier); // without words it is not sent
        QVERIFY(!decisions(window)->front()->isSending());
        QVERIFY2(qobject_cast<QLineEdit *>(window->focusWidget()), qPrintable(focusOf(window)));
        type(window, u"greet in one line"_s);
        press(window, Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY2_WITH_TIMEOUT(reviewsWith(run.now(), u"send back"_s) == 1, tale().constData(), patience);
        QTRY_VERIFY2_WITH_TIMEOUT(openReview(run.now()), tale().constData(), longPatience);
        const QString secondReview = openReview(run.now())->id.text();
        QVERIFY(secondReview != firstReview);
        QVERIFY(std::ranges::any_of(
            run.now().reviews, [](const ReviewFact &one) { return one.comments.contains(u"greet in one line"_s); }));

        // Stopped while it is held, and gone on with: the same question waits.
        press(window, Qt::Key_Period, Qt::ControlModifier);
        QTRY_VERIFY2_WITH_TIMEOUT(!run.isLive() && run.now().outcome == Outcome::Stopped, tale().constData(), patience);
        QTRY_COMPARE_WITH_TIMEOUT(m_engines->running(), 0, patience);
        QTRY_VERIFY_WITH_TIMEOUT(action(window, u"Resume"_s)->isVisible(), patience);
        press(window, Qt::Key_R, Qt::ControlModifier);
        QTRY_VERIFY2_WITH_TIMEOUT(run.isLive() && !run.now().outcome, tale().constData(), patience);
        QTRY_VERIFY_WITH_TIMEOUT(openReview(run.now()), patience);
        QCOMPARE(openReview(run.now())->id.text(), secondReview);

        // The decision, reached with Tab where the focus is not with it yet.
        QTRY_COMPARE_WITH_TIMEOUT(decisions(window)->openCards().size(), 2, patience);
        const auto at = [&] { return decisions(window)->front()->card().type == PromptType::Decision; };
        for (int i = 0; i < 40 && !at(); ++i)
            press(window, Qt::Key_Tab);
        QVERIFY2(at(), qPrintable(focusOf(window)));
        const PromptId decision(decisions(window)->front()->card().id);
        QCOMPARE(decisions(window)->front()->chosen(), u"none"_s);
        press(window, Qt::Key_2, Qt::AltModifier);
        press(window, Qt::Key_Return, Qt::ControlModifier);
        const auto answerTo = [&run](const PromptId &id) {
            const Prompt *prompt = run.now().prompt(id);
            return prompt ? prompt->answer : QString();
        };
        QTRY_COMPARE_WITH_TIMEOUT(answerTo(decision), u"many"_s, patience);

        // Both tasks' changes accepted, one after the other.
        for (int accepted = 1; accepted <= 2; ++accepted) {
            QTRY_VERIFY2_WITH_TIMEOUT(openReview(run.now()), tale().constData(), longPatience);
            const QString id = openReview(run.now())->id.text();
            QTRY_VERIFY_WITH_TIMEOUT(isAnswerable(window, id), patience);
            for (int i = 0; i < 2 && decisions(window)->front(); ++i)
                press(window, Qt::Key_Return, Qt::ControlModifier);
            QTRY_VERIFY2_WITH_TIMEOUT(reviewsWith(run.now(), u"accept"_s) == accepted, tale().constData(), patience);
            QTRY_VERIFY2_WITH_TIMEOUT(!openReview(run.now()) || openReview(run.now())->id.text() != id,
                                      tale().constData(), patience);
        }
        QTRY_VERIFY2_WITH_TIMEOUT(run.now().outcome == Outcome::Converged && !run.isLive(), tale().constData(),
                                  longPatience);
        QCOMPARE(run.now().checkpoints.size(), 3); // base, T1, T2
        QCOMPARE(run.now().gates.last().passed, 2);

        // Handed over: the bundle holds on the target alone.
        press(window, Qt::Key_0, Qt::ControlModifier);
        auto *view = qobject_cast<ExportView *>(window->currentView());
        QVERIFY(view);
        const QPushButton *hand = button(view, u"Export"_s);
        QTRY_VERIFY_WITH_TIMEOUT(hand->isEnabled() && !view->where()->text().isEmpty(), patience);
        for (int i = 0; i < 20 && window->focusWidget() != hand; ++i)
            press(window, Qt::Key_Tab);
        QVERIFY2(window->focusWidget() == hand, qPrintable(focusOf(window)));
        press(window, Qt::Key_Space);
        QVERIFY(view->isExporting());
        QTRY_VERIFY_WITH_TIMEOUT(!view->isExporting(), longPatience);
        QVERIFY2(view->problem()->text().isEmpty(), qPrintable(view->problem()->text()));
        QTRY_VERIFY_WITH_TIMEOUT(!run.now().exported().isEmpty(), patience);
        const auto verified = verifyBundle(
            m_host, {.bundle = run.now().exported(), .target = project.target(), .resources = resources()}, {}, {});
        QVERIFY2(verified, qPrintable(verified ? QString() : verified.error().text()));
        for (const Proof &proof : verified->proofs)
            QVERIFY2(proof.state == Proof::State::Proven, qPrintable(proof.name + u": "_s + proof.detail));
    }

    void aRunWhoseEngineWasKilledIsFoundAndGoneOnWith()
    {
        TinyProject project;
        // The agent of T2 is at work until its engine dies.
        const QString activity = project.recording() + u"/4-count/activity.jsonl"_s;
        const auto write = [&activity](const QByteArray &line) {
            QFile file(activity);
            return file.open(QIODevice::WriteOnly) && file.write(line) == line.size();
        };
        QVERIFY(write("{\"type\":\"message\",\"text\":\"counting\"}\n"
                      "{\"type\":\"message\",\"text\":\"counted\",\"after_ms\":600000}\n"));
        QProcess engine;
        engine.setStandardOutputFile(QProcess::nullDevice());
        engine.setStandardErrorFile(QProcess::nullDevice());
        engine.start(QStringLiteral(ASSAY_BINARY_DIR "/bin/assay"),
                     {u"run"_s, project.target(), u"--agent"_s, u"recorded:"_s + project.recording(), u"--gate"_s,
                      u"sh run.sh --tap"_s, u"--no-export"_s});
        QVERIFY(engine.waitForStarted(patience));

        // The start page sees it at work, and the window it opens too.
        StartWindow *first = start();
        QTRY_VERIFY2_WITH_TIMEOUT(standingOf(*first).startsWith(u"Running T2"_s), qPrintable(standingOf(*first)),
                                  longPatience);
        first->activateWindow();
        auto *table = first->findChild<QTreeView *>();
        table->setFocus();
        press(first, Qt::Key_Home);
        press(first, Qt::Key_Return);
        RunWindow *window = runWindow();
        QVERIFY(window);
        RunDocument &run = window->document();
        QTRY_COMPARE_WITH_TIMEOUT(run.holder(), engine.processId(), patience);
        QCOMPARE(m_engines->running(), 0);
        QTRY_VERIFY_WITH_TIMEOUT(!action(window, u"Resume"_s)->isVisible(), patience);

        QCOMPARE(::kill(pid_t(engine.processId()), SIGKILL), 0);
        QVERIFY(engine.waitForFinished(patience));
        QTRY_VERIFY_WITH_TIMEOUT(!run.isLive(), patience);
        QTRY_VERIFY_WITH_TIMEOUT(action(window, u"Resume"_s)->isVisible() && action(window, u"Resume"_s)->isEnabled(),
                                 patience);
        QVERIFY(!action(window, u"Stop"_s)->isEnabled());
        QVERIFY(!run.now().outcome);

        // Closed: the start page comes back and says so; opened again from there.
        QTest::keySequence(window, QKeySequence(QKeySequence::Close));
        QTRY_VERIFY_WITH_TIMEOUT(first->isVisible() && m_console->windows().isEmpty(), patience);
        QTRY_COMPARE_WITH_TIMEOUT(standingOf(*first), u"Cut off; nothing is lost"_s, patience);
        QVERIFY(QTest::qWaitForWindowActive(first, patience));
        press(first, Qt::Key_Home);
        press(first, Qt::Key_Return);
        window = runWindow();
        QVERIFY(window);
        RunDocument &again = window->document();
        QVERIFY(write("{\"type\":\"message\",\"text\":\"counted\"}\n"));
        press(window, Qt::Key_R, Qt::ControlModifier);
        QTRY_VERIFY2_WITH_TIMEOUT(again.now().outcome == Outcome::Converged && !again.isLive(),
                                  story(again.now()).toUtf8().constData(), longPatience);
        QCOMPARE(std::ranges::count(again.now().iterations, QString(verdict::Interrupted), &IterationFact::verdict), 1);
        QCOMPARE(again.now().checkpoints.size(), 3);
    }
};

QTEST_MAIN(TestConsole)
#include "tst_console.moc"
