// Any program as an agent: the task on its standard input and in a file, its result in the outbox and the clone.
#pragma once

#include "core/agent/agent.h"

#include <QStringList>

namespace assay {

/// The program runs once a session, in the clone, without a shell.
///
///   standard input   the whole prompt, then closed
///   ASSAY_PROMPT     a file with the same text, beside the outbox, removed when the session is over
///   ASSAY_OUTBOX     the folder for its form and checks
///   ASSAY_PURPOSE    audit, task, gate or evaluation
///   ASSAY_SESSION    the session's id
///   ASSAY_TREE_ID    git's id of the tree that the clone was laid from
///   ASSAY_RUN        the run folder; what carries it is ended when a crashed engine comes back
///
/// It keeps the owner's whole environment but GIT_* and CLAUDECODE: it needs its login. It is *not contained* in this
/// version, and whoever shows a run's state must say so.
///
/// Each line it prints becomes an "output" event; a line that is a JSON object with a known "type" (activity.h) is
/// passed on as that event. Of a flood the first lines are passed on and the rest is counted.
///
/// Ends: exit 0 Finished; 75 (EX_TEMPFAIL: no login, no quota, no network) Unavailable, as when the program cannot be
/// started; anything else Failed with its last lines. The policy's time-out and idle time end the whole process tree.
class CommandAgent final : public Agent {
public:
    struct Command {
        QString program; ///< absolute
        QStringList arguments;
    };
    /// "PROGRAM ARGS" as words (wordlist.h). A relative program is looked for here and now, not in the clone.
    [[nodiscard]] static Result<Command> parse(const QString &line);

    CommandAgent(Command command, ProcessHost &host, const Policy &policy);

    [[nodiscard]] QString name() const override;
    [[nodiscard]] QString version() const override { return {}; } ///< a program cannot be asked in general
    [[nodiscard]] SessionEnd run(const SessionRequest &request, const ActivitySink &sink, StopToken stop) override;

private:
    Command m_command;
    ProcessHost &m_host;
    Policy m_policy; ///< limits and reach
};

} // namespace assay
