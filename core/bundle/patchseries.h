// fixes.patch and series/: made by git, the same bytes each time.
#pragma once

#include "core/git/gitprogram.h"
#include "core/git/vault.h"

namespace assay {

struct SeriesMail {
    QByteArray name;  ///< "0001-one-place-says.patch"
    QByteArray bytes;
};

/// One mail for each commit from base (excluded) to tip, oldest first, for `git am --keep-cr`.
[[nodiscard]] Result<QList<SeriesMail>> makeSeries(const GitProgram &git, const QString &vault, const ObjectId &base,
                                                   const ObjectId &tip, StopToken stop);

} // namespace assay
