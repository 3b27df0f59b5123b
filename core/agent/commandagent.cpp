#include "core/agent/commandagent.h"

#include "core/agent/knownagents.h"
#include "core/agent/linereporter.h"
#include "core/agent/sessionprocess.h"
#include "core/agent/wordlist.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace assay {

Result<CommandAgent::Command> CommandAgent::parse(const QString &line)
{
    auto words = splitWords(line);
    if (!words)
        return failure(words.error());
    if (words->isEmpty() || words->first().isEmpty())
        return failure(u"names no program"_s, u"--agent command:%1"_s.arg(line), u"Expected command:PROGRAM ARGS"_s,
                       ErrorKind::Usage);
    const QString wanted = words->takeFirst();
    const auto program = agentProgram(wanted);
    if (!program)
        return failure(program.error());
    return Command{*program, *words};
}

CommandAgent::CommandAgent(Command command, ProcessHost &host, const Policy &policy)
    : m_command(std::move(command)),
      m_host(host),
      m_policy(policy)
{}

QString CommandAgent::name() const
{
    return QFileInfo(m_command.program).fileName();
}

SessionEnd CommandAgent::run(const SessionRequest &request, const ActivitySink &sink, StopToken stop)
{
    SessionEnd end;
    LineReporter reporter(sink, &end);
    const SessionProgram program = sessionProgram(m_command.program, m_command.arguments, m_policy);
    const auto output
        = runSession(m_host, program, request, {.heard = [&](const OutputLine &line) { reporter.report(line); }}, stop);
    if (!output) {
        tellNotBegun(end, output.error());
        return end;
    }
    reporter.finish(output->dropped);
    end.log = logOf(output->result);
    tellProcessEnd(end, program, output->result);
    return end;
}

} // namespace assay
