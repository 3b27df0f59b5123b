// Whether the process that holds a run's lock is an engine at work: an export and an owner's command hold it too.
#pragma once

#include "core/journal/entry.h"

namespace assay::ui {

/// Fed with the journal's entries in order. Pure.
class EngineWatch {
public:
    void saw(const Entry &entry);
    /// `holder`: the pid in the lock, or 0. An engine's first words are `run.opened` with its pid, its last `run.closed`;
    /// before the first ones the run is being made.
    [[nodiscard]] bool works(qint64 holder) const { return holder > 0 && (!m_opened || holder == m_engine); }

private:
    bool m_opened = false;
    qint64 m_engine = 0; ///< 0: closed
};

} // namespace assay::ui
