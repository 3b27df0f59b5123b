// A contained agent: what it reaches, and what it does not, tried from inside by a script.
#include "core/process/sandbox.h"
#include "tests/agent/commandstage.h"

#include <sys/socket.h>
#include <sys/un.h>

using namespace assay;
using namespace assay::test;

class TstContainedAgent : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_home.reset(); }
    void itReachesTheCloneAndNothingElse();
    void whatTheOwnerNamesIsReached();
    void aPathThatIsNotThereIsSaid();
    void settingsOfTheRepositoryAreHidden();
    void uncontainedItReachesTheSame();
    void secretsOfOtherToolsAreNoVariables();

private:
    /// Writes `name=yes` or `name=no` into the outbox for each shell test.
    [[nodiscard]] QByteArray tried(CommandStage &stage, const QList<std::pair<QByteArray, QByteArray>> &tests)
    {
        QByteArray script = "cd \"$ASSAY_OUTBOX\" || exit 3\n";
        for (const auto &[name, test] : tests)
            script += "if (" + test + ") >/dev/null 2>&1; then echo " + name + "=yes; else echo " + name
                + "=no; fi >>tried\n";
        m_end = stage.runShell(script);
        return stage.read(u"outbox/tried"_s).trimmed().replace('\n', ' ');
    }

    static void write(const QString &path, const QByteArray &bytes)
    {
        QFile file(path);
        QVERIFY(QDir().mkpath(QFileInfo(path).path()) && file.open(QIODevice::WriteOnly) && file.write(bytes) > 0);
    }

    std::unique_ptr<QTemporaryDir> m_home;
    SessionEnd m_end;
};

/// A home with what a home has.
void TstContainedAgent::init()
{
    ProcessHost host;
    if (const Sandbox sandbox = Sandbox::detect(host); !sandbox.contains())
        QSKIP(qPrintable(sandbox.ability().reason));
    m_home = std::make_unique<QTemporaryDir>();
    qputenv("HOME", QFile::encodeName(m_home->path()));
    for (const QString &name : {u"secret"_s, u"other"_s}) {
        QFile file(m_home->filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("mine\n");
    }
}

void TstContainedAgent::itReachesTheCloneAndNothingElse()
{
    CommandStage stage;
    stage.policy.agentContained = true;
    const QByteArray home = QFile::encodeName(m_home->path());
    // A service of the owner's, such as an agent for keys.
    const QByteArray socketPath = home + "/socket";
    const int server = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
    std::copy(socketPath.begin(), socketPath.end(), address.sun_path);
    QCOMPARE(::bind(server, reinterpret_cast<sockaddr *>(&address), sizeof address), 0);
    QCOMPARE(::listen(server, 1), 0);
    QVERIFY(QDir().mkpath(stage.path(u"vault.git"_s)));
    const QByteArray run = QFile::encodeName(stage.request.runFolder);
    const QByteArray seen = tried(
        stage,
        {{"clone", "echo x >\"$OLDPWD\"/new"},
         {"prompt", "cmp \"$ASSAY_PROMPT\" \"$ASSAY_PROMPT\""},
         {"writes-prompt", "echo x >>\"$ASSAY_PROMPT\""},
         {"tools", "sh -c true && git --version"},
         {"temporary", "echo x >/tmp/x"},
         {"home-is-fresh", "[ -d \"$HOME\" ] && [ -z \"$(ls -A \"$HOME\")\" ] && echo x >\"$HOME\"/x"},
         {"secret", "cat " + home + "/secret"},
         {"vault", "ls " + run + "/vault.git"},
         {"system", "echo x >/usr/x"},
         {"socket",
          "python3 -c 'import socket,sys; s=socket.socket(socket.AF_UNIX); s.connect(sys.argv[1])' " + socketPath},
         {"processes", "ls /proc | grep -qx " + QByteArray::number(::getpid())},
         {"loopback", "python3 -c 'import socket; socket.create_server((\"127.0.0.1\", 0))'"}});
    ::close(server);
    QCOMPARE(m_end.reason, SessionEndReason::Finished);
    QCOMPARE(seen,
             "clone=yes prompt=yes writes-prompt=no tools=yes temporary=yes home-is-fresh=yes secret=no vault=no "
             "system=no socket=no processes=no loopback=yes");
    QCOMPARE(stage.read(u"clone/new"_s), "x\n");
    QVERIFY(!QFile::exists(m_home->filePath(u"x"_s))); // its home went with it
}

void TstContainedAgent::whatTheOwnerNamesIsReached()
{
    CommandStage stage;
    stage.policy.agentContained = true;
    stage.policy.agentReads = {u"~/secret"_s};
    stage.policy.agentWrites = {u"~/other"_s};
    QCOMPARE(tried(stage,
                   {{"reads", "grep -q mine \"$HOME\"/secret"},
                    {"writes-what-it-reads", "echo x >>\"$HOME\"/secret"},
                    {"writes", "echo x >>\"$HOME\"/other"}}),
             "reads=yes writes-what-it-reads=no writes=yes");
    QCOMPARE(readFile(QFile::encodeName(m_home->filePath(u"other"_s))), "mine\nx\n");
}

void TstContainedAgent::aPathThatIsNotThereIsSaid()
{
    CommandStage stage;
    stage.policy.agentContained = true;
    stage.policy.agentReads = {u"~/nowhere"_s};
    const SessionEnd end = stage.runShell("true");
    QCOMPARE(end.reason, SessionEndReason::Unavailable);
    QVERIFY2(end.detail.contains(u"agent.read names it, and it is not there: ~/nowhere")
                 || end.detail.contains(u"nowhere"),
             qPrintable(end.detail));
}

/// A hook of the clone would run beside the agent, before it has said a word.
void TstContainedAgent::settingsOfTheRepositoryAreHidden()
{
    CommandStage stage;
    for (const QString &name : {u".claude/settings.json"_s, u"sub/.mcp.json"_s, u"conf/hooks"_s, u"CLAUDE.md"_s})
        write(stage.path(u"clone/"_s + name), "{\"hooks\": 1}\n");
    QVERIFY(QFile::link(u"conf"_s, stage.path(u"clone/.codex"_s)));
    QVERIFY(QFile::link(m_home->path(), stage.path(u"clone/.gemini"_s)));
    const QByteArray here = "cd \"$OLDPWD\" && ";
    const QList<std::pair<QByteArray, QByteArray>> questions{
        {"folder", here + "[ -n \"$(ls -A .claude)\" ]"}, {"file", here + "grep -q hooks sub/.mcp.json"},
        {"link", here + "grep -q hooks .codex/hooks"},    {"link-outside", here + "grep -q mine .gemini/secret"},
        {"told", here + "grep -q hooks CLAUDE.md"},       {"writes", here + "echo x >.claude/new && echo x >beside"}};
    stage.policy.agentContained = true;
    QCOMPARE(tried(stage, questions), "folder=no file=no link=no link-outside=no told=yes writes=yes");
    QCOMPARE(stage.read(u"clone/.claude/settings.json"_s), "{\"hooks\": 1}\n");
    QVERIFY(!QFile::exists(stage.path(u"clone/.claude/new"_s)));
    QCOMPARE(stage.read(u"clone/beside"_s), "x\n");
    // A runs' folder may lie behind a link.
    QVERIFY(QFile::link(stage.path(u"clone"_s), stage.path(u"linked"_s)));
    const QString clone = std::exchange(stage.request.clone, stage.path(u"linked"_s));
    QVERIFY(QFile::remove(stage.path(u"outbox/tried"_s)));
    QVERIFY(tried(stage, questions).startsWith("folder=no file=no link=no "));
    stage.request.clone = clone;
    stage.policy.agentContained = false;
    QVERIFY(QFile::remove(stage.path(u"outbox/tried"_s)));
    QCOMPARE(tried(stage, questions), "folder=yes file=yes link=yes link-outside=yes told=yes writes=yes");
}

/// The same questions the other way round: the answers above are the sandbox's doing.
void TstContainedAgent::uncontainedItReachesTheSame()
{
    CommandStage stage;
    const QByteArray home = QFile::encodeName(m_home->path());
    QCOMPARE(tried(stage,
                   {{"secret", "cat " + home + "/secret"},
                    {"run-folder", "ls " + QFile::encodeName(stage.request.runFolder)},
                    {"processes", "ls /proc | grep -qx " + QByteArray::number(::getpid())}}),
             "secret=yes run-folder=yes processes=yes");
}

void TstContainedAgent::secretsOfOtherToolsAreNoVariables()
{
    CommandStage stage;
    stage.policy.agentContained = true;
    qputenv("GITHUB_TOKEN", "of another tool");
    qputenv("ANTHROPIC_API_KEY", "its own");
    QCOMPARE(tried(stage, {{"other", "[ -n \"$GITHUB_TOKEN\" ]"}, {"own", "[ -n \"$ANTHROPIC_API_KEY\" ]"}}),
             "other=no own=yes");
    qunsetenv("GITHUB_TOKEN");
    qunsetenv("ANTHROPIC_API_KEY");
}

QTEST_GUILESS_MAIN(TstContainedAgent)
#include "tst_containedagent.moc"
