// What a colour means, and only that. Everything on the screen that is not neutral has one of these meanings.
#pragma once

#include "core/domain/finding.h"
#include "core/domain/rules.h"
#include "core/journal/facts.h"

namespace assay::ui {

enum class Meaning {
    Bad,     ///< present, newly failing, refused
    Good,    ///< absent, kept, toothed, passed
    Unsure,  ///< inconclusive, flaky, unstable, undefended, unguarded, not contained
    Undone,  ///< rolled back, superseded, left out
    Waiting, ///< needs the owner: the one call to action on a screen
    Refuted, ///< a claim that was not so
    Idle,    ///< not yet, parked, interrupted, declined
};

/// The glyph that goes with the colour, so that colour never stands alone.
[[nodiscard]] QString glyph(Meaning meaning);

[[nodiscard]] Meaning meaningOf(Answer answer);
[[nodiscard]] Meaning meaningOf(FindingState state);
[[nodiscard]] Meaning meaningOf(TaskState state);
[[nodiscard]] Meaning meaningOf(PromptState state);
[[nodiscard]] Meaning meaningOf(ClaimResult result);
[[nodiscard]] Meaning meaningOf(Teeth teeth);
[[nodiscard]] Meaning meaningOf(Outcome outcome);
/// A verdict's word as loop.md has it; empty while the iteration runs.
[[nodiscard]] Meaning meaningOfVerdict(QStringView verdict);
/// A step's result: pass, fail, hold, done; empty while it runs.
[[nodiscard]] Meaning meaningOfStep(QStringView result);

} // namespace assay::ui
