#include "core/engine/configfile.h"

#include <QTest>

using namespace assay;
using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// One value that is not the default, for each key; the test below fails when a key is missing here.
const QMap<QString, QByteArray> &samples()
{
    static const QMap<QString, QByteArray> values{
        {u"run.agent"_s, "\"command:./agent --quick\""},
        {u"run.supervise"_s, "\"review\""},
        {u"run.contained"_s, "false"},
        {u"run.compare_uncontained"_s, "true"},
        {u"run.evaluation"_s, "true"},
        {u"budget.iterations"_s, "8"},
        {u"budget.time"_s, "\"90m\""},
        {u"budget.cost"_s, "2.5"},
        {u"gate[].run"_s, "\"make check\""},
        {u"gate[].folder"_s, "\"sub/dir\""},
        {u"gate[].network"_s, "true"},
        {u"gate[].timeout"_s, "\"90s\""},
        {u"gate[].format"_s, "\"junit\""},
        {u"gate[].report"_s, "\"out/*.xml\""},
        {u"prepare[].run"_s, "\"npm ci\""},
        {u"prepare[].folder"_s, "\"web\""},
        {u"prepare[].network"_s, "true"},
        {u"prepare[].timeout"_s, "\"1h\""},
        {u"service[].run"_s, "\"postgres -D db\""},
        {u"service[].folder"_s, "\"db\""},
        {u"tests.paths"_s, "[\"checks/**\"]"},
        {u"tests.suspect"_s, "\"accept-covered\""},
        {u"tests.undefended"_s, "\"refuse\""},
        {u"paths.sensitive"_s, "[\"db/**\", \"*.lock\"]"},
        {u"paths.protected"_s, "[\"vendor\"]"},
        {u"paths.sensitive_named_is_enough"_s, "false"},
        {u"repro.env"_s, "{ PYTHONPATH = \"${TREE}/src\" }"},
        {u"repro.timeout"_s, "\"500ms\""},
        {u"repro.repeats"_s, "5"},
        {u"agent.timeout"_s, "\"2h\""},
        {u"agent.idle"_s, "\"3m\""},
        {u"agent.contained"_s, "true"},
        {u"agent.read"_s, "[\"~/.npmrc\"]"},
        {u"agent.write"_s, "[\"~/.codex\"]"},
        {u"agent.permission_limit"_s, "\"90s\""},
        {u"agent.rate_limit_wait"_s, "\"5m\""},
        {u"agent.permission[].answer"_s, "\"allow\""},
        {u"agent.permission[].kind"_s, "[\"execute\"]"},
        {u"agent.permission[].path"_s, "[\"src/**\"]"},
        {u"agent.permission[].command"_s, "[\"git status*\"]"},
        {u"envelope.adversarial"_s, "[\"SQL text\"]"},
        {u"envelope.user-error"_s, "[\"file names\"]"},
        {u"envelope.machine-generated"_s, "[\"rows\"]"},
        {u"envelope.state-at-rest"_s, "[\"the database\"]"},
        {u"decline.titles"_s, "[\"Add a linter\"]"},
    };
    return values;
}

/// A whole file of the keys that `wanted` takes, in the order of the reference.
QByteArray fileWith(const std::function<bool(const QString &)> &wanted)
{
    QByteArray file;
    QString section;
    for (const ConfigKey &key : configKeys()) {
        if (!wanted(key.name))
            continue;
        const qsizetype dot = key.name.lastIndexOf(u'.');
        if (const QString own = key.name.left(dot); own != section) {
            section = own;
            file += (own.endsWith(u"[]"_s) ? u"[[%1]]\n"_s.arg(own.chopped(2)) : u"[%1]\n"_s.arg(own)).toUtf8();
        }
        file += key.name.mid(dot + 1).toUtf8() + " = " + samples().value(key.name) + '\n';
    }
    return file;
}

Policy everySampleByHand()
{
    Policy policy;
    policy.agent = u"command:./agent --quick"_s;
    policy.supervision = Supervision::Review;
    policy.contained = false;
    policy.compareUncontained = true;
    policy.evaluation = true;
    policy.budget = {.iterations = 8, .wallClock = 90min, .cost = 2.5};
    policy.gate = {{.run = {.line = u"make check"_s, .folder = "sub/dir", .network = true, .timeout = 90s},
                    .format = ReportFormat::JUnit,
                    .report = "out/*.xml"}};
    policy.prepare = {{.line = u"npm ci"_s, .folder = "web", .network = true, .timeout = 1h}};
    policy.services = {{.line = u"postgres -D db"_s, .folder = "db"}};
    policy.testPaths = {u"checks/**"_s};
    policy.suspectTests = SuspectPolicy::AcceptCovered;
    policy.undefended = UndefendedPolicy::Refuse;
    policy.sensitivePaths = {u"db/**"_s, u"*.lock"_s};
    policy.protectedPaths = {u"vendor"_s};
    policy.sensitiveNamedIsEnough = false;
    policy.reproEnv = {{u"PYTHONPATH"_s, u"${TREE}/src"_s}};
    policy.checkTimeout = 500ms;
    policy.repeats = 5;
    policy.agentTimeout = 2h;
    policy.agentIdle = 3min;
    policy.agentContained = true;
    policy.agentReads = {u"~/.npmrc"_s};
    policy.agentWrites = {u"~/.codex"_s};
    policy.permissionLimit = 90s;
    policy.rateLimitWait = 5min;
    policy.permissions = {{.answer = PermissionRuling::Allow,
                           .kinds = {u"execute"_s},
                           .paths = {u"src/**"_s},
                           .commands = {u"git status*"_s}}};
    policy.envelope = {u"adversarial: SQL text"_s, u"user-error: file names"_s, u"machine-generated: rows"_s,
                       u"state-at-rest: the database"_s};
    policy.declined = {u"Add a linter"_s};
    return policy;
}

QString errorOf(const QByteArray &toml)
{
    Policy policy;
    const Status status = readConfig(toml, u"assay.toml"_s, policy);
    if (status)
        return u"accepted"_s;
    if (status.error().kind != ErrorKind::Usage)
        return u"not a usage error"_s;
    return policy == Policy() ? status.error().text() : u"the policy was changed"_s;
}

} // namespace

class tst_ConfigFile : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyKeyOfTheReferenceIsReadIntoThePolicy()
    {
        for (const ConfigKey &key : configKeys())
            QVERIFY2(samples().contains(key.name), qPrintable(key.name));
        QCOMPARE(samples().size(), configKeys().size());

        Policy policy;
        const QByteArray file = fileWith([](const QString &) { return true; });
        const Status status = readConfig(file, u"assay.toml"_s, policy);
        QVERIFY2(status, status ? "" : qPrintable(status.error().text()));
        QVERIFY(policy == everySampleByHand());
    }

    void eachKeyAloneChangesThePolicy_data()
    {
        QTest::addColumn<QString>("key");
        for (const ConfigKey &key : configKeys())
            QTest::newRow(qPrintable(key.name)) << key.name;
    }

    void eachKeyAloneChangesThePolicy()
    {
        QFETCH(QString, key);
        // A command needs its run, a rule its answer, a format of junit its report.
        const QString list = key.left(key.lastIndexOf(u'.'));
        const auto alongside = [&](const QString &name) {
            return name == key || (list.endsWith(u"[]"_s) && (name == list + u".run"_s || name == list + u".answer"_s))
                || (key == u"gate[].format" && name == u"gate[].report");
        };
        const auto without = [&](const QString &name) { return name != key && alongside(name); };
        Policy with, bare;
        QVERIFY(readConfig(fileWith(alongside), u"assay.toml"_s, with));
        if (!key.endsWith(u".run") && !key.endsWith(u".answer") && key != u"gate[].format")
            QVERIFY(readConfig(fileWith(without), u"assay.toml"_s, bare));
        QVERIFY(!(with == bare));
    }

    void theReferenceIsComplete()
    {
        QSet<QString> names;
        for (const ConfigKey &key : configKeys()) {
            QVERIFY2(!key.unit.isEmpty() && !key.meaning.isEmpty() && key.meaning.endsWith(u'.'), qPrintable(key.name));
            QVERIFY2(key.name.contains(u'.'), qPrintable(key.name));
            names.insert(key.name);
        }
        QCOMPARE(names.size(), configKeys().size());
    }

    void theDefaultsOfTheReferenceAreTheDefaults()
    {
        // Each fallback that is a value, written into a file, changes nothing.
        for (const ConfigKey &key : configKeys()) {
            if (key.name == u"run.agent" || key.name.contains(u"[]"_s)) // no agent is no value; a gate needs its run
                continue;
            if (key.fallback.startsWith(u"by "_s)) // found in the tree
                continue;
            Policy policy;
            const QByteArray file
                = u"[%1]\n%2 = %3\n"_s.arg(key.name.section(u'.', 0, 0), key.name.section(u'.', 1), key.fallback)
                      .toUtf8();
            const Status status = readConfig(file, u"assay.toml"_s, policy);
            QVERIFY2(status, status ? "" : qPrintable(status.error().text()));
            QVERIFY2(policy == Policy(), qPrintable(key.name));
        }
    }

    void whatIsAbsentStays()
    {
        Policy policy;
        policy.agent = u"recorded:demo"_s;
        policy.gate = {{.run = {.line = u"kept"_s}}};
        policy.envelope = {u"adversarial: old"_s, u"user-error: kept"_s};
        QVERIFY(readConfig("[budget]\niterations = 3\n[envelope]\nadversarial = [\"new\"]\n", u"assay.toml"_s, policy));
        QCOMPARE(policy.agent, u"recorded:demo"_s);
        QCOMPARE(policy.gate.first().run.line, u"kept"_s);
        QCOMPARE(policy.budget.iterations, 3);
        QCOMPARE(policy.envelope, QStringList({u"user-error: kept"_s, u"adversarial: new"_s}));
        QVERIFY(readConfig("", u"assay.toml"_s, policy));
        QCOMPARE(policy.budget.iterations, 3);
    }

    void aListThatIsGivenReplacesTheOneThere()
    {
        Policy policy;
        policy.gate = {{.run = {.line = u"old"_s}}, {.run = {.line = u"older"_s}}};
        QVERIFY(readConfig("[[gate]]\nrun = \"a\"\n[[gate]]\nrun = \"b\"\nnetwork = true\n", u"assay.toml"_s, policy));
        QCOMPARE(policy.gate.size(), 2);
        QCOMPARE(policy.gate.at(0).run.line, u"a"_s);
        QCOMPARE(policy.gate.at(0).run.network, false);
        QCOMPARE(policy.gate.at(1).run.network, true);
        QVERIFY(readConfig("gate = []\n", u"assay.toml"_s, policy));
        QVERIFY(policy.gate.isEmpty());
    }

    void theFormatOfAGateFollowsFromItsWords()
    {
        Policy policy;
        QVERIFY(readConfig("[[gate]]\nrun = \"python3 -m unittest -v\"\n[[gate]]\nrun = \"./check\"\n"
                           "[[gate]]\nrun = \"mvn test\"\nreport = \"target/*.xml\"\n[[gate]]\nrun = "
                           "\"pytest\"\nformat = \"status\"\n",
                           u"assay.toml"_s, policy));
        QCOMPARE(policy.gate.at(0).format, ReportFormat::Unittest);
        QCOMPARE(policy.gate.at(1).format, ReportFormat::StatusOnly);
        QCOMPARE(policy.gate.at(2).format, ReportFormat::JUnit);
        QCOMPARE(policy.gate.at(3).format, ReportFormat::StatusOnly);
        QVERIFY(!policy.gate.at(0).detected);
    }

    void foldersAreMadePlain()
    {
        Policy policy;
        QVERIFY(readConfig("[[prepare]]\nrun = \"a\"\nfolder = \"./sub/\"\n[[prepare]]\nrun = \"b\"\nfolder = \".\"\n",
                           u"assay.toml"_s, policy));
        QCOMPARE(policy.prepare.at(0).folder, "sub");
        QCOMPARE(policy.prepare.at(1).folder, "");
    }

    void whatIsWrongIsNamedWithItsPlace_data()
    {
        QTest::addColumn<QByteArray>("toml");
        QTest::addColumn<QString>("text");
        const auto row = [](const char *name, const QByteArray &toml, const QString &text) {
            QTest::newRow(name) << toml << text;
        };
        row("unknown key", "[budget]\niteration = 3\n",
            u"assay.toml:2:1: unknown key budget.iteration. The nearest known one is budget.iterations."_s);
        row("swapped letters", "[run]\nagnet = \"x\"\n",
            u"assay.toml:2:1: unknown key run.agnet. The nearest known one is run.agent."_s);
        row("key of another section", "[run]\niterations = 3\n",
            u"assay.toml:2:1: unknown key run.iterations. The nearest known one is budget.iterations."_s);
        row("key outside its section", "iterations = 3\n",
            u"assay.toml:1:1: unknown key iterations. The nearest known one is budget.iterations."_s);
        row("unknown section", "\n[bugdet]\niterations = 3\n",
            u"assay.toml:2:2: unknown key bugdet. The nearest known one is [budget]."_s);
        row("unknown list", "[[gates]]\nrun = \"a\"\n",
            u"assay.toml:1:3: unknown key gates. The nearest known one is [[gate]]."_s);
        row("unknown key of a list", "[[gate]]\nrun = \"a\"\ntime_out = \"1m\"\n",
            u"assay.toml:3:1: unknown key gate[].time_out. The nearest known one is gate[].timeout."_s);
        row("a key of its own section is nearer", "[[prepare]]\nrunn = \"a\"\n",
            u"assay.toml:2:1: unknown key prepare[].runn. The nearest known one is prepare[].run."_s);
        row("a quoted dot is no section", "\"budget.iterations\" = 3\n",
            u"assay.toml:1:1: unknown key budget.iterations. The nearest known one is budget.iterations."_s);
        row("a service has no network", "[[service]]\nrun = \"a\"\nnetwork = true\n",
            u"assay.toml:3:1: unknown key service[].network. The nearest known one is gate[].network."_s);

        row("section as a value", "budget = 3\n", u"assay.toml:1:10: budget is 3. Expected a section [budget]."_s);
        row("list as a section", "[gate]\nrun = \"a\"\n",
            u"assay.toml:1:1: gate is a table. Expected a section [[gate]] for each command."_s);
        row("section as a list", "[[budget]]\niterations = 3\n",
            u"assay.toml:1:1: budget is a list of tables. Expected a section [budget]."_s);
        row("list of something else", "gate = [\"make\"]\n",
            u"assay.toml:1:8: gate is [ 'make' ]. Expected a section [[gate]] for each command."_s);

        row("text for a number", "[budget]\niterations = \"3\"\n",
            u"assay.toml:2:14: budget.iterations is \"3\". Expected a whole number from 1 to 10000."_s);
        row("fraction for a whole number", "[budget]\niterations = 3.0\n",
            u"assay.toml:2:14: budget.iterations is 3.0. Expected a whole number from 1 to 10000."_s);
        row("number too small", "[budget]\niterations = 0\n",
            u"assay.toml:2:14: budget.iterations is 0. Expected a whole number from 1 to 10000."_s);
        row("number too large", "[repro]\nrepeats = 101\n",
            u"assay.toml:2:11: repro.repeats is 101. Expected a whole number from 1 to 100."_s);
        row("negative cost", "[budget]\ncost = -1\n",
            u"assay.toml:2:8: budget.cost is -1. Expected a number that is not negative."_s);
        row("cost without end", "[budget]\ncost = inf\n",
            u"assay.toml:2:8: budget.cost is inf. Expected a number that is not negative."_s);
        row("number for a duration", "[budget]\ntime = 90\n",
            u"assay.toml:2:8: budget.time is 90. Expected a duration in quotes, such as \"90s\", \"10m\" or \"1h30m\"."_s);
        row("duration without unit", "[budget]\ntime = \"90\"\n",
            u"assay.toml:2:8: budget.time is \"90\". Expected a duration such as \"90s\", \"10m\" or \"1h30m\"."_s);
        row("duration too short", "[agent]\nidle = \"10ms\"\n",
            u"assay.toml:2:8: agent.idle is \"10ms\". Expected a duration of at least 1.00 s."_s);
        row("text for yes or no", "[run]\ncontained = \"yes\"\n",
            u"assay.toml:2:13: run.contained is \"yes\". Expected true or false."_s);
        row("word not known", "[run]\nsupervise = \"manual\"\n",
            u"assay.toml:2:13: run.supervise is \"manual\". Expected one of \"auto\", \"review\", \"step\"."_s);
        row("word in capitals", "[tests]\nsuspect = \"Ask\"\n",
            u"assay.toml:2:11: tests.suspect is \"Ask\". Expected one of \"ask\", \"accept-covered\"."_s);
        row("agent of no known kind", "[run]\nagent = \"clyde\"\n",
            u"assay.toml:2:9: run.agent is \"clyde\". Expected claude, acp:claude, acp:codex, acp:gemini, acp:opencode, acp:PROGRAM, command:PROGRAM or recorded:DIR."_s);
        row("agent without its program", "[run]\nagent = \"command:\"\n",
            u"assay.toml:2:9: run.agent is \"command:\". Expected claude, acp:claude, acp:codex, acp:gemini, acp:opencode, acp:PROGRAM, command:PROGRAM or recorded:DIR."_s);
        row("text for a list", "[tests]\npaths = \"tests/**\"\n",
            u"assay.toml:2:9: tests.paths is \"tests/**\". Expected a list of texts, such as [\"…\"]."_s);
        row("number in a list", "[decline]\ntitles = [\"a\", 3]\n",
            u"assay.toml:2:16: decline.titles is 3. Expected texts that are not empty in this list."_s);
        row("empty text in a list", "[decline]\ntitles = [\" \"]\n",
            u"assay.toml:2:11: decline.titles is \" \". Expected texts that are not empty in this list."_s);
        row("glob that leads out", "[paths]\nsensitive = [\"../x\"]\n",
            u"assay.toml:2:13: paths.sensitive is [ '../x' ]. Expected globs relative to the tree and inside it, such as \"tests/**\", without / or ./ at the start."_s);
        row("folder that leads out", "[[gate]]\nrun = \"a\"\nfolder = \"a/../..\"\n",
            u"assay.toml:3:10: gate[].folder is \"a/../..\". Expected a path in quotes, relative to the tree and inside it."_s);
        row("absolute folder", "[[prepare]]\nrun = \"a\"\nfolder = \"/tmp\"\n",
            u"assay.toml:3:10: prepare[].folder is \"/tmp\". Expected a path in quotes, relative to the tree and inside it."_s);
        row("command without run", "\n[[prepare]]\nnetwork = true\n",
            u"assay.toml:2:1: this [[prepare]] has no run. Expected run = \"…\", the command line for sh."_s);
        row("blank run", "[[gate]]\nrun = \" \"\n",
            u"assay.toml:2:7: gate[].run is \" \". Expected a command line for sh in quotes."_s);
        row("control characters are shown", "[run]\nagent = \"a\\nb\"\n",
            u"assay.toml:2:9: run.agent is \"a\\x0ab\". Expected claude, acp:claude, acp:codex, acp:gemini, acp:opencode, acp:PROGRAM, command:PROGRAM or recorded:DIR."_s);
        row("permission without answer", "[[agent.permission]]\nkind = [\"read\"]\n",
            u"assay.toml:1:1: this [[agent.permission]] has no answer. Expected answer = \"allow\", \"reject\" or \"ask\"."_s);
        row("permission as one section", "[agent.permission]\nanswer = \"allow\"\n",
            u"assay.toml:1:1: agent.permission is a table. Expected a section [[agent.permission]] for each rule."_s);
        row("answer that is none", "[[agent.permission]]\nanswer = \"yes\"\n",
            u"assay.toml:2:10: agent.permission[].answer is \"yes\". Expected one of \"allow\", \"reject\", \"ask\"."_s);
        row("kind of no tool", "[[agent.permission]]\nanswer = \"allow\"\nkind = [\"write\"]\n",
            u"assay.toml:3:8: agent.permission[].kind is [ 'write' ]. Expected kinds of tools: \"read\", \"edit\", \"delete\", \"move\", \"search\", \"execute\", \"think\", \"fetch\", \"switch_mode\", \"other\"."_s);
        row("glob of a permission that leads out", "[[agent.permission]]\nanswer = \"allow\"\npath = [\"/etc/**\"]\n",
            u"assay.toml:3:8: agent.permission[].path is [ '/etc/**' ]. Expected globs relative to the tree and inside it, such as \"tests/**\", without / or ./ at the start."_s);
        row("unknown key of a permission", "[[agent.permission]]\nanswer = \"allow\"\ncomand = [\"ls\"]\n",
            u"assay.toml:3:1: unknown key agent.permission[].comand. The nearest known one is agent.permission[].command."_s);
        row("junit without report", "[[gate]]\nrun = \"a\"\nformat = \"junit\"\n",
            u"assay.toml:1:1: this [[gate]] has the format junit and no report. Expected report = \"…\", the JUnit XML file that the command writes."_s);
        row("report of another format", "[[gate]]\nrun = \"a\"\nformat = \"tap\"\nreport = \"x\"\n",
            u"assay.toml:1:1: this [[gate]] has a report and the format tap. Expected format = \"junit\" with a report; leave one of the two out."_s);
        row("variable of a wrong name", "[repro.env]\n\"A-B\" = \"x\"\n",
            u"assay.toml:2:1: repro.env names the variable \"A-B\". Expected letters, digits and _; names that begin with ASSAY_ are Assay's own."_s);
        row("variable of ours", "[repro.env]\nASSAY_TREE = \"x\"\n",
            u"assay.toml:2:1: repro.env names the variable \"ASSAY_TREE\". Expected letters, digits and _; names that begin with ASSAY_ are Assay's own."_s);
        row("variable that is no text", "[repro.env]\nSEED = 1\n",
            u"assay.toml:2:8: repro.env.SEED is 1. Expected a text in quotes."_s);
        row("the first of several", "[run]\nsupervise = 1\n[budget]\niterations = 0\n",
            u"assay.toml:2:13: run.supervise is 1. Expected one of \"auto\", \"review\", \"step\"."_s);
    }

    void whatIsWrongIsNamedWithItsPlace()
    {
        QFETCH(QByteArray, toml);
        QTEST(errorOf(toml), "text");
    }

    void whatIsNoTomlIsRefusedWhereItBreaks()
    {
        const QString text = errorOf("[run]\nagent = \n");
        QVERIFY2(text.startsWith(u"assay.toml:2:9: not TOML: "_s), qPrintable(text));
        QVERIFY2(text.contains(u"`assay doctor --config-keys`"_s), qPrintable(text));
        QVERIFY(errorOf("[run]\nagent = \"a\nb\"\n").contains(u"not TOML"_s));
        QVERIFY(errorOf("[run]\nsupervise = \"auto\"\nsupervise = \"step\"\n").contains(u"not TOML"_s)); // twice
        QVERIFY(errorOf("\xff\xfe[run]").contains(u"not TOML"_s));
        QVERIFY(errorOf("a = " + QByteArray(10'000, '[')).contains(u"not TOML"_s));
        QVERIFY(errorOf(QByteArray("[run]\nagent = \"command:a\\u0000b\"\n")).contains(u"run.agent"_s));
    }
};

QTEST_GUILESS_MAIN(tst_ConfigFile)
#include "tst_configfile.moc"
