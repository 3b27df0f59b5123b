// Deleting what an agent or a gate left behind, whatever it is.
#pragma once

#include "core/git/folder.h"

namespace assay {

/// A folder that things are moved into and deleted from. Modes and depth do not matter, links are deleted and never
/// followed, and neither the stack nor the number of open descriptors grows with what is in it.
/// It has to be on the file system of what it takes. Belongs to one thread.
class Trash {
public:
    /// Makes the folder; one that a crash left is emptied and used.
    [[nodiscard]] static Result<Trash> open(const QString &path);
    /// Deletes a child of an open folder. One that is not there is fine.
    [[nodiscard]] Status take(int parent, const QByteArray &name);
    /// Deletes all that was taken, and the trash itself; without it the next open() does.
    [[nodiscard]] Status empty();

private:
    explicit Trash(QString path) : m_path(std::move(path)) {}
    [[nodiscard]] Status deleteAll();
    [[nodiscard]] bool moveIn(int parent, const QByteArray &name);

    QString m_path;
    FileDescriptor m_folder;
    quint64 m_number = 0;
};

/// Deletes the file, link or folder at a path through a trash beside it ("<path>.discard", or `trash`).
[[nodiscard]] Status discard(const QString &path, const QString &trash = {});

} // namespace assay
