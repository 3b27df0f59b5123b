// A run whose journal was changed after it was written, beside one that a crash only tore off: the first is said
// wherever the run is told and cannot go on, the second can.
#include "core/engine/commands.h"
#include "core/engine/leftcommands.h"
#include "tests/ui/decisionstory.h"
#include "tests/ui/privatehome.h"
#include "ui/look/chip.h"
#include "ui/look/problem.h"
#include "ui/views/overviewview.h"
#include "ui/windows/runheader.h"
#include "ui/windows/runsummary.h"
#include "ui/windows/runwindow.h"

#include <QAction>
#include <QLabel>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;
using namespace assay::ui;

namespace {

const QAction *command(const RunWindow &window, const QString &text)
{
    const auto all = window.commands();
    const auto found = std::ranges::find(all, text, &QAction::text);
    return found == all.end() ? nullptr : *found;
}

QString problemOf(const QWidget &window)
{
    for (const Problem *problem : window.findChildren<Problem *>()) {
        if (problem->isVisibleTo(&window))
            return problem->text();
    }
    return {};
}

ChipPaint standingOf(const RunWindow &window)
{
    return window.findChild<RunHeader *>()->findChildren<Chip *>().first()->chip();
}

bool says(const QWidget *view, const QString &text)
{
    return std::ranges::any_of(view->findChildren<QLabel *>(), [&](const QLabel *label) {
        return label->isVisibleTo(view) && label->text().contains(text);
    });
}

} // namespace

class DamagedRunTest : public QObject {
    Q_OBJECT

    ProcessHost m_host;
    QTemporaryDir m_home;
    std::unique_ptr<EngineRoom> m_engines;
    std::unique_ptr<ScratchRun> m_run;

    [[nodiscard]] std::unique_ptr<RunWindow> open() const
    {
        auto window = std::make_unique<RunWindow>(m_run->folder(), *m_engines);
        window->setAttribute(Qt::WA_DeleteOnClose, false);
        window->show();
        return QTest::qWaitFor([&] { return window->document().isLoaded(); }, 30'000)
                && QTest::qWaitFor([&] { return window->document().chain() || window->document().damage(); }, 30'000)
            ? std::move(window)
            : nullptr;
    }

private Q_SLOTS:
    void initTestCase() { usePrivateHome(m_home); }
    void init()
    {
        m_engines = std::make_unique<EngineRoom>(m_host);
        m_run = std::make_unique<ScratchRun>();
        auto writer = m_run->create();
        QVERIFY(writer);
        QVERIFY((*writer)->append(decisionsAsked()));
    }

    void aChangedJournalIsSaidWhereverTheRunIsTold_data()
    {
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::newRow("a value") << QByteArray("half even") << QByteArray("half down");
        QTest::newRow("a line") << QByteArray("{\"seq\":4") << QByteArray("{\"nope:4");
    }
    void aChangedJournalIsSaidWhereverTheRunIsTold()
    {
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QByteArray journal = m_run->bytes();
        QVERIFY(journal.contains(before));
        m_run->write(journal.replace(before, after));
        const auto window = open();
        QVERIFY(window);
        QTRY_VERIFY(window->document().damage());
        QCOMPARE(standingOf(*window).text, u"Journal damaged"_s);
        QCOMPARE(standingOf(*window).meaning, Meaning::Bad);
        const QString said = problemOf(*window);
        QVERIFY2(said.contains(u"journal %1 --verify"_s.arg(m_run->folder().path())), qPrintable(said));
        QVERIFY2(said.contains(u"from a copy"_s), qPrintable(said));
        for (const QString &text : {u"Resume"_s, u"Export the run"_s}) {
            QVERIFY2(!command(*window, text)->isEnabled(), qPrintable(text));
            QVERIFY2(command(*window, text)->toolTip().contains(window->document().damage()->what.first(11)),
                     qPrintable(command(*window, text)->toolTip()));
        }
        window->showView(u"overview"_s);
        const auto *overview = window->findChild<OverviewView *>();
        QVERIFY(says(overview, u"not to be believed"_s));
        QVERIFY(!says(overview, u"Resume"_s));

        const RunSummary summary = summarise({u"r1"_s, m_run->folder().path(), QDateTime::currentDateTimeUtc()});
        QCOMPARE(summary.standing, u"Journal damaged"_s);
        QCOMPARE(summary.meaning, Meaning::Bad);
        QVERIFY(!summary.problem.isEmpty());
        QVERIFY(!summary.cutOff);
    }

    void anEditOfTheSameSizeIsNoticedWhileItIsOpen()
    {
        const QByteArray journal = m_run->bytes();
        const FoundRun found{u"r1"_s, m_run->folder().path(), QDateTime::currentDateTimeUtc()};
        const RunSummary before = summarise(found);
        const auto window = open();
        QVERIFY(window);
        QTRY_VERIFY(window->document().chain());
        QVERIFY(!window->document().damage());
        const auto writeInPlace = [this](const QByteArray &bytes) {
            QFile file(m_run->folder().journal());
            return file.open(QIODevice::ReadWrite) && file.write(bytes) == bytes.size();
        };
        QVERIFY(writeInPlace(QByteArray(journal).replace("half even", "half evil")));
        QCOMPARE(m_run->bytes().size(), journal.size());
        QTRY_VERIFY(window->document().damage());
        QTRY_COMPARE(standingOf(*window).text, u"Journal damaged"_s);
        QVERIFY2(problemOf(*window).contains(u"changed after it was written"_s), qPrintable(problemOf(*window)));
        QVERIFY(!command(*window, u"Resume"_s)->isEnabled());
        QCOMPARE(summarise(found, &before).standing, u"Journal damaged"_s); // the start page, which looks now and then
        // Put back as it was, it is believed again.
        QVERIFY(writeInPlace(journal));
        QTRY_VERIFY(!window->document().damage());
        QTRY_VERIFY(standingOf(*window).text.startsWith(u"Cut off"_s));
        QCOMPARE(problemOf(*window), QString());
        QVERIFY(command(*window, u"Resume"_s)->isEnabled());
    }

    void nothingIsToldToARunWhoseJournalWasChanged()
    {
        const QByteArray journal = QByteArray(m_run->bytes()).replace("half even", "half down");
        m_run->write(journal);
        const SystemClock clock;
        const std::pair<QString, QJsonObject> verbs[]
            = {{u"decide"_s, {{u"prompt"_s, u"P1"_s}, {u"option"_s, u"half up"_s}}},
               {u"note"_s, {{u"text"_s, u"look again"_s}}},
               {u"budget"_s, {{u"iterations"_s, 9}}},
               {u"mark"_s,
                {{u"marks"_s,
                  QJsonArray{QJsonObject{{u"path"_s, u"a"_s}, {u"hunk"_s, u"b"_s}, {u"state"_s, u"reviewed"_s}}}}}},
               {u"undo"_s, {}}};
        for (const auto &[verb, args] : verbs) {
            const auto told = commandRun(m_run->folder(), clock, verb, args);
            QVERIFY2(!told, qPrintable(verb));
            QVERIFY2(told.error().what.contains(u"changed after it was written"_s), qPrintable(told.error().text()));
            QCOMPARE(m_run->bytes(), journal);
        }
        // Nor what an engine left in the inbox.
        QVERIFY(sendCommand(m_run->folder(), u"note"_s, {{u"text"_s, u"look again"_s}}).has_value());
        QVERIFY(!carryOutLeft(m_run->folder(), clock));
        QCOMPARE(m_run->bytes(), journal);
    }

    void aTornEndIsNoDamage()
    {
        const QByteArray journal = m_run->bytes();
        m_run->write(journal + journal.first(40));
        const auto window = open();
        QVERIFY(window);
        QTRY_VERIFY(window->document().chain());
        QCOMPARE(window->document().chain()->problems.size(), 1);
        QVERIFY(!window->document().damage());
        QCOMPARE(problemOf(*window), QString());
        QVERIFY(standingOf(*window).text.startsWith(u"Cut off"_s));
        QVERIFY(command(*window, u"Resume"_s)->isEnabled());
        const RunSummary summary = summarise({u"r1"_s, m_run->folder().path(), QDateTime::currentDateTimeUtc()});
        QCOMPARE(summary.problem, QString());
        QVERIFY(summary.cutOff);
    }
};

QTEST_MAIN(DamagedRunTest)
#include "tst_damagedrun.moc"
