// A clone's or a checkout's own small repository: enough for git log, diff, describe and commit to work there.

#include "core/git/folder.h"
#include "core/git/libgit2handles.h"
#include "core/git/trash.h"
#include "core/git/treeindex.h"
#include "core/git/worktree.h"

#include <QFile>
#include <QMap>
#include <QTimeZone>

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

/// "<id> <name>" of each tag, sorted by name, as the file packed-refs has it.
Result<QByteArray> packedTags(const QString &baseGit)
{
    RepositoryHandle repository;
    if (git_repository_open_ext(Out(repository), QFile::encodeName(baseGit).constData(),
                                GIT_REPOSITORY_OPEN_NO_SEARCH | GIT_REPOSITORY_OPEN_BARE, nullptr)
        < 0)
        return gitFailure(u"base's own repository cannot be opened"_s, baseGit);
    ReferenceIteratorHandle iterator;
    if (git_reference_iterator_glob_new(Out(iterator), repository.get(), "refs/tags/*") < 0)
        return gitFailure(u"the tags cannot be listed"_s, baseGit);
    QMap<QByteArray, QByteArray> tags;
    int status = 0;
    git_reference *raw = nullptr;
    while ((status = git_reference_next(&raw, iterator.get())) == 0) {
        const ReferenceHandle reference(raw);
        if (const git_oid *target = git_reference_target(reference.get()))
            tags.insert(git_reference_name(reference.get()), objectId(target).hex());
    }
    if (status != GIT_ITEROVER)
        return gitFailure(u"the tags cannot be listed"_s, baseGit);
    QByteArray text = "# pack-refs with: sorted \n";
    for (const auto &[name, id] : tags.asKeyValueRange())
        text += id + ' ' + name + '\n';
    return text;
}

/// The commit that the new repository stands on: base itself, or one commit of `tree` on it, made in `own`.
Result<ObjectId> headCommit(const QString &own, const ObjectId &base, const ObjectId &tree)
{
    auto made = Vault::open(own); // finds objects where the vault and base have them
    if (!made)
        return failure(made.error());
    const auto facts = made->commit(base);
    if (!facts)
        return failure(facts.error());
    if (facts->tree == tree)
        return base;
    // One commit whatever lies between, with a fixed time: history would tell what earlier sessions found.
    const auto commit
        = made->commitTree(tree, {base}, "Work so far", QDateTime(QDate(2000, 1, 1), QTime(0, 0), QTimeZone::UTC));
    if (!commit)
        return commit;
    if (const auto packed = made->packSince(base, *commit, own + u"/objects/pack"_s); !packed)
        return failure(packed.error());
    return commit;
}

} // namespace

Status layGit(const QString &vault, const ObjectId &commit, const QString &baseGit, const QByteArray &baseGitAsSeen,
              const QString &folder)
{
    const QString own = folder + u"/.git"_s;
    if (!isFolderAt(AT_FDCWD, QFile::encodeName(folder)))
        return failure(u"it is no folder"_s, folder, u"Restore it first."_s);
    // The trash is beside the folder: in it an agent could have put something under the trash's name.
    if (const auto gone = discard(own, folder + u".discard"_s); !gone)
        return gone;
    const auto opened = Vault::open(vault);
    if (!opened)
        return failure(opened.error());
    const auto tree = opened->treeOf(commit);
    if (!tree)
        return failure(tree.error());
    const auto base = opened->ref(u"base"_s);
    if (!base)
        return failure(base.error());
    if (!*base)
        return failure(u"it names no base"_s, vault, u"It is made when a run is set up."_s);
    const auto packedRefs = packedTags(baseGit);
    if (!packedRefs)
        return failure(packedRefs.error());

    for (const auto &part : {u"/objects/info"_s, u"/objects/pack"_s, u"/refs/heads"_s, u"/refs/tags"_s, u"/info"_s})
        if (const auto made = makeFolder(own + part); !made)
            return made;
    // While it is made the objects are found where they are here; its user may see base elsewhere, and no vault.
    const QByteArray here = QFile::encodeName(vault) + "/objects\n" + QFile::encodeName(baseGit) + "/objects\n";
    for (const auto &[file, bytes] :
         {std::pair(u"/HEAD"_s, QByteArray("ref: refs/heads/work\n")),
          std::pair(u"/config"_s, QByteArray(kConfiguration)), std::pair(u"/packed-refs"_s, *packedRefs),
          std::pair(u"/objects/info/alternates"_s, here)})
        if (const auto written = writeFile(own + file, bytes); !written)
            return written;
    const auto head = headCommit(own, **base, *tree);
    if (!head)
        return failure(head.error());
    if (const auto written = writeFile(own + u"/refs/heads/work"_s, head->hex() + '\n'); !written)
        return written;
    const FileDescriptor root = openFolder(QFile::encodeName(folder));
    if (!root.isOpen())
        return systemFailure(u"it cannot be opened"_s, folder);
    if (const auto written = writeIndex(*opened, *tree, own + u"/index"_s, root.get()); !written)
        return written;
    return writeFile(own + u"/objects/info/alternates"_s, baseGitAsSeen + "/objects\n");
}

} // namespace assay
