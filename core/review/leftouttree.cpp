#include "core/review/leftouttree.h"

#include "core/diff/hunkpatch.h"

#include <QSet>

using namespace Qt::StringLiterals;

namespace assay::review {
namespace {

class TakingBack {
public:
    TakingBack(Vault &vault, const ReviewMarks &marks, LeftOutTree &result)
        : m_vault(vault),
          m_marks(marks),
          m_result(result)
    {}

    Status takeBack(const ReviewedFile &file)
    {
        const diff::FileChange &change = file.change();
        if (m_marks.value(file.whole()).leftOut) {
            note(file.whole(), int(file.diff.added()), int(file.diff.removed()));
            undo(change);
            return {};
        }
        QBitArray accepted(file.hunks.size(), true);
        for (qsizetype i = 0; i < file.hunks.size(); ++i) {
            if (!m_marks.value(file.place(i)).leftOut)
                continue;
            accepted.clearBit(i);
            int added = 0, removed = 0;
            const diff::Hunk &hunk = file.diff.hunks().at(i);
            for (int c = hunk.firstChange; c < hunk.firstChange + hunk.changeCount; ++c) {
                added += file.diff.changes().at(c).newCount;
                removed += file.diff.changes().at(c).oldCount;
            }
            note(file.place(i), added, removed);
        }
        const qsizetype kept = accepted.count(true);
        if (kept == accepted.size())
            return {};
        if (kept == 0) {
            undo(change);
            return {};
        }
        const auto bytes = diff::withHunks(file.diff, accepted);
        if (!bytes)
            return failure(bytes.error());
        const auto blob = m_vault.writeBlob(*bytes);
        if (!blob)
            return failure(blob.error());
        edits.append({change.after.path, change.after.mode, *blob});
        return {};
    }

    QList<TreeEdit> edits;

private:
    void note(const ReviewPlace &place, int added, int removed)
    {
        const ReviewMark mark = m_marks.value(place);
        m_result.left.append({place, added, removed, mark.by, mark.seq});
    }
    void undo(const diff::FileChange &change)
    {
        if (change.after.exists() && (!change.before.exists() || change.before.path != change.after.path))
            edits.append({change.after.path, 0, {}});
        if (change.before.exists() && change.status != diff::FileStatus::Copied) // a copy took nothing away
            edits.append({change.before.path, change.before.mode, change.before.blob});
    }

    Vault &m_vault;
    const ReviewMarks &m_marks;
    LeftOutTree &m_result;
};

/// A file put where a folder is takes the folder's files with it: nothing but what was edited may be another.
Status onlyEdited(const Vault &vault, const ObjectId &to, const ObjectId &tree, const QList<TreeEdit> &edits)
{
    QSet<RepoPath> edited;
    for (const TreeEdit &edit : edits)
        edited.insert(edit.path);
    const auto changes = vault.changes(to, tree);
    if (!changes)
        return failure(changes.error());
    for (const ChangedFile &file : *changes) {
        if (edited.contains(file.path))
            continue;
        QString other;
        for (const RepoPath &path : std::as_const(edited)) {
            if (file.path.isBelow(path.bytes()) || path.isBelow(file.path.bytes()))
                other = path.display();
        }
        return failure(u"%1 cannot be left out alone: %2 stands in its place now"_s.arg(other, file.path.display()),
                       other, u"Leave both out, or accept both."_s, ErrorKind::Usage);
    }
    return {};
}

QSet<RepoPath> pathsLeftOut(const ReviewMarks &marks)
{
    QSet<RepoPath> paths;
    for (auto it = marks.cbegin(); it != marks.cend(); ++it) {
        if (it->leftOut)
            paths.insert(it.key().path);
    }
    return paths;
}

/// The names that a mark on the file may have: a rename does not take the mark along.
bool isNamed(const diff::FileChange &change, const QSet<RepoPath> &paths)
{
    return paths.contains(change.path()) || paths.contains(change.before.path);
}

} // namespace

QList<ReviewPlace> lapsedMarks(const ReviewMarks &marks, const QList<ReviewedFile> &files)
{
    QList<ReviewPlace> lapsed;
    QSet<RepoPath> changed;
    for (const ReviewedFile &file : files)
        changed << file.change().path() << file.change().before.path;
    const auto isThere = [&](const ReviewPlace &place) {
        return std::ranges::any_of(files, [&](const ReviewedFile &file) {
            return file.change().path() == place.path && (file.whole() == place || file.places().contains(place));
        });
    };
    for (auto it = marks.cbegin(); it != marks.cend(); ++it) {
        if (it->leftOut && changed.contains(it.key().path) && !isThere(it.key()))
            lapsed.append(it.key());
    }
    return lapsed;
}

Result<QList<ReviewPlace>> lapsedMarks(const Vault &vault, const ObjectId &from, const ObjectId &to,
                                       const ReviewMarks &marks, const StopToken &stop)
{
    const QSet<RepoPath> paths = pathsLeftOut(marks);
    if (paths.isEmpty())
        return QList<ReviewPlace>();
    const auto changes = changedFiles(vault, from, to, stop);
    if (!changes)
        return failure(changes.error());
    QList<ReviewedFile> files;
    for (const diff::FileChange &change : *changes) {
        if (!isNamed(change, paths))
            continue;
        auto file = readFile(vault, change);
        if (!file)
            return failure(file.error());
        files.append(std::move(*file));
    }
    return lapsedMarks(marks, files);
}

Result<LeftOutTree> withoutLeftOut(Vault &vault, const ObjectId &from, const ObjectId &to, const ReviewMarks &marks,
                                   const StopToken &stop)
{
    LeftOutTree result{.tree = to, .left = {}, .lapsed = {}};
    const QSet<RepoPath> paths = pathsLeftOut(marks);
    if (paths.isEmpty())
        return result;
    const auto changes = changedFiles(vault, from, to, stop);
    if (!changes)
        return failure(changes.error());
    TakingBack taking(vault, marks, result);
    QList<ReviewedFile> files;
    for (const diff::FileChange &change : *changes) {
        if (!isNamed(change, paths))
            continue;
        const auto file = readFile(vault, change);
        if (!file)
            return failure(file.error());
        if (const auto done = taking.takeBack(*file); !done)
            return failure(done.error());
        files.append(*file);
    }
    result.lapsed = lapsedMarks(marks, files);
    if (taking.edits.isEmpty())
        return result;
    const auto tree = vault.editTree(to, taking.edits);
    if (!tree)
        return failure(tree.error());
    if (const auto sound = onlyEdited(vault, to, *tree, taking.edits); !sound)
        return failure(sound.error());
    result.tree = *tree;
    return result;
}

} // namespace assay::review
