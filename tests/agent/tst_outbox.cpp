// What an agent left in its outbox is read, or refused with every reason.
#include "core/agent/outboxhint.h"
#include "core/agent/schemacheck.h"
#include "tests/agent/scratchoutbox.h"

using namespace assay;
using namespace assay::test;
using namespace Qt::StringLiterals;

namespace {

const QString kResources = QStringLiteral(ASSAY_SOURCE_DIR "/resources");

} // namespace

class OutboxTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSoundAuditIsReadWhole();
    void aTaskIsReadWhole();
    void anEvaluationIsReadWhole();
    void theExamplesOfThePromptsFitTheirSchemas_data();
    void theExamplesOfThePromptsFitTheirSchemas();
    void theDemoFitsItsSchemas();
    void misfitsAreNamedByPointer_data();
    void misfitsAreNamedByPointer();
    void everyProblemIsToldAtOnce();
    void aClaimIsHeldAgainstItsOwnKindOnly();
    void whatIsNotJsonIsToldByLineAndColumn_data();
    void whatIsNotJsonIsToldByLineAndColumn();
    void aFloodOfValuesIsRefusedQuickly();
    void manyProblemsAreCut();
    void longTextsNeverReachTheRegularExpressions();
    void aBoundBrokenTwiceIsToldOnce();
    void aRecommendationMustBeAnOption();
    void checkNamesAreUnique();
    void aRejectionNeedsAReason();
    void aMissingSchemaIsTold();
};

void OutboxTest::aSoundAuditIsReadWhole()
{
    Outbox outbox;
    outbox.write(u"repros/guard.sh"_s, "#!/bin/sh\n", 0700);
    outbox.set(u"checks"_s, QJsonArray{QJsonObject{{u"name"_s, u"rollback"_s}, {u"file"_s, u"repros/guard.sh"_s}}});
    outbox.form.insert(u"surfaces"_s,
                       QJsonArray{QJsonObject{{u"name"_s, u"query"_s},
                                              {u"files"_s, QJsonArray{u"a/b.py"_s}},
                                              {u"trust"_s, u"user-error"_s},
                                              {u"swept"_s, true},
                                              {u"how"_s, u"on a file"_s}}});
    const QJsonObject yes{{u"label"_s, u"yes"_s}, {u"effect"_s, u"gone"_s}, {u"irreversible"_s, true}};
    const QJsonObject no{{u"label"_s, u"no"_s}, {u"effect"_s, u"stays"_s}, {u"irreversible"_s, false}};
    outbox.form.insert(u"decisions"_s,
                       QJsonArray{QJsonObject{{u"title"_s, u"Drop it"_s},
                                              {u"question"_s, u"Drop it?"_s},
                                              {u"options"_s, QJsonArray{yes, no}},
                                              {u"recommended"_s, u"no"_s},
                                              {u"why"_s, u"used"_s},
                                              {u"blocks"_s, QJsonArray{u"no-commit"_s}}}});
    outbox.form.insert(u"declined"_s, QJsonArray{QJsonObject{{u"title"_s, u"Lint"_s}, {u"reason"_s, u"taste"_s}}});
    outbox.form.insert(
        u"claims"_s,
        QJsonArray{QJsonObject{{u"type"_s, u"tests"_s}, {u"passed"_s, 31}, {u"failed"_s, 0}},
                   QJsonObject{{u"type"_s, u"commit"_s}, {u"hash"_s, u"0123abc"_s}, {u"text"_s, u"made it"_s}},
                   QJsonObject{{u"type"_s, u"files"_s}, {u"paths"_s, QJsonArray{u"x"_s, u"y z"_s}}},
                   QJsonObject{{u"type"_s, u"check"_s}, {u"name"_s, u"rollback"_s}, {u"answer"_s, u"absent"_s}}});
    const auto audit = outbox.read();
    QVERIFY2(audit, qPrintable(Outbox::lines(audit).join(u'\n')));
    QCOMPARE(audit->findings.size(), 1);
    const ClaimedFinding &finding = audit->findings.first();
    QCOMPARE(finding.title, u"Rows are lost"_s);
    QCOMPARE(finding.severity, Severity::High);
    QCOMPARE(finding.cause, u"no-commit"_s);
    QCOMPARE(finding.where, QList<Location>({{RepoPath("a/b.py"), 3}}));
    QCOMPARE(finding.observed, u"0 rows"_s);
    QCOMPARE(finding.expected, u"1 row"_s);
    QCOMPARE(finding.repro.fileName, "a.py"_ba);
    QCOMPARE(finding.repro.bytes, "#!/usr/bin/env python3\n"_ba);
    QCOMPARE(finding.checks.size(), 1);
    QCOMPARE(finding.checks.first().name, u"rollback"_s);
    QCOMPARE(finding.checks.first().fileName, "guard.sh"_ba);
    QCOMPARE(audit->surfaces.first().files, QList<RepoPath>({RepoPath("a/b.py")}));
    QVERIFY(audit->surfaces.first().swept);
    QCOMPARE(audit->decisions.first().options.size(), 2);
    QVERIFY(audit->decisions.first().options.first().irreversible);
    QCOMPARE(audit->decisions.first().blocks, QStringList{u"no-commit"_s});
    QCOMPARE(audit->declined.first().reason, u"taste"_s);
    QCOMPARE(audit->claims.size(), 4);
    QCOMPARE(audit->claims.at(0).passed, 31);
    QCOMPARE(audit->claims.at(0).text, u"31 passed, 0 failed"_s);
    QCOMPARE(audit->claims.at(1).hash, u"0123abc"_s);
    QCOMPARE(audit->claims.at(1).text, u"made it"_s);
    QCOMPARE(audit->claims.at(1).passed, -1);
    QCOMPARE(audit->claims.at(2).paths, QList<RepoPath>({RepoPath("x"), RepoPath("y z")}));
    QCOMPARE(audit->claims.at(3).answer, Answer::Absent);
    QCOMPARE(audit->claims.at(3).text, u"rollback answers absent"_s);
}

void OutboxTest::aTaskIsReadWhole()
{
    Outbox outbox;
    outbox.write(u"c.sh"_s, "#!/bin/sh\n", 0755);
    outbox.write(u"task.json"_s, R"({"schema":"assay/task/1","summary":"Commits.",
        "regression_tests":[{"test":"t.A.b","finding":"F1"}],
        "corrected_tests":[{"test":"t.A.c","finding":"F2","why":"asserted the loss"}],
        "renamed_tests":[{"from":"t.A.d","to":"t.A.e","why":"clearer"}],
        "sensitive":[{"path":"pyproject.toml","why":"interpreters"}],
        "checks":[{"name":"more","file":"c.sh"}],
        "blocked":[{"decision":"Drop it","why":"cannot know"}],
        "claims":[{"type":"tests","passed":5,"failed":1}]})");
    const auto task = readTask(outbox.path(), kSchemas);
    QVERIFY2(task, qPrintable(Outbox::lines(task).join(u'\n')));
    QCOMPARE(task->summary, u"Commits."_s);
    QCOMPARE(task->regressionTests.first().test, u"t.A.b"_s);
    QCOMPARE(task->regressionTests.first().finding, FindingId(u"F1"_s));
    QCOMPARE(task->correctedTests.first().why, u"asserted the loss"_s);
    QCOMPARE(task->renamedTests.first().to, u"t.A.e"_s);
    QCOMPARE(task->sensitive.first().first, RepoPath("pyproject.toml"));
    QCOMPARE(task->sensitive.first().second, u"interpreters"_s);
    QCOMPARE(task->checks.first().bytes, "#!/bin/sh\n"_ba);
    QCOMPARE(task->blocked.first().first, u"Drop it"_s);
    QCOMPARE(task->claims.first().failed, 1);
}

void OutboxTest::anEvaluationIsReadWhole()
{
    Outbox outbox;
    outbox.write(u"c.sh"_s, "#!/bin/sh\n", 0755);
    outbox.write(
        u"evaluation.json"_s,
        R"({"schema":"assay/evaluation/1","opinion":"reject","reasons":[{"text":"breaks x","check":"c.sh"}]})");
    const auto rejected = readEvaluation(outbox.path(), kSchemas);
    QVERIFY2(rejected, qPrintable(Outbox::lines(rejected).join(u'\n')));
    QVERIFY(!rejected->pass);
    QCOMPARE(rejected->reasons.first().text, u"breaks x"_s);
    QCOMPARE(rejected->reasons.first().check->fileName, "c.sh"_ba);

    outbox.write(u"evaluation.json"_s, R"({"schema":"assay/evaluation/1","opinion":"pass"})");
    const auto passed = readEvaluation(outbox.path(), kSchemas);
    QVERIFY(passed && passed->pass && passed->reasons.isEmpty());
}

void OutboxTest::theExamplesOfThePromptsFitTheirSchemas_data()
{
    QTest::addColumn<SessionPurpose>("purpose");
    QTest::addRow("audit") << SessionPurpose::Audit;
    QTest::addRow("task") << SessionPurpose::Task;
    QTest::addRow("evaluation") << SessionPurpose::Evaluation;
}

void OutboxTest::theExamplesOfThePromptsFitTheirSchemas()
{
    QFETCH(SessionPurpose, purpose);
    Outbox outbox;
    const QString name = formName(purpose);
    QVERIFY(QFile::copy(kResources + u"/prompts/example-"_s + name, outbox.path() + u'/' + name));
    for (const QString &file : {u"repros/negative_duration.py"_s, u"repros/positive_duration.py"_s,
                                u"checks/signed_parts.py"_s, u"checks/sign_after_number.py"_s})
        outbox.write(file, "#!/usr/bin/env python3\n", 0755);
    const QStringList problems = purpose == SessionPurpose::Audit ? Outbox::lines(readAudit(outbox.path(), kSchemas))
        : purpose == SessionPurpose::Task                         ? Outbox::lines(readTask(outbox.path(), kSchemas))
                                          : Outbox::lines(readEvaluation(outbox.path(), kSchemas));
    QCOMPARE(problems, QStringList());
    const auto hint = outboxHint(purpose, kResources);
    QVERIFY(hint);
    QVERIFY(hint->contains(u"\"$id\": \"assay/"_s + toWord(purpose) + u"/1\""_s));
    QVERIFY(hint->contains(u"\"schema\": \"assay/"_s + toWord(purpose) + u"/1\""_s));
}

void OutboxTest::theDemoFitsItsSchemas()
{
    const QDir recording(kResources + u"/demo/recording"_s);
    int audits = 0;
    int tasks = 0;
    for (const QString &name : recording.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const QString outbox = recording.filePath(name + u"/outbox"_s);
        if (QFile::exists(outbox + u"/audit.json"_s)) {
            QCOMPARE(Outbox::lines(readAudit(outbox, kSchemas)), QStringList());
            ++audits;
        } else {
            QCOMPARE(Outbox::lines(readTask(outbox, kSchemas)), QStringList());
            ++tasks;
        }
    }
    QCOMPARE(audits, 2);
    QCOMPARE(tasks, 6);
}

void OutboxTest::misfitsAreNamedByPointer_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QJsonValue>("value");
    QTest::addColumn<QString>("problem");
    const auto row = [](const char *name, const QString &key, const QJsonValue &value, const QString &problem) {
        QTest::addRow("%s", name) << key << value << problem;
    };
    row("unknown word", u"severity"_s, u"critical"_s,
        u"/findings/0/severity found \"critical\", expected one of \"high\", \"medium\", \"low\""_s);
    row("wrong type", u"title"_s, 7,
        u"/findings/0/title found 7, expected a text, at least 1 long, at most 200 long (The defect in one line.)"_s);
    row("null", u"repro"_s, QJsonValue::Null, u"/findings/0/repro found null, expected a text"_s);
    row("too short", u"observed"_s, u""_s, u"/findings/0/observed found \"\", expected a text, at least 1 long"_s);
    row("pattern", u"root_cause"_s, u"No Commit"_s,
        u"/findings/0/root_cause found \"No Commit\", expected a text, at most 64 long, matching ^[a-z0-9]"_s);
    row("pattern and line end", u"root_cause"_s, u"no-commit\n"_s,
        u"/findings/0/root_cause found \"no-commit\\n\", expected a text"_s);
    row("unknown member", u"sev/erity"_s, u"high"_s,
        u"/findings/0/sev~1erity unknown member, found \"high\"; expected only: checks, expected, observed"_s);
    row("missing", u"expected"_s, QJsonValue::Undefined, u"/findings/0/expected missing; expected a text"_s);
    row("list instead of text", u"observed"_s, QJsonArray{1, 2},
        u"/findings/0/observed found a list of 2, expected a text"_s);
    row("not whole", u"where"_s, QJsonArray{QJsonObject{{u"path"_s, u"a"_s}, {u"line"_s, 1.5}}},
        u"/findings/0/where/0/line found 1.5, expected a whole number"_s);
    row("below the least", u"where"_s, QJsonArray{QJsonObject{{u"path"_s, u"a"_s}, {u"line"_s, 0}}},
        u"/findings/0/where/0/line found 0, expected a whole number, at least 1"_s);
    row("beyond a reference", u"checks"_s, QJsonArray{QJsonObject{{u"name"_s, u"n"_s}, {u"file"_s, true}}},
        u"/findings/0/checks/0/file found true, expected a text"_s);
}

void OutboxTest::misfitsAreNamedByPointer()
{
    QFETCH(QString, key);
    QFETCH(QJsonValue, value);
    QFETCH(QString, problem);
    Outbox outbox;
    outbox.set(key, value);
    const QStringList problems = outbox.problems();
    QCOMPARE(problems.size(), 1);
    QVERIFY2(problems.first().startsWith(problem), qPrintable(problems.first()));
}

void OutboxTest::everyProblemIsToldAtOnce()
{
    Outbox outbox;
    outbox.form
        = {{u"schema"_s, u"assay/audit/2"_s}, {u"finding"_s, 1}, {u"surfaces"_s, u"none"_s}, {u"Declined"_s, 1}};
    const QStringList problems = outbox.problems();
    QCOMPARE(problems.size(), 5);
    QVERIFY2(problems.contains(u"/schema found \"assay/audit/2\", expected \"assay/audit/1\""_s),
             qPrintable(problems.join(u'\n')));
    QVERIFY(problems.filter(u"/findings missing; expected a list"_s).size() == 1);
    QVERIFY(problems.filter(u"/finding unknown member"_s).size() == 1);
    QVERIFY(problems.filter(u"/Declined unknown member"_s).size() == 1);
    QVERIFY(problems.filter(u"/surfaces found \"none\", expected a list"_s).size() == 1);

    // Problems of the files stand beside each other as well.
    Outbox files;
    files.set(u"repro"_s, u"../a.py"_s);
    files.set(u"where"_s, QJsonArray{QJsonObject{{u"path"_s, u"/etc/passwd"_s}, {u"line"_s, 1}}});
    QCOMPARE(files.problems().size(), 2);
}

void OutboxTest::aClaimIsHeldAgainstItsOwnKindOnly()
{
    Outbox outbox;
    outbox.form.insert(u"claims"_s,
                       QJsonArray{QJsonObject{{u"type"_s, u"tests"_s}, {u"passed"_s, u"31"_s}, {u"failed"_s, 0}},
                                  QJsonObject{{u"type"_s, u"benchmark"_s}}, QJsonObject{{u"passed"_s, 3}},
                                  u"all good"_s});
    const QStringList problems = outbox.problems();
    QCOMPARE(problems.size(), 4);
    QVERIFY2(problems.at(0).startsWith(u"/claims/0/passed found \"31\", expected a whole number, at least 0"_s),
             qPrintable(problems.at(0)));
    QCOMPARE(problems.at(1),
             u"/claims/1/type found \"benchmark\", expected one of \"tests\", \"commit\", \"files\", \"check\""_s);
    QCOMPARE(problems.at(2), u"/claims/2/type missing; expected one of \"tests\", \"commit\", \"files\", \"check\""_s);
    QVERIFY2(problems.at(3).startsWith(u"/claims/3 found \"all good\", expected an object"_s),
             qPrintable(problems.at(3)));
}

void OutboxTest::whatIsNotJsonIsToldByLineAndColumn_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QString>("problem");
    QTest::addRow("half written") << "{\n  \"schema\": \"assay/audit/1\",\n  \"findings\": [\n"_ba
                                  << u"audit.json not JSON at line "_s;
    QTest::addRow("a comma too many") << "{\n  \"a\": 1,\n}\n"_ba << u"audit.json not JSON at line 3, column "_s;
    QTest::addRow("prose") << "Here is the audit:\n"_ba << u"audit.json not JSON at line 1, column "_s;
    QTest::addRow("two values") << "{}{}"_ba << u"audit.json not JSON at line 1, column "_s;
    QTest::addRow("not UTF-8") << "{\"a\": \"\xff\xfe\"}"_ba << u"audit.json not JSON at line 1, column "_s;
    QTest::addRow("empty") << ""_ba << u"audit.json the file is empty"_s;
    QTest::addRow("a list") << "[]"_ba << u" found an empty list, expected an object"_s;
    QTest::addRow("nested deeply") << QByteArray(100'000, '[') << u"audit.json not JSON at line 1, column "_s;
}

void OutboxTest::whatIsNotJsonIsToldByLineAndColumn()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QString, problem);
    Outbox outbox;
    outbox.write(u"audit.json"_s, bytes);
    const QStringList problems = Outbox::lines(readAudit(outbox.path(), kSchemas));
    QCOMPARE(problems.size(), 1);
    QVERIFY2(problems.first().startsWith(problem), qPrintable(problems.first()));
}

void OutboxTest::aFloodOfValuesIsRefusedQuickly()
{
    Outbox outbox;
    QByteArray flood = "{\"schema\":\"assay/audit/1\",\"findings\":[0";
    while (flood.size() < (8 << 20))
        flood += ",0";
    outbox.write(u"audit.json"_s, flood + "]}");
    const QStringList problems = Outbox::lines(readAudit(outbox.path(), kSchemas));
    QCOMPARE(problems, QStringList{u" found more than 50000 values, expected a form that a person could read"_s});
}

void OutboxTest::manyProblemsAreCut()
{
    Outbox outbox;
    QJsonArray findings;
    for (int i = 0; i < 900; ++i)
        findings.append(i);
    outbox.form.insert(u"findings"_s, findings);
    const QStringList problems = outbox.problems();
    QCOMPARE(problems.size(), 51);
    QVERIFY2(problems.last().contains(u"and 850 more problems"_s), qPrintable(problems.last()));
}

void OutboxTest::longTextsNeverReachTheRegularExpressions()
{
    // The standard library's matcher recurses once a character: this one would overflow the stack.
    const QJsonObject schema{{u"type"_s, u"string"_s}, {u"pattern"_s, u"^(a|b)*$"_s}};
    QCOMPARE(checkSchema(QString(4000, u'a'), schema).size(), 0);
    const QList<OutboxProblem> problems = checkSchema(QString(4 << 20, u'a'), schema);
    QCOMPARE(problems.size(), 1);
    QVERIFY2(problems.first().what.contains(u"(4194304 characters), expected a text, matching ^(a|b)*$"_s),
             qPrintable(problems.first().what));
    QVERIFY(problems.first().what.size() < 300);
}

void OutboxTest::aBoundBrokenTwiceIsToldOnce()
{
    Outbox outbox;
    outbox.set(u"root_cause"_s, QString(100, u'A')); // too long, and against the pattern
    const QStringList problems = outbox.problems();
    QCOMPARE(problems.size(), 1);
    QVERIFY2(problems.first().contains(u"(100 characters), expected a text, at most 64 long, matching"_s),
             qPrintable(problems.first()));
}

void OutboxTest::aRecommendationMustBeAnOption()
{
    Outbox outbox;
    const QJsonObject option{{u"label"_s, u"yes"_s}, {u"effect"_s, u"e"_s}, {u"irreversible"_s, false}};
    outbox.form.insert(u"decisions"_s,
                       QJsonArray{QJsonObject{{u"title"_s, u"t"_s},
                                              {u"question"_s, u"q"_s},
                                              {u"options"_s, QJsonArray{option, option}},
                                              {u"recommended"_s, u"maybe"_s},
                                              {u"why"_s, u"w"_s}}});
    QCOMPARE(outbox.problems(),
             QStringList({u"/decisions/0/recommended found \"maybe\", expected the label of an option: yes, yes"_s,
                          u"/decisions/0/options found a label twice, expected a label of its own for each option"_s}));
}

void OutboxTest::checkNamesAreUnique()
{
    Outbox outbox;
    const QJsonObject check{{u"name"_s, u"same"_s}, {u"file"_s, u"repros/a.py"_s}};
    outbox.set(u"checks"_s, QJsonArray{check, check});
    QCOMPARE(
        outbox.problems(),
        QStringList{u"/findings/0/checks/1/name found \"same\" twice, expected a name of its own for each check"_s});
}

void OutboxTest::aRejectionNeedsAReason()
{
    Outbox outbox;
    outbox.write(u"evaluation.json"_s, R"({"schema":"assay/evaluation/1","opinion":"reject"})");
    QCOMPARE(Outbox::lines(readEvaluation(outbox.path(), kSchemas)),
             QStringList{u"/reasons found none, expected at least one reason with its check for a rejection"_s});
}

void OutboxTest::aMissingSchemaIsTold()
{
    Outbox outbox;
    outbox.read();
    const QStringList none = Outbox::lines(readAudit(outbox.path(), outbox.path() + u"/none"_s));
    QVERIFY2(none.size() == 1 && none.first().contains(u"the schema of this form cannot be read"_s),
             qPrintable(none.join(u'\n')));
}

QTEST_GUILESS_MAIN(OutboxTest)
#include "tst_outbox.moc"
