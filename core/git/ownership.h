// Private to core/git: whose repository is it, by git's own rule.
#pragma once

#include "core/git/gitprogram.h"

namespace assay {

/// Refuses folders that neither belong to this user (nor to whom sudo was called by) nor stand in the `safe.directory`
/// of the owner's own or the machine's git configuration. `top` is what git compares with that list.
[[nodiscard]] Status refuseOtherOwner(const GitProgram &git, const QString &top, const QStringList &folders);

} // namespace assay
