// What the owner's marks on a change are called.
#pragma once

#include "ui/diff/diffsection.h"

#include <QCoreApplication>

namespace assay::ui {

class MarkWords {
    Q_DECLARE_TR_FUNCTIONS(MarkWords)
public:
    /// "✓ reviewed · ↩ left out"; empty where neither is so.
    [[nodiscard]] static QString mark(const ReviewMark &mark, bool undefended = false);
    /// "3 of 12 hunks reviewed, 1 left out, 2 comments open"; what was given to the agent is not open. Empty where nothing can be marked.
    [[nodiscard]] static QString counts(const DiffSection::MarkCounts &counts);
    /// "Your comment: keep the old signature"; says when it was given to the agent.
    [[nodiscard]] static QString comment(const ReviewMark &mark);
};

} // namespace assay::ui
