#include "core/journal/journalwriter.h"

#include "core/journal/appendpoint.h"
#include "core/journal/durablefile.h"
#include "core/journal/kinds.h"

#include <QFileInfo>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace assay {

struct JournalWriter::Private {
    RunFolder folder;
    const Clock &clock;
    RunLock lock;
    FileHandle file;
    qint64 size = 0; ///< of the file: everything before it is durable
    qint64 lastSeq = 0;
    QByteArray head = zeroHash();
    std::optional<Error> broken; ///< why nothing is appended any more
    std::function<void(const Entry &)> observer;

    [[nodiscard]] Status checkUntouched() const;
    [[nodiscard]] Status checkDraft(const Draft &draft, qint64 seq) const;
    [[nodiscard]] Status write(QByteArrayView lines);
    [[nodiscard]] Status moveTornAside(qint64 torn, const QString &aside) const;
};

namespace {

QString tornFile(const RunFolder &folder, qint64 seq)
{
    return folder.path() + u"/journal.torn-%1"_s.arg(seq);
}

Error mistake(const QString &what, const Draft &draft)
{
    return {what, u"journal entry "_s + draft.kind, u"This is a fault of Assay: please report it."_s,
            ErrorKind::Internal};
}

} // namespace

JournalWriter::JournalWriter(std::unique_ptr<Private> state) : d(std::move(state)) {}

JournalWriter::~JournalWriter() = default;

Result<std::unique_ptr<JournalWriter>> JournalWriter::create(const RunFolder &folder, const Clock &clock)
{
    if (Status status = makeDurableFolder(folder.path()); !status)
        return failure(status.error());
    auto lock = RunLock::take(folder);
    if (!lock)
        return failure(lock.error());
    auto file = FileHandle::open(folder.journal(), O_RDWR | O_CREAT);
    if (!file)
        return failure(file.error());
    const auto inUse = holdsAnEntry(file->fd(), folder.journal());
    if (!inUse)
        return failure(inUse.error());
    if (*inUse) {
        return failure(u"there is a run in this folder already"_s, folder.path(),
                       u"Go on with it (`assay resume`), or choose another run folder."_s, ErrorKind::Usage);
    }
    if (::ftruncate(file->fd(), 0) != 0 || ::fsync(file->fd()) != 0)
        return failure(systemError(u"cannot be begun"_s, folder.journal()));
    if (Status status = syncFolder(folder.path()); !status)
        return failure(status.error());
    return std::unique_ptr<JournalWriter>(
        new JournalWriter(std::unique_ptr<Private>(new Private{folder, clock, std::move(*lock), std::move(*file)})));
}

Result<std::unique_ptr<JournalWriter>> JournalWriter::open(const RunFolder &folder, const Clock &clock)
{
    if (!QFileInfo::exists(folder.journal())) {
        return failure(u"there is no journal.jsonl in this folder"_s, folder.path(), u"Give the folder of a run."_s,
                       ErrorKind::Usage);
    }
    auto lock = RunLock::take(folder);
    if (!lock)
        return failure(lock.error());
    auto file = FileHandle::open(folder.journal(), O_RDWR);
    if (!file)
        return failure(file.error());
    const auto point = findAppendPoint(file->fd(), folder.journal());
    if (!point)
        return failure(point.error());
    std::unique_ptr<JournalWriter> writer(
        new JournalWriter(std::unique_ptr<Private>(new Private{folder, clock, std::move(*lock), std::move(*file)})));
    Private &state = *writer->d;
    state.size = point->offset;
    state.lastSeq = point->lastSeq;
    state.head = point->head;

    const QString aside = tornFile(folder, point->lastSeq + 1);
    if (point->torn > 0) {
        if (Status status = state.moveTornAside(point->torn, aside); !status)
            return failure(status.error());
    }
    // A file that waits for this number was moved aside by an opening that did not live to say so.
    if (const QFileInfo moved(aside); moved.exists()) {
        const auto recovered = writer->append(
            Draft{.kind = u"journal.recovered"_s, .data = {{u"bytes"_s, moved.size()}, {u"file"_s, moved.fileName()}}});
        if (!recovered)
            return failure(recovered.error());
    }
    return writer;
}

Status JournalWriter::Private::moveTornAside(qint64 torn, const QString &aside) const
{
    const auto bytes = readFully(file.fd(), size, torn, folder.journal());
    if (!bytes)
        return failure(bytes.error());
    if (Status status = writeDurably(aside, *bytes); !status)
        return status;
    if (::ftruncate(file.fd(), size) != 0 || ::fdatasync(file.fd()) != 0)
        return failure(systemError(u"its torn end cannot be cut off"_s, folder.journal()));
    return {};
}

Status JournalWriter::Private::checkUntouched() const
{
    struct stat now{};
    if (::fstat(file.fd(), &now) != 0)
        return failure(systemError(u"cannot be looked at"_s, folder.journal()));
    if (now.st_nlink == 0) {
        return failure(u"the journal was removed while the run was open"_s, folder.journal(),
                       u"Nothing can be recorded any more: stop the run."_s);
    }
    if (now.st_size != size) {
        return failure(
            u"another program changed the journal: it has %1 bytes where %2 were written"_s.arg(now.st_size).arg(size),
            folder.journal(), u"Only Assay may write there. See what is intact: `assay journal --verify`."_s);
    }
    return {};
}

Status JournalWriter::Private::checkDraft(const Draft &draft, qint64 seq) const
{
    if (!knownKind(draft.kind.toUtf8()))
        return failure(mistake(u"this kind is not in the list of known kinds"_s, draft));
    if (seq == 1 && draft.kind != "run.created"_L1)
        return failure(mistake(u"a journal begins with run.created"_s, draft));
    if (draft.actor.isEmpty())
        return failure(mistake(u"it has no actor"_s, draft));
    if (draft.cause < 0 || draft.cause >= seq)
        return failure(mistake(u"its cause %1 is no entry before it (%2)"_s.arg(draft.cause).arg(seq), draft));
    if (draft.iteration < 0)
        return failure(mistake(u"its iteration is %1"_s.arg(draft.iteration), draft));
    return checkData(draft.data);
}

/// All of the lines durable, or none of them in the file.
Status JournalWriter::Private::write(QByteArrayView lines)
{
    Status status = writeFully(file.fd(), lines, size, folder.journal());
    if (status && ::fdatasync(file.fd()) != 0)
        status = failure(systemError(u"cannot be synced"_s, folder.journal()));
    if (status) {
        size += lines.size();
        return {};
    }
    // After a failed sync nobody knows what is on the disk: only reading the file anew tells.
    if (::ftruncate(file.fd(), size) != 0)
        status.error().what += u"; and what was written of the entry cannot be taken back"_s;
    else if (::fdatasync(file.fd()) != 0)
        status.error().what += u"; and the disk does not confirm that what was written of the entry was taken back"_s;
    broken = status.error();
    return status;
}

Result<Entry> JournalWriter::append(Draft draft)
{
    auto entries = append(QList<Draft>{std::move(draft)});
    if (!entries)
        return failure(entries.error());
    return std::move(entries->first());
}

Result<QList<Entry>> JournalWriter::append(QList<Draft> drafts)
{
    if (d->broken)
        return failure(*d->broken);
    if (Status status = d->checkUntouched(); !status) {
        d->broken = status.error();
        return failure(status.error());
    }
    QList<Entry> entries;
    QByteArray lines;
    QByteArray head = d->head;
    qint64 seq = d->lastSeq;
    const Batch batch = drafts.size() > 1 ? Batch{seq + 1, seq + drafts.size()} : Batch();
    for (Draft &draft : drafts) {
        ++seq;
        if (Status status = d->checkDraft(draft, seq); !status)
            return failure(status.error());
        if (seq == 1)
            draft.data.insert(u"format"_s, journalFormat);
        Entry entry{.seq = seq,
                    .kind = std::move(draft.kind),
                    .version = kindVersion,
                    .batch = batch,
                    .at = d->clock.now(),
                    .actor = std::move(draft.actor),
                    .cause = draft.cause,
                    .iteration = draft.iteration,
                    .data = std::move(draft.data),
                    .prev = head};
        const QByteArray line = encodeEntry(entry);
        if (line.size() > lineLimit) {
            return failure(mistake(u"it has %1 bytes where a line may have %2"_s.arg(line.size()).arg(lineLimit),
                                   Draft{.kind = entry.kind}));
        }
        lines += line;
        head = entry.hash;
        entries.append(std::move(entry));
    }
    if (Status status = d->write(lines); !status)
        return failure(status.error());
    d->lastSeq = seq;
    d->head = head;
    if (d->observer) {
        for (const Entry &entry : std::as_const(entries))
            d->observer(entry);
    }
    return entries;
}

qint64 JournalWriter::lastSeq() const
{
    return d->lastSeq;
}

QByteArray JournalWriter::headHash() const
{
    return d->head;
}

void JournalWriter::onAppended(std::function<void(const Entry &)> observer)
{
    d->observer = std::move(observer);
}

} // namespace assay
