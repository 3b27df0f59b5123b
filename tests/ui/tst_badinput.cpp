// What a console meets that nobody wished for: it stays usable, and says what is wrong where it is wrong.
#include "core/journal/inbox.h"
#include "core/journal/runlock.h"
#include "tests/ui/decisionstory.h"
#include "tests/ui/openrun.h"
#include "ui/look/colours.h"
#include "ui/look/look.h"
#include "ui/look/problem.h"
#include "ui/views/decisionsview.h"
#include "ui/views/promptcard.h"
#include "ui/windows/console.h"
#include "ui/windows/newrunpage.h"
#include "ui/windows/runwindow.h"
#include "ui/windows/startwindow.h"

#include <QAction>
#include <QIcon>
#include <QLineEdit>
#include <QProcess>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;
using namespace assay::ui;

namespace {

constexpr int patience = 30'000;

QString problemOf(const QWidget &window)
{
    for (const Problem *problem : window.findChildren<Problem *>()) {
        if (problem->isVisibleTo(&window))
            return problem->text();
    }
    return {};
}

const QAction *command(const RunWindow &window, const QString &text)
{
    const auto all = window.commands();
    const auto found = std::ranges::find(all, text, &QAction::text);
    return found == all.end() ? nullptr : *found;
}

/// How many pixels of an image are part of a line of one colour: grounds, not the edges of letters, which blend.
QHash<QRgb, int> coloursIn(const QImage &image)
{
    constexpr int least = 12;
    QHash<QRgb, int> all;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0, from = 0; x < image.width(); x = from) {
            while (from < image.width() && image.pixel(from, y) == image.pixel(x, y))
                ++from;
            if (from - x >= least)
                all[image.pixel(x, y)] += from - x;
        }
    }
    return all;
}

} // namespace

class TestBadInput : public QObject {
    Q_OBJECT

    ProcessHost m_host; // first: it forks while the program is small
    std::unique_ptr<EngineRoom> m_engines;

    [[nodiscard]] std::unique_ptr<RunWindow> open(const RunFolder &folder) const
    {
        auto window = std::make_unique<RunWindow>(folder, *m_engines);
        window->setAttribute(Qt::WA_DeleteOnClose, false);
        window->show();
        window->activateWindow();
        return QTest::qWaitForWindowActive(window.get())
                && QTest::qWaitFor([&] { return window->document().isLoaded(); }, patience)
            ? std::move(window)
            : nullptr;
    }

private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void init() { m_engines = std::make_unique<EngineRoom>(m_host); }
    void cleanup() { m_engines.reset(); }

    void aRunThatAnotherProcessWorksOnIsFollowedAndToldThroughItsInbox()
    {
        OpenRun run(decisionsAsked(), true);
        const auto window = open(run.run.folder());
        QVERIFY(window);
        QTRY_VERIFY(window->document().isLive());
        // Followed.
        run.add({made(u"prompt.filed"_s, prompt(u"P3"_s, u"decision"_s, u"And which colour?"_s, {}))});
        QTRY_VERIFY(window->document().now().prompt(PromptId(u"P3"_s)));
        // Told: the command lies in its inbox, the journal is nobody else's.
        const qint64 before = window->document().now().lastSeq;
        QVERIFY(command(*window, u"Pause"_s)->isEnabled());
        QTest::keyClick(window.get(), Qt::Key_P, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(pendingCommands(run.run.folder())->size(), 1, patience);
        QCOMPARE(pendingCommands(run.run.folder())->first().verb, u"pause"_s);
        QCOMPARE(window->document().now().lastSeq, before);
        QVERIFY(run.carryOut());
        QTRY_VERIFY(window->document().now().lastSeq > before);
        QCOMPARE(problemOf(*window), QString());
    }

    void aRunOfANewerAssayIsOnlyLookedAt_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("said");
        QTest::newRow("another format") << u"run.created"_s << u"format is 99"_s;
        QTest::newRow("a kind that is not known") << u"oracle.asked"_s << u"oracle.asked"_s;
    }
    void aRunOfANewerAssayIsOnlyLookedAt()
    {
        QFETCH(QString, kind);
        QFETCH(QString, said);
        const QTemporaryDir folder;
        QFile journal(folder.filePath(u"journal.jsonl"_s));
        QVERIFY(journal.open(QIODevice::WriteOnly));
        QList<Draft> drafts = decisionsAsked();
        drafts.first().data[u"format"_s] = kind == u"run.created"_s ? 99 : 1;
        if (kind != u"run.created"_s)
            drafts.append(made(kind, {{u"answer"_s, 42}}));
        QByteArray prev = zeroHash();
        qint64 seq = 0;
        for (const Draft &draft : std::as_const(drafts)) {
            Entry entry{.seq = ++seq,
                        .kind = draft.kind,
                        .at = QDateTime::currentDateTimeUtc(),
                        .actor = draft.actor,
                        .iteration = draft.iteration,
                        .data = draft.data,
                        .prev = prev};
            journal.write(encodeEntry(entry));
            prev = entry.hash;
        }
        journal.close();
        const auto window = open(RunFolder(folder.path()));
        QVERIFY(window);
        QCOMPARE(window->document().now().lastSeq, seq); // all of it is read
        QVERIFY2(problemOf(*window).contains(said) && problemOf(*window).contains(u"newer Assay"_s),
                 qPrintable(problemOf(*window)));
        for (const QString &text : {u"Resume"_s, u"Pause"_s, u"Stop"_s, u"Export the run"_s})
            QVERIFY2(!command(*window, text)->isEnabled(), qPrintable(text));
        window->showView(u"decisions"_s);
        auto *decisions = window->findChild<DecisionsView *>();
        QTRY_VERIFY(decisions->front());
        const QSignalSpy answered(decisions->front(), &PromptCard::answered);
        QTest::keyClick(window.get(), Qt::Key_Return, Qt::ControlModifier);
        QTest::keyClick(window.get(), Qt::Key_Return, Qt::ControlModifier);
        QCOMPARE(answered.count(), 0);
        // What a view tells all the same is refused in words, and the journal stays as it is.
        const QSignalSpy refused(&window->desk(), &OwnerDesk::refused);
        window->desk().tell(u"note"_s, {{u"text"_s, u"hello"_s}});
        QTRY_COMPARE_WITH_TIMEOUT(refused.count(), 1, patience);
        const QString why = refused.first().at(1).value<Error>().text();
        QVERIFY2(why.contains(u"continue it with that one"_s), qPrintable(why));
        QTRY_VERIFY(std::ranges::any_of(window->findChildren<Problem *>(),
                                        [&](const Problem *one) { return one->isVisible() && one->text() == why; }));
        QCOMPARE(window->document().now().lastSeq, seq);
    }

    void aFolderThatGoesAwayLeavesTheWindowUsable()
    {
        auto run = std::make_unique<OpenRun>(decisionsAsked(), false);
        const auto window = open(run->run.folder());
        QVERIFY(window);
        QVERIFY(QDir(run->run.folder().path()).removeRecursively());
        QTRY_VERIFY_WITH_TIMEOUT(problemOf(*window).contains(u"not there"_s), patience);
        for (RunView *view : window->views())
            window->showView(view->objectName());
        QCOMPARE(window->document().now().openPrompts().size(), 2); // what was read stays
        window->showView(u"decisions"_s);
        QTest::keyClick(window.get(), Qt::Key_Return, Qt::ControlModifier);
        QTest::keyClick(window.get(), Qt::Key_Return, Qt::ControlModifier);
        auto *decisions = window->findChild<DecisionsView *>();
        QTRY_VERIFY_WITH_TIMEOUT(std::ranges::none_of(decisions->openCards(), &PromptCard::isSending), patience);
        QVERIFY(!QFile::exists(run->run.folder().path()) || !QFile::exists(run->run.folder().journal()));
    }

    void aSwitchOfTheSchemeReachesEverything()
    {
        Look look(*qApp, Scheme::Light);
        OpenRun run(decisionsAsked(), false);
        const auto window = open(run.run.folder());
        QVERIFY(window);
        Console console(*m_engines);
        StartWindow start(console, *m_engines);
        start.show();
        const auto dump = [&](const QString &when) {
            QList<std::pair<QString, QImage>> all;
            for (const RunView *view : window->views()) {
                window->showView(view->objectName());
                QCoreApplication::processEvents();
                all.append({view->objectName() + when, window->grab().toImage()});
            }
            all.append({u"start"_s + when, start.grab().toImage()});
            (void)start.newRun();
            QCoreApplication::processEvents();
            all.append({u"newrun"_s + when, start.grab().toImage()});
            return all;
        };
        (void)dump({}); // whatever is made when it is first seen was made in the light
        look.setScheme(Scheme::Dark);
        const auto dark = dump(u", dark"_s);
        look.setScheme(Scheme::Light);
        const auto light = dump(u", light again"_s);
        const auto foreign = [](const QImage &image, const Colours &others, const Colours &own) {
            const auto seen = coloursIn(image);
            int pixels = 0;
            for (const QColor &colour : {others.ground, others.surface, others.selection, others.raised}) {
                if (colour != own.ground && colour != own.surface && colour != own.raised && colour != own.selection)
                    pixels += seen.value(colour.rgb());
            }
            return pixels;
        };
        for (const auto &[name, image] : dark) {
            QVERIFY2(coloursIn(image).value(darkColours().ground.rgb()) > 1000, qPrintable(name));
            QVERIFY2(foreign(image, lightColours(), darkColours()) == 0, qPrintable(name));
        }
        for (const auto &[name, image] : light) {
            QVERIFY2(coloursIn(image).value(lightColours().ground.rgb()) > 1000, qPrintable(name));
            QVERIFY2(foreign(image, darkColours(), lightColours()) == 0, qPrintable(name));
        }
    }

    void oneFontAndNoIconsAreEnough()
    {
        QIcon::setThemeName(u"no-such-theme"_s);
        QIcon::setThemeSearchPaths({});
        const QFont before = QApplication::font();
        QApplication::setFont(QFont(u"No Such Family"_s, 11));
        {
            OpenRun run(decisionsAsked(), false);
            const auto window = open(run.run.folder());
            QVERIFY(window);
            for (const RunView *view : window->views()) {
                window->showView(view->objectName());
                QCoreApplication::processEvents();
                QVERIFY(coloursIn(window->grab().toImage()).size() >= 3); // something is painted
            }
        }
        QApplication::setFont(before);
    }

    void everyScreenSizeDoes_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::newRow("small") << QSize(320, 200);
        QTest::newRow("narrow") << QSize(700, 500);
        QTest::newRow("4K") << QSize(3840, 2160);
    }
    void everyScreenSizeDoes()
    {
        QFETCH(QSize, size);
        OpenRun run(decisionsAsked(), false);
        const auto window = open(run.run.folder());
        QVERIFY(window);
        window->resize(size);
        Console console(*m_engines);
        StartWindow start(console, *m_engines);
        start.show();
        start.resize(size);
        (void)start.newRun();
        QTRY_COMPARE(window->size(), size); // nothing keeps it larger than the screen
        QTRY_COMPARE(start.size(), size);
        for (RunView *view : window->views()) {
            window->showView(view->objectName());
            QCoreApplication::processEvents();
            QVERIFY(!window->grab().isNull());
            QVERIFY(view->isVisible());
        }
        // The keyboard leads everywhere all the same.
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window.get()));
        window->showView(u"decisions"_s);
        QTest::keyClick(window.get(), Qt::Key_Return, Qt::ControlModifier);
        QTest::keyClick(window.get(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_COMPARE_WITH_TIMEOUT(window->document().now().prompt(PromptId(u"P1"_s))->answer, u"half even"_s, patience);
    }
};

QTEST_MAIN(TestBadInput)
#include "tst_badinput.moc"
