// A tree of the vault as a folder, and a patch between two trees.

#include "core/git/folder.h"
#include "core/git/treeindex.h"
#include "core/git/vaultcall.h"
#include "core/git/worktree.h"

#include <QTemporaryDir>

using namespace Qt::StringLiterals;

namespace assay {

Status materialize(const GitProgram &git, const QString &vault, const ObjectId &tree, const QString &folder,
                   const StopToken &stop)
{
    if (const auto made = makeFolder(folder); !made)
        return made;
    const FileDescriptor opened = openFolder(QFile::encodeName(folder));
    const auto names = namesIn(opened.get(), folder);
    if (!names)
        return failure(names.error());
    if (!names->isEmpty())
        return failure(u"it holds '%1' already, an empty folder is needed"_s.arg(QString::fromUtf8(names->first())),
                       folder, {}, ErrorKind::Internal);
    // The index names the tree's attribute files before they are in the folder.
    const QTemporaryDir scratch;
    if (!scratch.isValid())
        return failure(u"no scratch folder can be made: "_s + scratch.errorString(), scratch.path());
    const QString index = scratch.filePath(u"index"_s);
    const auto store = Vault::open(vault);
    if (!store)
        return failure(store.error());
    if (const auto written = writeIndex(*store, tree, index); !written)
        return written;
    // checkout-index itself never writes through a link.
    if (const auto written = git.run(vaultCall({"checkout-index", "-a", "-f", "-q"}, vault, folder, index), stop);
        !written)
        return failure(written.error());
    return {};
}

Result<QByteArray> patchBetween(const GitProgram &git, const QString &vault, const ObjectId &from, const ObjectId &to,
                                const StopToken &stop)
{
    const auto emptyTree = [](const ObjectId &id) {
        return id.isNull() ? QByteArray("4b825dc642cb6eb9a060e54bf8d69288fbee4904") : id.hex();
    };
    return git.run(vaultCall({"diff-tree", "-p", "-r", "--binary", "--full-index", "--no-renames", "--no-ext-diff",
                              "--no-textconv", "--no-color", "--src-prefix=a/", "--dst-prefix=b/", "--unified=3",
                              emptyTree(from), emptyTree(to)},
                             vault),
                   stop);
}

} // namespace assay
