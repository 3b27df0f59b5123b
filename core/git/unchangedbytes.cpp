#include "core/git/unchangedbytes.h"

#include "core/git/folder.h"
#include "core/git/vaultcall.h"

#include <QTemporaryDir>

#include <fcntl.h>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

bool isRegular(quint32 mode)
{
    return (mode & 0170000) == 0100000;
}

FileDescriptor openFileBelow(int root, const QByteArray &path)
{
    const qsizetype slash = path.lastIndexOf('/');
    const FileDescriptor parent = openBelow(root, path.left(std::max(qsizetype(0), slash)));
    return FileDescriptor(
        parent.isOpen() ? ::openat(parent.get(), path.mid(slash + 1).constData(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
                        : -1);
}

bool holdsAttributes(const QList<TreeEntry> &entries)
{
    return std::ranges::any_of(entries, [](const TreeEntry &entry) {
        return entry.path.bytes() == ".gitattributes" || entry.path.bytes().endsWith("/.gitattributes");
    });
}

} // namespace

Result<QList<TreeEdit>> unchangedBytes(const GitProgram &git, const Vault &vault, const ObjectId &oldTree, int root,
                                       const QList<ChangedFile> &changes, const StopToken &stop)
{
    QList<TreeEdit> edits;
    QList<ChangedFile> suspects;
    for (const ChangedFile &change : changes)
        if (change.kind == ChangeKind::Modified && isRegular(change.oldMode) && isRegular(change.newMode))
            suspects.append(change);
    if (suspects.isEmpty())
        return edits;
    const auto entries = vault.list(oldTree);
    if (!entries)
        return failure(entries.error());
    if (!holdsAttributes(*entries)) // without attributes bytes are stored as they are
        return edits;
    const QTemporaryDir scratch;
    if (!scratch.isValid())
        return failure(u"no scratch folder can be made: "_s + scratch.errorString(), scratch.path());
    const QString index = scratch.filePath(u"index"_s), folder = scratch.filePath(u"tree"_s);
    if (const auto made = makeFolder(folder); !made)
        return failure(made.error());
    if (const auto read = git.run(vaultCall({"read-tree", oldTree.hex()}, vault.path(), {}, index), stop); !read)
        return failure(read.error());
    auto write = vaultCall({"checkout-index", "-f", "-q", "-z", "--stdin"}, vault.path(), folder, index);
    for (const ChangedFile &change : suspects)
        write.standardInput += change.path.bytes() + '\0';
    if (const auto written = git.run(write, stop); !written)
        return failure(written.error());
    const FileDescriptor fresh = openFolder(QFile::encodeName(folder));
    for (const ChangedFile &change : suspects) {
        const FileDescriptor before = openFileBelow(fresh.get(), change.path.bytes());
        const FileDescriptor now = openFileBelow(root, change.path.bytes());
        if (before.isOpen() && now.isOpen() && sameContent(before.get(), now.get()))
            edits.append({.path = change.path, .mode = change.newMode, .blob = change.oldBlob});
    }
    return edits;
}

Result<QStringList> endOfLineChurn(const Vault &vault, const QList<ChangedFile> &changes)
{
    QStringList churn;
    for (const ChangedFile &change : changes) {
        if (change.kind != ChangeKind::Modified || !isRegular(change.oldMode) || !isRegular(change.newMode)
            || change.oldBlob == change.newBlob)
            continue;
        auto before = vault.blob(change.oldBlob), now = vault.blob(change.newBlob);
        if (!before || !now)
            return failure(before ? now.error() : before.error());
        const bool hadCarriageReturns = before->contains("\r\n");
        if (before->replace("\r\n", "\n") == now->replace("\r\n", "\n"))
            churn.append(u"%1: only its line ends changed. Write it with %2 again, as it was."_s.arg(
                change.path.display(), hadCarriageReturns ? u"CRLF"_s : u"LF"_s));
    }
    return churn;
}

} // namespace assay
