// What a run window says in several places agrees: header, overview, timeline, decisions, start page.
#include "core/engine/nextstep.h"
#include "tests/ui/decisionstory.h"
#include "tests/ui/openrun.h"
#include "tests/ui/privatehome.h"
#include "ui/look/chip.h"
#include "ui/look/formats.h"
#include "ui/look/labels.h"
#include "ui/models/timeline.h"
#include "ui/views/overviewview.h"
#include "ui/views/timelineview.h"
#include "ui/windows/runheader.h"
#include "ui/windows/runsummary.h"
#include "ui/windows/runwindow.h"

#include <QLabel>
#include <QPushButton>
#include <QTest>

#include <algorithm>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;
using namespace assay::ui;

namespace {

constexpr int patience = 30'000;

/// Everything a part of the window says, a line each.
QString saidBy(const QWidget *part)
{
    QStringList all;
    for (const QLabel *label : part->findChildren<QLabel *>()) {
        if (!label->isVisibleTo(part))
            continue;
        const auto *elided = qobject_cast<const ElidedLabel *>(label);
        all.append(elided ? elided->fullText() : label->text());
    }
    for (const QPushButton *button : part->findChildren<QPushButton *>()) {
        if (button->isVisibleTo(part))
            all.append(button->text());
    }
    for (const Chip *chip : part->findChildren<Chip *>())
        all.append(chip->chip().text);
    all.removeAll(QString());
    return all.join(u'\n');
}

Draft configured(int iterations)
{
    return made(u"run.configured"_s,
                {{u"policy"_s,
                  QJsonObject{{u"budget"_s, QJsonObject{{u"iterations"_s, iterations}}},
                              {u"gate"_s, QJsonArray{QJsonObject{{u"command"_s, u"make check"_s}}}}}}});
}

Draft answered(const QString &id)
{
    return made(u"prompt.answered"_s, {{u"id"_s, id}, {u"option"_s, u"half up"_s}, {u"by"_s, u"o"_s}}, 0, u"owner"_s);
}

} // namespace

class SameWordsTest : public QObject {
    Q_OBJECT

    ProcessHost m_host;
    QTemporaryDir m_home;
    std::unique_ptr<EngineRoom> m_engines;

    [[nodiscard]] std::unique_ptr<RunWindow> open(const OpenRun &run) const
    {
        auto window = std::make_unique<RunWindow>(run.run.folder(), *m_engines);
        window->setAttribute(Qt::WA_DeleteOnClose, false);
        window->show();
        return QTest::qWaitFor([&] { return window->document().isLoaded(); }, patience) ? std::move(window) : nullptr;
    }
    template <class View>
    [[nodiscard]] static QString said(RunWindow &window)
    {
        auto *view = window.findChild<View *>();
        window.showView(view->objectName());
        return saidBy(view);
    }

private Q_SLOTS:
    void initTestCase() { usePrivateHome(m_home); }
    void init() { m_engines = std::make_unique<EngineRoom>(m_host); }

    void nobodyIsWaitedForOnceEverythingIsAnswered()
    {
        OpenRun run(decisionsAsked()
                        + QList<Draft>{made(u"run.ended"_s, {{u"outcome"_s, u"waiting-for-owner"_s}}),
                                       made(u"run.closed"_s, {})},
                    true);
        run.engine.reset();
        {
            const auto window = open(run);
            QVERIFY(window);
            QCOMPARE(window->document().now().outcome, Outcome::WaitingForOwner);
            QVERIFY(saidBy(window->findChild<RunHeader *>()).contains(u"Waits for you"_s));
            QVERIFY(said<OverviewView>(*window).contains(u"2 questions wait for you"_s));
        }
        run.engine = std::move(*run.run.open());
        run.add({answered(u"P1"_s), answered(u"P2"_s)});
        run.engine.reset();
        const auto window = open(run);
        QVERIFY(window);
        QVERIFY(window->document().now().openPrompts().isEmpty());
        for (const QString &text : {saidBy(window->findChild<RunHeader *>()), said<OverviewView>(*window)}) {
            QVERIFY2(!text.contains(u"Waits for you"_s) && !text.contains(u"Answer what"_s), qPrintable(text));
            QVERIFY2(text.contains(u"Resume goes on"_s), qPrintable(text));
        }
    }

    void aDeferredQuestionIsCountedTheSameEverywhere()
    {
        OpenRun run(decisionsAsked() + QList<Draft>{made(u"prompt.deferred"_s, {{u"id"_s, u"P1"_s}}, 0, u"owner"_s)},
                    false);
        const auto window = open(run);
        QVERIFY(window);
        QVERIFY(saidBy(window->findChild<RunHeader *>()).contains(u"2 open questions"_s));
        QVERIFY2(said<OverviewView>(*window).contains(u"2 questions"_s), qPrintable(said<OverviewView>(*window)));
    }

    void whatNobodyWorksOnIsNotRunning()
    {
        OpenRun run(decisionsAsked() + reviewAsked(), true);
        const auto window = open(run);
        QVERIFY(window);
        QTRY_VERIFY(window->document().isLive());
        // The review holds its iteration, which does not run.
        QVERIFY2(said<TimelineView>(*window).contains(u"held for you"_s), qPrintable(said<TimelineView>(*window)));
        QVERIFY(!said<OverviewView>(*window).contains(u"Resume"_s));
        run.engine.reset(); // killed
        QTRY_VERIFY(!window->document().isLive());
        QVERIFY2(said<OverviewView>(*window).contains(u"Resume goes on from here"_s),
                 qPrintable(said<OverviewView>(*window)));
        const QString timeline = said<TimelineView>(*window);
        QVERIFY2(!timeline.contains(u"running"_s) && timeline.contains(u"held for you"_s), qPrintable(timeline));
        // Taken up again: the overview is told without another entry.
        run.engine = std::move(*run.run.open());
        QTRY_VERIFY(window->document().isLive());
        QVERIFY(!said<OverviewView>(*window).contains(u"Resume"_s));
        // The past cannot be resumed.
        window->document().showAsOf(3);
        QTRY_COMPARE(window->document().asOf(), 3);
        QVERIFY(!said<OverviewView>(*window).contains(u"Resume"_s));
    }

    void auditsWithoutAResultFoundNothingOutAndAreNotToldAsClean()
    {
        QList<Draft> drafts = decisionsAsked().first(1);
        drafts.append(configured(6));
        for (int n = 1; n <= 3; ++n) {
            drafts.append(
                made(u"iteration.started"_s, {{u"n"_s, n}, {u"type"_s, u"audit"_s}, {u"tree"_s, baseTree}}, n));
            drafts.append(made(
                u"iteration.ended"_s,
                {{u"verdict"_s, u"no result"_s}, {u"reason"_s, u"the form is invalid"_s}, {u"counted"_s, true}}, n));
        }
        OpenRun run(drafts, false);
        const auto window = open(run);
        QVERIFY(window);
        const QString text = said<OverviewView>(*window);
        QVERIFY2(!text.contains(u"o finding was reproduced"_s), qPrintable(text));
        QVERIFY2(text.contains(u"no audit gave a result"_s), qPrintable(text));
    }

    void iterationsAndTimeAreCountedTheSameEverywhere()
    {
        // One was interrupted and spent nothing; the third runs.
        QList<Draft> drafts = decisionsAsked().first(1);
        drafts.append(configured(6));
        const auto iteration = [&](int n, const QString &verdict, bool counted) {
            drafts.append(
                made(u"iteration.started"_s, {{u"n"_s, n}, {u"type"_s, u"audit"_s}, {u"tree"_s, baseTree}}, n));
            drafts.append(made(u"step.started"_s, {{u"step"_s, u"session"_s}}, n));
            if (verdict.isEmpty())
                return;
            drafts.append(made(u"step.ended"_s, {{u"step"_s, u"session"_s}, {u"result"_s, u"pass"_s}}, n));
            drafts.append(made(u"iteration.ended"_s, {{u"verdict"_s, verdict}, {u"counted"_s, counted}}, n));
        };
        iteration(1, u"interrupted"_s, false);
        iteration(2, u"clean"_s, true);
        iteration(3, {}, false);
        OpenRun run(drafts, true);
        const auto window = open(run);
        QVERIFY(window);
        QTRY_VERIFY(window->document().isLive());
        for (const bool live : {true, false}) {
            if (!live)
                run.engine.reset();
            QTRY_COMPARE(window->document().isLive(), live);
            const QString words = live ? u"iteration 2/6"_s : u"1/6 iterations"_s;
            const QString header = saidBy(window->findChild<RunHeader *>());
            QVERIFY2(header.contains(words), qPrintable(header));
            const QString timeline = said<TimelineView>(*window);
            QVERIFY2(timeline.contains(words) && timeline.contains(u"1 not counted"_s), qPrintable(timeline));
            const RunSummary summary = summarise({u"r1"_s, run.run.folder().path(), QDateTime::currentDateTimeUtc()});
            QCOMPARE(summary.counted, live ? 2 : 1);
        }
        // As `assay status` tells it: two steps of a second, not the hours since.
        const QString worked = u"%1 of work"_s.arg(Formats::duration(workedTime(window->document().now())));
        QVERIFY2(saidBy(window->findChild<RunHeader *>()).contains(worked),
                 qPrintable(saidBy(window->findChild<RunHeader *>())));
        QVERIFY2(said<TimelineView>(*window).contains(worked), qPrintable(said<TimelineView>(*window)));
    }
};

QTEST_MAIN(SameWordsTest)
#include "tst_samewords.moc"
