#include "core/diff/treediff.h"

#include "core/git/vault.h"

namespace assay::diff {
namespace {

FileStatus statusOf(ChangeKind kind)
{
    switch (kind) {
    case ChangeKind::Added:
        return FileStatus::Added;
    case ChangeKind::Deleted:
        return FileStatus::Deleted;
    case ChangeKind::TypeChanged:
        return FileStatus::TypeChanged;
    case ChangeKind::Modified:
        break;
    }
    return FileStatus::Modified;
}

} // namespace

Result<QList<FileChange>> changedFiles(const Vault &vault, const ObjectId &from, const ObjectId &to)
{
    const auto changes = vault.changes(from, to);
    if (!changes)
        return failure(changes.error());
    QList<FileChange> files;
    files.reserve(changes->size());
    for (const ChangedFile &change : *changes) {
        FileChange file{.status = statusOf(change.kind)};
        if (change.kind != ChangeKind::Added)
            file.before = {.path = change.path, .mode = change.oldMode, .blob = change.oldBlob};
        if (change.kind != ChangeKind::Deleted)
            file.after = {.path = change.path, .mode = change.newMode, .blob = change.newBlob};
        files.append(file);
    }
    return files;
}

} // namespace assay::diff
