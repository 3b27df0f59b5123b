// What a live agent asks leave for: answered by rule, by the owner, by the limit, or withdrawn. And a rate limit waited for.
#include "core/engine/commands.h"
#include "core/journal/journalreader.h"
#include "tests/support/tinyrun.h"

#include <QFile>
#include <QTest>
#include <QtConcurrent>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

class TstPermissions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rulesAnswerAndTheJournalShowsWhich();
    void theOwnerAnswersWhileTheSessionWaits();
    void noAnswerWithinTheLimitIsARefusal();
    void nobodyIsWaitedForWhereTheLimitIsNothing();
    void theEndOfTheSessionTakesItsQuestionsBack();
    void aStopTakesThemBackWithinTwoSeconds();
    void aThousandAtOnceAreBounded();
    void aThousandByRuleAreAllAnswered();
    void aRateLimitIsWaitedForAndCostsNoIteration();
    void aStopEndsTheWaiting();
    void aRateLimitThatIsFarOffEndsTheRun();

private:
    /// One audit by tests/agent/acpagent.py.
    static RunOptions options(const TinyProject &project, const QString &mode, const QString &config)
    {
        RunOptions options = project.options();
        options.agent = u"acp:%1/tests/agent/acpagent.py %2"_s.arg(QStringLiteral(ASSAY_SOURCE_DIR), mode);
        options.iterations = 1;
        options.config = config;
        options.configName = u"test.toml"_s;
        return options;
    }
    static QByteArray answers(const EngineRun &run)
    {
        QFile file(run.folder().outbox(u"A1"_s) + u"/answers"_s);
        return file.open(QIODevice::ReadOnly) ? file.readAll() : "(none)";
    }
    static qsizetype openIn(const EngineRun &run) { return run.state().openPrompts().size(); }

    /// A program called claude that PATH names: it tells a rate limit that ends in so many seconds, and works the next time.
    class LimitedClaude {
    public:
        explicit LimitedClaude(int seconds)
        {
            QFile program(m_dir.filePath(u"claude"_s));
            (void)program.open(QIODevice::WriteOnly);
            program.write(
                "#!/bin/sh\n[ \"$1\" = --version ] && { echo 2.1.0; exit; }\n"
                "if [ ! -e '"
                + QFile::encodeName(m_dir.filePath(u"met"_s)) + "' ]; then : > '"
                + QFile::encodeName(m_dir.filePath(u"met"_s)) + "'\nthen=$(($(date +%s) + "
                + QByteArray::number(seconds)
                + "))\n"
                  "echo '{\"type\":\"rate_limit_event\",\"rate_limit_info\":{\"status\":\"rejected\","
                  "\"resetsAt\":'$then'}}'\n"
                  "echo '{\"type\":\"assistant\",\"error\":\"rate_limit\",\"message\":{\"content\":[]}}'\n"
                  "echo '{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":true,\"api_error_status\":429}'\n"
                  "exit 1\nfi\n"
                  "echo '{\"type\":\"result\",\"subtype\":\"success\",\"is_error\":false,\"num_turns\":1}'\n");
            program.close();
            (void)program.setPermissions(QFileDevice::Permissions(0x7755));
            qputenv("PATH", QFile::encodeName(m_dir.path()) + ':' + m_path);
        }
        ~LimitedClaude() { qputenv("PATH", m_path); }

    private:
        QTemporaryDir m_dir;
        QByteArray m_path = qgetenv("PATH");
    };
    static RunOptions limited(const TinyProject &project)
    {
        RunOptions options = project.options();
        options.agent = u"claude"_s;
        options.iterations = 1;
        return options;
    }
};

void TstPermissions::rulesAnswerAndTheJournalShowsWhich()
{
    TinyProject project;
    EngineRun run(project.target(),
                  options(project, u"ask 2"_s,
                          u"[[agent.permission]]\nanswer = \"allow\"\nkind = [\"execute\"]\ncommand = [\"make 1\"]\n"
                          "[[agent.permission]]\nanswer = \"reject\"\nkind = [\"execute\"]\n"_s));
    QVERIFY2(run.create(), qPrintable(run.error()));
    QCOMPARE(run.go().value(), Outcome::BudgetSpent);
    QCOMPARE(answers(run), "no yes");
    const QList<Entry> answered = run.entriesOf("prompt.answered"_L1);
    QVERIFY(answered.size() >= 2);
    QCOMPARE(answered.at(0).actor, u"policy:agent.permission[2]"_s);
    QCOMPARE(answered.at(0).data[u"option"].toString(), u"refuse"_s);
    QCOMPARE(answered.at(1).actor, u"policy:agent.permission[1]"_s);
    const Prompt prompt = run.state().prompts.at(1);
    QCOMPARE(prompt.type, PromptType::Permission);
    QCOMPARE(prompt.title, u"execute: run 1"_s);
    QVERIFY(prompt.question.contains(u"Command: make 1"_s));
    QCOMPARE(prompt.answer, u"allow"_s);
    QCOMPARE(run.state().iterations.first().sessions.first().waited.count(), 0);
}

void TstPermissions::theOwnerAnswersWhileTheSessionWaits()
{
    TinyProject project;
    EngineRun run(project.target(), options(project, u"ask 3"_s, u"[agent]\nidle = \"1s\"\n"_s));
    QVERIFY(run.create());
    const auto end = QtConcurrent::run([&] { return run.go(); });
    // Both rounds of the audit ask three; each is answered as its number says.
    for (int round = 0; round < 2; ++round) {
        QVERIFY(QTest::qWaitFor([&] { return openIn(run) == 3; }, 60000));
        QTest::qWait(1500); // longer than the watchdog would let it be silent
        const RunState state = run.state();
        QVERIFY(!state.running()->sessions.last().ended.isValid());
        for (const Prompt *prompt : state.openPrompts()) {
            const bool allow = prompt->title.endsWith(u'1');
            QVERIFY(
                sendCommand(run.folder(), u"decline"_s, {{u"prompt"_s, prompt->id.text()}, {u"reason"_s, u"no"_s}}));
            QVERIFY(sendCommand(run.folder(), u"decide"_s,
                                {{u"prompt"_s, prompt->id.text()},
                                 {u"option"_s, allow ? u"allow"_s : u"refuse"_s},
                                 {u"reason"_s, u"because"_s}}));
        }
        QVERIFY(sendCommand(run.folder(), u"undo"_s, {}));
        QVERIFY(QTest::qWaitFor([&] { return openIn(run) == 0; }, 60000));
    }
    QCOMPARE(end.result().value(), Outcome::BudgetSpent);
    QCOMPARE(answers(run), "no yes no");
    const RunState state = run.state();
    QCOMPARE(state.prompts.first().answeredBy, u"owner"_s);
    QVERIFY(state.iterations.first().sessions.first().waited >= std::chrono::milliseconds(1000));
    QString refused;
    for (const Entry &entry : run.entriesOf("command.refused"_L1))
        refused += entry.data[u"why"].toString() + u'\n';
    QCOMPARE(refused.count(u"a permission is given or refused, not declined"_s), 6);
    QVERIFY2(refused.contains(u"the agent was told your answer to"_s), qPrintable(refused));
}

void TstPermissions::noAnswerWithinTheLimitIsARefusal()
{
    TinyProject project;
    EngineRun run(project.target(), options(project, u"ask 2"_s, u"[agent]\npermission_limit = \"500ms\"\n"_s));
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::BudgetSpent);
    QCOMPARE(answers(run), "no no");
    const Prompt prompt = run.state().prompts.first();
    QCOMPARE(prompt.answeredBy, u"policy:agent.permission_limit"_s);
    QCOMPARE(prompt.answerReason, u"no answer within 0.50 s"_s);
    QVERIFY(prompt.question.contains(u"after 0.50 s it is refused"_s));
}

void TstPermissions::nobodyIsWaitedForWhereTheLimitIsNothing()
{
    TinyProject project;
    EngineRun run(project.target(), options(project, u"ask 2"_s, u"[agent]\npermission_limit = \"0s\"\n"_s));
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::BudgetSpent);
    QCOMPARE(answers(run), "no no");
    QCOMPARE(run.state().prompts.first().answerReason, u"nobody is waited for"_s);
}

void TstPermissions::theEndOfTheSessionTakesItsQuestionsBack()
{
    TinyProject project;
    EngineRun run(project.target(), options(project, u"ask 2"_s, {}));
    QVERIFY(run.create());
    const auto end = QtConcurrent::run([&] { return run.go(); });
    QVERIFY(QTest::qWaitFor([&] { return openIn(run) == 2; }, 60000));
    QVERIFY(sendCommand(run.folder(), u"skip"_s, {}));
    QCOMPARE(end.result().value(), Outcome::BudgetSpent);
    const RunState state = run.state();
    QCOMPARE(state.iterations.first().sessions.first().reason, u"ended-by-owner"_s);
    for (const Prompt &prompt : state.prompts)
        QCOMPARE(prompt.state, PromptState::Withdrawn);
    QCOMPARE(run.entriesOf("prompt.withdrawn"_L1).size(), 2);
}

void TstPermissions::aStopTakesThemBackWithinTwoSeconds()
{
    TinyProject project;
    EngineRun run(project.target(), options(project, u"ask 2"_s, {}));
    QVERIFY(run.create());
    const auto end = QtConcurrent::run([&] { return run.go(); });
    QVERIFY(QTest::qWaitFor([&] { return openIn(run) == 2; }, 60000));
    QVERIFY(sendCommand(run.folder(), u"stop"_s, {}));
    QCOMPARE(end.result().value(), Outcome::Stopped);
    const RunState state = run.state();
    QCOMPARE(state.openPrompts().size(), 0);
    const QDateTime asked = run.entriesOf("prompt.withdrawn"_L1).first().at;
    QVERIFY(asked.msecsTo(run.entriesOf("run.ended"_L1).first().at) < 10000); // 2 s on a machine at rest
    QCOMPARE(answers(run), "cancelled cancelled");
}

void TstPermissions::aThousandAtOnceAreBounded()
{
    TinyProject project;
    EngineRun run(project.target(), options(project, u"ask 1000"_s, u"[agent]\npermission_limit = \"2s\"\n"_s));
    QVERIFY(run.create());
    int mostOpen = 0;
    const auto outcome = run.go({}, [&, open = 0](const Entry &entry) mutable {
        open += entry.kind == "prompt.filed"_L1;
        open -= entry.kind == "prompt.answered"_L1;
        mostOpen = std::max(mostOpen, open);
    });
    QCOMPARE(outcome.value(), Outcome::BudgetSpent);
    QVERIFY2(mostOpen <= 101, qPrintable(QString::number(mostOpen))); // one more is filed and answered together
    QCOMPARE(answers(run).split(' ').size(), 1000);
    QVERIFY(!answers(run).contains("yes"));
    int beyond = 0;
    for (const Entry &entry : run.entriesOf("prompt.answered"_L1))
        beyond += entry.actor == "policy:open permissions"_L1;
    QVERIFY2(beyond >= 900, qPrintable(QString::number(beyond)));
    QCOMPARE(run.state().openPrompts().size(), 0);
}

void TstPermissions::aThousandByRuleAreAllAnswered()
{
    TinyProject project;
    EngineRun run(project.target(), options(project, u"ask 1000"_s, u"[[agent.permission]]\nanswer = \"allow\"\n"_s));
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::BudgetSpent);
    QCOMPARE(answers(run).count("yes"), 1000);
}

void TstPermissions::aRateLimitIsWaitedForAndCostsNoIteration()
{
    const LimitedClaude claude(3);
    TinyProject project;
    EngineRun run(project.target(), limited(project));
    QVERIFY(run.create());
    QDateTime until;
    const auto outcome = run.go({}, [&](const Entry &entry) {
        if (entry.kind == "agent.unavailable"_L1)
            until = QDateTime::fromString(entry.data[u"resets_at"].toString(), Qt::ISODateWithMs);
    });
    QCOMPARE(outcome.value(), Outcome::BudgetSpent);
    const RunState state = run.state();
    QVERIFY(until.isValid());
    QCOMPARE(state.iterations.size(), 2);
    QCOMPARE(state.iterations.first().verdict, u"interrupted"_s);
    QVERIFY(!state.iterations.first().counted);
    QVERIFY2(state.iterations.first().reason.contains(u"rate limit"_s), qPrintable(state.iterations.first().reason));
    QVERIFY(state.iterations.at(1).sessions.first().started >= until);
    QCOMPARE(state.countedIterations(), 1);
    QVERIFY(!state.limitedUntil.isValid());
}

void TstPermissions::aStopEndsTheWaiting()
{
    const LimitedClaude claude(3600);
    TinyProject project;
    EngineRun run(project.target(), limited(project));
    QVERIFY(run.create());
    const auto end = QtConcurrent::run([&] { return run.go(); });
    QVERIFY(QTest::qWaitFor([&] { return run.state().limitedUntil.isValid() && !run.state().running(); }, 60000));
    QVERIFY(!run.state().outcome);
    QVERIFY(sendCommand(run.folder(), u"stop"_s, {}));
    QCOMPARE(end.result().value(), Outcome::Stopped);
    // Whoever resumes tries at once.
    QCOMPARE(run.go().value(), Outcome::BudgetSpent);
}

void TstPermissions::aRateLimitThatIsFarOffEndsTheRun()
{
    const LimitedClaude claude(3600);
    TinyProject project;
    RunOptions wanted = limited(project);
    wanted.config = u"[agent]\nrate_limit_wait = \"30m\"\n"_s;
    wanted.configName = u"test.toml"_s;
    EngineRun run(project.target(), wanted);
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::AgentUnavailable);
    QVERIFY(run.state().unmet.first().contains(u"it ends at"_s));
}

QTEST_GUILESS_MAIN(TstPermissions)
#include "tst_permissions.moc"
