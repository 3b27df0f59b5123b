// disclosure.md: what a maintainer upstream has to be told of a change that a machine worked at.
#pragma once

#include "core/bundle/bundlefacts.h"

namespace assay {

/// An issue text in Markdown made only of what was run and journaled: the tool, the agent, what was the machine's and
/// what was human, what was rolled back and refuted, and what is undefended, unproven, left or declined. Pure, and the
/// same bytes each time.
[[nodiscard]] QByteArray disclosure(const BundleFacts &facts, const RunState &state);

} // namespace assay
