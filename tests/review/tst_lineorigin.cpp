// From a line of a real run's change to the iteration, task, findings and tests behind it.
#include "core/git/vault.h"
#include "core/review/lineorigin.h"
#include "tests/support/tinyrun.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;
using review::Side;

class TstLineOrigin : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void eachLineHasItsOrigin_data();
    void eachLineHasItsOrigin();
    void whatIsNotThereIsSaid();
    void aRewoundRunForgetsWhatCameLater();

private:
    /// "checkpoint 2 (iteration 4, T2 of F2) path:line, tests: …"
    static QString told(const Result<review::LineOrigin> &origin)
    {
        if (!origin)
            return origin.error().text();
        QStringList ids;
        for (const FindingId &id : origin->findings)
            ids.append(id.text());
        return u"checkpoint %1 (%2 %3 of %4) %5:%6 [%7]"_s.arg(origin->checkpoint)
            .arg(origin->iteration)
            .arg(origin->task.text(), ids.join(u','), origin->path.display())
            .arg(origin->line)
            .arg(origin->tests.join(u','));
    }
    QString origin(Side side, const QByteArray &path, int line) const
    {
        const auto vault = Vault::open(m_run->folder().vault());
        return told(review::originOf(*vault, m_run->state(), side, RepoPath(path), line));
    }

    TinyProject m_project;
    std::unique_ptr<EngineRun> m_run;
};

void TstLineOrigin::initTestCase()
{
    m_project.startRecordingAnew();
    const auto repro = [](const QByteArray &word) {
        return "#!/bin/sh\n[ -d \"$ASSAY_TREE/tests\" ] || exit 2\ngrep -rqs " + word
            + " \"$ASSAY_TREE\"/*.sh && exit 0\necho REPRODUCED: no " + word + "\nexit 1\n";
    };
    m_project.record({.folder = u"1"_s,
                      .purpose = u"audit"_s,
                      .outbox = {{"audit.json", R"({"schema":"assay/audit/1","findings":[
 {"title":"one","severity":"high","root_cause":"a","where":[{"path":"greet.sh","line":2}],"observed":"-","expected":"one",
  "repro":"repros/1.sh"},
 {"title":"two","severity":"medium","root_cause":"b","where":[{"path":"greet.sh","line":2}],"observed":"-","expected":"two",
  "repro":"repros/2.sh"}]})"},
                                 {"repros/1.sh", repro("first")},
                                 {"repros/2.sh", repro("second")}}});
    m_project.record({.folder = u"2"_s,
                      .purpose = u"task"_s,
                      .findings = {u"F1"_s},
                      .files = {{"greet.sh", "#!/bin/sh\n# first\necho \"hello\"\n"},
                                {"tests/1_greets.t", "# greets\ntest \"$(sh greet.sh)\" = hello\n"},
                                {"tests/2_first.t", "# says first\ngrep -q first greet.sh\n"}},
                      .outbox = {{"task.json", R"({"schema":"assay/task/1","summary":"First",
                        "regression_tests":[{"test":"says first","finding":"F1"}]})"}},
                      .kept = true});
    // Above the first one, and the other file gets another name and one line less.
    m_project.record({.folder = u"3"_s,
                      .purpose = u"task"_s,
                      .findings = {u"F2"_s},
                      .files = {{"greet.sh", "#!/bin/sh\n# second\n#\n# first\necho \"hello\"\n"},
                                {"count.sh", {}},
                                {"logo", QByteArray("\0\1\n\2", 4)},
                                {"tally.sh", "#!/bin/sh\necho $(($# - 1))\n# second\n"}},
                      .outbox = {{"task.json", R"({"schema":"assay/task/1","summary":"Second"})"}},
                      .kept = true});
    m_project.record({.folder = u"4"_s,
                      .purpose = u"audit"_s,
                      .outbox = {{"audit.json", R"({"schema":"assay/audit/1","findings":[]})"}}});
    m_run = std::make_unique<EngineRun>(m_project.target(), m_project.options());
    QVERIFY2(m_run->create(), qPrintable(m_run->error()));
    QVERIFY2(m_run->go().value_or(Outcome::Failed) == Outcome::Converged, qPrintable(story(m_run->state())));
}

void TstLineOrigin::eachLineHasItsOrigin_data()
{
    QTest::addColumn<int>("side");
    QTest::addColumn<QByteArray>("path");
    QTest::addColumn<int>("line");
    QTest::addColumn<QString>("origin");
    const auto row = [](const char *name, Side side, const char *path, int line, const char *origin) {
        QTest::newRow(name) << int(side) << QByteArray(path) << line << QString::fromUtf8(origin);
    };
    row("base's", Side::Now, "greet.sh", 1, "checkpoint 0 (0  of ) greet.sh:1 []");
    row("base's, moved down by both", Side::Now, "greet.sh", 5, "checkpoint 0 (0  of ) greet.sh:2 []");
    row("of the first, moved by the second", Side::Now, "greet.sh", 4,
        "checkpoint 1 (2 T1 of F1) greet.sh:2 [says first]");
    row("of the second", Side::Now, "greet.sh", 2, "checkpoint 2 (3 T2 of F2) greet.sh:2 []");
    row("of a new file", Side::Now, "tests/2_first.t", 2, "checkpoint 1 (2 T1 of F1) tests/2_first.t:2 [says first]");
    row("base's, in a file with another name", Side::Now, "tally.sh", 2, "checkpoint 0 (0  of ) count.sh:2 []");
    row("of the second, in that file", Side::Now, "tally.sh", 3, "checkpoint 2 (3 T2 of F2) tally.sh:3 []");
    row("taken away by the first", Side::Base, "tests/1_greets.t", 2,
        "checkpoint 1 (2 T1 of F1) tests/1_greets.t:2 [says first]");
    row("still there", Side::Base, "greet.sh", 2, "checkpoint 0 (0  of ) greet.sh:5 []");
    row("still there, under another name", Side::Base, "count.sh", 1, "checkpoint 0 (0  of ) tally.sh:1 []");
}

void TstLineOrigin::eachLineHasItsOrigin()
{
    QFETCH(const int, side);
    QFETCH(const QByteArray, path);
    QFETCH(const int, line);
    QTEST(origin(Side(side), path, line), "origin");
}

void TstLineOrigin::whatIsNotThereIsSaid()
{
    QVERIFY(origin(Side::Now, "nowhere", 1).contains(u"no such file"));
    QVERIFY(origin(Side::Now, "count.sh", 1).contains(u"no such file")); // it has another name now
    QVERIFY(origin(Side::Now, "greet.sh", 6).contains(u"it has 5 lines, no line 6"));
    QVERIFY(origin(Side::Now, "logo", 1).contains(u"it is binary: it has no lines"));
    QVERIFY(origin(Side::Base, "greet.sh", 0).contains(u"no line 0"));
}

void TstLineOrigin::aRewoundRunForgetsWhatCameLater()
{
    QVERIFY(m_run->command(u"rewind"_s, {{u"checkpoint"_s, 1}}));
    QCOMPARE(origin(Side::Now, "greet.sh", 2), u"checkpoint 1 (2 T1 of F1) greet.sh:2 [says first]"_s);
    QVERIFY(origin(Side::Now, "greet.sh", 5).contains(u"it has 3 lines"));
}

QTEST_GUILESS_MAIN(TstLineOrigin)
#include "tst_lineorigin.moc"
