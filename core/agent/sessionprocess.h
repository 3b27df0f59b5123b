// A session whose agent is a program: how it is started, heard and ended. Shared by the kinds of agents that are one.
// Private to core/agent.
#pragma once

#include "core/agent/agent.h"
#include "core/agent/agentbox.h"
#include "core/agent/outputlines.h"
#include "core/process/processhost.h"

namespace assay {

struct SessionProgram {
    QString program; ///< absolute
    QStringList arguments;
    QMap<QByteArray, QByteArray> environment; ///< on top of the owner's and of what commandagent.h lists
    std::chrono::milliseconds timeout{0}, idle{0};
    AgentReach reach;
};

/// With the policy's limits and reach.
[[nodiscard]] SessionProgram sessionProgram(const QString &program, const QStringList &arguments, const Policy &policy);

/// The owner's environment, bytes as they are, as an agent gets it. GIT_* would make its git work on another repository,
/// and CLAUDECODE makes a nested Claude Code behave as a part of the outer one.
[[nodiscard]] QMap<QByteArray, QByteArray> ownersEnvironment();

/// For people, and safe on a terminal: bytes that are not UTF-8 and control characters are shown as \xNN.
[[nodiscard]] QString shownText(QByteArrayView bytes);

/// What the program answers to --version, with the owner's HOME and PATH. Blocks.
[[nodiscard]] ProcessResult askedForVersion(ProcessHost &host, const QString &program, std::chrono::seconds limit);

struct SessionOutput {
    ProcessResult result;
    qint64 dropped = 0; ///< bytes of lines that came faster than they were read
};

/// The session's side of its program; everything is called in the thread that runs the session.
struct SessionCourse {
    std::function<void(const OutputLine &)> heard;
    /// Asked after each line and at least every 50 ms: true ends what still runs, at once. Empty: the stop token decides.
    std::function<bool()> isOver;
    /// The program is talked with: its standard input, in place of the prompt. No line of it is lost then, for it waits
    /// where it prints faster than it is heard; lines may be of 64 MiB.
    std::shared_ptr<ProcessInput> input;
};

/// Runs the program in the request's clone, the prompt on its standard input (unless it is talked with) and in
/// ASSAY_PROMPT. Blocks until nothing of it is left. Fails when the prompt cannot be written.
[[nodiscard]] Result<SessionOutput> runSession(ProcessHost &host, const SessionProgram &program,
                                               const SessionRequest &request, const SessionCourse &course,
                                               const StopToken &stop);

/// Both streams, bounded: a session's log.
[[nodiscard]] QByteArray logOf(const ProcessResult &result);
/// "; it printed last:" and the last lines, or that it printed nothing.
[[nodiscard]] QString printedLast(const ProcessResult &result);
/// The end of a session that runSession() could not begin.
void tellNotBegun(SessionEnd &end, const Error &why);
/// Reason and detail of a session by how its program ended; exit status 75 (EX_TEMPFAIL) is Unavailable.
void tellProcessEnd(SessionEnd &end, const SessionProgram &program, const ProcessResult &result);

} // namespace assay
