// What a timeline shows, as values: iterations as blocks with their steps, and what happened as marks. Pure.
#pragma once

#include "core/journal/runstate.h"
#include "ui/look/meaning.h"
#include "ui/models/moments.h"
#include "ui/models/timescale.h"

#include <QCoreApplication>

namespace assay::ui {

/// Times are milliseconds since the run began.
struct TimelineStep {
    QString name, result; ///< as in the journal; a step without a result runs
    qint64 from = 0, to = 0;
    friend bool operator==(const TimelineStep &, const TimelineStep &) = default;
};

struct TimelineBlock {
    int iteration = 0; ///< 0: the set-up
    QString verdict;   ///< as in the journal; empty while it runs and of the set-up
    Meaning meaning = Meaning::Idle;
    bool above = false; ///< a rolled-back attempt stands above the lane
    bool running = false;
    bool held = false; ///< only an answer of the owner lets it go on
    qint64 from = 0, to = 0;
    QList<TimelineStep> steps;
    friend bool operator==(const TimelineBlock &, const TimelineBlock &) = default;
};

struct TimelineMark {
    Moment::Kind kind = Moment::Checkpoint;
    Meaning meaning = Meaning::Idle;
    qint64 at = 0;
    int iteration = 0;
    QString id;   ///< of a question: "P1"; of a checkpoint: its number
    QString text; ///< of others, fit for one line: a question's title, what was seen instead
    friend bool operator==(const TimelineMark &, const TimelineMark &) = default;
};

struct Timeline {
    QDateTime start;
    qint64 span = 0;
    QList<TimelineBlock> blocks; ///< oldest first; none overlaps the next
    QList<TimelineMark> marks;   ///< oldest first
    QList<TimeScale::Break> breaks;
    [[nodiscard]] const TimelineBlock *block(int iteration) const;
    friend bool operator==(const Timeline &, const Timeline &) = default;
};

/// `moments`: of the same journal; those after the state's last entry are left out. `now`: until when a running
/// iteration is drawn; a run nobody works on ends with its last entry, and what has no end in it is not running.
[[nodiscard]] Timeline timelineOf(const RunState &state, const QList<Moment> &moments, const QDateTime &now,
                                  bool goesOn);

} // namespace assay::ui
