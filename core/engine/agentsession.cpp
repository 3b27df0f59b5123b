#include "core/engine/agentsession.h"

#include "core/agent/activitystream.h"
#include "core/agent/outboxfolder.h"
#include "core/agent/prompts.h"
#include "core/engine/ownersdesk.h"
#include "core/journal/codec.h"

#include <QDir>
#include <QDirIterator>
#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

constexpr int kFilesLimit = 2000;

/// Every regular file of the outbox into evidence: name → {digest, executable}, or {refused: why} where it is too large
/// or cannot be read.
Result<QJsonObject> snapshot(const QString &path, EvidenceStore &evidence)
{
    QJsonObject files;
    OutboxFolder folder;
    if (!folder.open(path))
        return files;
    QDirIterator it(path, QDir::Files | QDir::Hidden | QDir::NoDotAndDotDot | QDir::NoSymLinks,
                    QDirIterator::Subdirectories);
    while (it.hasNext() && files.size() < kFilesLimit) {
        const QString name = it.next().mid(path.size() + 1);
        const auto file = folder.read(QFile::encodeName(name), OutboxFolder::kFormLimit);
        if (!file) {
            files[name] = QJsonObject{{u"refused"_s, file.error()}};
            continue;
        }
        const auto digest = evidence.put(file->bytes);
        if (!digest)
            return failure(digest.error());
        files[name] = QJsonObject{{u"digest"_s, digest->text()}, {u"executable"_s, file->executable}};
    }
    return files;
}

/// Why files that are there are not read: said before what misses them.
QStringList refusals(const QJsonObject &outbox)
{
    QStringList lines;
    for (const QJsonValue file : outbox) {
        if (const QString why = file[u"refused"].toString(); !why.isEmpty())
            lines.append(why);
    }
    return lines;
}

QStringList texts(const QList<OutboxProblem> &problems)
{
    QStringList lines;
    for (const OutboxProblem &problem : problems)
        lines.append(problem.pointer.isEmpty() ? problem.what : problem.pointer + u": "_s + problem.what);
    return lines;
}

} // namespace

QString AgentSession::sessionId(int round) const
{
    const QString first = u"A%1"_s.arg(m_measurement.iteration());
    return round == 1 ? first : u"%1-%2"_s.arg(first).arg(round);
}

Result<SessionLeft> AgentSession::run(const QString &prompt, const QList<FindingId> &findings, int countedAttempts)
{
    QStringList errors;
    for (int round = 1; round <= 2; ++round) {
        const IterationFact *iteration = m_measurement.state().iteration(m_measurement.iteration());
        if (iteration->sessions.size() < round) {
            if (const auto held = hold(prompt, findings, countedAttempts, round, errors); !held)
                return failure(held.error());
        }
        iteration = m_measurement.state().iteration(m_measurement.iteration());
        const SessionFact &session = iteration->sessions.at(round - 1);
        const auto folder = layOut(session);
        if (!folder)
            return failure(folder.error());
        const QList<OutboxProblem> problems = m_validate(*folder);
        if (problems.isEmpty())
            return SessionLeft{.valid = true, .folder = *folder};
        errors = refusals(session.outbox) + texts(problems);
        const bool ended = session.reason != toWord(SessionEndReason::Finished);
        if (round == 2 || ended) {
            QString why = u"outbox invalid: "_s + errors.first();
            if (errors.size() > 1)
                why += u" (and %1 more)"_s.arg(errors.size() - 1);
            if (ended)
                why = u"the session ended early (%1%2); %3"_s.arg(
                    session.reason, session.detail.isEmpty() ? QString() : u": "_s + session.detail, why);
            return SessionLeft{.why = why};
        }
    }
    Q_UNREACHABLE_RETURN(SessionLeft{});
}

Status AgentSession::hold(const QString &prompt, const QList<FindingId> &findings, int countedAttempts, int round,
                          const QStringList &errors)
{
    Instruments &instruments = m_measurement.instruments();
    const RunFolder &folder = instruments.folder;
    const QString id = sessionId(round);
    const QString outbox = folder.outbox(sessionId(1));
    if (round == 1) {
        QDir(outbox).removeRecursively();
        QDir().mkpath(outbox);
    } else {
        QJsonArray told;
        for (const QString &error : errors)
            told.append(error);
        const auto refused
            = m_measurement.append(u"outbox.refused"_s, {{u"session"_s, sessionId(1)}, {u"errors"_s, told}});
        if (!refused)
            return refused;
    }
    QString text = prompt;
    if (!errors.isEmpty()) {
        const auto retry = composePrompt({.purpose = m_purpose, .firstPrompt = prompt, .outboxErrors = errors},
                                         instruments.resources);
        if (!retry)
            return failure(retry.error());
        text = *retry;
    }
    const auto promptDigest = instruments.evidence.put(text.toUtf8());
    if (!promptDigest)
        return failure(promptDigest.error());
    QDir().mkpath(folder.streams());
    const QString stream = folder.streams() + u'/' + id + u".jsonl.zst"_s;
    auto activity = ActivityWriter::create(stream);
    if (!activity)
        return failure(activity.error());
    if (const auto started = m_measurement.append(u"session.started"_s,
                                                  {{u"id"_s, id},
                                                   {u"purpose"_s, toWord(m_purpose)},
                                                   {u"agent"_s, instruments.agent->name()},
                                                   {u"version"_s, instruments.agent->version()},
                                                   {u"prompt"_s, promptDigest->text()},
                                                   {u"stream"_s, u"sessions/"_s + id + u".jsonl.zst"_s}});
        !started)
        return started;

    const QString clone = folder.clone();
    OwnersDesk desk(m_measurement, {{clone, QFileInfo(clone).canonicalFilePath()}, {outbox}}, id);
    const SessionEnd end = instruments.agent->run(
        {.id = id,
         .purpose = m_purpose,
         .checkpointTree = m_measurement.state().checkpoint().tree,
         .findings = findings,
         .countedAttempts = countedAttempts,
         .prompt = text,
         .clone = clone,
         .baseGit = folder.baseGit(),
         .outbox = outbox,
         .runFolder = folder.path(),
         .outboxErrors = errors,
         .permissions = &desk},
        [&](const QJsonObject &event) { (*activity)->write(event); }, m_measurement.stopToken());
    if (const auto closed = (*activity)->close(); !closed)
        return closed;
    if (!desk.status())
        return desk.status();
    if (end.reason == SessionEndReason::Stopped || m_measurement.stopToken().stopRequested())
        return failure(u"stopped while the agent was at work"_s, id, {}, ErrorKind::Stopped);
    if (end.reason == SessionEndReason::Unavailable || end.reason == SessionEndReason::NoRecording)
        return unavailable(id, end.detail, end.resetsAt);
    const auto files = snapshot(outbox, instruments.evidence);
    if (!files)
        return failure(files.error());
    // Once may be chance; an agent that cannot work at all would go on so until the budget is spent.
    if (end.reason == SessionEndReason::Failed && files->isEmpty() && lastOneFailedToo())
        return unavailable(id, u"two sessions in a row failed and left nothing; the last: "_s + end.detail);
    QJsonObject data{
        {u"id"_s, id}, {u"reason"_s, toWord(end.reason)}, {u"detail"_s, end.detail}, {u"outbox"_s, *files}};
    if (end.inputTokens >= 0 || end.outputTokens >= 0)
        data[u"usage"_s] = QJsonObject{{u"input_tokens"_s, end.inputTokens}, {u"output_tokens"_s, end.outputTokens}};
    if (end.cost >= 0)
        data[u"cost"_s] = end.cost;
    if (desk.waited().count() > 0)
        data[u"waited_ms"_s] = qint64(desk.waited().count());
    if (!end.log.isEmpty()) {
        const auto log = instruments.evidence.put(end.log);
        if (!log)
            return failure(log.error());
        data[u"log"_s] = log->text();
    }
    return m_measurement.append(u"session.ended"_s, data);
}

Status AgentSession::unavailable(const QString &session, const QString &cause, const QDateTime &resetsAt)
{
    QJsonObject data{{u"session"_s, session}, {u"cause"_s, cause}};
    if (resetsAt.isValid())
        data[u"resets_at"_s] = resetsAt.toUTC().toString(Qt::ISODateWithMs);
    if (const auto told = m_measurement.append(u"agent.unavailable"_s, data); !told)
        return told;
    return failure(cause, m_measurement.instruments().agent->name(),
                   u"Mend it, then resume the run; or resume it with another agent (`assay resume RUN --agent …`)."_s,
                   ErrorKind::AgentUnavailable);
}

/// Whether the session before this one, in the iteration before, failed and left nothing.
bool AgentSession::lastOneFailedToo() const
{
    const IterationFact *before = m_measurement.state().iteration(m_measurement.iteration() - 1);
    if (!before || before->sessions.isEmpty())
        return false;
    const SessionFact &last = before->sessions.last();
    return last.reason == toWord(SessionEndReason::Failed) && last.outbox.isEmpty();
}

Result<QString> AgentSession::layOut(const SessionFact &session) const
{
    const QString root = m_measurement.instruments().folder.scratch() + u"/outbox"_s;
    QDir(root).removeRecursively();
    QDir().mkpath(root);
    for (auto it = session.outbox.constBegin(); it != session.outbox.constEnd(); ++it) {
        if (it.value().toObject().contains(u"refused"))
            continue;
        const auto bytes = m_measurement.instruments().evidence.get(codec::toDigest(it.value()[u"digest"]));
        if (!bytes)
            return failure(bytes.error());
        const QString path = root + u'/' + it.key();
        QDir().mkpath(path.left(path.lastIndexOf(u'/')));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly) || file.write(*bytes) != bytes->size())
            return failure(u"cannot be written: "_s + file.errorString(), path, u"Free space or mend permissions."_s);
        if (it.value()[u"executable"].toBool())
            file.setPermissions(file.permissions() | QFileDevice::ExeOwner | QFileDevice::ExeUser);
    }
    return root;
}

} // namespace assay
