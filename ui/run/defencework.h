// Hunks taken back one by one, and what noticed.
#pragma once

#include "core/defence/hunkdefence.h"
#include "ui/run/lockedwork.h"

namespace assay::ui {

/// Begins at once; what it finds comes through the journal, as everything does. What was judged until it is cancelled stays.
class DefenceWork : public LockedWork {
    Q_OBJECT
public:
    /// `only`: those places of base↔now; empty: all but tests.
    DefenceWork(const RunFolder &run, ProcessHost &host, const QList<ReviewPlace> &only, QObject *parent = nullptr);

Q_SIGNALS:
    void judged(const assay::defence::Progress &progress); ///< as each is
};

} // namespace assay::ui
