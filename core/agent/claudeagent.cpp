#include "core/agent/claudeagent.h"

#include "core/agent/claudestream.h"
#include "core/agent/sessionprocess.h"
#include "core/agent/wordlist.h"

#include <QFile>
#include <QStandardPaths>

#include <condition_variable>
#include <mutex>
#include <thread>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

constexpr auto kGrace = std::chrono::seconds(3);

/// Stops the process when the owner's token says so, or a while after the session's result came.
class Ender {
public:
    explicit Ender(StopToken outer) : m_outer(std::move(outer)), m_thread([this] { watch(); }) {}
    ~Ender()
    {
        {
            const std::lock_guard lock(m_mutex);
            m_done = true;
        }
        m_changed.notify_all();
        m_thread.join();
    }
    [[nodiscard]] StopToken token() const { return m_source.token(); }
    void over()
    {
        const std::lock_guard lock(m_mutex);
        if (!m_last)
            m_last = std::chrono::steady_clock::now() + kGrace;
    }

private:
    void watch()
    {
        std::unique_lock lock(m_mutex);
        while (!m_done) {
            if (m_outer.stopRequested() || (m_last && std::chrono::steady_clock::now() >= *m_last))
                m_source.requestStop();
            m_changed.wait_for(lock, std::chrono::milliseconds(50), [this] { return m_done; });
        }
    }

    StopToken m_outer;
    StopSource m_source;
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::optional<std::chrono::steady_clock::time_point> m_last;
    bool m_done = false;
    std::thread m_thread;
};

/// `claude --version`: "2.1.332 (Claude Code)".
Result<QString> askVersion(ProcessHost &host, const QString &program)
{
    ProcessCommand ask{.program = QFile::encodeName(program), .arguments = {"--version"}};
    for (const char *name : {"HOME", "PATH"})
        ask.environment.insert(name, qgetenv(name));
    ask.limits.timeout = std::chrono::seconds(30);
    const ProcessResult result = host.run(std::move(ask));
    if (!result.succeeded())
        return failure(u"it does not tell its version: %1"_s.arg(
                           result.startError.isEmpty() ? QString::fromUtf8(result.standardError).trimmed().left(300)
                                                       : result.startError),
                       program, u"See whether `claude --version` works there."_s, ErrorKind::AgentUnavailable);
    return QString::fromUtf8(result.standardOutput).section(u' ', 0, 0).trimmed();
}

} // namespace

Result<ClaudeAgent::Command> ClaudeAgent::find(const QString &words, ProcessHost &host)
{
    auto arguments = splitWords(words);
    if (!arguments)
        return failure(arguments.error());
    const QString program = QStandardPaths::findExecutable(u"claude"_s);
    if (program.isEmpty())
        return failure(
            u"Claude Code is not found"_s, u"claude"_s,
            u"Install it (npm install -g @anthropic-ai/claude-code) and log in once with `claude`; PATH is %1"_s.arg(
                qEnvironmentVariable("PATH")),
            ErrorKind::AgentUnavailable);
    auto version = askVersion(host, program);
    if (!version)
        return failure(version.error());
    return Command{program, std::move(*arguments), std::move(*version)};
}

ClaudeAgent::ClaudeAgent(Command command, ProcessHost &host, const Policy &policy)
    : m_command(std::move(command)),
      m_host(host),
      m_policy(policy)
{}

SessionEnd ClaudeAgent::run(const SessionRequest &request, const ActivitySink &sink, StopToken stop)
{
    const QStringList ours{u"-p"_s,
                           u"--output-format"_s,
                           u"stream-json"_s,
                           u"--verbose"_s,
                           u"--setting-sources"_s,
                           u"user"_s,
                           u"--strict-mcp-config"_s,
                           u"--permission-mode"_s,
                           u"acceptEdits"_s,
                           u"--allowedTools"_s,
                           u"Bash,Edit,Write,Read,Glob,Grep,NotebookEdit,TodoWrite,Task"_s,
                           u"--add-dir"_s,
                           request.outbox};
    SessionProgram program = sessionProgram(m_command.program, ours + m_command.arguments, m_policy);
    program.environment = {{"DISABLE_AUTOUPDATER", "1"}};
    program.reach.usualWrites = {u"~/.claude"_s, u"~/.claude.json"_s};
    ClaudeStream stream(sink);
    SessionEnd end;
    Ender ender(stop);
    const auto output = runSession(
        m_host, program, request,
        [&](const OutputLine &line) {
            if (line.stream == 1) {
                stream.take(line.bytes);
                if (stream.isOver())
                    ender.over();
            } else {
                sink({{u"type"_s, u"output"_s}, {u"stream"_s, u"stderr"_s}, {u"text"_s, shownText(line.bytes)}});
            }
        },
        ender.token());
    if (!output) {
        tellNotBegun(end, output.error());
        return end;
    }
    end.log = output->result.standardError; // what it said on the other stream is its activity
    if (stop.stopRequested()) {
        (void)stream.tellEnd(end);
        end.reason = SessionEndReason::Stopped;
        end.detail = u"stopped"_s;
    } else if (!stream.tellEnd(end)) {
        tellProcessEnd(end, program, output->result);
        if (end.reason == SessionEndReason::Finished) {
            end.reason = SessionEndReason::Failed;
            end.detail = u"Claude Code ended without its result"_s + printedLast(output->result);
        }
    }
    return end;
}

} // namespace assay
