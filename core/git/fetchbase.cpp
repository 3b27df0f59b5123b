// The history of base, and nothing else, out of a target into the run folder.

#include "core/git/folder.h"
#include "core/git/targetlook.h"
#include "core/git/trash.h"

#include <QFileInfo>

#include <fcntl.h>
#include <filesystem>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

constexpr auto kUnpackNothing = "fetch.unpackLimit=1"; // one pack, that sandboxes open faster than loose objects

/// Tags of the target whose commit is in the vault, which holds the ancestors of base only: an ancestor of base.
Result<QByteArrayList> ancestorTags(const TargetLook &look, const QByteArray &target, const Vault &vault,
                                    const StopToken &stop)
{
    const auto listing = look.run({"ls-remote", "--tags", "--", target}, {}, stop);
    if (!listing)
        return failure(listing.error());
    QMap<QByteArray, QByteArray> peeled;
    for (const QByteArray &line :
         listing->split('\n')) { // "<id>\trefs/tags/<name>", then "…^{}" with the tagged object's
        const qsizetype tab = line.indexOf('\t');
        if (tab < 0)
            continue;
        QByteArray name = line.mid(tab + 1);
        if (name.endsWith("^{}"))
            name.chop(3);
        peeled.insert(name, line.left(tab)); // the peeled one comes second
    }
    QByteArrayList tags;
    for (const auto &[name, id] : peeled.asKeyValueRange())
        if (name.startsWith("refs/tags/") && vault.hasObject(ObjectId(id)) && vault.commit(ObjectId(id)))
            tags.append(name);
    return tags;
}

Status fetchInto(const GitProgram &git, const TargetFacts &target, const QString &store, const StopToken &stop)
{
    auto vault = Vault::create(store);
    if (!vault)
        return failure(vault.error());
    const TargetLook look(git, store); // its folder is a repository of its own: git runs in it
    if (const auto ready = look.ready(); !ready)
        return ready;
    const QByteArray source = target.path.toUtf8();
    const QByteArrayList fetch{
        "-c",        kUnpackNothing,          "-c",           "protocol.version=2",     "fetch", "-q",
        "--no-tags", "--no-write-fetch-head", "--no-auto-gc", "--no-recurse-submodules"};
    if (const auto done
        = look.run(fetch + QByteArrayList{"--", source, target.base.hex() + ":refs/assay/base"}, {}, stop);
        !done)
        return failure(done.error());
    const auto commit = vault->commit(target.base);
    if (!commit)
        return failure(commit.error());
    if (commit->tree != target.baseTree)
        return failure(u"commit %1 has the tree %2, expected %3"_s.arg(target.base.text(), commit->tree.text(),
                                                                       target.baseTree.text()),
                       target.path);
    const auto tags = ancestorTags(look, source, *vault, stop);
    if (!tags)
        return failure(tags.error());
    if (!tags->isEmpty()) {
        QByteArray refspecs;
        for (const QByteArray &tag : *tags)
            refspecs += tag + ':' + tag + '\n';
        if (const auto done = look.run(fetch + QByteArrayList{"--stdin", "--", source}, refspecs, stop); !done)
            return failure(done.error());
    }
    const auto newer = look.run({"rev-list", "-n", "1", "--all", "--not", "refs/assay/base"}, {}, stop);
    if (!newer)
        return failure(newer.error());
    if (!newer->isEmpty())
        return failure(u"a tag moved while the repository was read"_s, target.path, u"Start the run again."_s);
    if (const auto packed = look.run({"pack-refs", "--all"}, {}, stop); !packed)
        return failure(packed.error());
    return {};
}

/// Copies a repository's files as files: no links, no shared objects. They are on the disk when it returns.
Status copyStore(const QString &from, const QString &to)
{
    std::error_code error;
    const std::filesystem::path target(to.toStdString());
    std::filesystem::copy(from.toStdString(), target, std::filesystem::copy_options::recursive, error);
    if (error)
        return failure(u"it cannot be copied: "_s + QString::fromStdString(error.message()), from);
    for (auto entry = std::filesystem::recursive_directory_iterator(target, error);
         !error && entry != std::filesystem::recursive_directory_iterator(); entry.increment(error)) {
        const FileDescriptor file(::open(entry->path().c_str(), O_RDONLY | O_CLOEXEC));
        if (!file.isOpen() || ::fsync(file.get()) != 0)
            return systemFailure(u"it cannot be synced"_s, QString::fromStdString(entry->path().string()));
    }
    if (error)
        return failure(u"it cannot be listed: "_s + QString::fromStdString(error.message()), to);
    return {};
}

Status renameStore(const QString &from, const QString &to)
{
    if (::rename(QFile::encodeName(from).constData(), QFile::encodeName(to).constData()) != 0)
        return systemFailure(u"it cannot be renamed to %1"_s.arg(to), from);
    const FileDescriptor parent = openFolder(QFile::encodeName(QFileInfo(to).path()));
    if (!parent.isOpen() || ::fsync(parent.get()) != 0)
        return systemFailure(u"its folder cannot be synced"_s, to);
    return {};
}

} // namespace

// Both stores are made under other names; the vault is renamed last, so that where there is a vault, it is complete.
Status fetchBase(const GitProgram &git, const TargetFacts &target, const QString &vault, const QString &baseGit,
                 const StopToken &stop)
{
    if (QFileInfo::exists(vault)) {
        const auto made = Vault::open(vault);
        if (!made)
            return failure(made.error());
        const auto base = made->ref(u"base"_s);
        if (base && *base == target.base && QFileInfo::exists(baseGit))
            return {}; // a run that was set up before and is resumed
        return failure(u"it is the vault of another base, expected %1"_s.arg(target.base.text()), vault, {},
                       ErrorKind::Internal);
    }
    const QString partial = vault + u".partial"_s, partialBase = baseGit + u".partial"_s;
    for (const QString &left : {partial, partialBase, baseGit})
        if (const auto gone = discard(left); !gone)
            return gone;
    Status status = fetchInto(git, target, partial, stop);
    if (status)
        status = copyStore(partial, partialBase);
    if (status)
        status = renameStore(partialBase, baseGit);
    if (status)
        status = renameStore(partial, vault);
    if (!status)
        for (const QString &left : {partial, partialBase, baseGit})
            std::ignore = discard(left); // the first error tells more than one of these
    return status;
}

} // namespace assay
