// Where a journal may be continued, and whether this version of Assay may do so at all.
#pragma once

#include "core/domain/error.h"

namespace assay {

struct AppendPoint {
    qint64 offset = 0;   ///< behind the last entry that stays
    qint64 lastSeq = 0;
    QByteArray head;     ///< its hash
    qint64 torn = 0;     ///< bytes behind `offset`: what a crash left of an append that nobody was told of
};

/// Reads the whole file once, without parsing more than each line's beginning (60 MB take some 20 ms).
/// Torn is what follows the last newline, whole lines before it that hold zero bytes (blocks that never reached the
/// disk), and the lines of a last batch that is not whole. The last line that stays must be intact: its hash, its
/// `prev`, its number.
/// Refuses, and changes nothing: a file without an entry, one that does not begin with `run.created`, numbers that
/// skip, batches within that are not whole, a damaged line before intact ones, a newer format, kinds or versions of
/// kinds that are not known.
[[nodiscard]] Result<AppendPoint> findAppendPoint(int fd, const QString &path);

/// Whether a run was ever begun in this file: a crash right after it was made leaves it empty, or with a piece of what
/// was appended first, of which nobody was told.
[[nodiscard]] Result<bool> holdsAnEntry(int fd, const QString &path);

} // namespace assay
