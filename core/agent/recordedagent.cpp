#include "core/agent/recordedagent.h"

#include "core/agent/activity.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>

#include <chrono>
#include <filesystem>
#include <thread>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace assay {
namespace {

namespace fs = std::filesystem;

fs::path pathOf(const QString &name)
{
    return fs::path(QFile::encodeName(name).toStdString());
}

/// Sleeps in short pieces; false when stopped meanwhile.
bool pause(std::chrono::milliseconds time, const StopToken &stop)
{
    const auto until = std::chrono::steady_clock::now() + time;
    while (!stop.stopRequested()) {
        const auto left = until - std::chrono::steady_clock::now();
        if (left <= 0ms)
            return true;
        std::this_thread::sleep_for(std::min<std::chrono::nanoseconds>(left, 20ms));
    }
    return false;
}

/// Copies what is there as it is, links as links. What stands in the way is removed first: a copy through a link
/// would write outside the outbox.
void copyInto(const fs::path &from, const fs::path &to)
{
    for (const fs::directory_entry &entry : fs::directory_iterator(from)) {
        const fs::path target = to / entry.path().filename();
        const fs::file_status there = fs::symlink_status(target);
        if (entry.is_directory() && !entry.is_symlink()) {
            if (!fs::is_directory(there))
                fs::remove_all(target);
            fs::create_directory(target);
            copyInto(entry.path(), target);
            continue;
        }
        fs::remove_all(target);
        if (entry.is_symlink())
            fs::copy_symlink(entry.path(), target);
        else
            fs::copy_file(entry.path(), target);
    }
}

SessionEnd failed(SessionEnd end, const QString &detail)
{
    end.reason = SessionEndReason::Failed;
    end.detail = detail;
    return end;
}

} // namespace

RecordedAgent::RecordedAgent(Recording recording, ProcessHost &host) : m_recording(std::move(recording)), m_git(host) {}

SessionEnd RecordedAgent::run(const SessionRequest &request, const ActivitySink &sink, StopToken stop)
{
    SessionEnd end;
    const RecordedSession *session = m_recording.find(request);
    if (session == nullptr) {
        end.reason = SessionEndReason::NoRecording;
        end.detail = m_recording.whyNone(request);
        return end;
    }

    QString folder = session->folder;
    const bool secondRound = !request.outboxErrors.isEmpty();
    const bool ownRetry = secondRound && QFileInfo(folder + u"/retry"_s).isDir();
    if (ownRetry)
        folder += u"/retry"_s;

    if (const auto early = play(folder + u"/activity.jsonl"_s, sink, stop, end))
        return *early;

    const QString patch = folder + u"/change.patch"_s;
    if ((!secondRound || ownRetry) && QFileInfo::exists(patch)) {
        if (const Status applied = applyPatch(patch, request.clone, stop); !applied) {
            if (stop.stopRequested()) {
                end.reason = SessionEndReason::Stopped;
                end.detail = u"stopped while the recorded change was applied"_s;
                return end;
            }
            return failed(end, applied.error().text());
        }
    }

    const QString outbox = folder + u"/outbox"_s;
    try {
        if (QFileInfo(outbox).isDir())
            copyInto(pathOf(outbox), pathOf(request.outbox));
    } catch (const fs::filesystem_error &error) {
        return failed(end, u"the recorded outbox could not be copied: %1"_s.arg(QString::fromLocal8Bit(error.what())));
    }
    end.detail = u"replayed %1"_s.arg(QFileInfo(session->folder).fileName() + (ownRetry ? u"/retry"_s : QString()));
    return end;
}

/// An end when the session is over early; `usage` gathers tokens and cost.
std::optional<SessionEnd> RecordedAgent::play(const QString &name, const ActivitySink &sink, const StopToken &stop,
                                              SessionEnd &usage) const
{
    const auto stopped = [&] {
        SessionEnd end = usage;
        end.reason = SessionEndReason::Stopped;
        end.detail = u"stopped while the recording played"_s;
        return end;
    };
    if (stop.stopRequested())
        return stopped();
    QFile file(name);
    if (!file.exists())
        return std::nullopt;
    if (!file.open(QIODevice::ReadOnly))
        return failed(usage, u"%1 cannot be read: %2"_s.arg(name, file.errorString()));
    for (int line = 1; !file.atEnd(); ++line) {
        const QByteArray bytes = file.readLine().trimmed();
        if (bytes.isEmpty())
            continue;
        QJsonParseError error;
        QJsonObject event = QJsonDocument::fromJson(bytes, &error).object();
        const QString type = event.value("type"_L1).toString();
        if (error.error != QJsonParseError::NoError)
            return failed(usage, u"%1, line %2 is not JSON: %3"_s.arg(name).arg(line).arg(error.errorString()));
        if (!isActivityType(type))
            return failed(
                usage, u"%1, line %2: found type \"%3\", expected an activity event"_s.arg(name).arg(line).arg(type));
        const auto wait = std::chrono::milliseconds(qBound(0, event.take("after_ms"_L1).toInt(), 600'000));
        if (!pause(wait, stop))
            return stopped();
        addUsage(usage, event);
        sink(event);
    }
    return stop.stopRequested() ? std::optional(stopped()) : std::nullopt;
}

Status RecordedAgent::applyPatch(const QString &file, const QString &clone, StopToken stop) const
{
    GitProgram::Call call;
    call.arguments = {"apply", "--whitespace=nowarn", QFile::encodeName(file)};
    call.folder = QFile::encodeName(clone);
    // The clone's own .git belongs to the agent and is never trusted with a command: git is told of a repository that
    // cannot exist, and applies as it does outside any. It refuses paths with `..`, in .git, and through links.
    call.environment = {{"GIT_DIR", "/dev/null"}};
    const auto applied = m_git.run(std::move(call), std::move(stop));
    if (!applied)
        return failure(applied.error());
    return {};
}

} // namespace assay
