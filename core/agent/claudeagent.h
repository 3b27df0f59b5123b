// Claude Code as the agent, headless: `claude -p` once a session.
#pragma once

#include "core/agent/agent.h"

#include <QStringList>

namespace assay {

/// Started with --output-format stream-json, so that its messages, tool calls, usage and cost are heard as they happen
/// (claudestream.h), and with what commandagent.h lists in the environment. The repository's own settings, hooks and MCP
/// servers are not read (--setting-sources user, --strict-mcp-config): what a clone carries must not run beside the agent.
/// Its standard input stays open for the prompt and for the answers to what it asks leave for (claudecontrol.h). Edits and
/// commands are allowed without asking (--permission-mode acceptEdits and the usual tools), the rest is asked; where the
/// owner has rules for permissions, all that it would ask is asked. Every word behind "claude:" is passed on after ours,
/// where the last one counts: --model opus --max-budget-usd 5.
///
/// It ends with its result line: what is still running three seconds later is ended. A login that is missing, a rate limit
/// and a service that is down are Unavailable, each told apart by the stream's typed fields. Contained where the policy has
/// it so (agentbox.h), with its settings and login; else it keeps the owner's environment.
class ClaudeAgent final : public Agent {
public:
    struct Command {
        QString program; ///< absolute
        QStringList arguments;
        QString version;
    };
    /// `words`: "", or what stands behind "claude:". Looks for claude in PATH and asks for its version.
    [[nodiscard]] static Result<Command> find(const QString &words, ProcessHost &host);

    ClaudeAgent(Command command, ProcessHost &host, const Policy &policy);

    [[nodiscard]] QString name() const override { return QStringLiteral("claude"); }
    [[nodiscard]] QString version() const override { return m_command.version; }
    [[nodiscard]] SessionEnd run(const SessionRequest &request, const ActivitySink &sink, StopToken stop) override;

private:
    Command m_command;
    ProcessHost &m_host;
    Policy m_policy; ///< limits and reach
};

} // namespace assay
