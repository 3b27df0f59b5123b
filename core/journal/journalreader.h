// Reading a journal: whole, from an offset, or following a live one. Never writes, needs no lock.
#pragma once

#include "core/journal/entry.h"

#include <functional>

namespace assay {

/// Reads entries in order from byte `offset` (0, or what an earlier call returned); parses pieces side by side, hands
/// entries over in the caller's thread. Returns the offset behind the last entry handed over (a torn tail, and a last
/// batch that is not whole, are left for later: what was appended as one fact is read as one). Stops when the consumer returns false. A line that is no entry is an error, told after the entries before it
/// were handed over; with `verify` so is one whose hash differs. Numbers and the chain are not looked at: verifyChain().
[[nodiscard]] Result<qint64> readJournal(const QString &path, qint64 offset, bool verify,
                                         const std::function<bool(Entry &&)> &consume);

/// Follows a journal that may be growing: poll() delivers what came since. Cheap when nothing did (one stat).
/// Thread: one at a time. The GUI drives it from a QFileSystemWatcher or a timer in a worker.
class JournalFollower {
public:
    explicit JournalFollower(QString path) : m_path(std::move(path)) {}
    /// The number of entries delivered. Fails when the file is not what it was: shorter than what was delivered, or
    /// with another entry at its end (an append that failed can be seen for a moment, and is taken back). Then whoever
    /// folds must begin anew, with a new follower.
    [[nodiscard]] Result<int> poll(const std::function<void(Entry &&)> &consume);
    [[nodiscard]] qint64 offset() const { return m_offset; }
    [[nodiscard]] qint64 lastSeq() const { return m_lastSeq; }

private:
    [[nodiscard]] Status checkUnchanged(qint64 size) const;

    QString m_path;
    qint64 m_offset = 0;
    qint64 m_lastSeq = 0;
    QByteArray m_head;
};

/// What `assay journal --verify` says about the file alone (chain, sequence); commits and evidence are
/// checked by core/bundle.
struct ChainReport {
    qint64 entries = 0; ///< intact ones
    QByteArray head; ///< hash of the last line, as written; empty when the last line has none
    QStringList problems; ///< "line 17: hash differs: …"; empty = intact. At most 100, then one that counts the rest
    /// The first line that is not what was written, from 1; 0: all are. A torn end is no line: the next opening moves it
    /// aside, and the run goes on.
    qint64 firstChanged = 0;
};
/// Checks every line: its form, its hash over its exact bytes, its `prev`, its number, and that its batch is whole. Goes
/// on after a problem, so that all of them are seen. A torn end, or a last batch that is not whole, counts as one when it stays for a fifth of a second (a live run may be in the middle
/// of an append). That lines were cut off at the end, or all hashes made anew, only the anchors in the checkpoints show.
/// Fails only when the file cannot be read.
[[nodiscard]] Result<ChainReport> verifyChain(const QString &path);

} // namespace assay
