// The one writer of a run's journal.
#pragma once

#include "core/domain/clock.h"
#include "core/journal/entry.h"
#include "core/journal/runfolder.h"
#include "core/journal/runlock.h"

#include <functional>
#include <memory>

namespace assay {

/// Appends facts, one line each, fdatasync'ed before append() returns. Holds the run's lock while it lives.
/// Thread: one at a time; the engine's thread owns it.
class JournalWriter {
public:
    /// What opening found: a torn last line was moved aside (see journal.recovered).
    struct Opened;

    /// Makes the run folder's journal; fails when one exists. Takes the lock.
    [[nodiscard]] static Result<std::unique_ptr<JournalWriter>> create(const RunFolder &folder, const Clock &clock);
    /// Opens for appending: takes the lock (fails, naming the holder's pid, when another process has it), reads
    /// the tail, moves a torn last line to journal.torn-<seq> and appends `journal.recovered`. Refuses a journal
    /// with a newer format or unknown kinds (readable, not writable).
    [[nodiscard]] static Result<std::unique_ptr<JournalWriter>> open(const RunFolder &folder, const Clock &clock);
    ~JournalWriter();

    /// Appends and syncs. On failure (disk full, I/O) nothing of the line stays in the file and the writer
    /// refuses further appends until reopened.
    [[nodiscard]] Result<Entry> append(Draft draft);
    /// Several entries, one sync. All or nothing on a clean failure.
    [[nodiscard]] Result<QList<Entry>> append(QList<Draft> drafts);

    [[nodiscard]] qint64 lastSeq() const;
    [[nodiscard]] QByteArray headHash() const;
    /// Called after each entry is durable, in the writer's thread: the engine's fold, tests' fault injection.
    void onAppended(std::function<void(const Entry &)> observer);

private:
    struct Private;
    explicit JournalWriter(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};

} // namespace assay
