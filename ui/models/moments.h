// The moments of a run that its timeline marks: when a checkpoint was made, a question put, a claim refuted. The state
// says what; only the journal says when.
#pragma once

#include "ui/models/entryhead.h"

namespace assay::ui {

struct Moment {
    enum Kind { IterationEnded, Checkpoint, Question, Refuted, Rewound, Judged, Ended, Opened };
    qint64 seq = 0;
    QDateTime at;
    int iteration = 0;
    Kind kind = Checkpoint;
    QString id;      ///< of a question: "P1"
    QDateTime since; ///< of Opened: the entry before it, since when nobody worked; invalid for the first
    friend bool operator==(const Moment &, const Moment &) = default;
};

/// Looks at each head once, however often it is asked.
class Moments {
public:
    /// `heads`: the journal's, from its begin; another journal than last time is read anew.
    void follow(const QList<EntryHead> &heads);
    [[nodiscard]] const QList<Moment> &all() const { return m_moments; }
    /// Of the entry that ended the iteration; 0 when none did.
    [[nodiscard]] qint64 endOf(int iteration) const;

private:
    QList<Moment> m_moments;
    qsizetype m_seen = 0;
    QByteArray m_first;
};

} // namespace assay::ui
