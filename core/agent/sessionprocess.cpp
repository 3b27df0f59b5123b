#include "core/agent/sessionprocess.h"

#include <QFile>

#include <thread>

#include <sysexits.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

constexpr qint64 kLogBytes = qint64(1) << 20;
constexpr auto kTurn = std::chrono::milliseconds(20);
constexpr qsizetype kTalkedLine = qsizetype(64) << 20, kTalkedQueue = qsizetype(16) << 20;

QString seconds(std::chrono::milliseconds time)
{
    return u"%1 s"_s.arg(static_cast<double>(time.count()) / 1000.0);
}

} // namespace

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

SessionProgram sessionProgram(const QString &program, const QStringList &arguments, const Policy &policy)
{
    return {.program = program,
            .arguments = arguments,
            .timeout = policy.agentTimeout,
            .idle = policy.agentIdle,
            .reach = {.contained = policy.agentContained, .reads = policy.agentReads, .writes = policy.agentWrites}};
}

ProcessResult askedForVersion(ProcessHost &host, const QString &program, std::chrono::seconds limit)
{
    ProcessCommand ask{.program = QFile::encodeName(program), .arguments = {"--version"}};
    for (const char *name : {"HOME", "PATH"})
        ask.environment.insert(name, qgetenv(name));
    ask.limits.timeout = limit;
    return host.run(std::move(ask));
}

Result<SessionOutput> runSession(ProcessHost &host, const SessionProgram &program, const SessionRequest &request,
                                 const SessionCourse &course, const StopToken &stop)
{
    const QString promptFile = request.outbox + u".prompt.md"_s;
    // Removed and made anew: an earlier session could have left a link here.
    QFile::remove(promptFile);
    QFile file(promptFile);
    const QByteArray prompt = request.prompt.toUtf8();
    if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly) || file.write(prompt) != prompt.size() || !file.flush())
        return failure(u"the prompt cannot be written to %1: %2"_s.arg(promptFile, file.errorString()), promptFile);
    file.close();

    ProcessCommand command;
    command.program = QFile::encodeName(program.program);
    for (const QString &argument : program.arguments)
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
    command.environment.insert(program.environment);
    command.input = course.input;
    if (!course.input)
        command.standardInput = prompt;
    command.limits.timeout = program.timeout;
    command.limits.idle = program.idle;
    command.limits.outputBytes = kLogBytes;
    command.limits.diskPath = command.workingFolder;

    auto inBox = boxed(host, std::move(command), request, program.reach);
    if (!inBox) {
        QFile::remove(promptFile);
        return failure(inBox.error());
    }
    command = std::move(*inBox);

    OutputLines lines(course.input ? OutputLines::Limits{kTalkedLine, kTalkedQueue, true} : OutputLines::Limits{});
    command.onOutput = [&lines](int stream, QByteArrayView bytes) { lines.take(stream, bytes); };
    if (course.input)
        command.mayRead = [&lines] { return lines.mayTake(); };
    SessionOutput output;
    StopSource end;
    std::jthread child([&] {
        output.result = host.run(std::move(command), end.token());
        lines.close();
    });
    OutputLine line;
    for (auto next = OutputLines::Next::Nothing; next != OutputLines::Next::Closed;) {
        next = lines.next(line, kTurn);
        if (next == OutputLines::Next::Line)
            course.heard(line);
        if (course.isOver ? course.isOver() : stop.stopRequested())
            end.requestStop();
    }
    child.join();
    output.dropped = lines.dropped();
    QFile::remove(promptFile);
    return output;
}

QByteArray logOf(const ProcessResult &result)
{
    QByteArray log = result.standardOutput;
    if (!result.standardError.isEmpty())
        log += (log.isEmpty() || log.endsWith('\n') ? "" : "\n") + result.standardError;
    return log;
}

QString printedLast(const ProcessResult &result)
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

void tellNotBegun(SessionEnd &end, const Error &why)
{
    const bool unavailable = why.kind == ErrorKind::AgentUnavailable;
    end.reason = unavailable ? SessionEndReason::Unavailable : SessionEndReason::Failed;
    end.detail = unavailable ? why.text() : why.what;
}

void tellProcessEnd(SessionEnd &end, const SessionProgram &program, const ProcessResult &result)
{
    const QString left = result.childrenLeft == 0
        ? QString()
        : u"; %1 processes that it left behind were ended"_s.arg(result.childrenLeft);
    switch (result.end) {
    case ProcessEnd::Exited:
        end.detail = u"exit status %1"_s.arg(result.exitStatus) + left;
        if (result.exitStatus == EX_OK)
            return;
        end.reason = result.exitStatus == EX_TEMPFAIL ? SessionEndReason::Unavailable : SessionEndReason::Failed;
        end.detail += printedLast(result);
        return;
    case ProcessEnd::Signalled:
        end.reason = SessionEndReason::Failed;
        end.detail = u"ended by signal %1"_s.arg(result.signal) + left + printedLast(result);
        return;
    case ProcessEnd::TimedOut:
        end.reason = SessionEndReason::TimedOut;
        end.detail = u"ran longer than %1"_s.arg(seconds(program.timeout)) + left + printedLast(result);
        return;
    case ProcessEnd::Idle:
        end.reason = SessionEndReason::Idle;
        end.detail = u"printed nothing for %1"_s.arg(seconds(program.idle)) + left + printedLast(result);
        return;
    case ProcessEnd::EndedByOwner:
        end.reason = SessionEndReason::EndedByOwner;
        end.detail = u"ended by the owner"_s + left;
        return;
    case ProcessEnd::Stopped:
        end.reason = SessionEndReason::Stopped;
        end.detail = u"stopped"_s + left;
        return;
    case ProcessEnd::TooManyProcesses:
    case ProcessEnd::DiskFloor:
        end.reason = SessionEndReason::Failed;
        end.detail = (result.end == ProcessEnd::DiskFloor ? u"ended because the disk was almost full"_s
                                                          : u"ended because it started too many processes"_s)
            + left + printedLast(result);
        return;
    case ProcessEnd::NotStarted:
        end.reason = SessionEndReason::Unavailable;
        end.detail = u"%1 did not start: %2"_s.arg(program.program, result.startError);
        return;
    }
    Q_UNREACHABLE();
}

} // namespace assay
