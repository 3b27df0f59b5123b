// Files that a command left in a folder, read back without trusting it. Private to core/gate.
#pragma once

#include "core/domain/error.h"

#include <QByteArrayList>

#include <ctime>

namespace assay {

struct CollectedFiles {
    QList<std::pair<QByteArray, QByteArray>> fresh; ///< path below the folder, bytes; sorted by path
    QByteArrayList stale;                           ///< paths that fit and are older than the start
    QString
        problem; ///< why the rest was not taken, with the path: too large, too many, unreadable; empty = all is there
};

/// Regular files below `folder` whose path fits one of the globs and whose time of change is not before `since`.
/// Links are not followed, pipes and devices not opened, and .git is not looked into. Folders that cannot be read are
/// made readable: it is a throw-away copy. A file over 256 MB, or more than 10,000 files, is a problem. A folder that
/// is not there any more, or is a link now, holds nothing.
[[nodiscard]] CollectedFiles collectFiles(const QString &folder, const QByteArrayList &globs, const timespec &since);

/// The file system's own time in a folder, as new files there will get it: what `since` is taken from.
[[nodiscard]] Result<timespec> fileSystemTime(const QString &folder);

} // namespace assay
