#include "core/engine/baselinetraces.h"

#include <QSet>

namespace assay {
namespace {

/// The outermost folder of the path in which the tree has nothing, or the path itself.
RepoPath outermostNew(const RepoPath &path, const QSet<QByteArray> &foldersOfTree)
{
    const QByteArray &bytes = path.bytes();
    for (qsizetype slash = bytes.indexOf('/'); slash > 0; slash = bytes.indexOf('/', slash + 1)) {
        if (!foldersOfTree.contains(bytes.first(slash)))
            return RepoPath(bytes.first(slash));
    }
    return path;
}

void addOnce(QList<RepoPath> &paths, const RepoPath &path)
{
    if (!paths.contains(path))
        paths.append(path);
}

} // namespace

void BaselineTraces::add(const BaselineTraces &other)
{
    for (const RepoPath &path : other.untracked)
        addOnce(untracked, path);
    for (const RepoPath &path : other.rewritten)
        addOnce(rewritten, path);
}

Result<BaselineTraces> tracesIn(const GitProgram &git, const QString &vault, const QString &index, const ObjectId &tree,
                                const QString &checkout, const StopToken &stop)
{
    const auto found = collect(git, vault, index, tree, checkout, {}, stop);
    if (!found)
        return failure(found.error());
    const auto opened = Vault::open(vault); // of this thread
    if (!opened)
        return failure(opened.error());
    const auto changes = opened->changes(tree, found->tree);
    if (!changes)
        return failure(changes.error());
    const auto entries = opened->list(tree);
    if (!entries)
        return failure(entries.error());
    QSet<QByteArray> folders;
    for (const TreeEntry &entry : *entries) {
        const QByteArray &path = entry.path.bytes();
        for (qsizetype slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1))
            folders.insert(path.first(slash));
    }
    BaselineTraces traces;
    for (const ChangedFile &change : *changes) {
        if (change.kind == ChangeKind::Added)
            addOnce(traces.untracked, outermostNew(change.path, folders));
        else
            addOnce(traces.rewritten, change.path);
    }
    return traces;
}

} // namespace assay
