#include "core/journal/appendpoint.h"

#include "core/journal/durablefile.h"
#include "core/journal/entry.h"
#include "core/journal/kinds.h"
#include "core/journal/linehead.h"

using namespace Qt::StringLiterals;

namespace assay {

namespace {

constexpr qint64 chunkSize = 1 << 20;

/// Hands over every whole line, with its newline, until `add` fails. Returns the file's size.
template <class Add>
Result<qint64> eachLine(int fd, const QString &path, const Add &add)
{
    QByteArray pending; // the beginning of a line whose end is in the next chunk
    qint64 offset = 0;
    for (;;) {
        const auto chunk = readFully(fd, offset, chunkSize, path);
        if (!chunk)
            return failure(chunk.error());
        if (chunk->isEmpty())
            return offset;
        offset += chunk->size();
        QByteArrayView rest(*chunk);
        for (qsizetype end = rest.indexOf('\n'); end >= 0; end = rest.indexOf('\n')) {
            const QByteArrayView line = rest.first(end + 1);
            Status status;
            if (pending.isEmpty()) {
                status = add(line);
            } else {
                pending += line;
                status = add(QByteArrayView(pending));
                pending.clear();
            }
            if (!status)
                return failure(status.error());
            rest = rest.sliced(end + 1);
        }
        pending += rest;
    }
}

std::unexpected<Error> damaged(const QString &what, const QString &path)
{
    return failure(what, path,
                   u"Look at it with `assay journal --verify`; the run can be read but not continued. "
                   "Restore the file from a copy, or start a new run."_s);
}

std::unexpected<Error> newer(const QString &what, const QString &path)
{
    return failure(what, path, u"It was written by a newer Assay: continue it with that one. This one can read it."_s);
}

class Inspection {
public:
    explicit Inspection(const QString &path) : m_path(path) {}

    /// `line` with its newline.
    Status add(QByteArrayView line)
    {
        ++m_lines;
        const qint64 offset = m_offset;
        m_offset += line.size();
        if (line.contains('\0')) {
            if (m_zeros < 0)
                m_zeros = offset;
            return {};
        }
        const auto head = headOf(line);
        if (m_zeros >= 0) {
            // Blocks reach the disk in any order: the end of a batch may be there without its beginning.
            if (head && head->batch.first == m_point.lastSeq + 1)
                return {};
            return damaged(u"zero bytes at byte %1, and whole entries after them (line %2)"_s.arg(m_zeros).arg(m_lines),
                           m_path);
        }
        if (m_lines == 1) {
            if (Status status = checkFirst(line); !status)
                return status;
        }
        if (!head)
            return damaged(u"line %1 does not begin like an entry"_s.arg(m_lines), m_path);
        if (head->seq != m_lines) {
            return damaged(u"line %1 has the number %2 where %3 is expected"_s.arg(m_lines).arg(head->seq).arg(m_lines),
                           m_path);
        }
        if (Status status = checkBatch(head->batch); !status)
            return status;
        const bool strange = !knownKind(head->kind) || head->version > kindVersion;
        if (strange && hashOf(line.chopped(lineTailLength + 1)) != writtenHash(line.chopped(1)))
            return damaged(u"line %1 was changed: its hash is not that of its bytes"_s.arg(m_lines), m_path);
        if (!knownKind(head->kind)) {
            return newer(u"entry %1 is of the kind \"%2\", which this version does not know"_s.arg(m_lines).arg(
                             QString::fromUtf8(head->kind)),
                         m_path);
        }
        if (head->version > kindVersion) {
            return newer(u"entry %1 (%2) has version %3 of its kind where this Assay knows up to %4"_s.arg(m_lines)
                             .arg(QString::fromUtf8(head->kind))
                             .arg(head->version)
                             .arg(kindVersion),
                         m_path);
        }
        if (head->endsBatch()) {
            m_last = line.toByteArray();
            m_previousHash = m_hash;
            m_point.offset = m_offset;
            m_point.lastSeq = m_lines;
        }
        m_hash = writtenHash(line).toByteArray();
        m_batch = head->batch;
        return {};
    }

    Result<AppendPoint> finish(qint64 size)
    {
        if (m_point.lastSeq == 0) {
            return failure(u"the journal holds no entry: its run was never begun"_s, m_path,
                           u"Remove the run folder and start the run again."_s);
        }
        const auto last = decodeEntry(m_last, true);
        if (!last)
            return damaged(u"the last entry (line %1) is damaged: %2"_s.arg(m_point.lastSeq).arg(last.error().what),
                           m_path);
        const QByteArray expected = m_point.lastSeq == 1 ? zeroHash() : m_previousHash;
        if (last->prev != expected) {
            return damaged(
                u"entry %1 names %2 as the hash before it, which is %3"_s.arg(
                    QString::number(m_point.lastSeq), QLatin1StringView(last->prev), QLatin1StringView(expected)),
                m_path);
        }
        m_point.head = last->hash;
        m_point.torn = size - m_point.offset;
        return m_point;
    }

private:
    Status checkFirst(QByteArrayView line) const
    {
        const auto first = decodeEntry(line, true);
        if (!first)
            return damaged(u"the first entry is damaged: %1"_s.arg(first.error().what), m_path);
        const QJsonValue format = first->data.value("format"_L1);
        if (first->kind != "run.created"_L1 || !format.isDouble()) {
            return damaged(u"the first entry is %1, where run.created with a format is expected"_s.arg(first->kind),
                           m_path);
        }
        if (format.toInteger() > journalFormat) {
            return newer(u"the journal's format is %1 where this version knows up to %2"_s.arg(
                             QString::number(format.toInteger()), QString::number(journalFormat)),
                         m_path);
        }
        return {};
    }

    /// A batch that began goes on; one that goes on began.
    [[nodiscard]] Status checkBatch(const Batch &batch) const
    {
        if (goesOn(m_batch, m_lines, batch))
            return {};
        return damaged(
            u"line %1 is of %2 and does not go on from %3"_s.arg(m_lines).arg(batchText(batch), batchText(m_batch)),
            m_path);
    }

    const QString &m_path;
    qint64 m_lines = 0;
    qint64 m_offset = 0;
    qint64 m_zeros = -1; ///< where the first line with zero bytes begins
    Batch m_batch;       ///< of the line before
    QByteArray m_hash;   ///< of the line before
    QByteArray m_last, m_previousHash; ///< the last line that stays, and the hash before it
    AppendPoint m_point;
};

} // namespace

Result<AppendPoint> findAppendPoint(int fd, const QString &path)
{
    Inspection inspection(path);
    const auto size = eachLine(fd, path, [&inspection](QByteArrayView line) { return inspection.add(line); });
    if (!size)
        return failure(size.error());
    return inspection.finish(*size);
}

Result<bool> holdsAnEntry(int fd, const QString &path)
{
    bool holds = false;
    const auto size = eachLine(fd, path, [&holds](QByteArrayView line) -> Status {
        const auto head = headOf(line);
        holds = holds || !head || head->endsBatch();
        return {};
    });
    if (!size)
        return failure(size.error());
    return holds;
}

} // namespace assay
