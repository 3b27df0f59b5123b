// A run in one line of the start page, read from its journal.
#pragma once

#include "core/places/runfinder.h"
#include "ui/look/meaning.h"

namespace assay::ui {

struct RunSummary {
    QString path, name;
    QString target;             ///< folder name of the target, fit for display
    QDateTime lastAt;
    Meaning meaning = Meaning::Idle;
    QString standing;           ///< empty while it is read
    int counted = 0, limit = 0; ///< iterations
    int open = 0;               ///< questions
    qint64 holder = 0;          ///< pid of the process that holds it: its engine, an export
    QString problem;            ///< why it could not be read; what was read before it stands
    qint64 journalSize = -1;    ///< bytes that this was read from
    QDateTime journalWritten;   ///< when they were written last
    bool cutOff = false;        ///< neither ended nor worked on: a crash left it, it can be resumed
    [[nodiscard]] QString key() const { return path; }
    friend bool operator==(const RunSummary &, const RunSummary &) = default;
};

/// Folds the run's journal, unless `known` was read from as much of it under the same engine. Blocks; for a worker.
[[nodiscard]] RunSummary summarise(const FoundRun &run, const RunSummary *known = nullptr);

} // namespace assay::ui
