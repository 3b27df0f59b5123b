#include "app/cli/proofmatrix.h"
#include "app/cli/report.h"
#include "app/cli/storyline.h"
#include "core/bundle/bundle.h"
#include "core/domain/displaytext.h"
#include "core/journal/runsentence.h"
#include "tests/cli/story.h"

#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace assay;
using namespace assay::cli;
using namespace assay::test;
using namespace Qt::StringLiterals;

namespace {

const TextStyle kPlain{.colour = false, .unicode = true, .width = 100};
const ReportPlace kPlace{.run = u"greeter-2026-03-04-abcdef"_s,
                         .folder = u"/runs/greeter-2026-03-04-abcdef"_s,
                         .bundle = u"/runs/greeter-2026-03-04-abcdef/bundle"_s,
                         .target = u"/src/it's mine"_s};

constexpr auto P = Answer::Present, A = Answer::Absent, I = Answer::Inconclusive;

Policy policy()
{
    Policy policy;
    policy.gate = {{.run = {.line = u"sh run.sh"_s}}};
    policy.agent = u"command:agent"_s;
    policy.budget.iterations = 6;
    return policy;
}

/// An audit with a High, a Low and a claim that was not shown; the High is fixed, and a new test defends it.
Story converged()
{
    Story story;
    story.create();
    story.configure(policy());
    story.gate(u"baseline-1"_s, Story::baseTree(), 31, 0);
    story.iteration(1, u"audit"_s, Story::baseTree());
    story.claim(1, u"1.1"_s, u"greet.sh forgets the name"_s, u"high"_s, {u"C1"_s, u"C2"_s});
    story.claim(1, u"1.2"_s, u"spelling"_s, u"low"_s, {u"C3"_s});
    story.claim(1, u"1.3"_s, u"the moon is cheese"_s, u"medium"_s, {u"C4"_s});
    story.proofs(1, u"C1"_s, ProofRole::Repro, Story::baseTree(), {P, P, P});
    story.proofs(1, u"C2"_s, ProofRole::Check, Story::baseTree(), {A, A, A});
    story.proofs(1, u"C3"_s, ProofRole::Repro, Story::baseTree(), {P, P, P});
    story.proofs(1, u"C1"_s, ProofRole::Control, Story::baseTree(), {I});
    story.judge(1, u"F1"_s, u"1.1"_s, u"reproduced"_s, u"present in 3 of 3 runs"_s);
    story.add(u"check.refused"_s, {{u"id"_s, u"C2"_s}, {u"role"_s, u"guard"_s}, {u"reason"_s, u"kept as guard"_s}}, 1);
    story.judge(1, u"F2"_s, u"1.2"_s, u"reproduced"_s, u"present in 3 of 3 runs"_s);
    story.judge(1, u"N1"_s, u"1.3"_s, u"not-reproduced"_s, u"absent in 3 of 3 runs"_s);
    for (int f = 1; f <= 2; ++f) {
        const Task task{.id = TaskId(u"T%1"_s.arg(f)),
                        .severity = f == 1 ? Severity::High : Severity::Low,
                        .cause = u"arguments"_s,
                        .covers = {FindingId(u"F%1"_s.arg(f))}};
        story.add(u"task.filed"_s, codec::toJson(task), 1);
    }
    story.add(u"prompt.filed"_s,
              codec::toJson(Prompt{.id = PromptId(u"P1"_s),
                                   .title = u"Other languages?"_s,
                                   .question = u"Which?"_s,
                                   .options = {{u"none"_s, u"English only"_s, false}, {u"all"_s, u"a table"_s, true}},
                                   .recommended = u"none"_s}),
              1);
    story.add(u"declined"_s, {{u"subject"_s, u"a linter"_s}, {u"reason"_s, u"no defect"_s}}, 1, u"agent:A1"_s);
    story.add(u"surface.recorded"_s, {{u"name"_s, u"man page"_s}, {u"swept"_s, false}}, 1);
    story.verdict(1, u"findings filed"_s, u"2 filed, 1 not reproduced"_s);

    story.iteration(2, u"task"_s, Story::baseTree(), u"T1"_s, 1);
    story.proofs(2, u"C1"_s, ProofRole::Acceptance, Story::baseTree(), {P});
    story.add(u"claim.made"_s, codec::toJson(Claim{.type = ClaimType::Tests, .text = u"99 passed"_s, .passed = 99}), 2,
              u"agent:A2"_s);
    story.add(u"claim.judged"_s, {{u"claim"_s, 0}, {u"result"_s, u"refuted"_s}, {u"seen"_s, u"37 passed"_s}}, 2);
    story.proofs(2, u"C1"_s, ProofRole::Acceptance, Story::tree('1'), {A, A, A});
    story.proofs(2, u"C2"_s, ProofRole::Guard, Story::tree('1'), {A, A, A});
    story.gate(u"candidate"_s, Story::tree('1'), 37, 0, 2);
    story.add(u"teeth.judged"_s,
              {{u"test"_s, u"tests.greet.ByName"_s},
               {u"finding"_s, u"F1"_s},
               {u"teeth"_s, u"toothed"_s},
               {u"old_tree"_s, Story::baseTree().text()}},
              2);
    story.add(u"teeth.judged"_s,
              {{u"test"_s, u"tests.greet.Polite"_s},
               {u"finding"_s, u"F1"_s},
               {u"teeth"_s, u"toothless"_s},
               {u"old_tree"_s, Story::baseTree().text()}},
              2);
    story.add(u"checkpoint.made"_s,
              {{u"commit"_s, QString(40, u'c')},
               {u"tree"_s, Story::tree('1').text()},
               {u"task"_s, u"T1"_s},
               {u"title"_s, u"Greet by name"_s}},
              2);
    story.judge(2, u"F1"_s, {}, u"fixed"_s, u"absent in 3 of 3 runs"_s);
    story.add(u"task.moved"_s, {{u"id"_s, u"T1"_s}, {u"state"_s, u"done"_s}}, 2);
    story.verdict(2, u"kept"_s, u"Greet by name"_s);

    story.iteration(3, u"audit"_s, Story::tree('1'));
    story.verdict(3, u"clean"_s, u"0 filed, 0 not reproduced"_s);
    story.add(u"run.ended"_s, {{u"outcome"_s, u"converged"_s}});
    return story;
}

QByteArray joined(const QStringList &lines)
{
    return lines.join(u'\n').toUtf8() + '\n';
}

/// Compares with tests/cli/golden/<name>; ASSAY_UPDATE_GOLDEN=1 writes it anew for a person to read the difference.
void compareWithGolden(const QString &name, const QByteArray &seen)
{
    QFile file(QStringLiteral(ASSAY_SOURCE_DIR "/tests/cli/golden/") + name);
    if (qEnvironmentVariableIsSet("ASSAY_UPDATE_GOLDEN")) {
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(seen) == seen.size());
        return;
    }
    QVERIFY2(file.open(QIODevice::ReadOnly), qPrintable(file.fileName()));
    const QByteArrayList wanted = file.readAll().split('\n'), lines = seen.split('\n');
    for (qsizetype i = 0; i < std::max(wanted.size(), lines.size()); ++i)
        QCOMPARE(lines.value(i), wanted.value(i));
}

} // namespace

class TstReport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aConvergedRunIsToldAsTheGoldenTextHasIt();
    void aRunIsToldWhileItHappensAsTheGoldenTextHasIt();
    void whatWillBeExecutedIsToldBeforeItIs();
    void theSentenceSaysWhatIsLeft_data();
    void theSentenceSaysWhatIsLeft();
    void auditsWithoutAResultAreNotToldAsClean();
    void onlyTheNewestAnswersOfACheckCount();
    void differentAnswersAreInconclusive();
    void aRewoundRunShowsTheCheckpointItIsAt();
    void aRewindTakesBackWhatWasDoneLater();
    void oneNumberTellsWhatOfTheBudgetIsSpent();
    void whatSetUpSawOfTheGateIsTold();
    void whatTheOwnerChangedIsToldInALine();
    void aBrokenGateIsNoMissingGate();
    void aGateWithoutCountsIsGreenOrRed();
    void whatAProgramPrintedStaysInItsLines();
    void aRefutedClaimStandsBesideWhatWasSeen();
    void testsOfChangesThatWereTakenBackAreLeftOut();
    void longNamesOfTestsStayDifferent();
    void hostileTitlesStayWhereTheyArePrinted();
    void noLineOfAReportIsWiderThanTheTerminal();
    void coloursComeOnlyWhenAskedFor();
    void aRunWithoutAGateOrSandboxSaysSo();
    void theObjectHasTheSameFacts();
    void theLiveLineTellsIterationTaskStepAndTime();
};

void TstReport::aConvergedRunIsToldAsTheGoldenTextHasIt()
{
    compareWithGolden(u"converged.txt"_s, joined(reportLines(converged().state, kPlace, kPlain)));
}

void TstReport::aRunIsToldWhileItHappensAsTheGoldenTextHasIt()
{
    // The same journal, folded and told entry by entry.
    Story source = converged(), told;
    QStringList lines;
    const auto tell
        = [&](const QString &kind, const QJsonObject &data, int iteration = 0, const QString &actor = u"engine"_s) {
              lines += storyLines(told.add(kind, data, iteration, actor), told.state, kPlace, kPlain);
          };
    told = converged();
    tell(u"iteration.started"_s, {{u"n"_s, 4}, {u"type"_s, u"task"_s}, {u"task"_s, u"T2"_s}, {u"attempt"_s, 2}}, 4);
    tell(u"session.ended"_s, {{u"reason"_s, u"timed out"_s}, {u"detail"_s, u"after 1:00"_s}}, 4);
    tell(u"outbox.refused"_s, {{u"errors"_s, QJsonArray{u"/summary"_s, u"/claims"_s}}}, 4);
    tell(u"tamper.seen"_s,
         {{u"path"_s, u".git/config"_s}, {u"what"_s, u"was rewritten"_s}, {u"done"_s, u"laid anew"_s}}, 4);
    tell(u"suspect.judged"_s, {{u"test"_s, u"tests.a"_s}, {u"named"_s, false}, {u"accepted"_s, false}}, 4);
    tell(
        u"suspect.judged"_s,
        {{u"test"_s, u"tests.b"_s}, {u"named"_s, true}, {u"accepted"_s, true}, {u"rule"_s, u"policy:accept-covered"_s}},
        4);
    tell(u"strike.third"_s,
         {{u"cause"_s, u"arguments"_s},
          {u"task"_s, u"S1"_s},
          {u"findings"_s, QJsonArray{u"F1"_s, u"F2"_s, u"F3"_s}},
          {u"superseded"_s, QJsonArray{u"T2"_s}}},
         4);
    tell(u"gate.reported"_s,
         codec::toJson(GateFact{.label = u"candidate"_s, .tree = Story::tree('2'), .broken = u"no test ran"_s}), 4);
    tell(u"gate.reported"_s,
         codec::toJson(GateFact{.label = u"fresh"_s,
                                .tree = Story::tree('2'),
                                .passed = 36,
                                .failed = 1,
                                .countsKnown = true,
                                .duration = std::chrono::milliseconds(61000)}),
         4);
    tell(u"prompt.filed"_s,
         codec::toJson(Prompt{.id = PromptId(u"P2"_s),
                              .type = PromptType::Approval,
                              .title = u"Test cases vanished"_s,
                              .question = u"Accept?"_s,
                              .options = {{u"accept"_s, u"goes on"_s}, {u"reject"_s, u"rolled back"_s}},
                              .why = u"A deleted test judges nothing."_s}),
         4);
    tell(u"prompt.answered"_s, {{u"id"_s, u"P2"_s}, {u"option"_s, u"reject"_s}}, 4, u"owner"_s);
    tell(u"task.moved"_s, {{u"id"_s, u"T2"_s}, {u"state"_s, u"parked"_s}, {u"why"_s, u"3 attempts were rolled back"_s}},
         4);
    tell(u"iteration.ended"_s,
         {{u"verdict"_s, u"rolled back"_s}, {u"reason"_s, u"gate: 1 failed"_s}, {u"counted"_s, false}}, 4);
    tell(u"note.given"_s, {{u"text"_s, u"mind the pool"_s}}, 0, u"owner"_s);
    tell(u"command.refused"_s, {{u"verb"_s, u"rewind"_s}, {u"why"_s, u"there is no checkpoint 9"_s}});
    tell(u"run.rewound"_s, {{u"checkpoint"_s, 0}}, 0, u"owner"_s);
    tell(u"run.paused"_s, {{u"why"_s, u"the owner paused it"_s}});
    tell(u"run.resumed"_s, {}, 0, u"owner"_s);
    tell(u"agent.unavailable"_s, {{u"cause"_s, u"no login"_s}});
    tell(u"journal.recovered"_s, {{u"file"_s, u"journal.torn-9"_s}});
    tell(u"convergence.judged"_s,
         {{u"conditions"_s,
           QJsonArray{QJsonObject{{u"name"_s, u"a"_s}, {u"met"_s, true}},
                      QJsonObject{{u"name"_s, u"the gate"_s}, {u"met"_s, false}, {u"detail"_s, u"worse"_s}}}}});
    compareWithGolden(u"story.txt"_s, joined(lines));
}

void TstReport::whatWillBeExecutedIsToldBeforeItIs()
{
    Story story;
    story.create(u"/src/a\x1b[31mb"_s);
    Policy all = policy();
    all.prepare = {{.line = u"npm ci"_s, .folder = "web", .network = true}};
    all.services = {{.line = u"postgres -D data"_s}};
    all.gate.first().detected = true;
    all.gate.first().why = u"run.sh is there"_s;
    story.configure(all, true, {u"`| tail` masks a status"_s});
    compareWithGolden(u"setup.txt"_s, joined(setUpLines(story.state, kPlain)));
    story.configure(all, false);
    const QString uncontained = setUpLines(story.state, kPlain).join(u'\n');
    QCOMPARE(uncontained.count(u"NOT CONTAINED"_s), 5); // prepare, service, gate, checks, agent
    all.agent = u"recorded:/r"_s;
    all.gate.clear();
    story.configure(all);
    const QString unguarded = setUpLines(story.state, kPlain).join(u'\n');
    QVERIFY(unguarded.contains(u"unguarded"_s));
    QVERIFY(!unguarded.contains(u"NOT CONTAINED"_s));
}

void TstReport::theSentenceSaysWhatIsLeft_data()
{
    QTest::addColumn<int>("high");
    QTest::addColumn<int>("fixed");
    QTest::addColumn<bool>("gate");
    QTest::addColumn<int>("failed");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("all gone")
        << 4 << 4 << true << 0
        << u"31 tests were green while 4 High findings were real; 37 pass now and none of them is left."_s;
    QTest::newRow("one, gone") << 1 << 1 << true << 0
                               << u"31 tests were green while 1 High finding was real; 37 pass now and it is gone."_s;
    QTest::newRow("one, there")
        << 1 << 0 << true << 0
        << u"31 tests were green while 1 High finding was real; 31 pass now and it is still there."_s;
    QTest::newRow("some left")
        << 4 << 2 << true << 0
        << u"31 tests were green while 4 High findings were real; 37 pass now and 2 of them are left."_s;
    QTest::newRow("one left")
        << 4 << 3 << true << 0
        << u"31 tests were green while 4 High findings were real; 37 pass now and 1 of them is left."_s;
    QTest::newRow("all left")
        << 2 << 0 << true << 0
        << u"31 tests were green while 2 High findings were real; 31 pass now and all of them are still there."_s;
    QTest::newRow("red at base")
        << 1 << 1 << true << 2 << u"2 of 33 tests failed while 1 High finding was real; 37 pass now and it is gone."_s;
    QTest::newRow("no gate") << 1 << 1 << false << 0
                             << u"No gate guarded the code while 1 High finding was real; it is gone."_s;
    QTest::newRow("nothing found") << 0 << 0 << true << 0 << u"31 tests were green, and no finding was reproduced."_s;
}

void TstReport::theSentenceSaysWhatIsLeft()
{
    QFETCH(int, high);
    QFETCH(int, fixed);
    QFETCH(bool, gate);
    QFETCH(int, failed);
    Story story;
    story.create();
    Policy owners = policy();
    if (!gate)
        owners.gate.clear();
    story.configure(owners);
    QCOMPARE(runSentence(story.state),
             gate ? u"The gate has not run yet; nothing was audited yet."_s
                  : u"No gate guarded the code; nothing was audited yet."_s);
    if (gate)
        story.gate(u"baseline-1"_s, Story::baseTree(), 31, failed);
    story.iteration(1, u"audit"_s, Story::baseTree());
    for (int i = 1; i <= high; ++i) {
        const QString claim = u"1.%1"_s.arg(i), id = u"F%1"_s.arg(i);
        story.claim(1, claim, u"t"_s, u"high"_s, {u"C%1"_s.arg(i)});
        story.judge(1, id, claim, u"reproduced"_s, {});
    }
    story.claim(1, u"1.90"_s, u"low"_s, u"low"_s, {u"C90"_s}); // the worst severity is told of, not all
    if (high > 0)
        story.judge(1, u"F90"_s, u"1.90"_s, u"reproduced"_s, {});
    story.verdict(1, u"findings filed"_s, {});
    if (fixed > 0) {
        story.iteration(2, u"task"_s, Story::baseTree(), u"T1"_s, 1);
        if (gate)
            story.gate(u"candidate"_s, Story::tree('1'), 37, 0, 2);
        story.add(u"checkpoint.made"_s, {{u"tree"_s, Story::tree('1').text()}}, 2);
        for (int i = 1; i <= fixed; ++i)
            story.judge(2, u"F%1"_s.arg(i), {}, u"fixed"_s, {});
    }
    QTEST(runSentence(story.state), "sentence");
}

void TstReport::auditsWithoutAResultAreNotToldAsClean()
{
    Story story;
    story.create();
    story.configure(policy());
    for (int n = 1; n <= 10; ++n) {
        story.iteration(n, u"audit"_s, Story::baseTree());
        story.verdict(n, u"no result"_s, u"the form is invalid"_s);
    }
    QCOMPARE(runSentence(story.state), u"The gate has not run yet; no audit gave a result yet."_s);
    story.iteration(11, u"audit"_s, Story::baseTree());
    story.verdict(11, u"clean"_s, {});
    QCOMPARE(runSentence(story.state), u"The gate has not run yet, and no finding was reproduced."_s);
}

void TstReport::onlyTheNewestAnswersOfACheckCount()
{
    Story story = converged();
    QCOMPARE(proofMatrix(story.state).first().now.mark, Mark::Absent);
    story.proofs(3, u"C1"_s, ProofRole::Standing, Story::tree('1'), {P, P, P});
    QCOMPARE(proofMatrix(story.state).first().now.mark, Mark::Present);
    // A control run shows nothing of the tree.
    story.proofs(3, u"C1"_s, ProofRole::Control, Story::tree('1'), {A});
    QCOMPARE(proofMatrix(story.state).first().now.mark, Mark::Present);
}

void TstReport::differentAnswersAreInconclusive()
{
    Story story = converged();
    story.proofs(3, u"C1"_s, ProofRole::Standing, Story::tree('1'), {A, P, A});
    QCOMPARE(proofMatrix(story.state).first().now.mark, Mark::Inconclusive);
}

void TstReport::aRewoundRunShowsTheCheckpointItIsAt()
{
    Story story = converged();
    story.add(u"run.rewound"_s, {{u"checkpoint"_s, 0}});
    const QList<MatrixRow> rows = proofMatrix(story.state);
    QCOMPARE(rows.first().now.mark, Mark::Present);
    QCOMPARE(rows.first().note, u"open"_s);
    QVERIFY(
        std::none_of(rows.begin(), rows.end(), [](const MatrixRow &row) { return row.kind == MatrixRow::Kind::Test; }));
    QCOMPARE(standing(story.state, false), u"back at checkpoint 0; it can be resumed"_s);
    // Once something was begun again and broke off, that is what is told.
    story.add(u"run.opened"_s, {});
    story.iteration(int(story.state.iterations.size()) + 1, u"audit"_s, Story::baseTree());
    QCOMPARE(standing(story.state, false), u"cut off; it can be resumed"_s);
}

void TstReport::aRewindTakesBackWhatWasDoneLater()
{
    Story story;
    story.create();
    story.configure(policy());
    story.iteration(1, u"audit"_s, Story::baseTree());
    for (const QString &n : {u"1"_s, u"2"_s}) {
        story.claim(1, u"1."_s + n, u"title "_s + n, u"high"_s, {u"C"_s + n});
        story.judge(1, u"F"_s + n, u"1."_s + n, u"reproduced"_s, {});
        story.add(u"task.filed"_s,
                  {{u"id"_s, u"T"_s + n},
                   {u"type"_s, u"spot"_s},
                   {u"severity"_s, u"high"_s},
                   {u"covers"_s, QJsonArray{u"F"_s + n}}},
                  1);
    }
    story.verdict(1, u"findings filed"_s, {});
    // T1 is kept; its change mended F2 too; later a test for F1 was kept.
    story.iteration(2, u"task"_s, Story::baseTree(), u"T1"_s, 1);
    story.add(u"checkpoint.made"_s, {{u"tree"_s, Story::tree('1').text()}}, 2);
    story.judge(2, u"F1"_s, {}, u"fixed"_s, {});
    story.add(u"task.moved"_s, {{u"id"_s, u"T1"_s}, {u"state"_s, u"done"_s}}, 2);
    story.verdict(2, u"kept"_s, {});
    story.iteration(3, u"task"_s, Story::tree('1'), u"T2"_s, 1);
    story.judge(3, u"F2"_s, {}, u"fixed"_s, {});
    story.add(u"task.moved"_s, {{u"id"_s, u"T2"_s}, {u"state"_s, u"done"_s}}, 3);
    story.verdict(3, u"no change"_s, {}, false);
    story.iteration(4, u"task"_s, Story::tree('1'), u"G1"_s, 1);
    story.add(u"teeth.judged"_s, {{u"test"_s, u"t"_s}, {u"finding"_s, u"F1"_s}, {u"teeth"_s, u"toothed"_s}}, 4);
    story.add(u"checkpoint.made"_s, {{u"tree"_s, Story::tree('2').text()}}, 4);
    story.verdict(4, u"kept"_s, {});
    QVERIFY(story.state.finding(FindingId(u"F1"_s))->isDefended());

    story.add(u"run.rewound"_s, {{u"checkpoint"_s, 1}});
    QCOMPARE(story.state.finding(FindingId(u"F1"_s))->state, FindingState::Fixed);
    QVERIFY(!story.state.finding(FindingId(u"F1"_s))->isDefended()); // that test is gone

    story.add(u"run.rewound"_s, {{u"checkpoint"_s, 0}});
    QCOMPARE(story.state.finding(FindingId(u"F2"_s))->state, FindingState::Reproduced);
    QCOMPARE(story.state.task(TaskId(u"T1"_s))->state, TaskState::Open);
    QCOMPARE(story.state.task(TaskId(u"T2"_s))->state, TaskState::Open); // no change of its own, but one that is gone
}

void TstReport::oneNumberTellsWhatOfTheBudgetIsSpent()
{
    Story story;
    story.create();
    Policy three = policy();
    three.budget.iterations = 3;
    story.configure(three);
    QString told;
    for (int n = 1; n <= 4; ++n) { // the second and the third were interrupted
        story.iteration(n, u"audit"_s, Story::baseTree());
        Entry started;
        started.kind = u"iteration.started"_s;
        told = storyLines(started, story.state, kPlace, kPlain).join(u'\n');
        if (n == 4)
            break;
        story.verdict(n, n == 1 ? u"no result"_s : u"interrupted"_s, {}, n == 1);
    }
    QVERIFY2(told.contains(u"2/3 (number 4)  audit"), qPrintable(told));
    QVERIFY(liveText(story.state, std::chrono::seconds(1)).startsWith(u"2/3 (number 4) · audit"));
    QCOMPARE(standing(story.state, true), u"running: iteration 2/3 (number 4)"_s);
    story.verdict(4, u"clean"_s, {});
    const QString report = reportLines(story.state, kPlace, kPlain).join(u'\n');
    QVERIFY2(report.contains(u"after 2/3 iterations and 2 not counted"), qPrintable(report));
}

void TstReport::whatSetUpSawOfTheGateIsTold()
{
    Story story;
    story.create();
    Policy compared = policy();
    compared.compareUncontained = true;
    story.configure(compared);
    QVERIFY(setUpLines(story.state, kPlain).join(u'\n').contains(u"once more at base NOT CONTAINED"));
    const auto tell = [&](const Entry &entry) { return storyLines(entry, story.state, kPlace, kPlain).join(u'\n'); };
    const GateFact gate{.label = u"baseline-1"_s,
                        .tree = Story::baseTree(),
                        .untracked = {RepoPath("out")},
                        .rewritten = {RepoPath("VERSION")},
                        .casesJudged = false};
    const QString traces = u"leaves out behind and rewrites VERSION"_s;
    const QString seen = tell(story.add(u"gate.reported"_s, codec::toJson(gate)));
    QVERIFY2(seen.contains(traces) && seen.contains(u"vanished cases cannot be judged"), qPrintable(seen));
    const QString changed = u"t_net: failed contained, passed uncontained"_s;
    const QString containment
        = tell(story.add(u"gate.compared"_s, {{u"label"_s, u"containment"_s}, {u"changed"_s, QJsonArray{changed}}}));
    QVERIFY2(containment.contains(u"changed by containment") && containment.contains(changed), qPrintable(containment));
    story.add(u"run.configured"_s,
              {{u"policy"_s, policyToJson(compared)},
               {u"toolchain"_s, QJsonObject{{u"contained"_s, true}, {u"userland"_s, u"Debian 13"_s}}}});
    const QString report = reportLines(story.state, kPlace, kPlain).join(u'\n');
    const QString markdown = QString::fromUtf8(journalAsMarkdown(story.state));
    for (const QString &part :
         {traces, changed, u"vanished ones cannot be judged"_s, u"Measured in a Debian 13 userland"_s})
        QVERIFY2(report.contains(part), qPrintable(part + u" is not in "_s + report));
    for (const QString &part :
         {u"rewrites it: VERSION"_s, u"t\\_net: failed contained"_s, u"measured in a Debian 13 userland"_s})
        QVERIFY2(markdown.contains(part), qPrintable(part + u" is not in "_s + markdown));
    QCOMPARE(reportObject(story.state, kPlace)[u"left_out"].toArray(), (QJsonArray{u"out"_s, u"VERSION"_s}));
}

void TstReport::whatTheOwnerChangedIsToldInALine()
{
    Story story;
    story.create();
    story.configure(policy());
    const auto tell = [&](const QString &kind, const QJsonObject &data) {
        return storyLines(story.add(kind, data, 0, u"owner"_s), story.state, kPlace, kPlain).join(u'\n');
    };
    QJsonObject changed = policyToJson(policy());
    const QJsonValue before = changed[u"budget"];
    changed[u"budget"_s] = QJsonObject{{u"iterations"_s, 30}};
    QString told = tell(u"run.configured"_s,
                        {{u"policy"_s, changed},
                         {u"old"_s, QJsonObject{{u"budget"_s, before}}},
                         {u"why"_s, u"the owner changed the budget"_s}});
    QVERIFY2(told.contains(u"budget: iterations 30, was "), qPrintable(told));
    QVERIFY2(!told.contains(u"gate"), qPrintable(told)); // not the whole plan again
    told = tell(u"finding.edited"_s, {{u"id"_s, u"F1"_s}, {u"cause"_s, u"lost-rows"_s}});
    QVERIFY2(told.contains(u"F1: root cause lost-rows"), qPrintable(told));
    told = tell(u"cause.merged"_s, {{u"from"_s, u"lost"_s}, {u"to"_s, u"lost-rows"_s}});
    QVERIFY2(told.contains(u"lost is lost-rows now"), qPrintable(told));
    told = tell(
        u"proof.run"_s,
        {{u"subject"_s, u"K1"_s}, {u"role"_s, u"recheck"_s}, {u"k"_s, 1}, {u"n"_s, 3}, {u"answer"_s, u"absent"_s}});
    QVERIFY2(told.contains(u"run again, 1 of 3: absent"), qPrintable(told));
}

void TstReport::aBrokenGateIsNoMissingGate()
{
    Story story;
    story.create();
    story.configure(policy());
    QVERIFY(runSentence(story.state).startsWith(u"The gate has not run yet"));
    GateFact gate{.label = u"baseline-1"_s, .tree = Story::baseTree(), .broken = u"pytest: no report"_s};
    story.add(u"gate.reported"_s, codec::toJson(gate));
    QVERIFY(runSentence(story.state).startsWith(u"The gate measured nothing"));
    Story bare;
    bare.create();
    bare.configure(Policy{});
    QVERIFY(runSentence(bare.state).startsWith(u"No gate guarded the code"));
}

void TstReport::aGateWithoutCountsIsGreenOrRed()
{
    for (const auto &[exits, sentence] :
         {std::pair{QList<int>{0, 0}, u"The gate was green"_s}, std::pair{QList<int>{0, 1}, u"The gate was red"_s},
          std::pair{QList<int>(), u"The gate ran"_s}}) { // older journals do not say
        Story story;
        story.create();
        story.configure(policy());
        story.add(u"gate.reported"_s,
                  codec::toJson(GateFact{.label = u"baseline-1"_s, .tree = Story::baseTree(), .exits = exits}));
        QVERIFY2(runSentence(story.state).startsWith(sentence), qPrintable(runSentence(story.state)));
    }
    Story blind;
    blind.create();
    blind.configure(policy());
    blind.add(u"gate.reported"_s,
              codec::toJson(GateFact{
                  .label = u"baseline-1"_s, .tree = Story::baseTree(), .exits = {2}, .blind = {u"make test"_s}}));
    const QString told = reportLines(blind.state, kPlace, kPlain).join(u'\n');
    QVERIFY2(told.contains(u"The gate was red without naming a test case, so it judged nothing"), qPrintable(told));
    QVERIFY2(told.contains(u"`make test` is red and names no test case: it judges no change until it is green."),
             qPrintable(told));
    QCOMPARE(gateWords(false, 0, 0, {0, 1}), u"exit status 0, 1"_s);
    QCOMPARE(gateWords(true, 3, 1, {1}), u"3 passed, 1 failed"_s);
}

void TstReport::whatAProgramPrintedStaysInItsLines()
{
    Story story = converged();
    story.iteration(4, u"task"_s, Story::tree('1'), u"T2"_s, 1);
    const QString traceback = u"exit status 1; it printed last:\nTraceback:\n  File \"a.py\""_s;
    story.add(u"session.started"_s, {{u"id"_s, u"A4"_s}}, 4);
    const auto tell = [&](const Entry &entry) { return storyLines(entry, story.state, kPlace, kPlain).join(u'\n'); };
    const QString session = tell(
        story.add(u"session.ended"_s, {{u"id"_s, u"A4"_s}, {u"reason"_s, u"failed"_s}, {u"detail"_s, traceback}}, 4));
    QVERIFY2(session.contains(u"it printed last:\n") && session.contains(u"\n       Traceback:\n"),
             qPrintable(session));
    const QString ended = tell(story.add(
        u"iteration.ended"_s, {{u"verdict"_s, u"no change"_s}, {u"reason"_s, traceback}, {u"counted"_s, true}}, 4));
    QVERIFY2(!ended.contains(u"Traceback") && !ended.contains(u"\\n"), qPrintable(ended));
    story.add(u"run.ended"_s, {{u"outcome"_s, u"stuck"_s}, {u"unmet"_s, QJsonArray{traceback}}});
    const QString report = reportLines(story.state, kPlace, kPlain).join(u'\n');
    QVERIFY2(report.contains(u"\n    Traceback:\n"), qPrintable(report));
}

void TstReport::aRefutedClaimStandsBesideWhatWasSeen()
{
    Claim claim{.type = ClaimType::Tests, .text = u"the whole suite is green"_s, .passed = 9, .failed = 0};
    QCOMPARE(claimWords(claim), u"9 passed, 0 failed (\"the whole suite is green\")"_s);
    claim.text = u"9 passed, 0 failed"_s;
    QCOMPARE(claimWords(claim), u"9 passed, 0 failed"_s);
    Story story;
    story.create();
    story.configure(policy());
    story.iteration(1, u"audit"_s, Story::baseTree());
    claim.text = u"green"_s;
    story.add(u"claim.made"_s, codec::toJson(claim), 1, u"agent:A1"_s);
    const Entry judged = story.add(
        u"claim.judged"_s, {{u"claim"_s, 0}, {u"result"_s, u"refuted"_s}, {u"seen"_s, u"1 failed, 8 passed"_s}}, 1);
    const QString both = u"9 passed, 0 failed (\"green\"); seen: 1 failed, 8 passed"_s;
    QVERIFY(storyLines(judged, story.state, kPlace, kPlain).join(u'\n').contains(both));
    QVERIFY(reportLines(story.state, kPlace, kPlain).join(u'\n').contains(both));
}

void TstReport::testsOfChangesThatWereTakenBackAreLeftOut()
{
    // The change is taken back and made again: one row for its test, not two; and who defended F1 meanwhile does not now.
    Story story = converged();
    story.iteration(4, u"task"_s, Story::tree('1'), u"G1"_s, 1);
    const QJsonObject teeth{{u"test"_s, u"tests.greet.Again"_s},
                            {u"finding"_s, u"F1"_s},
                            {u"teeth"_s, u"toothed"_s},
                            {u"old_tree"_s, Story::baseTree().text()}};
    story.add(u"teeth.judged"_s, teeth, 4);
    story.add(u"checkpoint.made"_s, {{u"tree"_s, Story::tree('2').text()}}, 4);
    story.verdict(4, u"kept"_s, u"teeth"_s);
    QCOMPARE(story.state.finding(FindingId(u"F1"_s))->toothedTests.size(), 2);
    story.add(u"run.rewound"_s, {{u"checkpoint"_s, 1}});
    QCOMPARE(story.state.finding(FindingId(u"F1"_s))->toothedTests, QStringList{u"tests.greet.ByName"_s});
    story.iteration(5, u"task"_s, Story::tree('1'), u"G1"_s, 2);
    story.add(u"teeth.judged"_s, teeth, 5);
    story.add(u"checkpoint.made"_s, {{u"tree"_s, Story::tree('2').text()}}, 5);
    story.verdict(5, u"kept"_s, u"teeth"_s);
    QCOMPARE(story.state.checkpoint().parent, 1);
    const QList<MatrixRow> rows = proofMatrix(story.state);
    QCOMPARE(std::count_if(rows.begin(), rows.end(),
                           [](const MatrixRow &row) { return row.title == "tests.greet.Again"_L1; }),
             1);
    QCOMPARE(story.state.finding(FindingId(u"F1"_s))->toothedTests.size(), 2);
}

void TstReport::longNamesOfTestsStayDifferent()
{
    const auto test = [](const QString &name) { return MatrixRow{.kind = MatrixRow::Kind::Test, .title = name}; };
    const QString tail = u".test_that_a_plain_insert_is_there_after_reopening"_s;
    TextStyle style = kPlain;
    style.width = 120;
    // One differs at its front, which is shown; two only in the middle, which is cut.
    const QString one = u"tests.test_file.File"_s + tail, two = u"tests.test_pool.PoolOfOne"_s + tail,
                  three = u"tests.test_pool.PoolOfTwo"_s + tail;
    QStringList seen = matrixLines({test(one), test(two), test(three)}, style);
    for (const QString &line : std::as_const(seen))
        QVERIFY2(columns(line) <= 120, qPrintable(line));
    seen = seen.mid(2); // heading and sub-heading
    QVERIFY2(seen.first().trimmed().startsWith(u"tests.test_file.Fil…"_s), qPrintable(seen.first()));
    const QString all = seen.join(u'\n').remove(u'\n').remove(u' ').remove(u'·');
    QVERIFY2(all.contains(two), qPrintable(all));
    QVERIFY2(all.contains(three), qPrintable(all));
}

void TstReport::hostileTitlesStayWhereTheyArePrinted()
{
    const QString hostile = u"x\x1b]0;owned\x07\x1b[2J\r\u202e gnp\n"_s + QString(5000, u'W');
    Story story;
    story.create(hostile);
    story.configure(policy(), true, {hostile});
    QStringList lines = setUpLines(story.state, kPlain);
    const auto tell = [&](const Entry &entry) { lines += storyLines(entry, story.state, kPlace, kPlain); };
    story.iteration(1, u"audit"_s, Story::baseTree());
    story.claim(1, u"1.1"_s, hostile, u"high"_s, {u"C1"_s});
    story.claim(1, u"1.2"_s, hostile, u"low"_s, {u"C2"_s});
    tell(story.add(u"finding.judged"_s,
                   {{u"id"_s, u"F1"_s}, {u"claim"_s, u"1.1"_s}, {u"state"_s, u"reproduced"_s}, {u"reason"_s, hostile}},
                   1));
    tell(story.add(u"finding.judged"_s,
                   {{u"id"_s, u"N1"_s}, {u"claim"_s, u"1.2"_s}, {u"state"_s, u"flaky"_s}, {u"reason"_s, hostile}}, 1));
    tell(story.add(u"declined"_s, {{u"subject"_s, hostile}, {u"reason"_s, hostile}}, 1));
    tell(story.add(u"prompt.filed"_s,
                   codec::toJson(Prompt{.id = PromptId(u"P1"_s),
                                        .type = PromptType::Approval,
                                        .title = hostile,
                                        .question = hostile,
                                        .options = {{hostile, hostile}},
                                        .why = hostile}),
                   1));
    tell(story.add(u"tamper.seen"_s, {{u"path"_s, hostile}, {u"what"_s, hostile}, {u"done"_s, hostile}}, 1));
    tell(story.add(u"surface.recorded"_s, {{u"name"_s, hostile}}, 1));
    tell(story.add(u"teeth.judged"_s, {{u"test"_s, hostile}, {u"teeth"_s, u"toothed"_s}}, 1));
    tell(story.add(u"claim.made"_s, codec::toJson(Claim{.text = hostile}), 1));
    tell(story.add(u"claim.judged"_s, {{u"claim"_s, 0}, {u"result"_s, u"refuted"_s}, {u"seen"_s, hostile}}, 1));
    tell(story.add(u"suspect.judged"_s,
                   {{u"test"_s, hostile}, {u"accepted"_s, true}, {u"why"_s, hostile}, {u"rule"_s, hostile}}, 1));
    tell(story.add(u"iteration.ended"_s, {{u"verdict"_s, hostile}, {u"reason"_s, hostile}}, 1));
    tell(story.add(u"run.ended"_s, {{u"outcome"_s, u"stuck"_s}, {u"unmet"_s, QJsonArray{hostile}}}));
    ReportPlace place = kPlace;
    place.folder = place.bundle = hostile;
    place.target = place.run = u"plain"_s;
    lines += reportLines(story.state, place, kPlain);
    lines.append(liveText(story.state, std::chrono::seconds(1)));
    lines.append(entryLine(story.add(u"x.y"_s, {{u"t"_s, hostile}}), kPlain));
    QVERIFY(lines.size() > 30);
    for (const QString &block : std::as_const(lines)) {
        for (const QString &line : block.split(u'\n'))
            QCOMPARE(visible(line), line);
    }
}

void TstReport::noLineOfAReportIsWiderThanTheTerminal()
{
    const Story story = converged();
    for (const int width : {60, 80, 120}) {
        TextStyle style = kPlain;
        style.width = width;
        const QString text = (matrixLines(proofMatrix(story.state), style)).join(u'\n');
        for (const QString &line : text.split(u'\n'))
            QVERIFY2(columns(line) <= std::max(width, 76), qPrintable(line));
    }
}

void TstReport::coloursComeOnlyWhenAskedFor()
{
    const Story story = converged();
    QVERIFY(!reportLines(story.state, kPlace, kPlain).join(u'\n').contains(u'\x1b'));
    TextStyle coloured = kPlain;
    coloured.colour = true;
    QString text = reportLines(story.state, kPlace, coloured).join(u'\n');
    QVERIFY(text.contains(u"\x1b[32m"_s));
    static const QRegularExpression inks(u"\x1b\\[[0-9]+m"_s);
    QCOMPARE(text.remove(inks), reportLines(story.state, kPlace, kPlain).join(u'\n'));
}

void TstReport::aRunWithoutAGateOrSandboxSaysSo()
{
    Story story;
    story.create();
    Policy bare = policy();
    bare.gate.clear();
    story.configure(bare, false);
    const QString text = reportLines(story.state, kPlace, kPlain).join(u'\n');
    QVERIFY(text.contains(u"Unguarded"_s));
    QVERIFY(text.contains(u"Not contained"_s));
    const QString guarded = reportLines(converged().state, kPlace, kPlain).join(u'\n');
    QVERIFY(!guarded.contains(u"Unguarded"_s));
    QVERIFY(!guarded.contains(u"Not contained"_s));
}

void TstReport::theObjectHasTheSameFacts()
{
    const QJsonObject object = reportObject(converged().state, kPlace);
    QCOMPARE(object[u"outcome"].toString(), u"converged"_s);
    QCOMPARE(object[u"sentence"].toString(), runSentence(converged().state));
    QCOMPARE(object[u"budget"].toInt(), 6);
    QCOMPARE(object[u"counted"].toInt(), 3);
    QCOMPARE(object[u"findings"].toArray().size(), 3);
    QCOMPARE(object[u"matrix"].toArray().size(), 5);
    QCOMPARE(object[u"matrix"][0][u"base"].toString(), u"present"_s);
    QCOMPARE(object[u"matrix"][0][u"now"].toString(), u"absent"_s);
    QCOMPARE(object[u"prompts"][0][u"id"].toString(), u"P1"_s);
    QCOMPARE(object[u"refuted"].toArray().size(), 1);
    QCOMPARE(object[u"unswept"][0].toString(), u"man page"_s);
}

void TstReport::theLiveLineTellsIterationTaskStepAndTime()
{
    Story story;
    story.create();
    QCOMPARE(liveText(story.state, std::chrono::seconds(5)), u"cloning · 0:05"_s);
    story.configure(policy());
    QCOMPARE(liveText(story.state, std::chrono::seconds(65)), u"measuring base · 1:05"_s);
    story.iteration(1, u"audit"_s, Story::baseTree());
    QCOMPARE(liveText(story.state, std::chrono::seconds(66)), u"1/6 · audit · 1:06"_s);
    story.add(u"step.started"_s, {{u"step"_s, u"session"_s}}, 1);
    story.add(u"step.ended"_s, {{u"step"_s, u"session"_s}, {u"result"_s, u"pass"_s}}, 1);
    story.add(u"step.started"_s, {{u"step"_s, u"judge"_s}}, 1);
    QCOMPARE(liveText(story.state, std::chrono::seconds(600)), u"1/6 · audit · judge · 10:00"_s);
    story.verdict(1, u"findings filed"_s, {});
    story.iteration(2, u"task"_s, Story::baseTree(), u"S1"_s, 2);
    QCOMPARE(liveText(story.state, std::chrono::seconds(3661)), u"2/6 · S1 attempt 2 · 61:01"_s);
}

QTEST_GUILESS_MAIN(TstReport)
#include "tst_report.moc"
