// report.html: the run for a reader with a browser, a printer or a phone.
#pragma once

#include "core/bundle/bundlefacts.h"

namespace assay {

/// One file without scripts and without anything from elsewhere; light and dark as the reader's machine is. HTML that is
/// well-formed XML too. Every text of the journal is escaped, and what would hide or reorder text is shown. Pure, and the
/// same bytes each time.
[[nodiscard]] QByteArray reportAsHtml(const BundleFacts &facts, const RunState &state);

} // namespace assay
