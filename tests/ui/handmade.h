// A run's entries made by hand: folded for the models' tests, or written into a folder for the views'.
#pragma once

#include "core/journal/runstate.h"
#include "tests/journal/scratchrun.h"
#include "ui/models/entryhead.h"

#include <QSet>

namespace assay::test {

/// The state and the heads of these entries, a second apart.
struct Folded {
    RunState state;
    QList<ui::EntryHead> heads;

    explicit Folded(const QList<Draft> &drafts = {})
    {
        for (const Draft &draft : drafts)
            add(draft);
    }
    void add(const Draft &draft)
    {
        const qint64 seq = state.lastSeq + 1;
        const Entry entry{.seq = seq,
                          .kind = draft.kind,
                          .at = QDateTime(QDate(2025, 1, 1), QTime(0, 0), QTimeZone::UTC).addSecs(seq),
                          .actor = draft.actor,
                          .cause = draft.cause,
                          .iteration = draft.iteration,
                          .data = draft.data,
                          .hash = QByteArray::number(seq).rightJustified(64, '0')};
        state.apply(entry);
        heads.append(ui::headOf(entry, m_words));
    }

private:
    QSet<QString> m_words;
};

inline Draft made(const QString &kind, const QJsonObject &data, int iteration = 0,
                  const QString &actor = QStringLiteral("engine"))
{
    return {.kind = kind, .data = data, .actor = actor, .iteration = iteration};
}

} // namespace assay::test
