// A run window over a finished run, over one that grows, over one that is damaged or goes away.
#include "core/journal/runlock.h"
#include "tests/ui/decisionstory.h"
#include "tests/ui/openrun.h"
#include "ui/look/chip.h"
#include "ui/look/labels.h"
#include "ui/look/look.h"
#include "ui/look/problem.h"
#include "ui/models/journalmodel.h"
#include "ui/views/decisionsview.h"
#include "ui/views/notebar.h"
#include "ui/views/promptcard.h"
#include "ui/windows/commandpalette.h"
#include "ui/windows/runheader.h"
#include "ui/windows/runwindow.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QLineEdit>
#include <QListWidget>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSlider>
#include <QStackedWidget>
#include <QStandardPaths>
#include <QTableView>
#include <QTemporaryDir>
#include <QTest>

using namespace assay;
using namespace assay::test;
using namespace assay::ui;
using namespace Qt::StringLiterals;

namespace {

QByteArray demoJournal()
{
    QFile file(QStringLiteral(ASSAY_DEMO_RUN) + u"/journal.jsonl"_s);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void append(const QString &path, QByteArrayView bytes)
{
    QFile file(path);
    QVERIFY(file.open(QIODevice::Append));
    QCOMPARE(file.write(bytes.data(), bytes.size()), bytes.size());
}

/// Shown, with the keyboard, and its run read.
bool comesUp(RunWindow &window)
{
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.show();
    window.activateWindow();
    return QTest::qWaitForWindowActive(&window) && QTest::qWaitFor([&] { return window.document().isLoaded(); });
}

QString problemOf(const QWidget &window)
{
    for (const Problem *problem : window.findChildren<Problem *>()) {
        if (problem->isVisibleTo(&window))
            return problem->text();
    }
    return {};
}

} // namespace

class TstRunWindow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void aFinishedRunIsShownAsItWas();
    void anEarlierMomentIsShownAndLeftAgain();
    void whatIsWrittenWhileItIsOpenIsShown();
    void aTornLineWaitsForItsRest();
    void aDamagedJournalSaysWhere();
    void aJournalChangedAfterItWasWrittenSaysSo();
    void aRunFolderThatIsNotThereSaysSo();
    void aRunFolderThatGoesAwayKeepsWhatWasSeen();
    void everyViewIsReachedByItsKey();
    void thePaletteRunsWhatIsFoundByAFewLetters();
    void thePalettePutsWhatWasMeantFirst();
    void aClickOnTheSliderGoesToItsPlace();
    void aNarrowHeaderSaysWhatCanBeDone();
    void noViewIsWiderThanANarrowWindow();
    void aNoteLeavesThePastInSight();
    void whatCannotBeDoneNowSaysWhy();
    void aTinyScreenIsStillUsable();
    void whatAnEngineDidNotTakeAnyMoreIsRecorded();
    void theAnswerKeyGoesToTheFrontCardWhicheverHadTheFocus();
    void aRefusalIsSaidWhereTheCommandWasTold();
    void aKeyThatDoesNothingSaysWhy();
    void anExportIsNoEngineAtWork();

private:
    ProcessHost m_host;
    std::unique_ptr<EngineRoom> m_engines;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TstRunWindow::initTestCase()
{
    QStandardPaths::setTestModeEnabled(true);
    QCoreApplication::setOrganizationName(u"assay-test"_s);
    QVERIFY(demoJournal().count('\n') > 100);
}

void TstRunWindow::init()
{
    m_engines = std::make_unique<EngineRoom>(m_host);
    m_folder = std::make_unique<QTemporaryDir>();
}

void TstRunWindow::aFinishedRunIsShownAsItWas()
{
    RunWindow window(RunFolder(QStringLiteral(ASSAY_DEMO_RUN)), *m_engines);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.show();
    QTRY_VERIFY(window.document().isLoaded());
    QCOMPARE(window.document().state().outcome, Outcome::Converged);
    QCOMPARE(window.document().heads().size(), demoJournal().count('\n'));
    QTRY_VERIFY(window.windowTitle().contains(u"(2)"_s)); // two decisions are open
}

void TstRunWindow::anEarlierMomentIsShownAndLeftAgain()
{
    RunWindow window(RunFolder(QStringLiteral(ASSAY_DEMO_RUN)), *m_engines);
    QVERIFY(comesUp(window));
    auto *slider = window.findChild<QSlider *>();
    slider->setValue(20);
    QTRY_COMPARE(window.document().asOf(), 20);
    QCOMPARE(window.document().state().lastSeq, 20);
    QVERIFY(window.document().now().lastSeq > 20);
    QTest::keyClick(&window, Qt::Key_End, Qt::ControlModifier);
    QTRY_COMPARE(window.document().asOf(), 0);
    QCOMPARE(window.document().state().lastSeq, window.document().now().lastSeq);
}

void TstRunWindow::whatIsWrittenWhileItIsOpenIsShown()
{
    const QByteArray journal = demoJournal();
    // Some fifty lines, up to where no batch is under way: half of one would be held back.
    qsizetype cut = 0;
    int lines = 0;
    for (bool whole = false; lines < 50 || !whole; ++lines) {
        const qsizetype end = journal.indexOf('\n', cut) + 1;
        const auto entry = decodeEntry(QByteArrayView(journal).sliced(cut, end - cut), false);
        QVERIFY(entry);
        whole = entry->endsBatch();
        cut = end;
    }
    const QString path = m_folder->filePath(u"journal.jsonl"_s);
    append(path, QByteArrayView(journal).first(cut));
    RunWindow window(RunFolder(m_folder->path()), *m_engines);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.show();
    QTRY_COMPARE(window.document().state().lastSeq, lines);
    const QSignalSpy arrived(&window.document(), &RunDocument::arrived);
    append(path, QByteArrayView(journal).sliced(cut));
    QTRY_COMPARE(window.document().state().outcome, Outcome::Converged);
    QCOMPARE(arrived.count(), journal.count('\n') - lines);
    QCOMPARE(window.document().heads().size(), journal.count('\n'));
}

void TstRunWindow::aTornLineWaitsForItsRest()
{
    const QByteArray journal = demoJournal();
    const qsizetype first = journal.indexOf('\n') + 1, second = journal.indexOf('\n', first) + 1;
    const QString path = m_folder->filePath(u"journal.jsonl"_s);
    append(path, QByteArrayView(journal).first(first + 20));
    RunWindow window(RunFolder(m_folder->path()), *m_engines);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.show();
    QTRY_COMPARE(window.document().state().lastSeq, 1);
    append(path, QByteArrayView(journal).sliced(first + 20, second - first - 20));
    QTRY_COMPARE(window.document().state().lastSeq, 2);
    QCOMPARE(problemOf(window), QString());
}

void TstRunWindow::aDamagedJournalSaysWhere()
{
    QByteArray journal = demoJournal();
    qsizetype third = 0;
    for (int line = 0; line < 2; ++line)
        third = journal.indexOf('\n', third) + 1;
    journal.replace(third, 5, "nope!");
    append(m_folder->filePath(u"journal.jsonl"_s), journal);
    RunWindow window(RunFolder(m_folder->path()), *m_engines);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.show();
    QTRY_VERIFY2(problemOf(window).contains(u"journal.jsonl"_s), qPrintable(problemOf(window)));
}

void TstRunWindow::aJournalChangedAfterItWasWrittenSaysSo()
{
    QByteArray journal = demoJournal();
    const qsizetype at = journal.indexOf("\"agent:A1\"");
    QVERIFY(at > 0);
    journal.replace(at, 10, "\"agent:A7\""); // every line still reads well
    append(m_folder->filePath(u"journal.jsonl"_s), journal);
    RunWindow window(RunFolder(m_folder->path()), *m_engines);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.show();
    QTRY_VERIFY(window.document().isLoaded());
    QTRY_VERIFY2(problemOf(window).contains(u"changed after it was written"_s), qPrintable(problemOf(window)));
    QVERIFY(window.document().chain() && !window.document().chain()->problems.isEmpty());
}

void TstRunWindow::aRunFolderThatIsNotThereSaysSo()
{
    RunWindow window(RunFolder(m_folder->filePath(u"gone"_s)), *m_engines);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.show();
    QTRY_VERIFY(problemOf(window).contains(u"not there"_s));
    QVERIFY(problemOf(window).contains(m_folder->filePath(u"gone"_s)));
}

void TstRunWindow::aRunFolderThatGoesAwayKeepsWhatWasSeen()
{
    append(m_folder->filePath(u"journal.jsonl"_s), demoJournal());
    RunWindow window(RunFolder(m_folder->path()), *m_engines);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.show();
    QTRY_VERIFY(window.document().isLoaded());
    const qint64 last = window.document().state().lastSeq;
    QVERIFY(QDir(m_folder->path()).removeRecursively());
    QTRY_VERIFY(!problemOf(window).isEmpty());
    QCOMPARE(window.document().state().lastSeq, last);
}

void TstRunWindow::everyViewIsReachedByItsKey()
{
    RunWindow window(RunFolder(QStringLiteral(ASSAY_DEMO_RUN)), *m_engines);
    QVERIFY(comesUp(window));
    for (qsizetype i = window.views().size() - 1; i >= 0; --i) {
        QTest::keyClick(&window, Qt::Key(Qt::Key_0 + int((i + 1) % 10)), Qt::ControlModifier);
        QCOMPARE(window.currentView(), window.views().at(i));
    }
}

void TstRunWindow::thePaletteRunsWhatIsFoundByAFewLetters()
{
    RunWindow window(RunFolder(QStringLiteral(ASSAY_DEMO_RUN)), *m_engines);
    QVERIFY(comesUp(window));
    QTest::keyClick(&window, Qt::Key_K, Qt::ControlModifier);
    auto *palette = window.findChild<CommandPalette *>();
    QVERIFY(palette);
    QTest::keyClicks(palette->findChild<QLineEdit *>(), u"shjour"_s);
    QTest::keyClick(palette->findChild<QLineEdit *>(), Qt::Key_Return);
    QTRY_COMPARE(window.currentView()->objectName(), u"journal"_s);
}

void TstRunWindow::thePalettePutsWhatWasMeantFirst()
{
    QWidget window;
    window.resize(600, 400);
    window.show();
    QAction unfold(u"Unfold all of the agent's output"_s), undo(u"Undo the answer to P1"_s), other(u"Show Audit"_s);
    for (const bool enabled : {true, false}) {
        undo.setEnabled(enabled); // also where it cannot be done: Return then does nothing else instead
        auto *palette = CommandPalette::open({&unfold, &other, &undo}, &window);
        QTest::keyClicks(palette->findChild<QLineEdit *>(), u"undo"_s);
        const auto *list = palette->findChild<QListWidget *>();
        QCOMPARE(list->count(), 2);
        QVERIFY2(list->item(0)->text().startsWith(u"Undo"_s), qPrintable(list->item(0)->text()));
        QCOMPARE(list->currentRow(), 0);
        palette->close();
    }
}

void TstRunWindow::aClickOnTheSliderGoesToItsPlace()
{
    const Look look(*qApp, Scheme::Light); // whose style it is
    RunWindow window(RunFolder(QStringLiteral(ASSAY_DEMO_RUN)), *m_engines);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.show();
    QTRY_VERIFY(window.document().isLoaded());
    const auto *slider = window.findChild<QSlider *>();
    QTRY_VERIFY(slider->maximum() > 100 && slider->width() > 200);
    QTest::mouseClick(const_cast<QSlider *>(slider), Qt::LeftButton, {}, slider->rect().center());
    QTRY_VERIFY(window.document().asOf() > 0);
    const double part = double(window.document().asOf()) / slider->maximum();
    QVERIFY2(part > 0.45 && part < 0.55, qPrintable(QString::number(part)));
}

void TstRunWindow::aNarrowHeaderSaysWhatCanBeDone()
{
    const Look look(*qApp, Scheme::Light);
    RunWindow window(RunFolder(QStringLiteral(ASSAY_DEMO_RUN)), *m_engines);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.resize(700, 760);
    window.show();
    QTRY_VERIFY(window.document().isLoaded());
    window.document().showAsOf(200);
    QTRY_COMPARE(window.document().asOf(), 200);
    const auto *header = window.findChild<RunHeader *>();
    const auto labels = header->findChildren<ElidedLabel *>();
    const auto next = std::ranges::find_if(
        labels, [](const ElidedLabel *one) { return one->fullText().startsWith(u"Nothing can be told"_s); });
    QVERIFY(next != labels.end());
    QTRY_COMPARE((*next)->text(), (*next)->fullText()); // no call to action is there to take its room
    const int high = header->height();
    window.document().showNow();
    QTRY_COMPARE(window.document().asOf(), 0);
    QTRY_COMPARE(header->height(), high); // and it does not jump when one comes
}

void TstRunWindow::noViewIsWiderThanANarrowWindow()
{
    const Look look(*qApp, Scheme::Light);
    RunWindow window(RunFolder(QStringLiteral(ASSAY_DEMO_RUN)), *m_engines);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.resize(700, 760);
    window.show();
    QTRY_VERIFY(window.document().isLoaded());
    for (const RunView *view : window.views()) {
        window.showView(view->objectName());
        // The counts of the change come once it was read, and are its widest word.
        const auto labels = view->findChildren<ElidedLabel *>();
        QTRY_VERIFY(view->objectName() != "changes"_L1 || std::ranges::any_of(labels, [](const ElidedLabel *one) {
                        return one->fullText().contains(u"files, +"_s);
                    }));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        const auto *page = qobject_cast<QScrollArea *>(window.findChild<QStackedWidget *>()->currentWidget());
        QVERIFY(page);
        QVERIFY2(page->horizontalScrollBar()->maximum() == 0,
                 qPrintable(u"%1 needs %2"_s.arg(view->objectName()).arg(view->minimumSizeHint().width())));
    }
}

void TstRunWindow::aNoteLeavesThePastInSight()
{
    const Look look(*qApp, Scheme::Light);
    QList<Draft> drafts = decisionsAsked();
    for (int i = 0; i < 6; ++i)
        drafts.append(made(u"note.given"_s, {{u"text"_s, u"one of some notes"_s}}, 0, u"owner"_s));
    const OpenRun run(drafts, false);
    RunWindow window(run.run.folder(), *m_engines);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.resize(1180, 760);
    window.show();
    QTRY_VERIFY(window.document().isLoaded());
    window.findChild<NoteBar *>()->open();
    const auto *slider = window.findChild<QSlider *>();
    for (RunView *view : window.views()) {
        window.showView(view->objectName());
        QCoreApplication::sendPostedEvents(nullptr, QEvent::LayoutRequest);
        const int bottom = slider->mapTo(&window, slider->rect().bottomLeft()).y();
        QVERIFY2(bottom < window.height(),
                 qPrintable(
                     u"%1: %2, needs %3"_s.arg(view->objectName()).arg(bottom).arg(view->minimumSizeHint().height())));
    }
}

void TstRunWindow::whatCannotBeDoneNowSaysWhy()
{
    RunWindow window(RunFolder(QStringLiteral(ASSAY_DEMO_RUN)), *m_engines);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.show();
    QTRY_VERIFY(window.document().isLoaded());
    int disabled = 0;
    for (const QAction *command : window.commands()) {
        if (command->isEnabled())
            continue;
        ++disabled;
        QVERIFY2(command->toolTip().contains(u'\n'), qPrintable(command->text()));
    }
    QVERIFY(disabled >= 3); // step, stop, resume: nothing works on a run that has converged
}

void TstRunWindow::aTinyScreenIsStillUsable()
{
    RunWindow window(RunFolder(QStringLiteral(ASSAY_DEMO_RUN)), *m_engines);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.show();
    QTRY_VERIFY(window.document().isLoaded());
    window.resize(320, 200);
    QTest::qWait(50);
    for (const RunView *view : window.views())
        window.showView(view->objectName());
    QVERIFY(!window.grab().isNull());
}

void TstRunWindow::whatAnEngineDidNotTakeAnyMoreIsRecorded()
{
    ScratchRun run;
    auto engine = std::move(*run.create());
    QVERIFY(engine->append(decisionsAsked()));
    RunWindow window(run.folder(), *m_engines);
    QVERIFY(comesUp(window));
    QTRY_VERIFY(window.document().isLive());
    const QSignalSpy told(&window.desk(), &OwnerDesk::told);
    QTest::keyClick(&window, Qt::Key_Return, Qt::ControlModifier);
    QTest::keyClick(&window, Qt::Key_Return, Qt::ControlModifier);
    QTRY_COMPARE(told.count(), 1);
    QVERIFY(window.document().now().prompt(PromptId(u"P1"_s))->answer.isEmpty());
    engine.reset(); // its run has converged: nobody resumes it
    QTRY_COMPARE(window.document().now().prompt(PromptId(u"P1"_s))->answer, u"half even"_s);
    QVERIFY(pendingCommands(run.folder())->isEmpty());
}

void TstRunWindow::theAnswerKeyGoesToTheFrontCardWhicheverHadTheFocus()
{
    ScratchRun run;
    auto engine = std::move(*run.create());
    QVERIFY(engine->append(decisionsAsked()));
    RunWindow window(run.folder(), *m_engines);
    QVERIFY(comesUp(window));
    QTRY_VERIFY(window.document().isLive());
    window.showView(u"decisions"_s, u"P2"_s);
    auto *decisions = window.findChild<DecisionsView *>();
    QTRY_COMPARE(decisions->front()->card().id, u"P2"_s);
    QTest::keyClick(&window, Qt::Key_1, Qt::ControlModifier);
    QTRY_VERIFY(!decisions->isVisible());
    QTest::keyClick(&window, Qt::Key_Return, Qt::ControlModifier);
    QTRY_VERIFY(decisions->isVisible());
    QCOMPARE(decisions->front()->card().id, u"P1"_s);
    QVERIFY(decisions->openCards().first()->isAncestorOf(window.focusWidget()));
}

void TstRunWindow::aRefusalIsSaidWhereTheCommandWasTold()
{
    ScratchRun run;
    auto engine = std::move(*run.create());
    QVERIFY(engine->append(decisionsAsked()));
    RunWindow window(run.folder(), *m_engines);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.show();
    QTRY_VERIFY(window.document().isLoaded() && window.document().isLive());
    const auto refuse = [&](const QString &verb) {
        return engine->append({Draft{
            .kind = u"command.refused"_s,
            .data
            = {{u"id"_s, u"0e5c3a7e-1111-4222-8333-944455556666"_s}, {u"verb"_s, verb}, {u"why"_s, u"it is late"_s}}}});
    };
    const auto seen = [&] { return window.document().now().lastSeq; };
    qint64 before = seen();
    QVERIFY(refuse(u"park"_s)); // another terminal's, which says so itself
    QTRY_VERIFY(seen() > before);
    QCOMPARE(problemOf(window), QString());
    QSignalSpy told(&window.desk(), &OwnerDesk::told);
    window.desk().tell(u"note"_s, {{u"text"_s, u"hurry"_s}});
    QTRY_COMPARE(told.count(), 1);
    before = seen();
    QVERIFY(refuse(u"note"_s));
    QTRY_VERIFY(seen() > before);
    QTRY_COMPARE(problemOf(window), u"The run refused your “note”: it is late"_s);
    QVERIFY(window.desk().pending().isEmpty());
}

void TstRunWindow::aKeyThatDoesNothingSaysWhy()
{
    append(m_folder->filePath(u"journal.jsonl"_s), demoJournal());
    RunWindow window(RunFolder(m_folder->path()), *m_engines);
    QVERIFY(comesUp(window));
    QTest::keyClick(window.focusWidget(), Qt::Key_F5);
    QCOMPARE(problemOf(window), u"No engine works on this run now: resume it first."_s);
    QTest::keyClick(window.focusWidget(), Qt::Key_R, Qt::ControlModifier);
    QCOMPARE(problemOf(window), u"The run has converged: there is nothing to go on with."_s);
}

void TstRunWindow::anExportIsNoEngineAtWork()
{
    const QString path = m_folder->filePath(u"journal.jsonl"_s);
    append(path, demoJournal());
    const RunFolder folder(m_folder->path());
    RunWindow window(folder, *m_engines);
    window.setAttribute(Qt::WA_DeleteOnClose, false);
    window.show();
    QTRY_VERIFY(window.document().isLoaded());
    const auto *standing = window.findChild<RunHeader *>()->findChildren<Chip *>().first();
    QTRY_COMPARE(standing->chip().text, u"Converged"_s);

    auto held = RunLock::take(folder); // what an export does first
    QVERIFY(held);
    QTRY_COMPARE(window.document().holder(), QCoreApplication::applicationPid());
    QVERIFY(!window.document().isLive());
    QVERIFY(window.document().isHeld());
    QCOMPARE(standing->chip().text, u"Converged"_s);
    for (const QString &text : {u"Pause"_s, u"Step"_s, u"Stop"_s, u"Resume"_s, u"Export the run"_s}) {
        const auto all = window.commands();
        const auto one = std::ranges::find(all, text, &QAction::text);
        QVERIFY(one != all.end());
        QVERIFY2(!(*one)->isEnabled(), qPrintable(text));
    }
}

QTEST_MAIN(TstRunWindow)
#include "tst_runwindow.moc"
