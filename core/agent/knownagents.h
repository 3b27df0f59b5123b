// The agents that Assay knows by name: what is started, how it is installed, how one logs in. One table for `--agent`,
// its help and completion, `doctor` and the console.
#pragma once

#include "core/domain/error.h"

#include <QStringList>

namespace assay {

class ProcessHost;

struct KnownAgent {
    QString name;    ///< behind "acp:"
    QString title;
    QString program; ///< looked for in PATH
    QStringList arguments; ///< that make it speak the protocol
    QString install, login; ///< for people
    QString askingMode;    ///< acpsession.h
    QStringList ownFolders; ///< "~/…": its settings and login
};
[[nodiscard]] const QList<KnownAgent> &acpAgents();
[[nodiscard]] QStringList acpAgentNames();
[[nodiscard]] const KnownAgent *acpAgent(QStringView name); ///< null = not known

/// The forms that `--agent` takes, for people, each with what it is: {"claude", "Claude Code"}, …
[[nodiscard]] QList<std::pair<QString, QString>> agentForms();
/// Those forms alone, in one line.
[[nodiscard]] QString agentFormsLine();

/// An agent that is looked for on this machine.
struct AgentHere {
    QString agent; ///< as --agent takes it
    QString title;
    QString program, version; ///< empty program = not installed
    QString remedy; ///< how it is installed; there: how one logs in. Whether one is logged in only its service knows
};
/// Claude Code and the table's, in its order. Starts those that are there with --version; blocks for that.
[[nodiscard]] QList<AgentHere> agentsHere(ProcessHost &host);

/// The version in the package.json that the program belongs to; else, when it may be started, what it answers to --version.
[[nodiscard]] QString programVersion(ProcessHost &host, const QString &program, bool start);

/// The absolute path of a program by its path, or by its name in PATH. Errors (AgentUnavailable): not found, no run bit.
[[nodiscard]] Result<QString> agentProgram(const QString &wanted);

} // namespace assay
