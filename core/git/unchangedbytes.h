// Private to core/git: changes of a tree that are none, or only of line ends.
#pragma once

#include "core/git/gitprogram.h"
#include "core/git/vault.h"

#include <QStringList>

namespace assay {

/// Files whose bytes in the open folder `root` are exactly what writing the old tree there gives, though storing them
/// again gives another blob (a repository whose attributes came after its files). Edits that put the old blob back.
[[nodiscard]] Result<QList<TreeEdit>> unchangedBytes(const GitProgram &git, const Vault &vault, const ObjectId &oldTree,
                                                     int root, const QList<ChangedFile> &changes,
                                                     const StopToken &stop);

/// Files whose old and new blob differ in nothing but CRLF against LF, each with what to do.
[[nodiscard]] Result<QStringList> endOfLineChurn(const Vault &vault, const QList<ChangedFile> &changes);

} // namespace assay
