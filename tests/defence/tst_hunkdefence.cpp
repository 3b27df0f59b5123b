// Each hunk of a real run's change taken back alone: what notices it, and what nothing notices.
#include "core/defence/hunkdefence.h"
#include "core/journal/policycodec.h"
#include "tests/support/tinyrun.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

class TstHunkDefence : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void whatNothingNoticesIsUndefended();
    void whatWasAskedIsNotAskedAgain();
    void oneHunkCanBeAskedAlone();
    void stoppedItKeepsWhatItKnows();

private:
    struct Judged {
        Result<QList<HunkFact>> facts;
        QStringList told; ///< "path: defence, seen"
        int reused = 0;
    };
    Judged judge(const QList<ReviewPlace> &only = {}, const std::function<bool()> &stopAfterOne = {});

    TinyProject m_project;
    std::unique_ptr<EngineRun> m_run;
};

void TstHunkDefence::initTestCase()
{
    m_project.startRecordingAnew();
    const QByteArray repro
        = "#!/bin/sh\n[ -f \"$ASSAY_TREE/greet.sh\" ] || exit 2\n"
          "[ \"$(sh \"$ASSAY_TREE/greet.sh\" Ann)\" = 'hello Ann' ] && exit 0\necho REPRODUCED: no name\nexit 1\n";
    m_project.record({.folder = u"1"_s,
                      .purpose = u"audit"_s,
                      .outbox = {{"audit.json", R"({"schema":"assay/audit/1","findings":[{"title":"no name",
                        "severity":"high","root_cause":"arguments","where":[{"path":"greet.sh","line":2}],
                        "observed":"hello","expected":"hello Ann","repro":"repros/g.sh"}]})"},
                                 {"repros/g.sh", repro}}});
    // Mends it, has a test for it, and does three things more: one that only the test sees, two that nothing sees.
    m_project.record({.folder = u"2"_s,
                      .purpose = u"task"_s,
                      .findings = {u"F1"_s},
                      .files = {{"greet.sh", "#!/bin/sh\necho \"hello${1:+ $1}\"\n"},
                                {"loud.sh", "#!/bin/sh\necho HELLO\n"},
                                {"notes.txt", "nobody reads this\n"},
                                {"count.sh", "#!/bin/sh\n# counts\necho $(($# - 1))\n"},
                                {"tests/2_by_name.t", "# greets by name\n[ \"$(sh greet.sh Ann)\" = 'hello Ann' ]\n"},
                                {"tests/3_loud.t", "# greets loudly\n[ \"$(sh loud.sh)\" = HELLO ]\n"}},
                      .outbox = {{"task.json", R"({"schema":"assay/task/1","summary":"Greet by name",
                        "regression_tests":[{"test":"greets by name","finding":"F1"}]})"}},
                      .kept = true});
    m_project.record({.folder = u"3"_s,
                      .purpose = u"audit"_s,
                      .outbox = {{"audit.json", R"({"schema":"assay/audit/1","findings":[]})"}}});
    m_run = std::make_unique<EngineRun>(m_project.target(), m_project.options());
    QVERIFY2(m_run->create(), qPrintable(m_run->error()));
    QVERIFY2(m_run->go().value_or(Outcome::Failed) == Outcome::Converged, qPrintable(story(m_run->state())));
}

TstHunkDefence::Judged TstHunkDefence::judge(const QList<ReviewPlace> &only, const std::function<bool()> &stopAfterOne)
{
    const SystemClock clock;
    const auto ledger = openRun(m_run->folder(), clock);
    if (!ledger)
        return {failure(ledger.error()), {}, 0};
    StopSource stop;
    Judged judged{QList<HunkFact>(), {}, 0};
    judged.facts = defence::judgeHunks(
        **ledger, m_run->host(), only,
        [&](const defence::Progress &progress) {
            const HunkFact &fact = progress.fact;
            judged.told.append(
                fact.place.path.display() + u": "_s + toWord(fact.defence)
                + (fact.seen.isEmpty() ? QString() : u", "_s + QString(fact.seen).replace(u'\x1f', u' ')));
            judged.reused += progress.reused ? 1 : 0;
            if (stopAfterOne)
                stop.requestStop();
        },
        stop.token());
    judged.told.sort();
    return judged;
}

void TstHunkDefence::whatNothingNoticesIsUndefended()
{
    const Judged judged = judge();
    QVERIFY2(judged.facts, qPrintable(judged.facts ? QString() : judged.facts.error().text()));
    QCOMPARE(judged.reused, 0);
    QCOMPARE(judged.told,
             (QStringList{u"count.sh: undefended"_s, u"greet.sh: defended, F1 is present"_s,
                          u"loud.sh: defended, greets loudly"_s, u"notes.txt: undefended"_s}));
    // The journal tells it, of the tree that it is true of.
    const RunState state = m_run->state();
    QCOMPARE(state.hunks.size(), 4);
    for (const HunkFact &fact : state.hunks) {
        QCOMPARE(fact.of, state.checkpoint().tree);
        QVERIFY(!fact.without.isNull() && fact.without != fact.of);
    }
}

void TstHunkDefence::whatWasAskedIsNotAskedAgain()
{
    const qint64 before = m_run->state().lastSeq;
    const Judged again = judge();
    QCOMPARE(again.reused, 4);
    QCOMPARE(again.told.size(), 4);
    QCOMPARE(m_run->state().lastSeq, before); // nothing new: nothing to record
}

void TstHunkDefence::oneHunkCanBeAskedAlone()
{
    const RunState state = m_run->state();
    const Policy policy = policyFromJson(state.policy).value();
    const QList<ReviewPlace> places = defence::placesOf(m_run->folder(), state, policy).value();
    QCOMPARE(places.size(), 4); // not those of the tests, which defend
    const Judged one = judge({places.at(1)});
    QCOMPARE(one.told, QStringList{u"greet.sh: defended, F1 is present"_s});
    // What is not in the change is said, and not judged.
    ReviewPlace stranger = places.at(0);
    stranger.path = RepoPath("nowhere.sh");
    const Judged none = judge({stranger});
    QCOMPARE(none.told, QStringList{u"nowhere.sh: could not, it is not in the change"_s});
}

void TstHunkDefence::stoppedItKeepsWhatItKnows()
{
    // Another gate asks anew.
    QVERIFY(m_run->command(u"gate"_s, {{u"gate"_s, QJsonArray{u"sh run.sh # again"_s}}}));
    const Judged judged = judge({}, [] { return true; });
    QVERIFY(!judged.facts);
    QCOMPARE(judged.facts.error().kind, ErrorKind::Stopped);
    QVERIFY(!judged.told.isEmpty() && judged.told.size() < 4);
    const Judged rest = judge();
    QVERIFY(rest.facts);
    QCOMPARE(rest.reused, judged.told.size());
    QCOMPARE(rest.told.size(), 4);
}

QTEST_GUILESS_MAIN(TstHunkDefence)
#include "tst_hunkdefence.moc"
