#include "core/agent/commandagent.h"

#include "core/agent/activity.h"
#include "core/agent/outputlines.h"
#include "core/agent/wordlist.h"
#include "core/process/processhost.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QStandardPaths>

#include <thread>

#include <sysexits.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

constexpr qsizetype kShownOfLine = qsizetype(64) << 10; ///< bytes of a plain line that its event carries
constexpr qint64 kPlainBytes = qint64(8) << 20;         ///< of plain lines a session
constexpr qint64 kPlainLines = 20'000;
constexpr qint64 kEventBytes = qint64(64) << 20; ///< of lines that are events themselves
constexpr qint64 kLogBytes = qint64(1) << 20;

/// For people, and safe on a terminal: bytes that are not UTF-8 and control characters are shown as \xNN.
QString shownText(QByteArrayView bytes)
{
    QString text;
    text.reserve(bytes.size());
    while (!bytes.isEmpty()) {
        const auto byte = static_cast<unsigned char>(bytes.front());
        qsizetype length = 1;
        bool plain = (byte >= 0x20 && byte < 0x7f) || byte == '\t';
        if (byte >= 0xc2) {
            length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
            plain = length <= bytes.size() && bytes.first(length).isValidUtf8();
            if (!plain)
                length = 1;
        }
        if (plain)
            text += QString::fromUtf8(bytes.first(length));
        else
            text += u"\\x%1"_s.arg(uint(byte), 2, 16, QChar(u'0'));
        bytes = bytes.sliced(length);
    }
    return text;
}

/// The owner's environment, bytes as they are. GIT_* would make the agent's git work on another repository, and
/// CLAUDECODE makes a nested Claude Code behave as a part of the outer one.
QMap<QByteArray, QByteArray> ownersEnvironment()
{
    QMap<QByteArray, QByteArray> environment;
    for (char **entry = environ; entry != nullptr && *entry != nullptr; ++entry) {
        const QByteArray line(*entry);
        const qsizetype equals = line.indexOf('=');
        const QByteArray name = line.left(equals);
        if (equals > 0 && !name.startsWith("GIT_") && name != "CLAUDECODE")
            environment.insert(name, line.mid(equals + 1));
    }
    return environment;
}

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

QString lastLines(const ProcessResult &result)
{
    constexpr qsizetype kLines = 5;
    constexpr qsizetype kLength = 300;
    const QByteArray &output = result.standardError.trimmed().isEmpty() ? result.standardOutput : result.standardError;
    const QByteArrayList lines = output.last(qMin(output.size(), kLines * 4 * kLength)).trimmed().split('\n');
    QStringList shown;
    for (const QByteArray &line : lines.last(qMin(lines.size(), kLines)))
        shown << shownText(line.trimmed().left(kLength));
    const QString text = shown.join(u'\n');
    return text.isEmpty() ? u"; it printed nothing"_s : u"; it printed last:\n"_s + text;
}

QString seconds(std::chrono::milliseconds time)
{
    return u"%1 s"_s.arg(static_cast<double>(time.count()) / 1000.0);
}

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
      m_timeout(policy.agentTimeout),
      m_idle(policy.agentIdle)
{}

QString CommandAgent::name() const
{
    return QFileInfo(m_command.program).fileName();
}

SessionEnd CommandAgent::run(const SessionRequest &request, const ActivitySink &sink, StopToken stop)
{
    SessionEnd end;
    const QString promptFile = request.outbox + u".prompt.md"_s;
    // Removed and made anew: an earlier session could have left a link here.
    QFile::remove(promptFile);
    QFile file(promptFile);
    const QByteArray prompt = request.prompt.toUtf8();
    if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly) || file.write(prompt) != prompt.size() || !file.flush()) {
        end.reason = SessionEndReason::Failed;
        end.detail = u"the prompt cannot be written to %1: %2"_s.arg(promptFile, file.errorString());
        return end;
    }
    file.close();

    ProcessCommand command;
    command.program = QFile::encodeName(m_command.program);
    for (const QString &argument : m_command.arguments)
        command.arguments << argument.toUtf8();
    command.title = u"agent session "_s + request.id;
    command.workingFolder = QFile::encodeName(request.clone);
    command.environment = ownersEnvironment();
    command.environment.insert("ASSAY_PROMPT", QFile::encodeName(promptFile));
    command.environment.insert("ASSAY_OUTBOX", QFile::encodeName(request.outbox));
    command.environment.insert("ASSAY_RUN", QFile::encodeName(request.runFolder));
    command.environment.insert("ASSAY_PURPOSE", toWord(request.purpose).toUtf8());
    command.environment.insert("ASSAY_SESSION", request.id.toUtf8());
    command.environment.insert("ASSAY_TREE_ID", request.checkpointTree.hex());
    command.standardInput = prompt;
    command.limits.timeout = m_timeout;
    command.limits.idle = m_idle;
    command.limits.outputBytes = kLogBytes;
    command.limits.diskPath = command.workingFolder;

    OutputLines lines;
    command.onOutput = [&lines](int stream, QByteArrayView bytes) { lines.take(stream, bytes); };
    ProcessResult result;
    std::jthread child([&] {
        result = m_host.run(std::move(command), stop);
        lines.close();
    });
    LineReporter reporter(sink, end);
    while (const auto line = lines.next())
        reporter.report(*line);
    child.join();
    reporter.finish(lines.dropped());
    QFile::remove(promptFile);

    end.log = result.standardOutput;
    if (!result.standardError.isEmpty())
        end.log += (end.log.isEmpty() || end.log.endsWith('\n') ? "" : "\n") + result.standardError;

    const QString left = result.childrenLeft == 0
        ? QString()
        : u"; %1 processes that it left behind were ended"_s.arg(result.childrenLeft);
    switch (result.end) {
    case ProcessEnd::Exited:
        end.detail = u"exit status %1"_s.arg(result.exitStatus) + left;
        if (result.exitStatus == EX_OK)
            return end;
        end.reason = result.exitStatus == EX_TEMPFAIL ? SessionEndReason::Unavailable : SessionEndReason::Failed;
        end.detail += lastLines(result);
        return end;
    case ProcessEnd::Signalled:
        end.reason = SessionEndReason::Failed;
        end.detail = u"ended by signal %1"_s.arg(result.signal) + left + lastLines(result);
        return end;
    case ProcessEnd::TimedOut:
        end.reason = SessionEndReason::TimedOut;
        end.detail = u"ran longer than %1"_s.arg(seconds(m_timeout)) + left + lastLines(result);
        return end;
    case ProcessEnd::Idle:
        end.reason = SessionEndReason::Idle;
        end.detail = u"printed nothing for %1"_s.arg(seconds(m_idle)) + left + lastLines(result);
        return end;
    case ProcessEnd::EndedByOwner:
        end.reason = SessionEndReason::EndedByOwner;
        end.detail = u"ended by the owner"_s + left;
        return end;
    case ProcessEnd::Stopped:
        end.reason = SessionEndReason::Stopped;
        end.detail = u"stopped"_s + left;
        return end;
    case ProcessEnd::TooManyProcesses:
    case ProcessEnd::DiskFloor:
        end.reason = SessionEndReason::Failed;
        end.detail = (result.end == ProcessEnd::DiskFloor ? u"ended because the disk was almost full"_s
                                                          : u"ended because it started too many processes"_s)
            + left + lastLines(result);
        return end;
    case ProcessEnd::NotStarted:
        end.reason = SessionEndReason::Unavailable;
        end.detail = u"%1 did not start: %2"_s.arg(m_command.program, result.startError);
        return end;
    }
    Q_UNREACHABLE_RETURN(end);
}

} // namespace assay
