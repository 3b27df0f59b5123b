// The engine's pen: appends facts to the journal and folds each into the state as soon as it is durable.
#pragma once

#include "core/journal/journalwriter.h"
#include "core/journal/runstate.h"

namespace assay {

/// Everything the engine knows is `state()`; everything it does ends in `append()`. Thread: the engine's.
class Ledger {
public:
    /// Folds what the journal holds already, then stands ready to append.
    [[nodiscard]] static Result<std::unique_ptr<Ledger>> open(const RunFolder &folder,
                                                              std::unique_ptr<JournalWriter> writer);

    [[nodiscard]] const RunState &state() const { return m_state; }
    [[nodiscard]] const RunFolder &folder() const { return m_folder; }
    /// Durable and folded when it returns.
    [[nodiscard]] Status append(Draft draft);
    /// One fact made of several entries: all are durable, or none is.
    [[nodiscard]] Status append(QList<Draft> drafts);
    [[nodiscard]] QByteArray headHash() const { return m_writer->headHash(); }
    /// Called after an entry was folded; for tests that inject faults.
    void onAppended(std::function<void(const Entry &)> observer) { m_observer = std::move(observer); }

private:
    Ledger(const RunFolder &folder, std::unique_ptr<JournalWriter> writer);
    void fold(const Entry &entry);

    RunFolder m_folder;
    std::unique_ptr<JournalWriter> m_writer;
    RunState m_state;
    std::function<void(const Entry &)> m_observer;
};

} // namespace assay
