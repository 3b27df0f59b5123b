// One journal entry as a list shows it: small enough to keep 100,000 of them.
#pragma once

#include "core/journal/entry.h"

#include <QMetaType>

namespace assay::ui {

struct EntryHead {
    qint64 seq = 0;
    QString kind;    ///< shared: there are a few dozen
    QDateTime at;
    QString actor;   ///< shared
    int iteration = 0;
    qint64 cause = 0;
    QString summary; ///< the heart of its data in one line, at most 200 characters
    QByteArray hash; ///< 32 bytes, not hexadecimal
    [[nodiscard]] qint64 key() const { return seq; }
    friend bool operator==(const EntryHead &a, const EntryHead &b) { return a.seq == b.seq && a.hash == b.hash; }
};

/// Pure. `words` shares the few kinds and actors.
[[nodiscard]] EntryHead headOf(const Entry &entry, QSet<QString> &words);

/// Which parts of the state an entry changes: what a view has to look at again.
enum class Part : unsigned {
    Run = 1,        ///< phase, outcome, policy, notes, export
    Findings = 2,   ///< findings, checks, causes, surfaces, declined
    Backlog = 4,    ///< tasks and their order
    Iterations = 8, ///< iterations, steps, sessions, checkpoints, candidates, reviews, tampers
    Proofs = 16,    ///< runs of checks
    Gate = 32,      ///< reports, comparisons, teeth, suspects
    Prompts = 64,
    Claims = 128,
    All = 255,
};
Q_DECLARE_FLAGS(Parts, Part)
Q_DECLARE_OPERATORS_FOR_FLAGS(Parts)
[[nodiscard]] Parts partsOf(const QString &kind);

} // namespace assay::ui
