#include "core/journal/policycodec.h"

#include <QJsonDocument>
#include <QTest>

using namespace assay;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class tst_PolicyCodec : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyFieldOfThePolicySurvivesTheJournal()
    {
        const Policy policy{
            .gate = {{.run = {.line = u"make check"_s, .folder = "sub/dir", .network = true, .timeout = 90s},
                      .format = ReportFormat::JUnit,
                      .report = "out/\xff\n.xml", // bytes that are not UTF-8
                      .detected = true,
                      .why = u"a Makefile has check"_s},
                     {.run = {.line = u"second"_s, .timeout = 1ms}, .format = ReportFormat::Tap}},
            .prepare = {{.line = u"npm ci"_s, .folder = "web", .network = true, .timeout = 1h}},
            .services = {{.line = u"postgres -D db"_s, .folder = "db", .network = true, .timeout = 7s}},
            .testPaths = {u"checks/**"_s},
            .sensitivePaths = {u"db/**"_s, u"*.lock"_s},
            .protectedPaths = {u"vendor"_s},
            .reproEnv = {{u"PYTHONPATH"_s, u"${TREE}/src"_s}},
            .checkTimeout = 500ms,
            .repeats = 5,
            .attemptsBeforeParking = 7,
            .agent = u"command:./agent --quick"_s,
            .agentTimeout = 2h,
            .agentIdle = 3min,
            .agentContained = true,
            .agentReads = {u"~/.npmrc"_s},
            .agentWrites = {u"~/.codex"_s},
            .permissions = {{.answer = PermissionRuling::Allow,
                             .kinds = {u"execute"_s},
                             .paths = {u"src/**"_s},
                             .commands = {u"git status*"_s}},
                            {.answer = PermissionRuling::Reject}},
            .permissionLimit = 90s,
            .rateLimitWait = 5min,
            .budget = {.iterations = 8, .wallClock = 90min, .cost = 2.5},
            .supervision = Supervision::Review,
            .suspectTests = SuspectPolicy::AcceptCovered,
            .undefended = UndefendedPolicy::Refuse,
            .sensitiveNamedIsEnough = false,
            .evaluation = true,
            .contained = false,
            .compareUncontained = true,
            .envelope = {u"adversarial: SQL text"_s},
            .declined = {u"Add a linter"_s},
        };

        // The compiler counts the fields: whoever adds one comes here, gives it a value that is not the default above,
        // and sees the comparison below fail until policyToJson knows it.
        const auto &[gate, prepare, services, testPaths, sensitivePaths, protectedPaths, reproEnv, checkTimeout,
                     repeats, attemptsBeforeParking, agent, agentTimeout, agentIdle, agentContained, agentReads,
                     agentWrites, permissions, permissionLimit, rateLimitWait, budget, supervision, suspectTests,
                     undefended, sensitiveNamedIsEnough, evaluation, contained, compareUncontained, envelope, declined]
            = policy;
        const Policy standard;
        QVERIFY(gate != standard.gate && prepare != standard.prepare && services != standard.services);
        QVERIFY(testPaths != standard.testPaths && sensitivePaths != standard.sensitivePaths);
        QVERIFY(protectedPaths != standard.protectedPaths && reproEnv != standard.reproEnv);
        QVERIFY(checkTimeout != standard.checkTimeout && repeats != standard.repeats);
        QVERIFY(attemptsBeforeParking != standard.attemptsBeforeParking && agent != standard.agent);
        QVERIFY(agentTimeout != standard.agentTimeout && agentIdle != standard.agentIdle);
        QVERIFY(agentContained && agentReads != standard.agentReads && agentWrites != standard.agentWrites);
        QVERIFY(permissions != standard.permissions && permissionLimit != standard.permissionLimit);
        QVERIFY(rateLimitWait != standard.rateLimitWait);
        QVERIFY(budget.iterations != standard.budget.iterations && budget.wallClock != standard.budget.wallClock);
        QVERIFY(budget.cost > standard.budget.cost && supervision != standard.supervision);
        QVERIFY(suspectTests != standard.suspectTests && undefended != standard.undefended);
        QVERIFY(sensitiveNamedIsEnough != standard.sensitiveNamedIsEnough && evaluation != standard.evaluation);
        QVERIFY(compareUncontained != standard.compareUncontained);
        QVERIFY(contained != standard.contained && envelope != standard.envelope && declined != standard.declined);

        const QByteArray bytes = QJsonDocument(policyToJson(policy)).toJson(QJsonDocument::Compact);
        const Result<Policy> back = policyFromJson(QJsonDocument::fromJson(bytes).object());
        QVERIFY2(back, back ? "" : qPrintable(back.error().text()));
        QVERIFY(*back == policy);
        QVERIFY(*policyFromJson(policyToJson(standard)) == standard);
    }

    void anOlderJournalKeepsTheDefaults()
    {
        const Result<Policy> policy = policyFromJson(QJsonObject{{u"repeats"_s, 5}});
        QVERIFY(policy);
        QCOMPARE(policy->repeats, 5);
        QCOMPARE(policy->budget.iterations, Policy().budget.iterations);
    }

    void aMemberThatDoesNotFitIsNamed_data()
    {
        QTest::addColumn<QByteArray>("json");
        QTest::addColumn<QString>("subject");
        QTest::newRow("another type") << QByteArray(R"({"repeats":"3"})") << u"policy.repeats"_s;
        QTest::newRow("a fraction") << QByteArray(R"({"repeats":2.5})") << u"policy.repeats"_s;
        QTest::newRow("negative") << QByteArray(R"({"budget":{"wall_clock_ms":-1}})")
                                  << u"policy.budget.wall_clock_ms"_s;
        QTest::newRow("unknown word") << QByteArray(R"({"supervision":"manual"})") << u"policy.supervision"_s;
        QTest::newRow("inside a list") << QByteArray(R"({"gate":[{},{"format":"xunit"}]})")
                                       << u"policy.gate[1].format"_s;
        QTest::newRow("a list of other things") << QByteArray(R"({"envelope":["a",1]})") << u"policy.envelope"_s;
        QTest::newRow("a list that is none") << QByteArray(R"({"prepare":{}})") << u"policy.prepare"_s;
        QTest::newRow("a path that is none")
            << QByteArray(R"({"services":[{"folder":3}]})") << u"policy.services[0].folder"_s;
        QTest::newRow("environment") << QByteArray(R"({"repro_env":{"A":1}})") << u"policy.repro_env"_s;
        QTest::newRow("nothing") << QByteArray(R"({"contained":null})") << u"policy.contained"_s;
    }

    void aMemberThatDoesNotFitIsNamed()
    {
        QFETCH(QByteArray, json);
        const Result<Policy> policy = policyFromJson(QJsonDocument::fromJson(json).object());
        QVERIFY(!policy);
        QTEST(policy.error().subject, "subject");
    }
};

QTEST_GUILESS_MAIN(tst_PolicyCodec)
#include "tst_policycodec.moc"
