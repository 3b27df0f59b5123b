#include "app/cli/commandtable.h"
#include "core/journal/entry.h"
#include "tests/cli/program.h"
#include "tests/support/scratchrepository.h"

#include <QJsonArray>
#include <QStandardPaths>
#include <QTest>
#include <QTimeZone>

using namespace assay::cli;
using namespace assay::test;
using namespace Qt::StringLiterals;

namespace {

void verifyParts(const Program::Ended &ended, int status, const QStringList &parts)
{
    QVERIFY2(ended.status == status, ended.all().constData());
    for (const QString &part : parts)
        QVERIFY2(ended.all().contains(part.toUtf8()), (part.toUtf8() + " is not in: " + ended.all()).constData());
}

QStringList entries(const QString &folder)
{
    return QDir(folder).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
}

} // namespace

class TstProgram : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyCommandHasItsHelp();
    void theOverviewNamesEveryCommandAndExitStatus();
    void nothingIsAUsageError();
    void aWrongWordEndsWithTwoAndTheNearest_data();
    void aWrongWordEndsWithTwoAndTheNearest();
    void theVersionIsToldToReadersAndPrograms();
    void anErrorIsAnObjectToo();
    void aTargetThatCannotServeIsRefusedByName_data();
    void aTargetThatCannotServeIsRefusedByName();
    void whatARunIsAskedForIsCheckedBeforeAnythingIsMade_data();
    void whatARunIsAskedForIsCheckedBeforeAnythingIsMade();
    void aBadConfigurationLeavesNoRunBehind();
    void aRunFolderThatIsNoneIsRefused_data();
    void aRunFolderThatIsNoneIsRefused();
    void theNewestRunIsTheOneCreatedLast();
    void theDemosRepositoryIsTheSameEverywhere();
    void aChangedDemoRepositoryIsMovedAside();
    void theDoctorTellsWhatIsThereAndWhatIsMissing();
    void theDoctorKnowsEveryConfigurationKey();
    void bashCompletesCommandsOptionsWordsAndRuns();
    void completionScriptsAreReadByTheirShells_data();
    void completionScriptsAreReadByTheirShells();
    void manPagesAreWellFormedAndWhole();
};

void TstProgram::everyCommandHasItsHelp()
{
    const Program program;
    for (const CommandSpec &command : commandTable()) {
        const auto ended = program.run({command.name, u"--help"_s});
        QCOMPARE(ended.status, 0);
        const QString text = QString::fromUtf8(ended.out).simplified();
        QVERIFY2(text.contains(usageOf(command)), ended.out.constData());
        QVERIFY2(text.contains(command.summary.simplified()), ended.out.constData());
        for (const OptionSpec &option : command.options + globalOptions())
            QVERIFY2(text.contains(spelled(option)), qPrintable(option.name + u" is not in "_s + text));
        QVERIFY(ended.err.isEmpty());
    }
}

void TstProgram::theOverviewNamesEveryCommandAndExitStatus()
{
    const Program program;
    const auto ended = program.run({u"--help"_s});
    QCOMPARE(ended.status, 0);
    for (const CommandSpec &command : commandTable())
        QCOMPARE(ended.out.contains("\n  " + command.name.toUtf8() + ' '), !command.hidden);
    for (const ExitStatusSpec &status : exitStatusTable())
        QVERIFY(ended.out.contains("\n  " + QByteArray::number(status.status) + ' '));
}

void TstProgram::nothingIsAUsageError()
{
    const Program program;
    const auto ended = program.run({});
    verifyParts(ended, 2, {u"assay demo"_s, u"assay --help"_s});
    QVERIFY(ended.out.isEmpty());
}

void TstProgram::aWrongWordEndsWithTwoAndTheNearest_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QStringList>("parts");
    QTest::newRow("command") << u"resme"_s << QStringList{u"resme"_s, u"assay resume"_s};
    QTest::newRow("option") << u"journal --verfy"_s << QStringList{u"--verfy"_s, u"--verify"_s};
    QTest::newRow("no run yet") << u"status"_s << QStringList{u"there is no run yet"_s, u"assay demo"_s};
    QTest::newRow("no such run") << u"resume nowhere"_s << QStringList{u"nowhere"_s, u"there is no such run"_s};
    QTest::newRow("target missing") << u"verify ."_s << QStringList{u"--target"_s};
    QTest::newRow("man of nothing") << u"man nothing"_s << QStringList{u"nothing"_s};
    QTest::newRow("shell") << u"completion tcsh"_s << QStringList{u"tcsh"_s, u"bash, zsh, fish"_s};
}

void TstProgram::aWrongWordEndsWithTwoAndTheNearest()
{
    QFETCH(QString, line);
    QFETCH(QStringList, parts);
    const Program program;
    verifyParts(program.run(line.split(u' ')), 2, parts);
}

void TstProgram::theVersionIsToldToReadersAndPrograms()
{
    const Program program;
    QCOMPARE(program.run({u"--version"_s}).out, QByteArray("assay " ASSAY_VERSION "\n"));
    const auto ended = program.run({u"--version"_s, u"--json"_s});
    QCOMPARE(ended.objects().size(), 1);
    QCOMPARE(ended.objects().first()[u"version"].toString(), QStringLiteral(ASSAY_VERSION));
}

void TstProgram::anErrorIsAnObjectToo()
{
    const Program program;
    const auto ended = program.run({u"status"_s, u"nowhere"_s, u"--json"_s});
    QCOMPARE(ended.status, 2);
    QVERIFY(ended.err.isEmpty());
    QCOMPARE(ended.objects().size(), 1);
    const QJsonObject error = ended.objects().first();
    QCOMPARE(error[u"type"].toString(), u"error"_s);
    QCOMPARE(error[u"kind"].toString(), u"usage"_s);
    QCOMPARE(error[u"subject"].toString(), u"nowhere"_s);
    QCOMPARE(error[u"exit"].toInt(), 2);
    QVERIFY(!error[u"what"].toString().isEmpty() && !error[u"remedy"].toString().isEmpty());
}

void TstProgram::aTargetThatCannotServeIsRefusedByName_data()
{
    QTest::addColumn<QString>("make");
    QTest::addColumn<QStringList>("parts");
    QTest::newRow("missing") << u":"_s << QStringList{u"no such folder"_s};
    QTest::newRow("a file") << u"touch T"_s << QStringList{u"it is a file"_s};
    QTest::newRow("not a repository") << u"mkdir T"_s << QStringList{u"not a git repository"_s, u"git init"_s};
    QTest::newRow("empty") << u"git init -q T"_s << QStringList{u"no commit"_s};
    QTest::newRow("shallow")
        << u"git init -q S && cd S && git commit -q --allow-empty -m 1 && git commit -q --allow-empty -m 2 && cd .. && "
           "git clone -q --depth 1 file://$PWD/S T"_s
        << QStringList{u"shallow"_s, u"--unshallow"_s};
    QTest::newRow("sha256") << u"git init -q --object-format=sha256 T && cd T && git commit -q --allow-empty -m 1"_s
                            << QStringList{u"sha256"_s};
    QTest::newRow("submodule")
        << u"git init -q S && cd S && git commit -q --allow-empty -m 1 && cd .. && git init -q T && cd T && "
           "git -c protocol.file.allow=always submodule add -q ../S sub && git commit -q -m 1"_s
        << QStringList{u"sub"_s};
}

void TstProgram::aTargetThatCannotServeIsRefusedByName()
{
    QFETCH(QString, make);
    QFETCH(QStringList, parts);
    const Program program;
    QDir().mkpath(program.path("work"));
    int status = -1;
    runProgram(
        u"sh"_s,
        {u"-c"_s,
         u"export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@a GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@a; "_s + make},
        program.path("work"), &status);
    QCOMPARE(status, 0);
    const auto ended = program.run({u"run"_s, u"work/T"_s, u"--agent"_s, u"command:true"_s});
    verifyParts(ended, 2, parts + QStringList{u"T"_s});
    QVERIFY(entries(program.runs()).isEmpty());
}

void TstProgram::whatARunIsAskedForIsCheckedBeforeAnythingIsMade_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QStringList>("parts");
    QTest::newRow("base") << QStringList{u"--base"_s, u"no-such"_s} << QStringList{u"no-such"_s};
    QTest::newRow("agent kind") << QStringList{u"--agent"_s, u"magic:x"_s}
                                << QStringList{u"magic:x"_s, u"recorded:DIR"_s, u"command:PROGRAM"_s};
    QTest::newRow("recording") << QStringList{u"--agent"_s, u"recorded:nowhere"_s} << QStringList{u"nowhere"_s};
    QTest::newRow("program") << QStringList{u"--agent"_s, u"command:no-such-program-x"_s}
                             << QStringList{u"no-such-program-x"_s};
    QTest::newRow("budget") << QStringList{u"--budget"_s, u"0"_s}
                            << QStringList{u"--budget"_s, u"no number from 1 to"_s};
    QTest::newRow("empty gate") << QStringList{u"--gate"_s, u" "_s} << QStringList{u"--gate"_s, u"empty"_s};
    QTest::newRow("config") << QStringList{u"--config"_s, u"nowhere.toml"_s} << QStringList{u"nowhere.toml"_s};
    QTest::newRow("inside the target") << QStringList{u"--run-dir"_s, u"repo/run"_s}
                                       << QStringList{u"inside the target"_s, u"--run-dir"_s};
    QTest::newRow("run folder in use") << QStringList{u"--run-dir"_s, u"used"_s}
                                       << QStringList{u"used"_s, u"not empty"_s};
    QTest::newRow("run folder cannot be made")
        << QStringList{u"--run-dir"_s, u"/proc/file"_s} << QStringList{u"/proc/file"_s, u"file"_s};
    QTest::newRow("run folder is a file") << QStringList{u"--run-dir"_s, u"file"_s} << QStringList{u"file"_s};
}

void TstProgram::whatARunIsAskedForIsCheckedBeforeAnythingIsMade()
{
    QFETCH(QStringList, options);
    QFETCH(QStringList, parts);
    const Program program;
    runProgram(u"sh"_s,
               {u"-c"_s,
                u"git init -q repo && git -C repo -c user.name=a -c user.email=a@a commit -q --allow-empty -m 1 && "
                "mkdir used && touch used/x file"_s},
               program.path("."));
    const QStringList before = entries(program.path("."));
    if (!options.contains(u"--agent"_s))
        options += {u"--agent"_s, u"command:true"_s};
    const auto ended = program.run(QStringList{u"run"_s, u"repo"_s} + options);
    const int missingAgent = options.contains(u"command:no-such-program-x"_s) ? 7 : 2; // agent unavailable, else usage
    verifyParts(ended, ended.status == 1 ? 1 : missingAgent, parts);
    QCOMPARE(entries(program.path(".")), before);
    QVERIFY(entries(program.path("used")) == QStringList{u"x"_s});
}

void TstProgram::aBadConfigurationLeavesNoRunBehind()
{
    const Program program;
    ScratchRepository repository;
    repository.write("assay.toml", "[budget]\niteratons = 3\n");
    repository.commitAll(u"base"_s);
    verifyParts(program.run({u"run"_s, repository.path(), u"--agent"_s, u"command:true"_s}), 2,
                {u"assay.toml"_s, u"iteratons"_s, u"iterations"_s, u"2"_s, u"folder is not kept"_s});
    QVERIFY(entries(program.runs()).isEmpty());
    // Nobody named an agent, on the command line or in the file.
    ScratchRepository other;
    other.write("a", "b");
    other.commitAll(u"base"_s);
    verifyParts(program.run({u"run"_s, other.path()}), 2, {u"no agent is named"_s, u"--agent"_s});
    QVERIFY(entries(program.runs()).isEmpty());
}

void TstProgram::aRunFolderThatIsNoneIsRefused_data()
{
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("part");
    QTest::newRow("empty folder") << u"./empty"_s << u"no journal.jsonl"_s;
    QTest::newRow("file") << u"./file"_s << u"it is a file"_s;
    QTest::newRow("nothing") << u"./nothing"_s << u"no such run"_s;
    QTest::newRow("garbage") << u"./garbage"_s << u"journal.jsonl"_s;
    QTest::newRow("empty journal") << u"./hollow"_s << u"run.created"_s;
}

void TstProgram::aRunFolderThatIsNoneIsRefused()
{
    QFETCH(QString, word);
    QFETCH(QString, part);
    const Program program;
    runProgram(
        u"sh"_s,
        {u"-c"_s,
         u"mkdir empty garbage hollow && touch file hollow/journal.jsonl && echo nonsense > garbage/journal.jsonl"_s},
        program.path("."));
    for (const QString &command : {u"status"_s, u"resume"_s, u"export"_s}) {
        const auto ended = program.run({command, word});
        QVERIFY2(ended.status == 1 || ended.status == 2, ended.all().constData());
        if (command == "status"_L1)
            QVERIFY2(ended.all().contains(part.toUtf8()), ended.all().constData());
    }
}

void TstProgram::theNewestRunIsTheOneCreatedLast()
{
    const Program program;
    const auto make = [&](const QString &name, int day) {
        assay::Entry created{.seq = 1,
                             .kind = u"run.created"_s,
                             .at = QDateTime(QDate(2026, 3, day), QTime(1, 2), QTimeZone::UTC),
                             .actor = u"owner"_s,
                             .data = {{u"format"_s, 1}, {u"target"_s, u"/src/"_s + name}},
                             .prev = assay::zeroHash()};
        QDir().mkpath(program.runs() + u'/' + name);
        QFile journal(program.runs() + u'/' + name + u"/journal.jsonl"_s);
        QVERIFY(journal.open(QIODevice::WriteOnly) && journal.write(assay::encodeEntry(created)) > 0);
    };
    make(u"a"_s, 5);
    make(u"b"_s, 9);
    make(u"c"_s, 7); // its file is the newest
    QDir().mkpath(program.runs() + u"/no-run"_s);
    const auto newest = program.run({u"status"_s, u"--json"_s});
    QCOMPARE(newest.objects().last()[u"target"].toString(), u"/src/b"_s);
    QStringList names;
    for (const QJsonObject &object : program.run({u"status"_s, u"--all"_s, u"--json"_s}).objects())
        names.append(object[u"name"].toString());
    QCOMPARE(names, (QStringList{u"b"_s, u"c"_s, u"a"_s}));
    QCOMPARE(program.run({u"status"_s, u"a"_s, u"--json"_s}).objects().last()[u"target"].toString(), u"/src/a"_s);
}

void TstProgram::theDemosRepositoryIsTheSameEverywhere()
{
    const Program program, other;
    const auto path = program.run({u"demo"_s, u"--repo-only"_s});
    QCOMPARE(path.status, 0);
    QCOMPARE(path.lines().size(), 1);
    const QString repository = QString::fromUtf8(path.lines().first());
    QCOMPARE(repository, program.path("cache") + u"/assay/demo/tally"_s);
    const auto head = [](const QString &folder) { return runProgram(u"git"_s, {u"rev-parse"_s, u"HEAD"_s}, folder); };
    const QString otherRepository = QString::fromUtf8(other.run({u"demo"_s, u"--repo-only"_s}).lines().value(0));
    QVERIFY(repository != otherRepository);
    QCOMPARE(head(repository), head(otherRepository));
    QVERIFY(!head(repository).isEmpty());
    QCOMPARE(runProgram(u"git"_s, {u"status"_s, u"--porcelain"_s}, repository), QByteArray());
    // Made once: what the owner has there stays.
    QFile(repository + u"/mine"_s).open(QIODevice::WriteOnly);
    QCOMPARE(program.run({u"demo"_s, u"--repo-only"_s}).status, 0);
    QVERIFY(QFile::exists(repository + u"/mine"_s));
}

void TstProgram::aChangedDemoRepositoryIsMovedAside()
{
    const Program program;
    const QString repository = QString::fromUtf8(program.run({u"demo"_s, u"--repo-only"_s}).lines().value(0));
    runProgram(u"git"_s, {u"-c"_s, u"user.name=a"_s, u"-c"_s, u"user.email=a@a"_s, u"rm"_s, u"-q"_s, u"README.md"_s},
               repository);
    runProgram(u"git"_s,
               {u"-c"_s, u"user.name=a"_s, u"-c"_s, u"user.email=a@a"_s, u"commit"_s, u"-q"_s, u"-m"_s, u"mine"_s},
               repository);
    QCOMPARE(program.run({u"demo"_s, u"--repo-only"_s}).status, 0);
    QVERIFY(QFile::exists(repository + u"/README.md"_s));
    QVERIFY(!QFile::exists(repository + u".old-1/README.md"_s));
    QVERIFY(QFile::exists(repository + u".old-1/pyproject.toml"_s));
}

void TstProgram::theDoctorTellsWhatIsThereAndWhatIsMissing()
{
    Program program;
    const auto well = program.run({u"doctor"_s, u"--json"_s});
    const QJsonArray found = well.objects().last()[u"findings"].toArray();
    QStringList names;
    for (const QJsonValue one : found)
        names.append(one[u"name"].toString());
    for (const QString &name :
         {u"git"_s, u"sandbox"_s, u"checkouts"_s, u"python3"_s, u"resources"_s, u"runs"_s, u"cache"_s, u"agents"_s})
        QVERIFY2(names.contains(name), qPrintable(name));
    if (names.contains(u"contained"_s)) { // else the sandbox is missing, which it told
        const auto told = program.run({u"doctor"_s});
        verifyParts(told, well.status, {u"a check reached none of 9 places"_s, u"reached 2 of 9 places"_s});
        QVERIFY2(!told.all().contains(".assay-probe"), told.all().constData());
    }
    program.set("ASSAY_RESOURCES", program.path("nowhere"));
    const auto ended = program.run({u"doctor"_s});
    verifyParts(ended, 1, {u"resources"_s, u"missing"_s, program.path("nowhere"), u"ASSAY_RESOURCES"_s});
    verifyParts(program.run({u"demo"_s}), 1, {program.path("nowhere"), u"ASSAY_RESOURCES"_s});
    program.set("PATH", program.path("nowhere"));
    verifyParts(program.run({u"doctor"_s}), 1, {u"git"_s, u"missing"_s});
}

void TstProgram::theDoctorKnowsEveryConfigurationKey()
{
    const Program program;
    const auto ended = program.run({u"doctor"_s, u"--config-keys"_s});
    QCOMPARE(ended.status, 0);
    for (const QByteArray part :
         {"[budget]", "iterations = 20", "[[gate]]", "run   (must be given)", "supervise = \"auto\""})
        QVERIFY2(ended.out.contains(part), part.constData());
}

void TstProgram::bashCompletesCommandsOptionsWordsAndRuns()
{
    const Program program;
    QDir().mkpath(program.runs() + u"/tally-2026-11-30-aaaaaa"_s);
    const QByteArray script = program.run({u"completion"_s, u"bash"_s}).out;
    const auto complete = [&](const QStringList &words) {
        QProcess bash;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"XDG_STATE_HOME"_s, program.path("state"));
        bash.setProcessEnvironment(environment);
        bash.setWorkingDirectory(program.path("home"));
        bash.start(u"bash"_s,
                   QStringList{u"-c"_s,
                               u"compopt() { :; }; eval \"$0\"; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _assay; "
                               "printf '%s\\n' \"${COMPREPLY[@]}\""_s,
                               QString::fromUtf8(script)}
                       + words);
        bash.waitForFinished();
        return QString::fromUtf8(bash.readAllStandardOutput()).split(u'\n', Qt::SkipEmptyParts);
    };
    QCOMPARE(complete({u"assay"_s, u"re"_s}),
             (QStringList{u"resume"_s, u"review"_s, u"rewind"_s, u"record"_s, u"repro"_s}));
    QVERIFY(complete({u"assay"_s, u""_s}).contains(u"doctor"_s));
    QVERIFY(!complete({u"assay"_s, u""_s}).contains(u"completion"_s));
    QCOMPARE(complete({u"assay"_s, u"run"_s, u"--ga"_s}), QStringList{u"--gate"_s});
    QCOMPARE(complete({u"assay"_s, u"run"_s, u"."_s, u"--supervise"_s, u"r"_s}), QStringList{u"review"_s});
    QCOMPARE(complete({u"assay"_s, u"review"_s, u"se"_s}), QStringList{u"send-back"_s});
    QCOMPARE(complete({u"assay"_s, u"status"_s, u"tal"_s}), QStringList{u"tally-2026-11-30-aaaaaa"_s});
    QCOMPARE(complete({u"assay"_s, u"run"_s, u"--base"_s, u""_s}), QStringList());
}

void TstProgram::completionScriptsAreReadByTheirShells_data()
{
    QTest::addColumn<QString>("shell");
    for (const char *shell : {"bash", "zsh", "fish"})
        QTest::newRow(shell) << QString::fromLatin1(shell);
}

void TstProgram::completionScriptsAreReadByTheirShells()
{
    QFETCH(QString, shell);
    const Program program;
    const auto script = program.run({u"completion"_s, shell});
    QCOMPARE(script.status, 0);
    for (const CommandSpec &command : commandTable()) {
        for (const OptionSpec &option : command.options)
            QVERIFY2(script.out.contains(option.name.toUtf8()), qPrintable(option.name));
    }
    if (QStandardPaths::findExecutable(shell).isEmpty())
        QSKIP("this shell is not installed");
    QFile file(program.path("script"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(script.out) > 0);
    file.close();
    int status = -1;
    runProgram(shell, {u"-n"_s, file.fileName()}, program.path("home"), &status);
    QCOMPARE(status, 0);
}

void TstProgram::manPagesAreWellFormedAndWhole()
{
    const Program program;
    const auto roff = [](QString text) { return text.replace(u'-', u"\\-"_s).toUtf8(); };
    const QByteArray page = program.run({u"man"_s}).out;
    QVERIFY(page.startsWith(".TH \"ASSAY\" 1"));
    QVERIFY(page.contains("budget.iterations"));
    for (const CommandSpec &command : commandTable()) {
        QVERIFY2(page.contains(roff(usageOf(command))), qPrintable(command.name));
        const QByteArray own = program.run({u"man"_s, command.name}).out;
        QVERIFY(own.startsWith(".TH \"ASSAY\\-" + command.name.toUpper().toUtf8() + "\" 1"));
        for (const OptionSpec &option : command.options)
            QVERIFY2(own.contains(roff(spelled(option))), qPrintable(option.name));
        for (const QByteArray &line : own.split('\n'))
            QVERIFY2(
                !line.startsWith('.')
                    || QByteArrayList({".TH", ".SH", ".PP", ".TP", ".nf", ".fi", ".RS", ".RE"}).contains(line.left(3)),
                line.constData());
    }
}

QTEST_GUILESS_MAIN(TstProgram)
#include "tst_program.moc"
