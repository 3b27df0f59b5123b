// Who descends from whom, read from /proc. Plain system calls only: the keeper uses this between fork and exec.
#pragma once

#include <sys/types.h>

#include <vector>

namespace assay {

enum class Listing {
    Children,   ///< the kernel's list of each thread's children; without it (CONFIG_PROC_CHILDREN) the whole table
    WholeTable, ///< every process's parent: slower by the number of processes on the machine
};

/// The descendants of `root`, without itself, parents before children; who ended and was not waited for counts, as it
/// does in the kernel's limits. A snapshot: what forks meanwhile can be missed, so whoever ends a tree asks again until
/// nothing is left.
[[nodiscard]] std::vector<pid_t> descendants(pid_t root, Listing how = Listing::Children);

/// The direct ones only.
[[nodiscard]] std::vector<pid_t> children(pid_t parent);

/// SIGKILLs everything below `root`, by process group: the kernel ends a group in one go, so a fork bomb cannot outrun
/// this. Only in root's own group, which must go on, one by one.
void killDescendants(pid_t root);

} // namespace assay
