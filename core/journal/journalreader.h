// Reading a journal: whole, from an offset, or following a live one. Never writes, needs no lock.
#pragma once

#include "core/journal/entry.h"

#include <functional>

namespace assay {

/// Reads entries in order from byte `offset`; parses chunks side by side, hands entries over in the caller's
/// thread. Returns the offset behind the last complete line (a torn tail is left for later).
/// Stops when the consumer returns false.
[[nodiscard]] Result<qint64> readJournal(const QString &path, qint64 offset, bool verify,
                                         const std::function<bool(Entry &&)> &consume);

/// Follows a journal that may be growing: poll() delivers what came since. Cheap when nothing did (one stat).
/// Thread: one at a time. The GUI drives it from a QFileSystemWatcher or a timer in a worker.
class JournalFollower {
public:
    explicit JournalFollower(QString path) : m_path(std::move(path)) {}
    [[nodiscard]] Result<int> poll(const std::function<void(Entry &&)> &consume);
    [[nodiscard]] qint64 offset() const { return m_offset; }

private:
    QString m_path;
    qint64 m_offset = 0;
};

/// What `assay journal --verify` says about the file alone (chain, sequence); commits and evidence are
/// checked by core/bundle.
struct ChainReport {
    qint64 entries = 0;
    QStringList problems; ///< "line 17: hash differs: …"; empty = intact
};
[[nodiscard]] Result<ChainReport> verifyChain(const QString &path);

} // namespace assay
