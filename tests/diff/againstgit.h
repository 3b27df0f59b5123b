// What git says of a change, and what we say of it, told alike: for the programs that compare them on real histories.
#pragma once

#include "core/diff/filechange.h"
#include "tests/support/scratchrepository.h"

#include <QMap>

#include <cstdio>

namespace assay::test {

class AgainstGit {
public:
    using ByPath = QMap<QByteArray, QByteArray>;

    /// Of each comparison the first `most` differences are printed, as what `who` says and what git does.
    AgainstGit(const char *who, int most) : m_who(who), m_most(most) {}

    QString repository; ///< its git folder
    int differences = 0;

    /// `partial`: what it printed until it failed is of use too.
    [[nodiscard]] QByteArray git(const QStringList &arguments, bool partial = false) const
    {
        int status = -1;
        // No attributes of the repository: they may make text binary, or run a filter.
        const QByteArray output
            = runProgram(QStringLiteral("git"),
                         QStringList{QStringLiteral("--git-dir"), repository, QStringLiteral("-c"),
                                     QStringLiteral("attr.tree=4b825dc642cb6eb9a060e54bf8d69288fbee4904")}
                             + arguments,
                         QStringLiteral("/"), &status);
        if (status != 0 && !partial)
            qFatal("git %s failed", qPrintable(arguments.join(u' ')));
        return output;
    }

    void differs(const QByteArray &what, const QByteArray &ours, const QByteArray &theirs)
    {
        if (++differences <= m_most)
            std::printf("    %s: %s %s, git %s\n", what.constData(), m_who, ours.constData(), theirs.constData());
    }

    void compare(const QByteArray &what, const ByPath &ours, const ByPath &theirs)
    {
        ByPath all = theirs;
        all.insert(ours);
        for (const QByteArray &path : all.keys()) {
            if (ours.value(path) != theirs.value(path))
                differs(what + ' ' + path, ours.value(path, "nothing"), theirs.value(path, "nothing"));
        }
    }

    /// "M", or "R 090 old", by new path: of `git diff --raw -z`.
    [[nodiscard]] static ByPath statusesOf(const QByteArray &raw)
    {
        ByPath files;
        const QByteArrayList parts = raw.split('\0');
        for (qsizetype i = 0; i + 1 < parts.size();) {
            const QByteArray status = parts[i].sliced(parts[i].lastIndexOf(' ') + 1);
            const QByteArray path = parts[++i];
            if (status[0] == 'R' || status[0] == 'C')
                files[parts[++i]] = status.first(1) + ' ' + status.sliced(1) + ' ' + path;
            else
                files[path] = status.first(1);
            ++i;
        }
        return files;
    }

    /// The same of a change of ours.
    [[nodiscard]] static QByteArray statusOf(const diff::FileChange &file)
    {
        QByteArray told = QByteArray("ADMTRC").sliced(qsizetype(file.status), 1);
        if (file.status == diff::FileStatus::Renamed || file.status == diff::FileStatus::Copied)
            told += ' ' + QByteArray::number(file.similarity).rightJustified(3, '0') + ' ' + file.before.path.bytes();
        return told;
    }

    /// "added/removed", by new path: of `git diff --numstat -z`.
    [[nodiscard]] static ByPath countsOf(const QByteArray &numstat)
    {
        ByPath counts;
        const QByteArrayList parts = numstat.split('\0');
        for (qsizetype i = 0; i + 1 < parts.size();) {
            const QByteArrayList fields = parts[i++].split('\t');
            QByteArray path = fields[2];
            if (path.isEmpty()) { // of a rename
                path = parts[i + 1];
                i += 2;
            }
            counts[path] = fields[0] + '/' + fields[1];
        }
        return counts;
    }

private:
    const char *m_who;
    int m_most;
};

} // namespace assay::test
