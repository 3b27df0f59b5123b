// Private to core/git: where a symbolic link of a tree leads, judged on the tree and not on a disk.
#pragma once

#include <QByteArray>
#include <QHash>

namespace assay {

/// Targets by path of every link in a tree.
using LinkMap = QHash<QByteArray, QByteArray>;

enum class LinkReach {
    Inside,    ///< stays in the tree, whether something is there or not
    Outside,   ///< absolute, or climbs out, directly or through other links
    GitFolder, ///< into .git
};

/// `path` is a key of `links`. Follows links on the way as the system would; a loop leads nowhere: inside.
[[nodiscard]] LinkReach reachOf(const QByteArray &path, const LinkMap &links);

} // namespace assay
