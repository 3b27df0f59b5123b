// The agent's folder read as a tree. Nothing of the folder's own .git is used, and nothing it configures runs.

#include "core/git/folder.h"
#include "core/git/foldersurvey.h"
#include "core/git/linkescape.h"
#include "core/git/unchangedbytes.h"
#include "core/git/vaultcall.h"
#include "core/git/worktree.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

class Collection {
public:
    Collection(const GitProgram &git, Vault &vault, const QString &index, const ObjectId &against,
               const QString &folder, const StopToken &stop)
        : m_git(git),
          m_vault(vault),
          m_index(index),
          m_against(against),
          m_folder(folder),
          m_stop(stop)
    {}

    Result<CollectedTree> collect(const QList<RepoPath> &leaveOut)
    {
        m_root = openFolder(QFile::encodeName(m_folder));
        if (!m_root.isOpen())
            return systemFailure(u"the clone is no longer a folder that can be opened"_s, m_folder,
                                 u"Something replaced it; it is laid anew before the next session."_s);
        Status status = startIndex();
        if (status)
            status = listIgnored(leaveOut);
        if (status)
            status = survey(leaveOut);
        if (status)
            status = add();
        if (status)
            status = judgeChanges();
        if (status)
            status = judgeLinks();
        if (!status)
            return failure(status.error());
        return std::move(m_result);
    }

private:
    [[nodiscard]] Result<QByteArray> run(const QByteArrayList &arguments, const QByteArray &input = {}) const
    {
        auto call = vaultCall(arguments, m_vault.path(), m_folder, m_index);
        call.standardInput = input;
        return m_git.run(call, m_stop);
    }

    void refuse(const Oddity &oddity)
    {
        m_result.refused.append(RepoPath(oddity.path).display() + u": "_s + oddity.what + u". "_s + oddity.mend);
    }

    /// The index starts from `against`, and keeps what it knows of files that have not changed since the last call.
    Status startIndex()
    {
        // Only the engine uses this index, one call at a time: a lock is what a crash left.
        const QByteArray index = QFile::encodeName(m_index);
        if (::unlink((index + ".lock").constData()) != 0 && errno != ENOENT)
            return systemFailure(u"the lock that a crash left cannot be deleted"_s, m_index + u".lock"_s);
        const auto arguments = m_against.isNull() ? QByteArrayList{"read-tree", "--empty"}
                                                  : QByteArrayList{"read-tree", "--reset", m_against.hex()};
        if (run(arguments))
            return {};
        // It is a cache: a damaged one is made anew.
        if (::unlink(index.constData()) != 0 && errno != ENOENT)
            return systemFailure(u"the damaged index cannot be deleted"_s, m_index);
        if (const auto done = run(arguments); !done)
            return failure(done.error());
        return {};
    }

    Status listIgnored(const QList<RepoPath> &leaveOut)
    {
        const auto listed = run({"ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory"});
        if (!listed)
            return failure(listed.error());
        for (QByteArray path : listed->split('\0')) {
            if (path.endsWith('/'))
                path.chop(1);
            if (path.isEmpty())
                continue;
            m_ignored.insert(path);
            const RepoPath repoPath(path);
            if (isKnownCache(path.mid(path.lastIndexOf('/') + 1))
                || std::ranges::any_of(leaveOut, [&](const RepoPath &left) { return repoPath.isBelow(left.bytes()); }))
                m_result.leftOut.append(repoPath);
            else
                m_result.ignored.append(repoPath);
        }
        return {};
    }

    Status survey(const QList<RepoPath> &leaveOut)
    {
        SurveyRequest request{.ignored = m_ignored};
        if (!m_against.isNull()) {
            const auto entries = m_vault.list(m_against);
            if (!entries)
                return failure(entries.error());
            for (const TreeEntry &entry : *entries) {
                const QByteArray &path = entry.path.bytes();
                request.tracked.insert(path);
                for (qsizetype slash = path.lastIndexOf('/'); slash > 0; slash = path.lastIndexOf('/', slash - 1))
                    request.trackedFolders.insert(path.left(slash));
                if (entry.mode == 0120000)
                    m_oldLinks.insert(path, entry.object.hex());
            }
        }
        for (const RepoPath &path : leaveOut)
            request.leaveOut.insert(path.bytes());
        const auto found = surveyFolder(m_root.get(), m_folder, request);
        if (!found)
            return failure(found.error());
        for (const QByteArray &path : found->caches) {
            m_excluded.append(path);
            m_result.leftOut.append(RepoPath(path));
        }
        m_excluded += found->skipped;
        for (const RepoPath &path : leaveOut) {
            if (!m_excluded.contains(path.bytes())) // what was deleted keeps its state too
                m_excluded.append(path.bytes());
            const bool isTracked
                = request.tracked.contains(path.bytes()) || request.trackedFolders.contains(path.bytes());
            if (isTracked)
                m_trackedLeftOut.append(path);
            else if (found->skipped.contains(path.bytes()))
                m_result.leftOut.append(path);
        }
        return refuseOddities(*found);
    }

    /// What ignore files hide is nobody's affair: git lists only files and folders as ignored, so it is asked about
    /// sockets and the like; and `git add` fails when it is told to leave out a path that is ignored anyway.
    Status refuseOddities(const FolderSurvey &found)
    {
        struct stat facts;
        if (::fstatat(m_root.get(), ".git", &facts, AT_SYMLINK_NOFOLLOW) == 0 && !S_ISDIR(facts.st_mode))
            refuse({.path = ".git", .what = u"it was replaced by a link or a file"_s, .mend = u"Leave it alone."_s});
        for (const Oddity &oddity : found.excluded)
            m_excluded.append(oddity.path);
        QByteArray question;
        for (const QByteArray &path : std::as_const(m_excluded))
            question += path + '\0';
        for (const Oddity &oddity : found.refused)
            question += oddity.path + '\0';
        if (question.isEmpty())
            return {};
        auto call = vaultCall({"check-ignore", "-z", "--stdin"}, m_vault.path(), m_folder, m_index);
        call.standardInput = question;
        const auto answer = m_git.tryRun(call, m_stop);
        if (answer.end != ProcessEnd::Exited || answer.exitStatus > 1) // 1: none is ignored
            return failure(m_git.run(call, m_stop).error_or(Error{.what = u"git check-ignore failed once"_s}));
        const auto lines = answer.standardOutput.split('\0');
        const QSet<QByteArray> ignored(lines.cbegin(), lines.cend());
        for (const Oddity &oddity : found.excluded + found.refused)
            if (!ignored.contains(oddity.path))
                refuse(oddity);
        m_excluded.removeIf([&](const QByteArray &path) { return ignored.contains(path); });
        return {};
    }

    Status add()
    {
        QByteArray paths = QByteArray(":/") + '\0';
        for (const QByteArray &path : std::as_const(m_excluded))
            paths += ":(top,exclude,literal)" + path + '\0';
        if (const auto added = run({"add", "-A", "--pathspec-from-file=-", "--pathspec-file-nul"}, paths); !added)
            return failure(added.error());
        const auto tree = m_vault.writeTree(m_index);
        if (!tree)
            return failure(tree.error());
        m_result.tree = *tree;
        return m_trackedLeftOut.isEmpty() ? Status() : listTrackedLeftOut();
    }

    /// Which files of `against` differ in the folder though their change was not taken.
    Status listTrackedLeftOut()
    {
        if (const auto refreshed = run({"update-index", "-q", "--refresh"}); !refreshed)
            return failure(refreshed.error());
        const auto differing = run({"diff-files", "-z", "--name-only"});
        if (!differing)
            return failure(differing.error());
        for (const QByteArray &path : differing->split('\0'))
            if (std::ranges::any_of(m_trackedLeftOut,
                                    [&](const RepoPath &left) { return RepoPath(path).isBelow(left.bytes()); }))
                m_result.leftOut.append(RepoPath(path));
        return {};
    }

    /// Tells real changes from those that only storing the bytes again would make, and from changed line ends.
    Status judgeChanges()
    {
        auto changes = m_vault.changes(m_against, m_result.tree);
        if (!changes)
            return failure(changes.error());
        const auto unchanged = unchangedBytes(m_git, m_vault, m_against, m_root.get(), *changes, m_stop);
        if (!unchanged)
            return failure(unchanged.error());
        if (!unchanged->isEmpty()) {
            const auto mended = m_vault.editTree(m_result.tree, *unchanged);
            if (!mended)
                return failure(mended.error());
            m_result.tree = *mended;
            changes = m_vault.changes(m_against, m_result.tree);
            if (!changes)
                return failure(changes.error());
        }
        const auto churn = endOfLineChurn(m_vault, *changes);
        if (!churn)
            return failure(churn.error());
        m_result.endOfLineChurn = *churn;
        return {};
    }

    Status judgeLinks()
    {
        const auto entries = m_vault.list(m_result.tree);
        if (!entries)
            return failure(entries.error());
        LinkMap before, now;
        const auto target = [this](LinkMap &map, const QByteArray &path, const ObjectId &blob) -> Status {
            const auto bytes = m_vault.blob(blob);
            if (!bytes)
                return failure(bytes.error());
            map.insert(path, *bytes);
            return {};
        };
        for (const TreeEntry &entry : *entries)
            if (entry.mode == 0120000)
                if (const auto read = target(now, entry.path.bytes(), entry.object); !read)
                    return read;
        for (const auto &[path, blob] : m_oldLinks.asKeyValueRange())
            if (const auto read = target(before, path, ObjectId(blob)); !read)
                return read;
        for (const TreeEntry &entry : *entries) {
            const QByteArray &path = entry.path.bytes();
            if (entry.mode != 0120000)
                continue;
            const LinkReach reach = reachOf(path, now);
            // A link that led out of the tree before the agent came is the owner's.
            if (reach == LinkReach::Inside
                || (before.contains(path) && before[path] == now[path] && reachOf(path, before) == reach))
                continue;
            refuse({.path = path,
                    .what = u"the link leads %1 (%2)"_s.arg(reach == LinkReach::Outside ? u"out of the tree"_s
                                                                                        : u"into .git"_s,
                                                            RepoPath(now[path]).display()),
                    .mend = u"Link to a path inside the tree, relative to the link."_s});
        }
        return {};
    }

    const GitProgram &m_git;
    Vault &m_vault;
    QString m_index;
    ObjectId m_against;
    QString m_folder;
    StopToken m_stop;
    FileDescriptor m_root;
    QSet<QByteArray> m_ignored;
    QByteArrayList m_excluded;
    QList<RepoPath> m_trackedLeftOut;
    QHash<QByteArray, QByteArray> m_oldLinks; ///< path → blob
    CollectedTree m_result;
};

} // namespace

Result<CollectedTree> collect(const GitProgram &git, const QString &vault, const QString &index,
                              const ObjectId &against, const QString &folder, const QList<RepoPath> &leaveOut,
                              const StopToken &stop)
{
    auto opened = Vault::open(vault);
    if (!opened)
        return failure(opened.error());
    return Collection(git, *opened, index, against, folder, stop).collect(leaveOut);
}

} // namespace assay
