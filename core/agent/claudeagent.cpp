#include "core/agent/claudeagent.h"

#include "core/agent/claudecontrol.h"
#include "core/agent/claudestream.h"
#include "core/agent/linereporter.h"
#include "core/agent/sessionpermissions.h"
#include "core/agent/sessionprocess.h"
#include "core/agent/wordlist.h"

#include <QStandardPaths>

#include <optional>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

constexpr auto kGrace = std::chrono::seconds(3);

/// `claude --version`: "2.1.332 (Claude Code)".
Result<QString> askVersion(ProcessHost &host, const QString &program)
{
    const ProcessResult result = askedForVersion(host, program, std::chrono::seconds(30));
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
    // With rules of the owner's, they are asked of everything that changes something; without, of what goes beyond the job.
    const bool ruled = !m_policy.permissions.isEmpty();
    const QStringList ours{u"-p"_s,
                           u"--input-format"_s,
                           u"stream-json"_s,
                           u"--output-format"_s,
                           u"stream-json"_s,
                           u"--verbose"_s,
                           u"--setting-sources"_s,
                           u"user"_s,
                           u"--strict-mcp-config"_s,
                           u"--permission-prompt-tool"_s,
                           u"stdio"_s,
                           u"--permission-mode"_s,
                           ruled ? u"default"_s : u"acceptEdits"_s,
                           u"--allowedTools"_s,
                           ruled ? u"TodoWrite,Task"_s
                                 : u"Bash,Edit,Write,Read,Glob,Grep,NotebookEdit,TodoWrite,Task"_s,
                           u"--add-dir"_s,
                           request.outbox};
    SessionProgram program = sessionProgram(m_command.program, ours + m_command.arguments, m_policy);
    program.environment = {{"DISABLE_AUTOUPDATER", "1"}};
    program.reach.usualWrites = {u"~/.claude"_s, u"~/.claude.json"_s};
    const auto input = std::make_shared<ProcessInput>();
    SessionPermissions permissions(request.permissions, sink, *input);
    QHash<QString, QString> asked; // its id of a request → ours
    ClaudeStream stream(sink);
    stream.onAsked([&](const QString &id, const QJsonObject &about) {
        if (about[u"subtype"].toString() != "can_use_tool"_L1) {
            (void)input->write(claude::errorLine(id, u"Assay answers can_use_tool only"_s));
            return;
        }
        const QJsonObject called = about[u"input"].toObject();
        asked.insert(
            id, permissions.ask(claude::permissionOf(about), [input, id, called](bool allowed, const QString &why) {
                (void)input->write(allowed ? claude::allowLine(id, called)
                                           : claude::denyLine(id, u"The owner does not allow it (%1)."_s.arg(why)));
            }));
    });
    stream.onTookBack([&](const QString &id) { permissions.withdraw(asked.take(id)); });
    LineReporter beside(sink);
    std::optional<std::chrono::steady_clock::time_point> last;
    (void)input->write(claude::promptLine(request.prompt));
    const auto output
        = runSession(m_host, program, request,
                     {.heard =
                          [&](const OutputLine &line) {
                              if (line.stream == 1)
                                  stream.take(line.bytes);
                              else
                                  beside.report(line);
                          },
                      .isOver =
                          [&] {
                              permissions.turn();
                              if (stream.isOver() && !last) {
                                  input->close();
                                  last = std::chrono::steady_clock::now() + kGrace;
                              }
                              return stop.stopRequested() || (last && std::chrono::steady_clock::now() >= *last);
                          },
                      .input = input},
                     stop);
    SessionEnd end;
    (void)permissions.cancelAll(u"the session ended"_s);
    if (!output) {
        tellNotBegun(end, output.error());
        return end;
    }
    beside.finish(0);
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
