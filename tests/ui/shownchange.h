// A change made by hand, shown in a DiffView without a vault.
#pragma once

#include "ui/diff/diffview.h"

namespace assay::test {

using namespace assay::ui;

inline diff::FileVersion version(const QByteArray &path, const QByteArray &bytes, quint32 mode = 0100644)
{
    return {RepoPath(path), mode, ObjectId(Digest::of(bytes).hex().first(40))};
}

struct Given {
    diff::FileChange change;
    ReadFile read;
};

inline Given file(diff::FileChange change, const QByteArray &before, const QByteArray &after,
                  const diff::Options &options = {})
{
    ReadFile read;
    read.diff = diff::FileDiff::between(change, before, after, options);
    if (read.diff)
        read.warnings = diff::addedWarnings(*read.diff);
    return {change, read};
}

inline Given modified(const QByteArray &path, const QByteArray &before, const QByteArray &after,
                      const diff::Options &options = {})
{
    return file({.status = diff::FileStatus::Modified, .before = version(path, before), .after = version(path, after)},
                before, after, options);
}

inline void show(DiffView &view, const QList<Given> &files)
{
    QList<diff::FileChange> changes;
    QHash<RepoPath, ReadFile> read;
    for (const Given &one : files) {
        changes.append(one.change);
        read.insert(one.change.path(), one.read);
    }
    view.setFiles(changes);
    view.setRead(read);
}

inline QStringList rowsOf(const DiffView &view)
{
    QStringList rows;
    for (int row = 0; row < view.document().count(); ++row)
        rows.append(view.rowText(row));
    return rows;
}

inline QByteArray numbered(int count, const QByteArray &begin = "line ")
{
    QByteArray text;
    for (int i = 1; i <= count; ++i)
        text += begin + QByteArray::number(i) + '\n';
    return text;
}

} // namespace assay::test
