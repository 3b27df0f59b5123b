// Private to core/diff: which lines differ, by libgit2.
#pragma once

#include "core/diff/filediff.h"

namespace assay::diff {

/// Of two texts with lines that end at line feeds. Ascending; never two without an equal line between.
[[nodiscard]] Result<QList<LineChange>> lineChanges(QByteArrayView before, QByteArrayView after, const Options &options,
                                                    const QString &subject);

/// Changes no more than twice `context` lines apart are one hunk.
[[nodiscard]] QList<Hunk> hunksOf(const QList<LineChange> &changes, int context, int oldLines, int newLines);

} // namespace assay::diff
