#include "core/agent/acpagent.h"

#include "core/agent/knownagents.h"
#include "core/agent/sessionprocess.h"
#include "core/agent/wordlist.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

constexpr auto kGrace = std::chrono::seconds(3);
constexpr auto kCancelGrace
    = std::chrono::milliseconds(1500); // with the ending of the tree, stop is within two seconds

} // namespace

Result<AcpAgent::Command> AcpAgent::find(const QString &words, ProcessHost &host)
{
    auto given = splitWords(words);
    if (!given)
        return failure(given.error());
    if (given->isEmpty() || given->first().isEmpty())
        return failure(u"names no program"_s, u"--agent acp:%1"_s.arg(words),
                       u"Expected acp:PROGRAM ARGS, or acp: and one of %1"_s.arg(acpAgentNames().join(u", "_s)),
                       ErrorKind::Usage);
    const QString wanted = given->takeFirst();
    if (const KnownAgent *known = acpAgent(wanted)) {
        auto program = agentProgram(known->program);
        if (!program)
            return failure(u"%1 is not found"_s.arg(known->title), known->program,
                           u"Install it (%1); PATH is %2"_s.arg(known->install, qEnvironmentVariable("PATH")),
                           ErrorKind::AgentUnavailable);
        const QString version = programVersion(host, *program, true);
        return Command{u"acp:"_s + known->name,           *program,         known->arguments + *given, version,
                       {known->askingMode, known->login}, known->ownFolders};
    }
    auto program = agentProgram(wanted);
    if (!program)
        return failure(program.error());
    const QString version = programVersion(host, *program, false);
    return Command{QFileInfo(*program).fileName(), *program, *given, version, {}, {}};
}

AcpAgent::AcpAgent(Command command, ProcessHost &host, const Policy &policy)
    : m_command(std::move(command)),
      m_host(host),
      m_policy(policy)
{}

SessionEnd AcpAgent::run(const SessionRequest &request, const ActivitySink &sink, StopToken stop)
{
    using Clock = std::chrono::steady_clock;
    SessionProgram program = sessionProgram(m_command.program, m_command.arguments, m_policy);
    program.reach.usualWrites = m_command.ownFolders;
    const auto input = std::make_shared<ProcessInput>();
    AcpSession session(request, m_command.manners, sink, *input);
    session.begin();
    std::optional<Clock::time_point> last;
    const auto isOver = [&] {
        session.turn();
        if (stop.stopRequested() && !last) {
            session.cancel();
            last = Clock::now() + kCancelGrace;
        }
        if (session.isOver()) {
            input->close(); // again and again, which changes nothing
            last = std::min(last.value_or(Clock::time_point::max()),
                            Clock::now() + (stop.stopRequested() ? std::chrono::milliseconds(100) : kGrace));
        }
        return last && Clock::now() >= *last;
    };
    const auto output = runSession(
        m_host, program, request,
        {.heard = [&](const OutputLine &line) { session.take(line); }, .isOver = isOver, .input = input}, stop);
    SessionEnd end;
    if (!output) {
        session.finish(0);
        tellNotBegun(end, output.error());
        return end;
    }
    session.finish(output->dropped);
    end.log = output->result.standardError; // what it said on the other stream is its activity
    const bool told = session.tellEnd(end);
    if (stop.stopRequested()) {
        end.reason = SessionEndReason::Stopped;
        end.detail = u"stopped"_s;
    } else if (!told) {
        tellProcessEnd(end, program, output->result);
        if (end.reason == SessionEndReason::Finished)
            end.reason = SessionEndReason::Failed;
        end.detail = u"%1; %2"_s.arg(session.whereItStands(), end.detail);
    }
    return end;
}

} // namespace assay
