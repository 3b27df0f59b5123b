// What comparing costs: a large file to its rows, a change of 5,000 files to its list, its renames and its lines, beside
// git itself on the same bytes. Prints the machine. Run by `packaging/test --bench`.
#include "core/diff/moves.h"
#include "core/diff/renames.h"
#include "core/diff/rows.h"
#include "core/diff/warnings.h"
#include "core/diff/words.h"
#include "core/git/vault.h"
#include "tests/bench/measuring.h"
#include "tests/support/scratchrepository.h"

#include <QSysInfo>
#include <QTemporaryDir>
#include <QThread>

#include <cstdio>

#include <sys/resource.h>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::diff;
using namespace assay::bench;

namespace {

/// Processor time of this process and of the children that it waited for, in ms.
double computed()
{
    double sum = 0;
    for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
        rusage used{};
        ::getrusage(who, &used);
        for (const timeval &time : {used.ru_utime, used.ru_stime})
            sum += double(time.tv_sec) * 1e3 + double(time.tv_usec) / 1e3;
    }
    return sum;
}

/// On the clock and of the processor, the best of three.
template <class Work>
auto measured(const char *what, const Work &work)
{
    double best = 1e12, leastComputed = 1e12;
    for (int i = 0; i < 3; ++i) {
        QElapsedTimer timer;
        timer.start();
        const double before = computed();
        const auto result = work();
        leastComputed = std::min(leastComputed, computed() - before);
        best = std::min(best, milliseconds(timer));
        if (i == 2) {
            std::printf("  %-64s %8.1f ms, computed %8.1f ms\n", what, best, leastComputed);
            std::fflush(stdout);
            return result;
        }
    }
    Q_UNREACHABLE();
}

QByteArray line(int n)
{
    return "    const auto value" + QByteArray::number(n) + " = compute(first, second, " + QByteArray::number(n * 7)
        + "); // as before\n";
}

struct Versions {
    QByteArray before, after;
};

/// Every `every`th line is another, now and then one more or less.
Versions versions(int lines, int every)
{
    Versions made;
    for (int i = 0; i < lines; ++i) {
        const QByteArray old = line(i);
        made.before += old;
        if (i % every != 0) {
            made.after += old;
            continue;
        }
        if (i / every % 10 == 1)
            continue;
        QByteArray now = old;
        made.after += now.replace("first", "other");
        if (i / every % 10 == 2)
            made.after += line(-i);
    }
    return made;
}

FileDiff compared(const Versions &made)
{
    const RepoPath path(QByteArray("file.cpp"));
    const FileChange change{.before = {.path = path, .mode = 0100644}, .after = {.path = path, .mode = 0100644}};
    return FileDiff::between(change, made.before, made.after, {.fileLimit = Options::kNoLimit}).value();
}

/// All that a view needs of a file, part by part.
void oneFile(const char *what, const Versions &made)
{
    std::printf("%s (%.1f MB)\n", what, double(made.before.size()) / 1e6);
    const FileDiff file = measured("compared", [&] { return compared(made); });
    std::printf("  %lld changes, +%lld -%lld\n", qlonglong(file.changes().size()), file.added(), file.removed());
    measured("rows, unified", [&] { return Rows(file, Layout::Unified, {}, Rows::kNoLimit).count(); });
    const Rows rows
        = measured("rows, side by side", [&] { return Rows(file, Layout::SideBySide, {}, Rows::kNoLimit); });
    measured("words of every pair", [&] {
        qsizetype spans = 0;
        for (int i = 0; i < rows.count(); ++i) {
            const Row row = rows.at(i);
            if (row.kind == RowKind::Pair)
                spans
                    += wordChanges(file.before().decoded(row.oldLine).text(), file.after().decoded(row.newLine).text())
                           .added.size();
        }
        return spans;
    });
    measured("warnings", [&] { return addedWarnings(file).size(); });
    measured("moved lines", [&] { return movedLines({file}).lines.size(); });
}

void git(const char *what, const Vault &vault, const ObjectId &from, const ObjectId &to, const QStringList &options)
{
    measured(what, [&] {
        return test::runProgram(u"git"_s,
                                QStringList{u"--git-dir"_s, vault.path(), u"diff"_s} + options
                                    + QStringList{from.text(), to.text()},
                                u"/"_s)
            .size();
    });
}

void manyFiles(const QString &folder, int count)
{
    Vault vault = Vault::create(folder + u"/vault.git"_s).value();
    QList<TreeEdit> before, after;
    for (int i = 0; i < count; ++i) {
        const Versions made = versions(100 + i % 50, 10);
        const QByteArray number = QByteArray::number(i), head = "// file " + number + '\n';
        const QByteArray path = "src/part" + QByteArray::number(i % 40) + "/file" + number + ".cpp";
        const bool moves = i % 10 == 0;
        before.append({.path = RepoPath(path), .blob = vault.writeBlob(head + made.before).value()});
        after.append(
            {.path = RepoPath(moves ? "lib/" + path + 'p' : path), .blob = vault.writeBlob(head + made.after).value()});
    }
    const ObjectId from = vault.editTree({}, before).value(), to = vault.editTree({}, after).value();
    std::printf("%d changed files, a tenth of them renamed, loose objects\n", count);
    const auto files = measured("the list", [&] { return changedFiles(vault, from, to).value(); });
    git("… git diff --raw --no-renames", vault, from, to, {u"--raw"_s, u"--no-renames"_s});
    const auto renamed = measured("renames", [&] { return withRenames(vault, files).value(); });
    std::printf("  %lld files, %s\n", qlonglong(renamed.files.size()), renamed.complete ? "complete" : "limit reached");
    git("… git diff --raw -M", vault, from, to, {u"--raw"_s, u"-M"_s});
    measured("every file compared, and its rows", [&] {
        qint64 rows = 0;
        for (const FileChange &change : renamed.files)
            rows += Rows(FileDiff::read(vault, change).value(), Layout::SideBySide).count();
        return rows;
    });
    git("… git diff -M -p", vault, from, to, {u"-M"_s, u"-p"_s});
}

} // namespace

int main()
{
    QFile load(u"/proc/loadavg"_s);
    const QByteArray busy = load.open(QIODevice::ReadOnly) ? load.readAll().split(' ').first() : QByteArray("?");
    std::printf("machine: %s, %d cores, Linux %s; load before: %s; best of three\n",
                lineOf(u"/proc/cpuinfo"_s, "model name").constData(), QThread::idealThreadCount(),
                qPrintable(QSysInfo::kernelVersion()), busy.constData());
    oneFile("100,000 lines with 5,000 changes", versions(100'000, 20));
    oneFile("1,000,000 lines, every other one changed", versions(1'000'000, 2));
    Versions rewritten;
    for (int i = 0; i < 100'000; ++i) {
        rewritten.before += line(i);
        rewritten.after += line(-i - 1);
    }
    oneFile("100,000 lines, all of them others", rewritten);
    QByteArray many;
    for (int i = 0; many.size() < 5'000'000; ++i)
        many += line(i).chopped(1);
    QByteArray other = many;
    oneFile("one line of 5 MB", {many, other.replace(2'500'000, 5, "other")});
    const QTemporaryDir memory(u"/dev/shm/assay-bench-XXXXXX"_s);
    manyFiles(memory.path(), 5'000);
    std::printf("peak memory %.0f MB\n", lineOf(u"/proc/self/status"_s, "VmHWM").split(' ').first().toDouble() / 1024);
    return 0;
}
