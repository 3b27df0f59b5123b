#include "core/agent/commandagent.h"

#include "core/agent/activity.h"
#include "core/agent/sessionprocess.h"
#include "core/agent/wordlist.h"

#include <QFileInfo>
#include <QJsonDocument>
#include <QStandardPaths>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

constexpr qsizetype kShownOfLine = qsizetype(64) << 10; ///< bytes of a plain line that its event carries
constexpr qint64 kPlainBytes = qint64(8) << 20;         ///< of plain lines a session
constexpr qint64 kPlainLines = 20'000;
constexpr qint64 kEventBytes = qint64(64) << 20; ///< of lines that are events themselves

/// Turns lines into events within the session's bounds.
class LineReporter {
public:
    LineReporter(const ActivitySink &sink, SessionEnd &end) : m_sink(sink), m_end(end) {}

    void report(const OutputLine &line)
    {
        if (passOn(line))
            return;
        m_lines += 1;
        m_bytes += line.bytes.size();
        if (m_lines > kPlainLines || m_bytes > kPlainBytes) {
            m_leftOut += line.bytes.size() + line.cut + 1;
            return;
        }
        const QByteArrayView shown = QByteArrayView(line.bytes).first(qMin(line.bytes.size(), kShownOfLine));
        QJsonObject event{{u"type"_s, u"output"_s},
                          {u"stream"_s, line.stream == 2 ? u"stderr"_s : u"stdout"_s},
                          {u"text"_s, shownText(shown)}};
        if (const qint64 cut = line.cut + line.bytes.size() - shown.size(); cut > 0)
            event.insert(u"cut"_s, cut);
        m_sink(event);
    }

    void finish(qint64 dropped)
    {
        const qint64 leftOut = m_leftOut + dropped;
        if (leftOut > 0)
            m_sink({{u"type"_s, u"output"_s},
                    {u"stream"_s, u"stdout"_s},
                    {u"text"_s, u"… %1 bytes of output left out …"_s.arg(leftOut)},
                    {u"cut"_s, leftOut}});
    }

private:
    bool passOn(const OutputLine &line)
    {
        if (!line.bytes.startsWith('{') || line.cut > 0 || m_eventBytes + line.bytes.size() > kEventBytes)
            return false;
        const QJsonObject event = QJsonDocument::fromJson(line.bytes).object();
        if (!isActivityType(event.value("type"_L1).toString()))
            return false;
        m_eventBytes += line.bytes.size();
        addUsage(m_end, event);
        m_sink(event);
        return true;
    }

    const ActivitySink &m_sink;
    SessionEnd &m_end;
    qint64 m_lines = 0, m_bytes = 0, m_eventBytes = 0, m_leftOut = 0;
};

} // namespace

Result<CommandAgent::Command> CommandAgent::parse(const QString &line)
{
    auto words = splitWords(line);
    if (!words)
        return failure(words.error());
    if (words->isEmpty() || words->first().isEmpty())
        return failure(u"names no program"_s, u"--agent command:%1"_s.arg(line), u"Expected command:PROGRAM ARGS"_s,
                       ErrorKind::Usage);
    const QString wanted = words->takeFirst();
    const bool byPath = wanted.contains(u'/');
    const QString found = byPath ? QFileInfo(wanted).absoluteFilePath() : QStandardPaths::findExecutable(wanted);
    const QFileInfo program(found);
    if (found.isEmpty() || !program.exists())
        return failure(u"the agent's program is not found"_s, wanted,
                       byPath ? u"Name an existing program"_s
                              : u"Install it, or name it with its path; PATH is %1"_s.arg(qEnvironmentVariable("PATH")),
                       ErrorKind::AgentUnavailable);
    if (!program.isFile() || !program.isExecutable())
        return failure(u"the agent's program is %1, expected an executable file"_s.arg(
                           program.isFile() ? u"a file without a run bit"_s : u"no file"_s),
                       found, program.isFile() ? u"chmod +x %1"_s.arg(found) : QString(), ErrorKind::AgentUnavailable);
    return Command{found, *words};
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
    LineReporter reporter(sink, end);
    const SessionProgram program = sessionProgram(m_command.program, m_command.arguments, m_policy);
    const auto output
        = runSession(m_host, program, request, [&](const OutputLine &line) { reporter.report(line); }, std::move(stop));
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
