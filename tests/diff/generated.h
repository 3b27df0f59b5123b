// Files and changes of them made from a seed, and a bare repository that holds both sides for git itself to compare.
#pragma once

#include "core/diff/filediff.h"
#include "core/git/vault.h"
#include "tests/support/scratchrepository.h"
#include "tests/support/verifyok.h"

#include <QDir>
#include <QFileInfo>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

namespace assay::test {

/// Text with what makes comparing hard: few different lines, blanks of all kinds, mixed line ends, bytes that are no
/// UTF-8, perhaps no line end at the end.
class Generated {
public:
    explicit Generated(quint32 seed) : m_random(seed) {}

    int below(int bound) { return int(m_random.bounded(quint32(bound))); }
    bool oneIn(int n) { return below(n) == 0; }

    QByteArray line()
    {
        static const QByteArrayList kWords{"if",
                                           "value",
                                           "{",
                                           "}",
                                           "return",
                                           "total",
                                           "",
                                           "+= 1",
                                           "gr\xc3\xb6\xc3\x9f"
                                           "e",
                                           "\xe6\x97\xa5",
                                           "x\xff",
                                           "\tend",
                                           "  0"};
        QByteArray line(below(3) * 2, oneIn(4) ? '\t' : ' ');
        for (int words = below(5); words > 0; --words)
            line += kWords.at(below(int(kWords.size()))) + (oneIn(5) ? "  " : " ");
        return line + (oneIn(3) ? " " : "");
    }
    QByteArrayList lines(int most)
    {
        m_crLf = oneIn(4);
        QByteArrayList lines;
        for (int n = below(most + 1); n > 0; --n)
            lines.append(ended(line()));
        return lines;
    }
    /// A change of some lines, alone and in blocks: other, gone, new, moved, blanks or line ends only.
    QByteArrayList edited(QByteArrayList lines)
    {
        for (int edits = below(8); edits > 0; --edits) {
            const int at = below(int(lines.size()) + 1), count = std::min(below(5), int(lines.size()) - at);
            const QByteArrayList block = lines.mid(at, count);
            switch (below(6)) {
            case 0:
                lines.remove(at, count);
                break;
            case 1:
                for (int n = below(6); n > 0; --n)
                    lines.insert(at, ended(line()));
                break;
            case 2:
                lines.remove(at, count);
                for (int i = 0, to = below(int(lines.size()) + 1); i < count; ++i)
                    lines.insert(to + i, block[i]);
                break;
            case 3:
                for (int i = at; i < at + count; ++i)
                    lines[i] = "  " + lines[i].replace(" ", "   ");
                break;
            case 4:
                for (int i = at; i < at + count; ++i)
                    lines[i] = lines[i].trimmed() + (oneIn(2) ? "\r\n" : " \n");
                break;
            default:
                for (int i = at; i < at + count; ++i)
                    lines[i] = ended(line());
            }
        }
        return lines;
    }
    QByteArray joined(const QByteArrayList &lines)
    {
        QByteArray bytes = lines.join();
        if (oneIn(4) && bytes.endsWith('\n'))
            bytes.chop(1);
        return bytes;
    }

private:
    QByteArray ended(const QByteArray &line) { return line + (m_crLf != oneIn(20) ? "\r\n" : "\n"); }
    QRandomGenerator m_random;
    bool m_crLf = false;
};

/// A vault with two trees, put together file by file. In memory where there is /dev/shm: each blob is synced.
class TwoTrees {
    QTemporaryDir m_dir{QFileInfo(QStringLiteral("/dev/shm")).isWritable()
                            ? QStringLiteral("/dev/shm/assay-test-XXXXXX")
                            : QDir::tempPath() + QStringLiteral("/assay-test-XXXXXX")};

public:
    TwoTrees() : vault(Vault::create(m_dir.filePath(QStringLiteral("vault.git"))).value()) {}
    Vault vault;
    ObjectId before, after; ///< once made

    void put(bool after_, const QByteArray &path, const QByteArray &bytes, quint32 mode = 0100644)
    {
        (after_ ? m_after : m_before)
            .append({.path = RepoPath(path), .mode = mode, .blob = vault.writeBlob(bytes).value()});
    }
    void putBoth(const QByteArray &path, const QByteArray &old, const QByteArray &now)
    {
        put(false, path, old);
        put(true, path, now);
    }
    void putSubmodule(bool after_, const QByteArray &path, const QByteArray &commit)
    {
        (after_ ? m_after : m_before).append({.path = RepoPath(path), .mode = 0160000, .blob = ObjectId(commit)});
    }
    void make()
    {
        before = vault.editTree({}, m_before).value();
        after = vault.editTree({}, m_after).value();
    }
    QByteArray git(const QStringList &arguments, int *status = nullptr) const
    {
        return runProgram(QStringLiteral("git"), QStringList{QStringLiteral("--git-dir"), vault.path()} + arguments,
                          m_dir.path(), status);
    }
    /// `git diff OPTIONS before after`
    QByteArray gitDiff(const QStringList &options) const
    {
        return git(QStringList{QStringLiteral("diff"), QStringLiteral("--no-ext-diff"), QStringLiteral("--no-textconv"),
                               QStringLiteral("--no-color")}
                   + options + QStringList{before.text(), after.text()});
    }
    [[nodiscard]] QString folder() const { return m_dir.path(); }

private:
    QList<TreeEdit> m_before, m_after;
};

/// Two versions of a file named f, without a repository.
inline diff::FileDiff diffOf(const QByteArray &before, const QByteArray &after, const diff::Options &options = {},
                             quint32 oldMode = 0100644, quint32 newMode = 0100644)
{
    const RepoPath path(QByteArray("f"));
    const diff::FileChange change{.before = {.path = path, .mode = oldMode}, .after = {.path = path, .mode = newMode}};
    return diff::FileDiff::between(change, before, after, options).value();
}

} // namespace assay::test
