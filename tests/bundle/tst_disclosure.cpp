// disclosure.md tells a maintainer who did what, and leaves out nothing that speaks against the change.
#include "core/bundle/disclosure.h"
#include "tests/bundle/toldrun.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

class TstDisclosure : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void itNamesToolAgentAndModelAsJournaled();
    void itTellsTheMachinesWorkFromTheHumans();
    void itSaysWhenNoHumanHadAPart();
    void whatAHumanMarkedIsTold();
    void whatIsNotInTheBundleIsTold();
    void anOwnersEditIsTheOwners();
    void aStandingRuleIsNoHumansLook();
    void refutedClaimsAndRolledBackAttemptsAreTold();
    void whatIsUndefendedLeftOrDeclinedIsTold();
    void whatIsNotProvenIsTold();
    void wordsOfTheJournalAreNoMarkup();
    void theSameJournalGivesTheSameBytes();

private:
    static QString textOf(const ToldRun &run) { return QString::fromUtf8(disclosure(run.facts(), run.state)); }
    /// The lines under a heading.
    static QStringList part(const QString &text, const QString &heading);
};

QStringList TstDisclosure::part(const QString &text, const QString &heading)
{
    const QString from = u"\n## %1\n\n"_s.arg(heading);
    const qsizetype at = text.indexOf(from);
    if (at < 0)
        return {u"there is no such heading in:\n"_s + text};
    return text.mid(at + from.size()).section(u"\n\n"_s, 0, 0).split(u'\n', Qt::SkipEmptyParts);
}

void TstDisclosure::itNamesToolAgentAndModelAsJournaled()
{
    ToldRun run = ToldRun::whole();
    QString text = textOf(run);
    QVERIFY(text.contains(u"- Tool: Assay %1;"_s.arg(QLatin1StringView(ASSAY_VERSION))));
    QVERIFY2(text.contains(u"- Agent: scribe 3.1; its model was not told (3 sessions).\n"), qPrintable(text));
    run.iteration(4, u"audit"_s, Story::tree('1'));
    run.add(u"session.started"_s, {{u"id"_s, u"A4"_s}, {u"agent"_s, u"scribe"_s}, {u"model"_s, u"quill-2"_s}}, 4);
    text = textOf(run);
    QVERIFY2(text.contains(u"- Agent: scribe, model quill-2 (1 session).\n"), qPrintable(text));
    QVERIFY(text.contains(u"(3 sessions).\n"));
}

void TstDisclosure::itTellsTheMachinesWorkFromTheHumans()
{
    const QString text = textOf(ToldRun::whole());
    QVERIFY(part(text, u"Done by a machine"_s)
                .contains(u"- Attempts: 1 kept, 1 rolled back after verification, 0 without a change."_s));
    QCOMPARE(part(text, u"Done or decided by a human"_s),
             (QStringList{u"- Decision P2 Old shells?: **none** (POSIX only)"_s,
                          u"- Review of the candidate of iteration 3: **accept** (read it)"_s}));
}

void TstDisclosure::itSaysWhenNoHumanHadAPart()
{
    const QStringList human = part(textOf(ToldRun::withOne({})), u"Done or decided by a human"_s);
    QCOMPARE(human.size(), 1);
    QVERIFY2(human.first().startsWith(u"- Nothing: "), qPrintable(human.first()));
}

void TstDisclosure::whatAHumanMarkedIsTold()
{
    ToldRun run = ToldRun::withOne({});
    const auto mark = [&](const QString &hunk, const QString &state, const QString &comment = {}) {
        run.add(u"review.marked"_s,
                {{u"path"_s, u"greet.sh"_s}, {u"hunk"_s, hunk}, {u"state"_s, state}, {u"comment"_s, comment}}, 0,
                u"owner"_s);
    };
    mark(u"aa"_s, u"reviewed"_s);
    mark(u"bb"_s, u"reviewed"_s);
    mark(u"bb"_s, u"comment"_s, u"why?"_s);
    QCOMPARE(part(textOf(run), u"Done or decided by a human"_s),
             QStringList{u"- 2 hunks or files marked as reviewed during the run, 1 comment on it."_s});
}

void TstDisclosure::whatIsNotInTheBundleIsTold()
{
    ToldRun run = ToldRun::whole();
    BundleFacts facts = run.facts();
    QVERIFY(!disclosure(facts, run.state).contains("Not in this bundle"));
    BundlePart held{.tree = Story::tree('9'), .commit = ObjectId(QByteArray(40, '8'))};
    held.leftOut = {{.place = ReviewPlace::ofHunk(RepoPath("gr*eet.sh"), HunkId(u"aabbccddee"_s)),
                     .added = 2,
                     .removed = 1,
                     .by = u"owner"_s}};
    held.notFixed = {FindingId(u"F5"_s)};
    facts.take(held);
    const QString text = QString::fromUtf8(disclosure(facts, asExported(run.state, held)));
    const QStringList lines = part(text, u"Not in this bundle"_s);
    QCOMPARE(lines.size(), 2);
    QVERIFY2(lines.at(0).contains(u"hunk aabbccdd (+2 −1), left out by owner"_s), qPrintable(lines.at(0)));
    QVERIFY2(lines.at(0).contains(u"gr\\*eet.sh"_s), qPrintable(lines.at(0)));
    QVERIFY2(lines.at(1).contains(u"Not fixed by this bundle: F5"_s), qPrintable(lines.at(1)));
    QVERIFY(!part(text, u"Mended"_s).join(u'\n').contains(u"F5"_s));
    QVERIFY(part(text, u"Shown and not mended"_s).join(u'\n').contains(u"F5"_s));
}

void TstDisclosure::anOwnersEditIsTheOwners()
{
    ToldRun run = ToldRun::whole();
    run.add(u"iteration.started"_s,
            {{u"n"_s, 4}, {u"type"_s, u"task"_s}, {u"tree"_s, Story::tree('1').text()}, {u"owners_edit"_s, true}}, 4);
    run.verdict(4, u"kept"_s, {});
    const QString text = textOf(run);
    QVERIFY(part(text, u"Done or decided by a human"_s).contains(u"- Iteration 4 is the owner's own edit: kept."_s));
    QVERIFY(part(text, u"Done by a machine"_s).value(1).startsWith(u"- Attempts: 1 kept,"));
}

void TstDisclosure::aStandingRuleIsNoHumansLook()
{
    ToldRun run = ToldRun::whole();
    run.add(u"prompt.answered"_s, {{u"id"_s, u"P1"_s}, {u"option"_s, u"none"_s}}, 0, u"policy:languages"_s);
    const QStringList human = part(textOf(run), u"Done or decided by a human"_s);
    QCOMPARE(human.last(),
             u"- Answered by a standing rule of the owner, not by a look at the case: P1 (policy:languages)."_s);
}

void TstDisclosure::refutedClaimsAndRolledBackAttemptsAreTold()
{
    QCOMPARE(part(textOf(ToldRun::whole()), u"Claims of the agent that were refuted"_s),
             QStringList{u"- iteration 2: 99 passed; seen: 30 passed"_s});
    QCOMPARE(part(textOf(ToldRun::withOne({})), u"Claims of the agent that were refuted"_s), QStringList{u"- None."_s});
}

void TstDisclosure::whatIsUndefendedLeftOrDeclinedIsTold()
{
    const QString text = textOf(ToldRun::whole());
    QCOMPARE(part(text, u"Mended"_s),
             (QStringList{u"- F1 (High): finding 1; defended by t\\_greet"_s,
                          u"- F5 (High): finding 5; **undefended**: no test was seen to fail without the fix"_s}));
    QCOMPARE(part(text, u"Shown and not mended"_s),
             (QStringList{u"- F2 (Low): finding 2"_s, u"- F4 (High): finding 4"_s}));
    QCOMPARE(part(text, u"Shown and declined"_s), QStringList{u"- F3 (Medium): finding 3: documented so"_s});
    QCOMPARE(part(text, u"Not worked at"_s), QStringList{u"- a linter: no defect (agent:A1)"_s});
    QVERIFY(part(text, u"Proven, and not"_s).contains(u"- Open decision P1: Other languages?"_s));
    QVERIFY(!text.contains(u"cheese"));
}

void TstDisclosure::whatIsNotProvenIsTold()
{
    const ToldRun run = ToldRun::whole();
    BundleFacts facts = run.facts();
    facts.unproven = true;
    facts.proofs
        = {QJsonObject{{u"name"_s, u"F1 is absent after"_s}, {u"state"_s, u"refuted"_s}, {u"detail"_s, u"present"_s}},
           QJsonObject{{u"name"_s, u"F1 is present before"_s}, {u"state"_s, u"proven"_s}}};
    const QStringList proven = part(QString::fromUtf8(disclosure(facts, run.state)), u"Proven, and not"_s);
    QCOMPARE(proven.value(0), u"- **not proven**: F1 is absent after: present"_s);
    QCOMPARE(
        proven.value(1),
        u"- 1 proof held on a pristine clone when this was written; **it was written as unproven by explicit choice**."_s);
    QCOMPARE(proven.value(2), u"- The gate: 31 passed, 0 failed at base, 37 passed, 0 failed now."_s);
}

void TstDisclosure::wordsOfTheJournalAreNoMarkup()
{
    const QString text = textOf(ToldRun::withOne(
        {{u"title"_s, u"</details>\n# Approved by upstream [x](http://evil.test) ![](http://p.test) \u202eabc"_s}}));
    QVERIFY2(
        text.contains(
            u"\\</details\\> \\# Approved by upstream \\[x\\](http://evil.test) \\!\\[\\](http://p.test) \\\\u202eabc"_s),
        qPrintable(text));
}

void TstDisclosure::theSameJournalGivesTheSameBytes()
{
    QCOMPARE(textOf(ToldRun::whole()), textOf(ToldRun::whole()));
}

QTEST_GUILESS_MAIN(TstDisclosure)
#include "tst_disclosure.moc"
