// Private to core/git: how files looked to the system when they were laid, so that untouched ones are known by a stat.
#pragma once

#include "core/domain/error.h"
#include "core/domain/ids.h"

#include <QHash>

#include <optional>
#include <sys/stat.h>

namespace assay {

/// What changes whenever a file does. The change time cannot be set by a program, and there is nothing to compare
/// with for files changed in the very moment of the stamp: those are not trusted.
struct FileStamp {
    quint64 inode = 0, device = 0;
    quint32 mode = 0;
    qint64 size = 0, modified = 0, changed = 0; ///< times in nanoseconds
    [[nodiscard]] static FileStamp of(const struct stat &facts);
    friend bool operator==(const FileStamp &, const FileStamp &) = default;
};

struct LaidStamps {
    ObjectId tree;
    QHash<QByteArray, FileStamp> files; ///< by path in the tree

    /// None when there is no such file or it is damaged: then every file is looked at.
    [[nodiscard]] static std::optional<LaidStamps> load(const QString &path);
    [[nodiscard]] Status save(const QString &path) const;
    /// Looks at the files of `paths` below the open folder; leaves out what changed a moment ago.
    [[nodiscard]] static LaidStamps take(int root, const ObjectId &tree, const QByteArrayList &paths);
};

} // namespace assay
