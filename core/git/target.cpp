#include "core/git/target.h"

#include "core/git/ownership.h"
#include "core/git/targetlook.h"

#include <QDir>
#include <QFileInfo>
#include <QUrl>

#include <cerrno>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

std::unexpected<Error> refusal(const QString &what, const QString &subject, const QString &remedy)
{
    return failure(what, subject, remedy, ErrorKind::Usage);
}

bool canEnter(const QString &folder)
{
    return ::access(QFile::encodeName(folder).constData(), R_OK | X_OK) == 0;
}

/// Where the parts of a repository are. `top` is the work tree, or the repository itself when it is bare.
struct Place {
    QString top, gitFolder, commonFolder;
    bool bare = false;
};

Result<QString> readableFolder(const QString &path)
{
    if (path.isEmpty())
        return refusal(u"no target was given"_s, u"target"_s, u"Give the path or the address of a git repository."_s);
    const QFileInfo given(path.startsWith("file://"_L1) ? QUrl(path).toLocalFile() : path);
    if (!given.exists() && ::access(QFile::encodeName(given.filePath()).constData(), F_OK) != 0 && errno == EACCES)
        return refusal(u"a folder above it may not be entered"_s, path,
                       u"Give yourself permission, or run as its owner."_s);
    if (!given.exists())
        return refusal(u"there is no such folder"_s, path, u"Give the path or the address of a git repository."_s);
    if (!given.isDir())
        return refusal(u"it is a file, the folder of a git repository is needed"_s, path,
                       u"Give the repository's folder."_s);
    QString folder = given.canonicalFilePath();
    if (QFileInfo(folder).fileName() == u".git"_s)
        folder = QFileInfo(folder).path();
    for (const QString &part : {folder, folder + u"/.git"_s})
        if (QFileInfo(part).isDir() && !canEnter(part))
            return refusal(u"you may not read it"_s, part,
                           u"Give yourself read permission, or run as its owner (%1)."_s.arg(QFileInfo(part).owner()));
    return folder;
}

Result<Place> findPlace(const TargetLook &look, const QString &folder)
{
    const auto kind
        = look.tryRun({"rev-parse", "--is-bare-repository", "--is-shallow-repository", "--show-object-format"});
    if (!kind.succeeded()) {
        const QString words = QString::fromUtf8(kind.standardError).trimmed();
        if (kind.end != ProcessEnd::Exited)
            return failure(look.run({"rev-parse", "--git-dir"}).error_or(Error{.what = u"git did not run"_s}));
        if (words.contains(u"not a git repository"_s))
            return refusal(u"it is not a git repository"_s, folder,
                           u"Give one, or make it one: git init, git add -A, git commit."_s);
        if (words.contains(u"extension"_s) || words.contains(u"repo version"_s))
            return refusal(u"the repository's format is unknown to this git. "_s + words, folder,
                           u"Install a newer git, or give a plain clone of it."_s);
        return refusal(u"git cannot read it. "_s + words, folder, u"Check that 'git log' works there."_s);
    }
    const auto answers = kind.standardOutput.trimmed().split('\n');
    if (answers.value(2) != "sha1")
        return refusal(
            u"its objects are named by %1, only sha1 is understood"_s.arg(QString::fromUtf8(answers.value(2))), folder,
            u"Give a repository made with --object-format=sha1."_s);
    Place place;
    place.bare = answers.value(0) == "true";
    const auto git = look.line({"rev-parse", "--absolute-git-dir"});
    const auto common = look.line({"rev-parse", "--git-common-dir"});
    const auto top = place.bare ? git : look.line({"rev-parse", "--show-toplevel"});
    if (!git || !common || !top)
        return refusal(u"it lies inside a repository's own store"_s, folder, u"Give the repository's folder."_s);
    place.gitFolder = QFile::decodeName(*git);
    place.commonFolder = QDir(folder).absoluteFilePath(QFile::decodeName(*common));
    place.top = QFile::decodeName(*top);
    if (answers.value(1) == "true")
        return refusal(u"it is a shallow clone: the history before some commit is missing"_s, place.top,
                       u"Complete it with 'git fetch --unshallow', or make a full clone."_s);
    return place;
}

/// Keys and values of the repository's own configuration; a key may come more than once.
Result<QList<std::pair<QByteArray, QByteArray>>> localConfiguration(const TargetLook &look)
{
    const auto output = look.run({"config", "--list", "--local", "-z"});
    if (!output)
        return failure(output.error());
    QList<std::pair<QByteArray, QByteArray>> settings;
    for (const QByteArray &record : output->split('\0')) {
        const qsizetype newline = record.indexOf('\n');
        if (!record.isEmpty())
            settings.emplaceBack(record.left(newline), newline < 0 ? "true" : record.mid(newline + 1));
    }
    return settings;
}

QStringList unfinished(const Place &place)
{
    static const std::pair<QString, QString> signs[] = {
        {u"rebase-merge"_s, u"a rebase"_s}, {u"rebase-apply"_s, u"a rebase or 'git am'"_s},
        {u"MERGE_HEAD"_s, u"a merge"_s},    {u"CHERRY_PICK_HEAD"_s, u"a cherry-pick"_s},
        {u"REVERT_HEAD"_s, u"a revert"_s},  {u"BISECT_LOG"_s, u"a bisection"_s},
    };
    QStringList warnings;
    for (const auto &[file, what] : signs)
        if (QFileInfo::exists(place.gitFolder + u'/' + file))
            warnings.append(u"the repository is in the middle of %1; it is left as it is"_s.arg(what));
    if (QFileInfo::exists(place.gitFolder + u"/index.lock"_s))
        warnings.append(u"another git is at work in the repository, or crashed: there is an index.lock"_s);
    return warnings;
}

/// Changed and untracked files. Status looks but takes no lock and writes no index; the filters that the owner's
/// configuration names are left out, since they may write.
void lookAtWorkTree(const TargetLook &look, const Place &place,
                    const QList<std::pair<QByteArray, QByteArray>> &settings, TargetFacts &facts)
{
    if (!QDir(place.gitFolder).entryList({u"sharedindex.*"_s}, QDir::Files).isEmpty()) {
        // Git refreshes the time of a shared index whenever it reads one.
        facts.warnings.append(u"the index is split: whether files are changed was not looked at"_s);
        return;
    }
    QByteArrayList arguments;
    for (const auto &[key, value] : settings) {
        if (!key.startsWith("filter."))
            continue;
        const QByteArray filter = key.left(key.lastIndexOf('.'));
        arguments << "-c" << filter + ".clean=" << "-c" << filter + ".process=" << "-c" << filter + ".required=false";
    }
    arguments << "status" << "--porcelain=v1" << "-z" << "--no-renames" << "--untracked-files=normal"
              << "--ignore-submodules=all";
    const auto output = look.run(arguments);
    if (!output) {
        facts.warnings.append(u"whether files are changed cannot be told: "_s + output.error().what);
        return;
    }
    for (const QByteArray &record : output->split('\0')) // "XY path"
        if (record.size() > 3)
            facts.dirty.append(RepoPath(record.mid(3)));
}

Status findBase(const TargetLook &look, const QString &base, TargetFacts &facts)
{
    facts.baseName = base.isEmpty() ? u"HEAD"_s : base;
    const QByteArray name = facts.baseName.toUtf8();
    const auto commit = look.tryRun({"rev-parse", "--verify", "-q", "--end-of-options", name + "^{commit}"});
    if (!commit.succeeded()) {
        if (!look.tryRun({"rev-parse", "--verify", "-q", "HEAD^{commit}"}).succeeded()) {
            const auto any = look.run({"rev-list", "--all", "-n", "1"});
            if (any && any->isEmpty())
                return refusal(u"it has no commit yet"_s, facts.path, u"Commit something first."_s);
        }
        return refusal(u"there is no commit '%1' in it"_s.arg(facts.baseName), facts.path,
                       u"Give a branch, a tag or a hash that 'git log' shows there."_s);
    }
    facts.base = ObjectId(commit.standardOutput.trimmed());
    const auto tree = look.line({"rev-parse", "--verify", "-q", facts.base.hex() + "^{tree}"});
    if (!tree)
        return failure(tree.error());
    facts.baseTree = ObjectId(*tree);
    if (facts.base.text() == facts.baseName)
        facts.baseName = facts.base.shortText();
    return {};
}

} // namespace

Result<TargetFacts> inspectTarget(const GitProgram &git, const QString &path, const QString &base)
{
    if (isAddress(path))
        return inspectAddress(git, path, base);
    const auto folder = readableFolder(path);
    if (!folder)
        return failure(folder.error());
    const TargetLook given(git, *folder);
    if (const auto ready = given.ready(); !ready)
        return failure(ready.error());
    const auto place = findPlace(given, *folder);
    if (!place)
        return failure(place.error());
    if (const auto owned = refuseOtherOwner(git, place->top, {place->top, place->gitFolder, place->commonFolder});
        !owned)
        return failure(owned.error());
    const TargetLook look(git, place->top);
    const auto settings = localConfiguration(look);
    if (!settings)
        return failure(settings.error());
    for (const auto &[key, value] : *settings)
        if (key == "extensions.partialclone"
            || (key.startsWith("remote.") && key.endsWith(".promisor") && value != "false"))
            return refusal(u"it is a partial clone: objects are missing that git fetches when it needs them"_s,
                           place->top, u"Give a full clone (git clone without --filter)."_s);
    TargetFacts facts{.path = place->top};
    if (*folder != place->top)
        facts.warnings.append(u"%1 lies inside the repository; the whole repository is the target"_s.arg(*folder));
    if (const auto found = findBase(look, base, facts); !found)
        return failure(found.error());
    if (const auto branch = look.line({"symbolic-ref", "-q", "--short", "HEAD"}); branch)
        facts.branch = QString::fromUtf8(*branch);
    if (const auto complete = refuseIncomplete(look, facts.baseTree, facts.path); !complete)
        return failure(complete.error());
    facts.warnings += unfinished(*place);
    if (!place->bare)
        lookAtWorkTree(look, *place, *settings, facts);
    return facts;
}

} // namespace assay
