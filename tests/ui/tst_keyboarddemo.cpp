// The demo as a newcomer meets it: taken to convergence, reviewed and handed over with the keyboard alone, by nothing but
// what the screen says.
#include "core/bundle/bundle.h"
#include "core/git/vault.h"
#include "core/places/resources.h"
#include "core/review/reviewedchange.h"
#include "tests/support/tinyrun.h"
#include "tests/ui/privatehome.h"
#include "ui/diff/diffview.h"
#include "ui/look/look.h"
#include "ui/look/problem.h"
#include "ui/views/bundlecard.h"
#include "ui/views/decisionsview.h"
#include "ui/views/exportview.h"
#include "ui/views/promptcard.h"
#include "ui/windows/commandpalette.h"
#include "ui/windows/console.h"
#include "ui/windows/runheader.h"
#include "ui/windows/runwindow.h"

#include <QApplication>
#include <QLineEdit>
#include <QProcess>
#include <QPushButton>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <ranges>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;
using namespace assay::ui;

namespace {

constexpr int patience = 60'000;
constexpr int longPatience = 300'000; ///< a whole iteration lies between

/// A key as the window system gives it: to what has the focus.
void press(QWidget *window, Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier)
{
    QWidget *focus = window->focusWidget();
    QTest::keyClick(focus ? focus : window, key, modifiers);
}

template <class Button>
Button *shown(const QWidget *in, const QString &text)
{
    for (Button *one : in->findChildren<Button *>()) {
        if (one->text() == text && one->isVisible())
            return one;
    }
    return nullptr;
}

/// The header's call to the operator.
QPushButton *callOf(const QWidget *window)
{
    for (auto *one : window->findChild<RunHeader *>()->findChildren<QPushButton *>()) {
        if (one->property("leads").toBool())
            return one;
    }
    return nullptr;
}

/// What has the focus, for messages.
QString focusOf(const QWidget *window)
{
    const QWidget *focus = window->focusWidget();
    return focus ? QString::fromLatin1(focus->metaObject()->className()) + u' ' + focus->accessibleName() : u"none"_s;
}

} // namespace

class TestKeyboardDemo : public QObject {
    Q_OBJECT

    ProcessHost m_host; // first: it forks while the program is small
    QTemporaryDir m_home;

private Q_SLOTS:
    void initTestCase() { usePrivateHome(m_home); }

    void theDemoConvergesIsReviewedAndExportedByKeys()
    {
        const Look look(*qApp);
        EngineRoom engines(m_host);
        Console console(engines);
        console.showStartPage();
        console.startRun({.options = {.supervision = Supervision::Review}, .demo = true});
        QTRY_COMPARE_WITH_TIMEOUT(console.windows().size(), 1, patience);
        RunWindow *window = console.windows().constFirst();
        QVERIFY(QTest::qWaitForWindowActive(window, patience));
        RunDocument &run = window->document();
        auto *decisions = window->findChild<DecisionsView *>();
        const auto tale = [&] { return (story(run.now()) + u"\nfocus: "_s + focusOf(window)).toUtf8(); };

        // Whenever something waits the header says so, with the key: it goes to the front card, and there it gives the
        // answer that is chosen.
        auto *call = callOf(window);
        QVERIFY(call);
        QElapsedTimer clock;
        clock.start();
        while (!run.now().outcome || run.isLive()) {
            QVERIFY2(clock.elapsed() < 2 * longPatience, tale().constData());
            QVERIFY2(window->focusWidget(), tale().constData()); // where one is, is always seen
            const bool allTold = window->currentView() == decisions && !decisions->front();
            if (!call->isVisible() || allTold) {
                QTest::qWait(20);
                continue;
            }
            QVERIFY(call->text().contains(u"Ctrl+Return"_s));
            press(window, Qt::Key_Return, Qt::ControlModifier);
            QCOMPARE(window->currentView(), decisions);
        }
        QCOMPARE(run.now().outcome, Outcome::Converged);
        QCOMPARE(run.now().iterations.size(), 8);
        for (const Prompt &prompt : run.now().prompts)
            QTRY_VERIFY2_WITH_TIMEOUT(run.now().prompt(prompt.id)->state == PromptState::Answered,
                                      qPrintable(prompt.id.text()), patience);
        QCOMPARE(std::ranges::count(run.now().prompts, u"review"_s, &Prompt::subject), 4);
        QTRY_VERIFY_WITH_TIMEOUT(!call->isVisible(), patience);

        // The way to the export is asked for: F1 stands at the window's foot.
        QVERIFY(shown<QToolButton>(window, u"All keys: F1"_s));
        press(window, Qt::Key_F1);
        choose(window, u"show changes"_s);
        QTRY_COMPARE_WITH_TIMEOUT(window->currentView()->objectName(), u"changes"_s, patience);
        reviewEverything(window);

        press(window, Qt::Key_F1);
        choose(window, u"show export"_s);
        QTRY_COMPARE_WITH_TIMEOUT(window->currentView()->objectName(), u"export"_s, patience);
        const auto *view = qobject_cast<ExportView *>(window->currentView());
        QTRY_VERIFY2_WITH_TIMEOUT(view->isAncestorOf(window->focusWidget()), qPrintable(focusOf(window)), patience);
        QTRY_VERIFY_WITH_TIMEOUT(
            shown<QPushButton>(window, u"Export"_s)->isEnabled() && !view->where()->text().isEmpty(), patience);
        for (int i = 0; i < 20 && window->focusWidget() != shown<QPushButton>(window, u"Export"_s); ++i)
            press(window, Qt::Key_Tab);
        press(window, Qt::Key_Space);
        QVERIFY2(view->isExporting(), qPrintable(focusOf(window)));
        QTRY_VERIFY_WITH_TIMEOUT(!view->isExporting(), longPatience);
        QVERIFY2(view->problem()->text().isEmpty(), qPrintable(view->problem()->text()));
        QTRY_VERIFY_WITH_TIMEOUT(!run.now().exported().isEmpty(), patience);
        QVERIFY(QFileInfo::exists(run.now().exported() + u"/MANIFEST.json"_s));
        QTRY_VERIFY_WITH_TIMEOUT(view->bundle()->isVisible(), patience); // says how anybody verifies it
        agreesOnAnotherClone(run.now());
    }

private:
    static void choose(QWidget *window, const QString &command)
    {
        const auto *palette = window->findChild<CommandPalette *>();
        QVERIFY(palette);
        QTest::keyClicks(palette->findChild<QLineEdit *>(), command);
        QTest::keyClick(palette->findChild<QLineEdit *>(), Qt::Key_Return);
        // The offscreen platform takes a pop-up for another window, and does not make this one active again.
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window, patience));
    }

    /// Every hunk is gone to and marked, and the run's journal has the marks.
    static void reviewEverything(RunWindow *window)
    {
        const RunDocument &run = window->document();
        const auto vault = Vault::open(run.folder().vault());
        QVERIFY(vault);
        const auto files = review::readChange(*vault, run.now().baseTree, run.now().checkpoint().tree);
        QVERIFY(files);
        QList<ReviewPlace> places;
        int lines = 0;
        for (const review::ReviewedFile &file : *files) {
            places += file.places();
            lines += file.diff.added() + file.diff.removed();
        }
        QVERIFY2(lines > 100 && places.size() > 5, qPrintable(QString::number(lines)));
        const auto reviewed = [&] {
            return std::ranges::count_if(
                places, [&](const ReviewPlace &place) { return run.now().marks.value(place).reviewed; });
        };
        QTRY_VERIFY2_WITH_TIMEOUT(window->currentView()->isAncestorOf(window->focusWidget()),
                                  qPrintable(focusOf(window)), patience);
        const DiffDocument &change = window->currentView()->findChild<DiffView *>()->document();
        const auto isRead = [&] {
            return change.sectionCount() == files->size()
                && std::ranges::all_of(std::views::iota(qsizetype(0), change.sectionCount()),
                                       [&](qsizetype i) { return change.section(int(i)).canBeMarked(); });
        };
        QTRY_VERIFY_WITH_TIMEOUT(isRead(), patience);
        for (qsizetype done = 0; done < places.size(); done = reviewed()) {
            press(window, Qt::Key_N, Qt::ShiftModifier);
            press(window, Qt::Key_Space);
            QTRY_VERIFY2_WITH_TIMEOUT(
                reviewed() > done,
                qPrintable(u"%1 of %2; focus: %3"_s.arg(done).arg(places.size()).arg(focusOf(window))), patience);
        }
    }

    void agreesOnAnotherClone(const RunState &state)
    {
        const QString clone = m_home.filePath(u"another clone"_s);
        QCOMPARE(QProcess::execute(u"git"_s, {u"clone"_s, u"--quiet"_s, u"--no-hardlinks"_s, state.target, clone}), 0);
        const auto proofs = verifyBundle(
            m_host, {.bundle = state.exported(), .target = clone, .resources = *findResources()}, {}, {});
        QVERIFY2(proofs, qPrintable(proofs ? QString() : proofs.error().text()));
        for (const Proof &proof : proofs->proofs)
            QVERIFY2(proof.state == Proof::State::Proven, qPrintable(proof.name + u": "_s + proof.detail));
        QVERIFY(!proofs->proofs.isEmpty());
    }
};

QTEST_MAIN(TestKeyboardDemo)
#include "tst_keyboarddemo.moc"
