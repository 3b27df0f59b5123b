// Hunks of a real run judged from the console: what is said before, meanwhile and after, and when it cannot be.
#include "core/git/vault.h"
#include "core/review/reviewedchange.h"
#include "tests/support/tinyrun.h"
#include "ui/views/defencebar.h"
#include "ui/views/takingover.h"

#include <QAction>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;
using namespace assay::ui;

class TestDefenceBar : public QObject {
    Q_OBJECT

    static constexpr int patience = 300'000;
    std::unique_ptr<TinyProject> m_project;
    std::unique_ptr<EngineRun> m_run;
    std::unique_ptr<EngineRoom> m_room;

    struct Shown {
        RunDocument document;
        DefenceBar bar;
        Shown(const RunFolder &folder, EngineRoom &room)
            : document(folder),
              bar(document, room, DefenceBar::Shown::Always)
        {
            bar.resize(900, 40);
            bar.show();
        }
        [[nodiscard]] QAction *judge() const { return bar.commands().first(); }
        [[nodiscard]] QAction *cancel() const { return bar.commands().last(); }
    };

private Q_SLOTS:
    void initTestCase()
    {
        m_project = std::make_unique<TinyProject>();
        m_run = std::make_unique<EngineRun>(m_project->target(), m_project->options());
        QVERIFY2(m_run->create(), qPrintable(m_run->error()));
        QVERIFY(m_run->go().value_or(Outcome::Failed) == Outcome::Converged);
        m_room = std::make_unique<EngineRoom>(m_run->host());
    }

    void aCancelledOneCanBeginAgain()
    {
        Shown shown(m_run->folder(), *m_room);
        QTRY_VERIFY_WITH_TIMEOUT(shown.judge()->isEnabled(), patience);
        QVERIFY2(shown.bar.words().startsWith(u"Not judged"), qPrintable(shown.bar.words()));
        QVERIFY(!shown.cancel()->isEnabled());
        shown.judge()->trigger();
        QVERIFY(!shown.judge()->isEnabled() && shown.cancel()->isEnabled());
        QVERIFY2(shown.judge()->toolTip().contains(u"being judged"), qPrintable(shown.judge()->toolTip()));
        shown.cancel()->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(shown.judge()->isEnabled(), patience);
    }

    void whatWasJudgedIsSaidHereAndByTheNextWindow()
    {
        {
            Shown shown(m_run->folder(), *m_room);
            QTRY_VERIFY_WITH_TIMEOUT(shown.judge()->isEnabled(), patience);
            shown.judge()->trigger();
            QTRY_COMPARE_WITH_TIMEOUT(shown.bar.words(), u"Each of 2 hunks is missed by a check or a test."_s,
                                      patience);
            QTRY_VERIFY(shown.judge()->isEnabled());
        }
        Shown next(m_run->folder(), *m_room);
        QTRY_COMPARE_WITH_TIMEOUT(next.bar.words(), u"Each of 2 hunks is missed by a check or a test."_s, patience);
    }

    void oneHunkIsJudgedAndWhatWeDoOurselvesIsSaid()
    {
        RunDocument document(m_run->folder());
        DefenceBar bar(document, *m_room, DefenceBar::Shown::WhileJudging);
        QTRY_VERIFY_WITH_TIMEOUT(document.isLoaded() && bar.commands().first()->isEnabled(), patience);
        QVERIFY(bar.isHidden());
        const auto vault = Vault::open(m_run->folder().vault());
        QVERIFY(vault.has_value());
        const auto files = review::readChange(*vault, document.state().baseTree, document.state().checkpoint().tree);
        QVERIFY(files.has_value());
        const ReviewPlace place = files->first().place(0);
        QList<HunkFact> judged;
        connect(&bar, &DefenceBar::judged, this, [&](const HunkFact &fact) { judged.append(fact); });
        bar.judge({place});
        QVERIFY(!bar.isHidden());
        // Nobody is sent after a process that is this one.
        QVERIFY2(whyNotTaken(document).startsWith(u"Hunks are being judged"), qPrintable(whyNotTaken(document)));
        QTRY_VERIFY_WITH_TIMEOUT(bar.isHidden(), patience);
        QCOMPARE(judged.size(), 1);
        QCOMPARE(judged.first().place, place);
        QCOMPARE(judged.first().defence, HunkDefence::Defended);
        QTRY_VERIFY(whyNotTaken(document).isEmpty());
    }

    void aRunThatSomebodyHoldsSaysSo()
    {
        const SystemClock clock;
        const auto held = openRun(m_run->folder(), clock);
        QVERIFY(held);
        Shown shown(m_run->folder(), *m_room);
        QTRY_VERIFY_WITH_TIMEOUT(shown.judge()->toolTip().contains(u"process", Qt::CaseInsensitive), patience);
        QVERIFY(!shown.judge()->isEnabled());
    }
};

QTEST_MAIN(TestDefenceBar)
#include "tst_defencebar.moc"
