// Private to core/diff: the characters that warnings are about, by their names in Unicode.
#pragma once

#include "core/diff/warnings.h"

#include <optional>

namespace assay::diff {

struct Suspect {
    char32_t code;
    Deceit deceit;
    const char *name;
    char32_t looksLike = 0;
};

/// A character that may deceive wherever it stands; the caller knows where it may not.
[[nodiscard]] std::optional<Suspect> suspect(char32_t code);

} // namespace assay::diff
