// The agent sessions of a run, newest last: pure, from its state.
#pragma once

#include "core/journal/runstate.h"

namespace assay::ui {

/// One thing that a session was told or left, by its digest in the evidence.
struct SessionFile {
    QString name; ///< "task.json", "repros/x.py"; the prompt has an empty one
    Digest digest;
    bool executable = false;
    friend bool operator==(const SessionFile &, const SessionFile &) = default;
};

struct SessionRow {
    QString id; ///< "A4"
    int iteration = 0;
    SessionFact fact;
    QString verdict; ///< of its iteration; empty while it runs
    bool running = false;
    QList<SessionFile> files; ///< the prompt first
};

[[nodiscard]] QList<SessionRow> sessionRows(const RunState &state);

} // namespace assay::ui
