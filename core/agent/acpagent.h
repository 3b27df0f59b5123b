// Any agent that speaks the Agent Client Protocol on its standard streams (https://agentclientprotocol.com).
#pragma once

#include "core/agent/acpsession.h"

#include <QStringList>

namespace assay {

/// One process and one ACP session for each session of ours (acpsession.h), started with what commandagent.h lists in the
/// environment. What it asks leave for is put to the request's desk. It ends with the end of its turn: standard input is
/// closed, and what still runs three seconds later is ended. A stop cancels the turn, which it has 1.5 s to end by itself.
/// A missing login and another version of the protocol are Unavailable; each stop reason is told apart.
class AcpAgent final : public Agent {
public:
    struct Command {
        QString name; ///< "acp:gemini", or the program's file name
        QString program; ///< absolute
        QStringList arguments;
        QString version; ///< empty = not known
        AcpManners manners = {};
        QStringList ownFolders; ///< its settings and login: a contained one reaches them
    };
    /// `words`: what stands behind "acp:", a program and its arguments, or a name of acpAgents() and further arguments.
    [[nodiscard]] static Result<Command> find(const QString &words, ProcessHost &host);

    AcpAgent(Command command, ProcessHost &host, const Policy &policy);

    [[nodiscard]] QString name() const override { return m_command.name; }
    [[nodiscard]] QString version() const override { return m_command.version; }
    [[nodiscard]] SessionEnd run(const SessionRequest &request, const ActivitySink &sink, StopToken stop) override;

private:
    Command m_command;
    ProcessHost &m_host;
    Policy m_policy; ///< limits and reach
};

} // namespace assay
