#include "core/delivery/recordsessions.h"

#include "core/agent/activitystream.h"
#include "core/journal/codec.h"
#include "core/journal/evidencestore.h"
#include "core/journal/journalreader.h"
#include "core/journal/runstate.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

/// What a session is chosen by when it is replayed, as it stood when it began.
struct Began {
    int iteration = 0;
    QList<FindingId> findings;
};

Status writeNew(const QString &path, const QByteArray &bytes, bool executable = false)
{
    QDir().mkpath(path.section(u'/', 0, -2));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly) || file.write(bytes) != bytes.size() || !file.flush())
        return failure(u"cannot be written: "_s + file.errorString(), path,
                       u"Free space on its disk, or choose another folder."_s);
    if (executable)
        file.setPermissions(file.permissions() | QFileDevice::ExeOwner | QFileDevice::ExeUser | QFileDevice::ExeGroup
                            | QFileDevice::ExeOther);
    return {};
}

/// A basic string of TOML.
QString quoted(const QString &text)
{
    QString out = u"\""_s;
    for (const QChar c : text) {
        if (c == u'"' || c == u'\\')
            out += u'\\';
        if (c.unicode() < 0x20 || c.unicode() == 0x7f)
            out += u"\\u%1"_s.arg(c.unicode(), 4, 16, QChar(u'0'));
        else
            out += c;
    }
    return out + u'"';
}

class Recorder {
public:
    Recorder(const RunFolder &run, const RecordOptions &options)
        : m_run(run),
          m_options(options),
          m_evidence(run.evidence())
    {}

    Status record(const IterationFact &iteration, const QList<FindingId> &findings)
    {
        const bool whole = std::ranges::all_of(iteration.sessions, [](const SessionFact &session) {
            return session.ended.isValid() && session.reason != "interrupted"_L1;
        });
        if (!whole) {
            m_recorded.skipped += int(iteration.sessions.size());
            return {};
        }
        const QString name = u"%1-%2"_s.arg(iteration.n, 2, 10, QChar(u'0')).arg(iteration.sessions.first().purpose);
        for (qsizetype round = 0; round < iteration.sessions.size(); ++round) {
            const QString folder = round == 0 ? name : name + u"/retry"_s;
            if (const auto written = writeSession(iteration.sessions.at(round), folder); !written)
                return written;
        }
        if (iteration.candidate && !iteration.candidate->patch.isNull()) {
            if (const auto patch = keep(name + u"/change.patch"_s, iteration.candidate->patch, false); !patch)
                return patch;
        }
        QStringList ids;
        for (const FindingId &id : findings)
            ids.append(quoted(id.text()));
        m_index += u"\n[[session]]\nfolder = %1\npurpose = %2\ntree = %3\nfindings = [%4]\nattempt = %5\n"_s
                       .arg(quoted(name), quoted(iteration.sessions.first().purpose),
                            quoted(iteration.checkpointTree.text()), ids.join(u", "_s))
                       .arg(iteration.countedBefore);
        m_recorded.sessions += int(iteration.sessions.size());
        return {};
    }

    Result<RecordedSessions> finish(const RunState &state)
    {
        if (!m_recorded.seen.isEmpty() && !m_options.withSecrets)
            return failure(
                u"there seem to be secrets in what would be recorded: "_s + secretText(m_recorded.seen.first())
                    + (m_recorded.seen.size() > 1 ? u" and %1 more"_s.arg(m_recorded.seen.size() - 1) : u""_s),
                m_options.folder, u"Take each back where it is valid, then record with --with-secrets."_s,
                ErrorKind::CannotVerify);
        QString agent, version;
        for (const IterationFact &iteration : state.iterations) {
            for (const SessionFact &session : iteration.sessions) {
                agent = session.agent;
                version = session.version;
            }
        }
        const QString head = u"format = \"assay/recording/1\"\nagent = %1\nversion = %2\ntitle = %3\n"_s.arg(
            quoted(agent), quoted(version.isEmpty() ? u"unknown"_s : version),
            quoted(u"%1 at %2, recorded of run %3"_s.arg(QFileInfo(state.target).fileName(), state.base.shortText(),
                                                         state.id.text())));
        if (const auto written = writeNew(m_options.folder + u"/recording.toml"_s, (head + m_index).toUtf8()); !written)
            return failure(written.error());
        return m_recorded;
    }

private:
    Status keep(const QString &name, const Digest &digest, bool executable)
    {
        const auto bytes = m_evidence.get(digest);
        if (!bytes)
            return failure(bytes.error());
        m_recorded.seen += findSecrets(name, *bytes);
        return writeNew(m_options.folder + u'/' + name, *bytes, executable);
    }

    Status writeSession(const SessionFact &session, const QString &folder)
    {
        for (auto it = session.outbox.constBegin(); it != session.outbox.constEnd(); ++it) {
            if (it.value()[u"refused"].isString())
                continue; // too large to be read then, and so not kept
            if (const auto kept = keep(folder + u"/outbox/"_s + it.key(), codec::toDigest(it.value()[u"digest"]),
                                       it.value()[u"executable"].toBool());
                !kept)
                return kept;
        }
        QByteArray lines;
        const QString stream = m_run.streams() + u'/' + session.id.text() + u".jsonl.zst"_s;
        if (QFile::exists(stream)) {
            const auto read = readActivity(stream, [&](const QJsonObject &event) {
                lines += activityLine(event) + '\n';
                return true;
            });
            if (!read)
                return read;
        }
        return writeNew(m_options.folder + u'/' + folder + u"/activity.jsonl"_s, lines);
    }

    QByteArray activityLine(QJsonObject event)
    {
        event.remove(u"at"_s);
        QByteArray line = QJsonDocument(event).toJson(QJsonDocument::Compact);
        if (findSecrets(u"activity.jsonl"_s, line).isEmpty())
            return line;
        ++m_recorded.blanked;
        QJsonObject blank;
        for (const QString &member : {u"type"_s, u"id"_s, u"kind"_s, u"status"_s, u"stream"_s})
            if (event.contains(member))
                blank[member] = event[member];
        const bool isCall = event[u"type"].toString() == "tool_call"_L1;
        blank[isCall ? u"title"_s : u"text"_s] = u"(left out of the recording: it held what looks like a secret)"_s;
        return QJsonDocument(blank).toJson(QJsonDocument::Compact);
    }

    const RunFolder &m_run;
    const RecordOptions &m_options;
    EvidenceStore m_evidence;
    RecordedSessions m_recorded;
    QString m_index;
};

} // namespace

Result<RecordedSessions> recordSessions(const RunFolder &run, const RecordOptions &options, const StopToken &stop)
{
    const QDir folder(options.folder);
    if (folder.exists() && !folder.isEmpty(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot))
        return failure(u"the folder holds something already"_s, options.folder,
                       u"Name one that is missing or empty: nothing is written over."_s, ErrorKind::Usage);
    RunState state;
    QList<Began> began;
    const auto read = readJournal(run.journal(), 0, false, [&](Entry &&entry) {
        state.apply(entry);
        if (entry.kind == "session.started"_L1 && (began.isEmpty() || began.last().iteration != entry.iteration)) {
            const IterationFact *iteration = state.iteration(entry.iteration);
            const Task *task = iteration ? state.task(iteration->task) : nullptr;
            began.append({entry.iteration, task ? task->covers : QList<FindingId>()});
        }
        return !stop.stopRequested();
    });
    if (!read)
        return failure(read.error());
    if (stop.stopRequested())
        return failure(u"stopped while sessions were recorded"_s, options.folder, {}, ErrorKind::Stopped);
    Recorder recorder(run, options);
    for (const Began &one : std::as_const(began)) {
        if (const auto recorded = recorder.record(*state.iteration(one.iteration), one.findings); !recorded)
            return failure(recorded.error());
    }
    return recorder.finish(state);
}

} // namespace assay
