#include "core/journal/journalreader.h"

#include "core/journal/durablefile.h"
#include "core/journal/linepieces.h"

#include <QFile>

#include <fcntl.h>
#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

struct Decoded {
    Entry entry;
    qint64 end = 0; ///< offset behind its line
};

struct DecodedPiece {
    std::vector<Decoded> entries;
    std::optional<Error> error; ///< why the line after them is no entry
    qint64 errorAt = 0;
    bool zeroed = false;        ///< that line holds zero bytes
};

DecodedPiece decodePiece(const LinePiece &piece, bool verify)
{
    DecodedPiece decoded;
    QByteArrayView rest(piece.bytes);
    decoded.entries.reserve(size_t(rest.count('\n')));
    qint64 offset = piece.offset;
    while (!rest.isEmpty()) {
        const qsizetype length = rest.indexOf('\n') + 1;
        const QByteArrayView line = rest.first(length);
        auto entry = decodeEntry(line, verify);
        if (!entry) {
            decoded.error = entry.error();
            decoded.errorAt = offset;
            decoded.zeroed = line.contains('\0');
            return decoded;
        }
        rest = rest.sliced(length);
        offset += length;
        decoded.entries.push_back({std::move(*entry), offset});
    }
    return decoded;
}

/// After a power loss the end of the file can be blocks of zeros, with newlines among what is left of the lines. The
/// next opening for writing moves that aside; until then it is a torn end like any other, unless whole lines follow it
/// that are not of the batch that was being written. `lastSeq` is the last entry before it; 0 = not known.
Result<bool> isTornEnd(const FileHandle &file, const QString &path, qint64 offset, qint64 lastSeq)
{
    bool torn = true;
    const auto end = workOnLines<bool>(
        file, path, offset,
        [lastSeq](const LinePiece &piece) {
            QByteArrayView rest(piece.bytes);
            while (!rest.isEmpty()) {
                const qsizetype length = rest.indexOf('\n') + 1;
                const QByteArrayView line = rest.first(length);
                if (!line.contains('\0')) {
                    const auto entry = decodeEntry(line, false);
                    if (!entry || entry->batch == Batch() || (lastSeq != 0 && entry->batch.first != lastSeq + 1))
                        return false;
                }
                rest = rest.sliced(length);
            }
            return true;
        },
        [&torn](bool &&allZeroed) { return torn = allZeroed; });
    if (!end)
        return failure(end.error());
    return torn;
}

} // namespace

Result<qint64> readJournal(const QString &path, qint64 offset, bool verify,
                           const std::function<bool(Entry &&)> &consume)
{
    const auto file = FileHandle::open(path, O_RDONLY);
    if (!file)
        return failure(file.error());
    qint64 end = offset, lastSeq = 0;
    DecodedPiece bad;
    std::vector<Decoded> batch; // the beginning of one, until the rest is read
    const auto handOver = [&] {
        for (Decoded &decoded : batch) {
            end = decoded.end;
            lastSeq = decoded.entry.seq;
            if (!consume(std::move(decoded.entry)))
                return false;
        }
        batch.clear();
        return true;
    };
    const auto read = workOnLines<DecodedPiece>(
        *file, path, offset, [verify](const LinePiece &piece) { return decodePiece(piece, verify); },
        [&](DecodedPiece &&piece) {
            for (Decoded &decoded : piece.entries) {
                batch.push_back(std::move(decoded));
                if (batch.back().entry.endsBatch() && !handOver())
                    return false;
            }
            bad = std::move(piece);
            return !bad.error;
        });
    if (!read)
        return failure(read.error());
    if (!bad.error)
        return end;
    if (bad.zeroed) {
        const auto torn = isTornEnd(*file, path, bad.errorAt, lastSeq);
        if (!torn)
            return failure(torn.error());
        if (*torn)
            return end;
    }
    // Damaged after it was whole: what was before is told as for any other line.
    if (!handOver())
        return end;
    return failure(u"the line at byte %1 is no entry: %2"_s.arg(bad.errorAt).arg(bad.error->what), path,
                   bad.error->remedy);
}

Result<int> JournalFollower::poll(const std::function<void(Entry &&)> &consume)
{
    struct stat now{};
    if (::stat(QFile::encodeName(m_path).constData(), &now) != 0)
        return failure(systemError(u"cannot be looked at"_s, m_path));
    if (now.st_size == m_offset)
        return 0;
    if (const Status same = checkUnchanged(now.st_size); !same)
        return failure(same.error());
    int delivered = 0;
    const auto end = readJournal(m_path, m_offset, false, [&](Entry &&entry) {
        m_lastSeq = entry.seq;
        m_head = entry.hash;
        ++delivered;
        consume(std::move(entry));
        return true;
    });
    if (!end)
        return failure(end.error());
    m_offset = *end;
    return delivered;
}

/// What was delivered still ends where it ended, with the same hash.
Status JournalFollower::checkUnchanged(qint64 size) const
{
    const auto changed = [this](const QString &how) {
        return failure(u"the journal is not the one that was read so far: %1"_s.arg(how), m_path,
                       u"Read it from its beginning."_s);
    };
    if (size < m_offset)
        return changed(u"it has %1 bytes where %2 were read"_s.arg(size).arg(m_offset));
    if (m_lastSeq == 0)
        return {};
    const auto file = FileHandle::open(m_path, O_RDONLY);
    if (!file)
        return failure(file.error());
    const qint64 tail = lineTailLength + 1; // and the newline
    const auto bytes = readFully(file->fd(), m_offset - tail, tail, m_path);
    if (!bytes)
        return failure(bytes.error());
    if (bytes->endsWith('\n') && writtenHash(*bytes) == m_head)
        return {};
    return changed(u"entry %1 does not end at byte %2 with the hash %3 any more"_s.arg(
        QString::number(m_lastSeq), QString::number(m_offset), QLatin1StringView(m_head)));
}

} // namespace assay
