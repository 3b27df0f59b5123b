// A clone's or a checkout's own small repository: enough for git log, diff, describe and commit to work there.

#include "core/git/trash.h"
#include "core/git/vaultcall.h"
#include "core/git/worktree.h"

#include <QFile>

#include <fcntl.h>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

Status writeFile(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate) || file.write(bytes) != bytes.size() || !file.flush())
        return failure(u"it cannot be written: "_s + file.errorString(), path);
    return {};
}

constexpr auto kConfiguration = "[core]\n"
                                "\trepositoryformatversion = 0\n"
                                "\tfilemode = true\n"
                                "\tbare = false\n"
                                "\tlogallrefupdates = true\n"
                                "[user]\n"
                                "\tname = Assay\n"
                                "\temail = assay@localhost\n"
                                "[commit]\n"
                                "\tgpgsign = false\n"
                                "[gc]\n"
                                "\tauto = 0\n";

/// The commit that the new repository stands on: base itself, or one commit of `tree` on it, made in `own`.
Result<QByteArray> headCommit(const GitProgram &git, const QString &own, const QByteArray &base, const QByteArray &tree,
                              const StopToken &stop)
{
    const auto baseTree = git.run(vaultCall({"rev-parse", base + "^{tree}"}, own), stop);
    if (!baseTree)
        return failure(baseTree.error());
    if (baseTree->trimmed() == tree)
        return base;
    // One commit whatever lies between, with a fixed time: history would tell what earlier sessions found.
    auto call = vaultCall({"commit-tree", tree, "-p", base, "-m", "Work so far"}, own);
    call.environment.insert("GIT_AUTHOR_DATE", "2000-01-01T00:00:00Z");
    call.environment.insert("GIT_COMMITTER_DATE", "2000-01-01T00:00:00Z");
    const auto commit = git.run(call, stop);
    if (!commit)
        return failure(commit.error());
    auto pack = vaultCall({"pack-objects", "--revs", "-q", QFile::encodeName(own) + "/objects/pack/pack"}, own);
    pack.standardInput = commit->trimmed() + "\n^" + base + '\n';
    if (const auto packed = git.run(pack, stop); !packed)
        return failure(packed.error());
    return commit->trimmed();
}

} // namespace

Status layGit(const GitProgram &git, const QString &vault, const ObjectId &commit, const QString &baseGit,
              const QByteArray &baseGitAsSeen, const QString &folder, const StopToken &stop)
{
    const QString own = folder + u"/.git"_s;
    if (!isFolderAt(AT_FDCWD, QFile::encodeName(folder)))
        return failure(u"it is no folder"_s, folder, u"Restore it first."_s);
    // The trash is beside the folder: in it an agent could have put something under the trash's name.
    if (const auto gone = discard(own, folder + u".discard"_s); !gone)
        return gone;
    const auto tree = git.run(vaultCall({"rev-parse", "--verify", "-q", commit.hex() + "^{tree}"}, vault), stop);
    if (!tree)
        return failure(tree.error());
    const auto base = git.run(vaultCall({"rev-parse", "--verify", "-q", "refs/assay/base^{commit}"}, vault), stop);
    if (!base)
        return failure(base.error());
    const auto tags
        = git.run(vaultCall({"for-each-ref", "--format=%(objectname) %(refname)", "refs/tags"}, baseGit), stop);
    if (!tags)
        return failure(tags.error());
    QByteArray packedRefs = "# pack-refs with: sorted \n";
    for (const QByteArray &line : tags->split('\n'))
        if (!line.isEmpty())
            packedRefs += line + '\n';

    for (const auto &part : {u"/objects/info"_s, u"/objects/pack"_s, u"/refs/heads"_s, u"/refs/tags"_s, u"/info"_s})
        if (const auto made = makeFolder(own + part); !made)
            return made;
    // While it is made the objects are found where they are here; its user may see base elsewhere, and no vault.
    const QByteArray here = QFile::encodeName(vault) + "/objects\n" + QFile::encodeName(baseGit) + "/objects\n";
    for (const auto &[file, bytes] :
         {std::pair(u"/HEAD"_s, QByteArray("ref: refs/heads/work\n")),
          std::pair(u"/config"_s, QByteArray(kConfiguration)), std::pair(u"/packed-refs"_s, packedRefs),
          std::pair(u"/objects/info/alternates"_s, here)})
        if (const auto written = writeFile(own + file, bytes); !written)
            return written;
    const auto head = headCommit(git, own, base->trimmed(), tree->trimmed(), stop);
    if (!head)
        return failure(head.error());
    if (const auto written = writeFile(own + u"/refs/heads/work"_s, *head + '\n'); !written)
        return written;
    if (const auto read = git.run(vaultCall({"read-tree", "HEAD"}, own, folder), stop); !read)
        return failure(read.error());
    // Quietly: files that differ from the tree are for the index to show, not an error.
    if (const auto refreshed = git.run(vaultCall({"update-index", "-q", "--refresh"}, own, folder), stop); !refreshed)
        return failure(refreshed.error());
    return writeFile(own + u"/objects/info/alternates"_s, baseGitAsSeen + "/objects\n");
}

} // namespace assay
