#include "ui/models/held.h"

#include <algorithm>

namespace assay::ui {

bool isHeld(const RunState &state, const IterationFact &iteration)
{
    return iteration.isRunning() && std::ranges::any_of(state.openPrompts(), [&](const Prompt *prompt) {
               return prompt->iteration == iteration.n && prompt->type != PromptType::Decision;
           });
}

} // namespace assay::ui
