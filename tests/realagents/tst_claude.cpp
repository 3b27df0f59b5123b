// Claude Code itself, against a scripted model on the loopback address: a whole run of the demo, and what keeps it from one.
#include "core/agent/claudeagent.h"
#include "core/delivery/recordsessions.h"
#include "tests/support/enginerun.h"

#include <QFile>
#include <QProcess>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

class TstClaude : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void theDemoConverges_data();
    void theDemoConverges();
    void whatKeepsItFromWorkIsToldApart_data();
    void whatKeepsItFromWorkIsToldApart();
    void aModelThatNeverAnswersIsIdle();
    void theRepositorysOwnHooksDoNotRun();

private:
    /// A model that answers as `mode` has it; the environment points there, with a HOME of its own.
    class Model {
    public:
        Model(const QString &mode, const QString &command)
        {
            const QString portFile = m_dir.filePath(u"port"_s);
            m_process.start(
                u"python3"_s,
                {QStringLiteral(ASSAY_SOURCE_DIR "/tests/realagents/modelserver.py"), portFile, mode, command});
            if (!QTest::qWaitFor([&] { return QFile::exists(portFile); }, 30000))
                qWarning("the model does not listen: %s", m_process.readAllStandardError().constData());
            QFile port(portFile);
            (void)port.open(QIODevice::ReadOnly);
            qputenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:" + port.readAll());
            qputenv("ANTHROPIC_API_KEY", "a-key-that-nobody-checks");
            qputenv("HOME", QFile::encodeName(m_dir.path()));
        }
        ~Model()
        {
            m_process.closeWriteChannel();
            m_process.waitForFinished();
        }
        [[nodiscard]] QString path(const QString &name) const { return m_dir.filePath(name); }

    private:
        QTemporaryDir m_dir;
        QProcess m_process;
    };
    static QString play(const QString &state)
    {
        return u"python3 '%1/tests/realagents/player.py' '%1/resources/demo/recording' '%2'"_s.arg(
            QStringLiteral(ASSAY_SOURCE_DIR), state);
    }
    static RunOptions options(const QString &agent)
    {
        RunOptions options = demoOptions();
        options.agent = agent;
        return options;
    }
};

void TstClaude::initTestCase()
{
    const QByteArray folder = qgetenv("ASSAY_TEST_AGENTS");
    if (folder.isEmpty())
        QSKIP("packaging/test --agents fetches Claude Code and says where it is");
    qputenv("PATH", folder + "/claude:" + qgetenv("PATH"));
    // It looks for updates, tells its maker of errors and tries again for minutes; a test wants none of it.
    qputenv("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1");
    qputenv("CLAUDE_CODE_MAX_RETRIES", "1");
    ProcessHost host;
    const auto found = ClaudeAgent::find({}, host);
    QVERIFY2(found, qPrintable(found ? QString() : found.error().text()));
    QVERIFY2(found->version.startsWith(u"2."), qPrintable(found->version));
}

void TstClaude::theDemoConverges_data()
{
    QTest::addColumn<bool>("contained");
    QTest::newRow("as its owner") << false;
    QTest::newRow("contained") << true;
}

void TstClaude::theDemoConverges()
{
    QFETCH(const bool, contained);
    const QByteArray path = qgetenv("PATH");
    const auto restored = qScopeGuard([&] { qputenv("PATH", path); });
    QTemporaryDir dir;
    const QString played = dir.filePath(u"played"_s);
    QVERIFY(QDir().mkpath(played));
    const Model model(u"play"_s, play(played));
    RunOptions wanted = options(u"claude:--model claude-sonnet-4-5"_s);
    wanted.agentContained = contained;
    // The script that stands for the model's skill, its notes, and the recording that it plays.
    wanted.config = u"[agent]\nread = [\"%1\"]\nwrite = [\"%2\"]\n"_s.arg(QStringLiteral(ASSAY_SOURCE_DIR), played);
    wanted.configName = u"contained.toml"_s;
    EngineRun run(makeDemoRepository(dir.path()), wanted);
    QVERIFY2(run.create(), qPrintable(run.error()));
    const auto outcome = run.go();
    QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().text()));
    const RunState state = run.state();
    QVERIFY2(*outcome == Outcome::Converged, qPrintable(story(state)));
    QCOMPARE(state.iterations.size(), 8);
    QCOMPARE(state.refutedClaims(), 2); // a number and a commit that were made up, as the recording has them
    for (const IterationFact &iteration : state.iterations) {
        const SessionFact &session = iteration.sessions.first();
        QCOMPARE(session.agent, u"claude"_s);
        QVERIFY(session.version.startsWith(u"2."));
        QVERIFY(session.inputTokens > 0 && session.outputTokens > 0 && session.cost > 0);
    }
    QVERIFY(state.costSpent() > 0);

    // Recorded, it replays to the same verdicts and trees without any model.
    const QString recording = dir.filePath(u"recording"_s);
    const auto recorded = recordSessions(run.folder(), {.folder = recording});
    QVERIFY2(recorded, qPrintable(recorded ? QString() : recorded.error().text()));
    QCOMPARE(recorded->sessions, 8);
    qputenv("PATH", "/usr/bin:/bin");
    QTemporaryDir other;
    EngineRun again(makeDemoRepository(other.path()), options(u"recorded:"_s + recording));
    QVERIFY2(again.create(), qPrintable(again.error()));
    QVERIFY(again.go().value_or(Outcome::Failed) == Outcome::Converged);
    const RunState replayed = again.state();
    QCOMPARE(replayed.checkpoint().tree, state.checkpoint().tree);
    for (qsizetype n = 0; n < state.iterations.size(); ++n)
        QCOMPARE(replayed.iterations.at(n).verdict, state.iterations.at(n).verdict);
}

void TstClaude::whatKeepsItFromWorkIsToldApart_data()
{
    QTest::addColumn<QString>("mode");
    QTest::addColumn<QString>("said");
    QTest::newRow("no login") << u"login"_s << u"not logged in"_s;
    QTest::newRow("rate limit") << u"limit"_s << u"rate limit"_s;
    QTest::newRow("overloaded") << u"overload"_s << u"overloaded"_s;
}

void TstClaude::whatKeepsItFromWorkIsToldApart()
{
    QFETCH(const QString, mode);
    QFETCH(const QString, said);
    QTemporaryDir dir;
    const Model model(mode, u"true"_s);
    EngineRun run(makeDemoRepository(dir.path()), options(u"claude"_s));
    QVERIFY2(run.create(), qPrintable(run.error()));
    QCOMPARE(run.go().value(), Outcome::AgentUnavailable);
    const RunState state = run.state();
    QCOMPARE(state.countedIterations(), 0);
    QVERIFY2(state.unmet.value(0).contains(said), qPrintable(state.unmet.join(u'\n')));
}

void TstClaude::aModelThatNeverAnswersIsIdle()
{
    QTemporaryDir dir;
    const Model model(u"stall"_s, u"true"_s);
    RunOptions wanted = options(u"claude"_s);
    wanted.config = u"[agent]\nidle = \"5s\"\n"_s;
    wanted.configName = u"idle.toml"_s;
    wanted.iterations = 1;
    EngineRun run(makeDemoRepository(dir.path()), wanted);
    QVERIFY2(run.create(), qPrintable(run.error()));
    QCOMPARE(run.go().value(), Outcome::BudgetSpent);
    const RunState state = run.state();
    QCOMPARE(state.iterations.first().sessions.first().reason, u"idle"_s);
}

void TstClaude::theRepositorysOwnHooksDoNotRun()
{
    QTemporaryDir dir;
    const Model model(u"play"_s, u"true"_s);
    const QString marker = dir.filePath(u"hook-ran"_s);
    const QString clone = dir.filePath(u"clone"_s), outbox = dir.filePath(u"outbox"_s);
    QVERIFY(QDir().mkpath(clone + u"/.claude"_s) && QDir().mkpath(outbox));
    QFile settings(clone + u"/.claude/settings.json"_s);
    QVERIFY(settings.open(QIODevice::WriteOnly));
    settings.write(R"({"hooks":{"PreToolUse":[{"matcher":"*","hooks":[{"type":"command","command":"touch )"
                   + QFile::encodeName(marker) + R"("}]}]}})");
    settings.close();
    ProcessHost host;
    const auto ranWith = [&](const QString &words) {
        QFile::remove(marker);
        ClaudeAgent agent(ClaudeAgent::find(words, host).value(), host, {});
        QStringList types;
        const SessionEnd end = agent.run(
            {.id = u"A1"_s, .prompt = u"Do it"_s, .clone = clone, .outbox = outbox, .runFolder = dir.path()},
            [&](const QJsonObject &event) { types.append(event[u"type"].toString()); }, {});
        return u"%1, %2, %3"_s.arg(toWord(end.reason), types.contains(u"tool_call") ? u"called"_s : u"no call"_s,
                                   QFile::exists(marker) ? u"the hook ran"_s : u"no hook"_s);
    };
    QCOMPARE(ranWith({}), u"finished, called, no hook"_s);
    // It would have, had the owner asked for it.
    QCOMPARE(ranWith(u"--setting-sources user,project"_s), u"finished, called, the hook ran"_s);
}

QTEST_GUILESS_MAIN(TstClaude)
#include "tst_claude.moc"
