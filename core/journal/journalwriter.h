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
    /// Makes the run folder where it is missing, and its journal; fails when one with an entry exists. Takes the lock.
    /// The clock must outlive the writer. The first append must be `run.created`; its `format` is filled in.
    [[nodiscard]] static Result<std::unique_ptr<JournalWriter>> create(const RunFolder &folder, const Clock &clock);
    /// Opens for appending: takes the lock (fails, naming the holder's pid, when another process has it), reads
    /// the tail, moves a torn last line, and the whole ones of a batch that is not whole, to journal.torn-<seq> and
    /// appends `journal.recovered`, which has that seq.
    /// Refuses a journal with a newer format or unknown kinds (readable, not writable), and a damaged one; then the
    /// folder is as it was. The clock must outlive the writer.
    [[nodiscard]] static Result<std::unique_ptr<JournalWriter>> open(const RunFolder &folder, const Clock &clock);
    ~JournalWriter();

    /// Appends and syncs. On failure (disk full, I/O) nothing of the line stays in the file and the writer
    /// refuses further appends until reopened. A draft that the format cannot carry (see checkData; a kind that is
    /// not known; a cause that is no earlier entry) is refused as our own mistake (ErrorKind::Internal), and the
    /// writer goes on.
    [[nodiscard]] Result<Entry> append(Draft draft);
    /// Several entries that are one fact, one sync: all or nothing, also for readers and after a power cut.
    [[nodiscard]] Result<QList<Entry>> append(QList<Draft> drafts);

    [[nodiscard]] qint64 lastSeq() const; ///< 0 before the first entry
    [[nodiscard]] QByteArray headHash() const; ///< of the last entry; zeros before the first
    /// Called after each entry is durable, in the writer's thread: the engine's fold, tests' fault injection.
    /// It must not append.
    void onAppended(std::function<void(const Entry &)> observer);

private:
    struct Private;
    explicit JournalWriter(std::unique_ptr<Private> state);
    std::unique_ptr<Private> d;
};

} // namespace assay
