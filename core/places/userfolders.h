// The user's folders by the XDG base directory specification.
#pragma once

#include <QString>

namespace assay {

[[nodiscard]] QString stateFolder(); ///< ${XDG_STATE_HOME:-~/.local/state}/assay
[[nodiscard]] QString cacheFolder(); ///< ${XDG_CACHE_HOME:-~/.cache}/assay

} // namespace assay
