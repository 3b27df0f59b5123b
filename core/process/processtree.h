// Who descends from whom, read from /proc. Plain system calls only: the keeper uses this between fork and exec.
#pragma once

#include <sys/types.h>

#include <vector>

namespace assay {

/// The living descendants of `root`, without itself, parents before children; zombies are left out. A snapshot: what
/// forks meanwhile can be missed, so whoever ends a tree asks again until nothing is left.
[[nodiscard]] std::vector<pid_t> descendants(pid_t root);

/// The direct children, zombies left out.
[[nodiscard]] std::vector<pid_t> children(pid_t parent);

/// SIGKILLs everything below `root`, by process group too: the kernel ends a group in one go, so a fork bomb that
/// stays in its group cannot outrun this. `root` must lead or have left its own session's groups.
void killDescendants(pid_t root);

} // namespace assay
