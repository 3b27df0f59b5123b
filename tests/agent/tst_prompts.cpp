// What an agent is told, and what it must not be told.
#include "core/agent/outboxhint.h"
#include "core/agent/prompts.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace assay;
using namespace Qt::StringLiterals;

namespace {

const QString kResources = QStringLiteral(ASSAY_SOURCE_DIR "/resources");

/// Every field filled with something that can be looked for.
PromptInputs fullInputs(SessionPurpose purpose)
{
    PromptInputs inputs;
    inputs.purpose = purpose;
    inputs.clone = u"/run/clone"_s;
    inputs.outbox = u"/run/outbox/A4"_s;
    inputs.form = u"FORM-SCHEMA"_s;
    inputs.envelope = {u"URLs: adversarial"_s, u"database files: state-at-rest"_s};
    inputs.gate = {u"python3 -m unittest -v"_s};
    inputs.protectedPaths = {u"vendor/**"_s};
    inputs.sensitivePaths = {u"pyproject.toml"_s};
    inputs.testPaths = {u"tests/**"_s};
    inputs.declined = {{u"Add a linter"_s, u"a matter of taste"_s}};
    inputs.putToOwner = {{u"Replace the URL parser"_s, u"It is unmaintained. Replace it?"_s, {}},
                         {u"Drop old interpreters"_s, u"May they go?"_s, u"yes: nobody uses them"_s}};
    inputs.notes = {u"The pool matters most."_s};
    inputs.checkEnvironment = {{u"PYTHONPATH"_s, u"${TREE}"_s}};
    inputs.repeats = 7;
    inputs.checkTimeout = std::chrono::milliseconds(42'500);
    inputs.taskId = TaskId(u"S1"_s);
    inputs.cause = u"transaction-boundary"_s;
    PromptFinding first;
    first.id = FindingId(u"F1"_s);
    first.title = u"INSERT-IS-LOST"_s;
    first.severity = Severity::High;
    first.cause = u"transaction-boundary"_s;
    first.where = {{RepoPath("tally/database.py"), 44}, {RepoPath("tally/pool.py"), 0}};
    first.observed = u"OBSERVED-ROWS\n# a heading of theirs"_s;
    first.expected = u"EXPECTED-ROWS"_s;
    first.repro = u"/run/checks/insert_is_lost.py"_s;
    first.checks = {u"second look: /run/checks/second.py"_s};
    inputs.findings = {first};
    inputs.guards = {u"rollback discards: /run/checks/rollback.py"_s};
    inputs.attempts = {{1, u"rolled back: guard answered present"_s, {u"EVIDENCE-LINE REPRODUCED: 1 row"_s, u"```"_s}}};
    inputs.comments = {u"OWNER-COMMENT"_s};
    inputs.budgetLeft = u"5 iterations"_s;
    inputs.change = u"--- a/x\n+++ b/x"_s;
    inputs.evidence = {u"gate: 37 passed"_s};
    return inputs;
}

QString composed(const PromptInputs &inputs)
{
    const auto prompt = composePrompt(inputs, kResources);
    return prompt ? *prompt : u"ERROR "_s + prompt.error().text();
}

} // namespace

class PromptsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void anAuditIsToldWhatItNeeds_data();
    void anAuditIsToldWhatItNeeds();
    void anAuditIsNeverToldOfFindings();
    void anAuditsTemplateCannotNameFindings_data();
    void anAuditsTemplateCannotNameFindings();
    void aTaskIsToldWhatItNeeds_data();
    void aTaskIsToldWhatItNeeds();
    void aGateTaskIsToldHowTeethAreJudged_data();
    void aGateTaskIsToldHowTeethAreJudged();
    void anEvaluationIsGivenOnlyTheChangeAndTheEvidence();
    void aReturnedFormComesWithEveryErrorAndTheFirstPrompt();
    void nothingToSayIsSaid();
    void structuralTasksAskForOneChange();
    void textsOfOthersCannotTakeTheShapeOfThePrompt();
    void everyPlaceholderOfEveryTemplateIsKnown_data();
    void everyPlaceholderOfEveryTemplateIsKnown();
    void unknownPlaceholdersAreErrors();
    void valuesAreNeverReadAsTemplates();
    void missingTemplatesAreNamed();
};

void PromptsTest::anAuditIsToldWhatItNeeds_data()
{
    QTest::addColumn<QString>("said");
    const auto row = [](const char *name, const QString &said) { QTest::addRow("%s", name) << said; };
    row("clone", u"`/run/clone`"_s);
    row("outbox", u"`/run/outbox/A4`"_s);
    row("form", u"FORM-SCHEMA"_s);
    row("form name", u"Write `audit.json`"_s);
    row("envelope", u"- URLs: adversarial\n- database files: state-at-rest"_s);
    row("gate", u"- `python3 -m unittest -v`"_s);
    row("protected", u"`.git`, `assay.toml`, `vendor/**`, and whatever lies outside the tree"_s);
    row("declined", u"- Add a linter: a matter of taste"_s);
    row("put to the owner", u"- Replace the URL parser: It is unmaintained. Replace it?\n  Not answered yet."_s);
    row("answered", u"  Answer: yes: nobody uses them"_s);
    row("notes", u"- The pool matters most."_s);
    row("present", u"exit status 1, and a line on standard output that begins `REPRODUCED:`"_s);
    row("absent", u"exit status 0, and no such line"_s);
    row("exits 2", u"exits 2"_s);
    row("control run", u"run once on an empty tree"_s);
    row("tree", u"`ASSAY_TREE`"_s);
    row("environment", u"`PYTHONPATH=${TREE}`"_s);
    row("repeats", u"run 7 times"_s);
    row("time-out", u"at most 42.5 s"_s);
    row("trust classes", u"adversarial, user-error, machine-generated or state-at-rest"_s);
    row("root causes", u"three of them are mended together"_s);
    row("guards", u"answers absent now becomes a guard"_s);
    row("comes back once", u"comes back to you once"_s);
}

void PromptsTest::anAuditIsToldWhatItNeeds()
{
    QFETCH(QString, said);
    const QString prompt = composed(fullInputs(SessionPurpose::Audit));
    QVERIFY2(prompt.contains(said), qPrintable(prompt));
    QVERIFY(!prompt.contains(u"{{"_s));
}

void PromptsTest::anAuditIsNeverToldOfFindings()
{
    const QString prompt = composed(fullInputs(SessionPurpose::Audit));
    for (const QString &secret : {u"INSERT-IS-LOST"_s, u"F1"_s, u"S1"_s, u"transaction-boundary"_s, u"OBSERVED-ROWS"_s,
                                  u"EXPECTED-ROWS"_s, u"insert_is_lost.py"_s, u"EVIDENCE-LINE"_s, u"OWNER-COMMENT"_s,
                                  u"rollback.py"_s, u"37 passed"_s, u"+++ b/x"_s})
        QVERIFY2(!prompt.contains(secret), qPrintable(secret));
}

void PromptsTest::anAuditsTemplateCannotNameFindings_data()
{
    QTest::addColumn<QString>("placeholder");
    for (const QString &name : {u"findings"_s, u"attempts"_s, u"comments"_s, u"guards"_s, u"task_id"_s, u"evidence"_s})
        QTest::addRow("%s", qPrintable(name)) << name;
}

void PromptsTest::anAuditsTemplateCannotNameFindings()
{
    QFETCH(QString, placeholder);
    QTemporaryDir resources;
    QVERIFY(QDir(resources.path()).mkpath(u"prompts"_s));
    for (const QString &name : {u"audit.md"_s, u"contract.md"_s}) {
        QFile file(resources.filePath(u"prompts/"_s + name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(name == "audit.md"_L1 ? "{{" + placeholder.toUtf8() + "}}" : QByteArray());
    }
    const auto prompt = composePrompt(fullInputs(SessionPurpose::Audit), resources.path());
    QVERIFY(!prompt);
    QVERIFY2(prompt.error().text().startsWith(u"prompts/audit.md: unknown placeholder {{"_s + placeholder),
             qPrintable(prompt.error().text()));
}

void PromptsTest::aTaskIsToldWhatItNeeds_data()
{
    QTest::addColumn<QString>("said");
    const auto row = [](const char *name, const QString &said) { QTest::addRow("%s", name) << said; };
    row("task", u"# Task S1"_s);
    row("finding", u"### F1: INSERT-IS-LOST"_s);
    row("severity and cause", u"- Severity: high; root cause: transaction-boundary"_s);
    row("where", u"`tally/database.py:44`, `tally/pool.py`\n"_s);
    row("observed", u"> OBSERVED-ROWS"_s);
    row("expected", u"> EXPECTED-ROWS"_s);
    row("repro", u"`/run/checks/insert_is_lost.py`"_s);
    row("check", u"- Check: second look: /run/checks/second.py"_s);
    row("guard", u"- rollback discards: /run/checks/rollback.py"_s);
    row("attempt", u"Attempt 1, rolled back: guard answered present"_s);
    row("evidence", u"EVIDENCE-LINE REPRODUCED: 1 row"_s);
    row("comment", u"- OWNER-COMMENT"_s);
    row("note", u"- The pool matters most."_s);
    row("budget", u"5 iterations"_s);
    row("gate", u"- `python3 -m unittest -v`"_s);
    row("protected", u"`.git`, `assay.toml`, `vendor/**`"_s);
    row("sensitive", u"`pyproject.toml`"_s);
    row("test paths", u"`tests/**`"_s);
    row("repeats", u"each 7 times"_s);
    row("old tests", u"Old tests judge new code"_s);
    row("suspect tests", u"`corrected_tests`"_s);
    row("tampering", u"taken for tampering"_s);
    row("vanished", u"none vanishes"_s);
    row("renames", u"`renamed_tests`"_s);
    row("deletion", u"deleting a test is the owner's decision"_s);
    row("teeth", u"an import or build error is no failure"_s);
    row("regression tests", u"`regression_tests` exactly as the gate reports it"_s);
    row("line ends", u"line ends alone"_s);
    row("declined", u"Add a linter"_s);
    row("owner's decisions", u"Replace the URL parser"_s);
    row("blocked", u"`blocked`"_s);
    row("contract", u"`REPRODUCED:`"_s);
    row("form", u"Write `task.json` into the outbox, `/run/outbox/A4`"_s);
    row("envelope", u"- URLs: adversarial"_s);
}

void PromptsTest::aTaskIsToldWhatItNeeds()
{
    QFETCH(QString, said);
    const QString prompt = composed(fullInputs(SessionPurpose::Task));
    QVERIFY2(prompt.contains(said), qPrintable(prompt));
}

void PromptsTest::aGateTaskIsToldHowTeethAreJudged_data()
{
    QTest::addColumn<QString>("said");
    const auto row = [](const char *name, const QString &said) { QTest::addRow("%s", name) << said; };
    row("task", u"# Task S1: give the gate teeth"_s);
    row("finding", u"### F1: INSERT-IS-LOST"_s);
    row("old code", u"laid over the old code"_s);
    row("must run there", u"the test must run there and fail"_s);
    row("no import errors", u"An error while importing, collecting or building is no failure"_s);
    row("passes now", u"On the present code every new test passes"_s);
    row("named", u"`regression_tests`"_s);
    row("guard", u"rollback discards"_s);
    row("attempt", u"EVIDENCE-LINE"_s);
    row("test paths", u"`tests/**`"_s);
    row("form", u"Write `task.json`"_s);
}

void PromptsTest::aGateTaskIsToldHowTeethAreJudged()
{
    QFETCH(QString, said);
    const QString prompt = composed(fullInputs(SessionPurpose::Gate));
    QVERIFY2(prompt.contains(said), qPrintable(prompt));
}

void PromptsTest::anEvaluationIsGivenOnlyTheChangeAndTheEvidence()
{
    const QString prompt = composed(fullInputs(SessionPurpose::Evaluation));
    for (const QString &said : {u"+++ b/x"_s, u"- gate: 37 passed"_s, u"Try to refute it"_s,
                                u"Write `evaluation.json`"_s, u"`REPRODUCED:`"_s, u"FORM-SCHEMA"_s})
        QVERIFY2(prompt.contains(said), qPrintable(said + u"\n"_s + prompt));
    for (const QString &secret :
         {u"INSERT-IS-LOST"_s, u"EVIDENCE-LINE"_s, u"OWNER-COMMENT"_s, u"The pool matters"_s, u"Add a linter"_s})
        QVERIFY2(!prompt.contains(secret), qPrintable(secret));
}

void PromptsTest::aReturnedFormComesWithEveryErrorAndTheFirstPrompt()
{
    PromptInputs inputs = fullInputs(SessionPurpose::Task);
    inputs.firstPrompt = composed(inputs);
    inputs.outboxErrors = {u"/summary missing; expected a text"_s, u"/checks/0/file no run bit"_s};
    const QString prompt = composed(inputs);
    QVERIFY(prompt.startsWith(u"# Your form came back"_s));
    QVERIFY(prompt.contains(u"- /summary missing; expected a text\n- /checks/0/file no run bit"_s));
    QVERIFY(prompt.contains(u"the task below"_s));
    QVERIFY(prompt.contains(u"`task.json`"_s));
    QVERIFY(prompt.contains(u"`/run/outbox/A4`"_s));
    QVERIFY(prompt.trimmed().endsWith(inputs.firstPrompt.trimmed()));
}

void PromptsTest::nothingToSayIsSaid()
{
    PromptInputs inputs;
    inputs.purpose = SessionPurpose::Task;
    const QString prompt = composed(inputs);
    QVERIFY(prompt.contains(u"(none: this project is unguarded; only checks judge)"_s));
    QVERIFY(prompt.contains(u"(this is the first)"_s));
    QVERIFY(prompt.contains(u"Left of the budget: no limit"_s));
    QVERIFY(prompt.contains(u"Notes:\n\n(none)"_s));
}

void PromptsTest::structuralTasksAskForOneChange()
{
    PromptInputs inputs = fullInputs(SessionPurpose::Task);
    QVERIFY(composed(inputs).contains(u"Fix the finding below."_s));
    inputs.structural = true;
    QVERIFY(composed(inputs).contains(u"share one root cause, `transaction-boundary`"_s));
    QVERIFY(composed(inputs).contains(u"# Task S1: structural change"_s));
}

void PromptsTest::textsOfOthersCannotTakeTheShapeOfThePrompt()
{
    const QString prompt = composed(fullInputs(SessionPurpose::Task));
    QVERIFY(prompt.contains(u"\n> # a heading of theirs\n"_s));
    // Evidence with a fence in it stands in a longer one.
    QVERIFY(prompt.contains(u"````\nEVIDENCE-LINE REPRODUCED: 1 row\n```\n````"_s));
}

void PromptsTest::everyPlaceholderOfEveryTemplateIsKnown_data()
{
    QTest::addColumn<SessionPurpose>("purpose");
    for (const SessionPurpose purpose :
         {SessionPurpose::Audit, SessionPurpose::Task, SessionPurpose::Gate, SessionPurpose::Evaluation})
        QTest::addRow("%s", qPrintable(toWord(purpose))) << purpose;
}

void PromptsTest::everyPlaceholderOfEveryTemplateIsKnown()
{
    QFETCH(SessionPurpose, purpose);
    PromptInputs inputs = fullInputs(purpose);
    const auto hint = outboxHint(purpose, kResources);
    QVERIFY(hint);
    inputs.form = *hint;
    const auto prompt = composePrompt(inputs, kResources);
    QVERIFY2(prompt, prompt ? "" : qPrintable(prompt.error().text()));
    QVERIFY(prompt->contains(formName(purpose)));
    QVERIFY(!prompt->contains(u"{{"_s));
}

void PromptsTest::unknownPlaceholdersAreErrors()
{
    const auto unknown = fillTemplate(u"a {{b}} {{c}}"_s, {{u"b"_s, u"1"_s}}, u"x.md"_s);
    QVERIFY(!unknown);
    QCOMPARE(unknown.error().kind, ErrorKind::Internal);
    QCOMPARE(unknown.error().text(), u"prompts/x.md: unknown placeholder {{c}}. Known here: b"_s);
    const auto open = fillTemplate(u"a {{b"_s, {{u"b"_s, u"1"_s}}, u"x.md"_s);
    QVERIFY(!open);
    QVERIFY(open.error().text().contains(u"never closed"_s));
}

void PromptsTest::valuesAreNeverReadAsTemplates()
{
    const auto filled = fillTemplate(u"{{a}}{{b}}."_s, {{u"a"_s, u"{{b}} }}"_s}, {u"b"_s, u"%1 \\1"_s}}, u"x.md"_s);
    QVERIFY(filled);
    QCOMPARE(*filled, u"{{b}} }}%1 \\1."_s);

    PromptInputs inputs = fullInputs(SessionPurpose::Audit);
    inputs.notes = {u"mind {{findings}}"_s};
    QVERIFY(composed(inputs).contains(u"mind {{findings}}"_s));
}

void PromptsTest::missingTemplatesAreNamed()
{
    const auto prompt = composePrompt(fullInputs(SessionPurpose::Audit), u"/nowhere"_s);
    QVERIFY(!prompt);
    QVERIFY(prompt.error().text().startsWith(u"/nowhere/prompts/contract.md: "_s));
    const auto hint = outboxHint(SessionPurpose::Audit, u"/nowhere"_s);
    QVERIFY(!hint);
    QVERIFY(hint.error().text().startsWith(u"/nowhere/schemas/audit.json: "_s));
}

QTEST_GUILESS_MAIN(PromptsTest)
#include "tst_prompts.moc"
