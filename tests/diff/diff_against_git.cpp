// Compares what core/diff finds in a real history with what git finds, file by file:
//
//   diff_against_git GIT-DIRECTORY A..B…
//
// Prints one line a range, and one for each difference: files, renames (-M) and copies (-C), lines a file (numstat; -w
// too) and hunks; and how many changed lines that stand alone have other words marked. UTF-16 counts as a difference,
// since git takes it for binary. Times are of this process's processor. Exit status 1 when something differs.
#include "core/diff/renames.h"
#include "core/diff/words.h"
#include "core/git/vault.h"
#include "tests/diff/againstgit.h"

#include <QCoreApplication>
#include <QHash>
#include <QMap>

#include <cstdio>
#include <ctime>
#include <utility>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::diff;

namespace {

test::AgainstGit g_against("we say", 40);

QByteArray diffOutput(const QStringList &options, const ObjectId &from, const ObjectId &to)
{
    return g_against.git(
        QStringList{u"diff"_s, u"--no-ext-diff"_s, u"--no-textconv"_s, u"--no-color"_s, u"--full-index"_s} + options
        + QStringList{from.text(), to.text()});
}

using ByPath = test::AgainstGit::ByPath;

ByPath statusesOf(const QList<FileChange> &changes)
{
    ByPath files;
    for (const FileChange &file : changes)
        files[file.path().bytes()] = test::AgainstGit::statusOf(file);
    return files;
}

bool isAscii(QByteArrayView text)
{
    return std::ranges::all_of(text, [](char byte) { return (byte >= ' ' && byte < 0x7f) || byte == '\t'; });
}

qsizetype inkedWords(const QString &line, const QList<Span> &spans)
{
    qsizetype words = 0;
    for (const Span &span : spans) {
        const QStringView text = QStringView(line).sliced(span.start, span.length);
        for (const Span &word : wordsOf(text))
            words += text.sliced(word.start, word.length).trimmed().isEmpty() ? 0 : 1;
    }
    return words;
}

/// Words gone and come of changes of one line into one, by "old blob..new blob line line".
QHash<QByteArray, QByteArray> wordsOfGit(const QByteArray &porcelain)
{
    QHash<QByteArray, QByteArray> words;
    QByteArray blobs, key;
    qsizetype gone = 0, come = 0;
    const auto count = [](QByteArrayView text) {
        return inkedWords(QString::fromLatin1(text), {{.start = 0, .length = text.size()}});
    };
    const auto close = [&] {
        if (!key.isEmpty())
            words[key] = QByteArray::number(gone) + '/' + QByteArray::number(come);
        key.clear();
        gone = come = 0;
    };
    for (const QByteArray &line : porcelain.split('\n')) {
        if (line.startsWith("diff --git")) {
            close();
            blobs.clear();
        } else if (blobs.isEmpty() && line.startsWith("index ")) {
            blobs = line.sliced(6, 82);
        } else if (line.startsWith("@@ -")) {
            close();
            const QByteArrayList fields = line.split(' ');
            if (!fields[1].contains(',') && !fields[2].contains(','))
                key = blobs + ' ' + fields[1].sliced(1) + ' ' + fields[2].sliced(1);
        } else if (!key.isEmpty() && line.startsWith('-')) {
            gone += count(QByteArrayView(line).sliced(1));
        } else if (!key.isEmpty() && line.startsWith('+')) {
            come += count(QByteArrayView(line).sliced(1));
        }
    }
    close();
    return words;
}

void compareRange(const Vault &vault, const QString &range)
{
    const QStringList ends = range.split(u".."_s);
    const ObjectId from(g_against.git({u"rev-parse"_s, ends.value(0) + u"^{tree}"_s}).trimmed());
    const ObjectId to(g_against.git({u"rev-parse"_s, ends.value(1) + u"^{tree}"_s}).trimmed());
    g_against.differences = 0;
    std::clock_t began = std::clock();
    const auto sinceThen
        = [&began] { return double(std::clock() - std::exchange(began, std::clock())) * 1e3 / CLOCKS_PER_SEC; };
    const auto files = changedFiles(vault, from, to).value();
    const double listMs = sinceThen();
    g_against.compare("status of", statusesOf(files),
                      test::AgainstGit::statusesOf(diffOutput({u"--raw"_s, u"-z"_s, u"--no-renames"_s}, from, to)));
    sinceThen();
    const auto found = withRenames(vault, files);
    if (!found) {
        std::printf("%s: %s\n", qPrintable(range), qPrintable(found.error().text()));
        return;
    }
    const RenamedFiles &renamed = *found;
    const double renamesMs = sinceThen();
    g_against.compare("rename of", statusesOf(renamed.files),
                      test::AgainstGit::statusesOf(diffOutput({u"--raw"_s, u"-z"_s, u"-M"_s}, from, to)));
    g_against.compare("copy of", statusesOf(withRenames(vault, files, {.copies = true}).value().files),
                      test::AgainstGit::statusesOf(diffOutput({u"--raw"_s, u"-z"_s, u"-C"_s}, from, to)));

    const auto words = wordsOfGit(diffOutput(
        {u"-M"_s, u"-U0"_s, u"--word-diff=porcelain"_s, u"--word-diff-regex=[A-Za-z0-9_]+|[^[:space:]]"_s}, from, to));
    QMap<QByteArray, QByteArray> exact, blank;
    qint64 added = 0, removed = 0, hunks = 0, lone = 0, otherWords = 0, renames = 0;
    double linesMs = 0;
    for (const FileChange &change : renamed.files) {
        renames += change.status == FileStatus::Renamed || change.status == FileStatus::Copied;
        sinceThen();
        const FileDiff file = FileDiff::read(vault, change, {.fileLimit = Options::kNoLimit}).value();
        linesMs += sinceThen();
        QByteArray told = QByteArray::number(file.added()) + '/' + QByteArray::number(file.removed());
        // Git compares a submodule as a line of text.
        const bool submodule = change.before.isSubmodule() || change.after.isSubmodule();
        if (submodule)
            told = QByteArray::number(file.added() + change.after.isSubmodule()) + '/'
                + QByteArray::number(file.removed() + change.before.isSubmodule());
        if (file.facts().isBinary())
            told = "-/-";
        exact[change.path().bytes()] = told;
        added += file.added();
        removed += file.removed();
        if (change.status != FileStatus::TypeChanged)
            hunks += file.hunks().size() + (submodule ? 1 : 0);
        for (const LineChange &lines : file.changes()) {
            if (lines.oldCount != 1 || lines.newCount != 1)
                continue;
            const QByteArrayView old = file.before().text(lines.oldStart), now = file.after().text(lines.newStart);
            if (!isAscii(old) || !isAscii(now))
                continue;
            const auto changed = wordChanges(QString::fromLatin1(old), QString::fromLatin1(now));
            const QByteArray key = change.before.blob.hex() + ".." + change.after.blob.hex() + ' '
                + QByteArray::number(lines.oldStart + 1) + ' ' + QByteArray::number(lines.newStart + 1);
            if (!changed.alike || !words.contains(key))
                continue;
            ++lone;
            const QByteArray ours = QByteArray::number(inkedWords(QString::fromLatin1(old), changed.removed)) + '/'
                + QByteArray::number(inkedWords(QString::fromLatin1(now), changed.added));
            otherWords += ours != words.value(key);
        }
        const FileDiff loose
            = FileDiff::read(vault, change, {.whitespace = Whitespace::IgnoreAll, .fileLimit = Options::kNoLimit})
                  .value();
        if (submodule)
            blank[change.path().bytes()] = told;
        else if (!loose.changes().isEmpty())
            blank[change.path().bytes()]
                = QByteArray::number(loose.added()) + '/' + QByteArray::number(loose.removed());
    }
    g_against.compare("lines of", exact,
                      test::AgainstGit::countsOf(diffOutput({u"--numstat"_s, u"-z"_s, u"-M"_s}, from, to)));
    auto theirBlank = test::AgainstGit::countsOf(diffOutput({u"--numstat"_s, u"-z"_s, u"-M"_s, u"-w"_s}, from, to));
    theirBlank.removeIf([&exact](auto entry) { return entry.value() == "0/0" || exact.value(entry.key()) == "-/-"; });
    g_against.compare("lines (-w) of", blank, theirBlank);
    const QByteArray patch = '\n' + diffOutput({u"-M"_s, u"-p"_s}, from, to);
    if (const qint64 theirs = patch.count("\n@@ -"); theirs != hunks)
        g_against.differs("hunks", QByteArray::number(hunks), QByteArray::number(theirs));
    std::printf("%s: %lld files, +%lld -%lld, %lld hunks, %lld renames%s; %d differences; words of %lld "
                "lone lines, %lld other than git's; list %.0f ms, renames %.0f ms, lines %.0f ms\n",
                qPrintable(range), qlonglong(renamed.files.size()), added, removed, hunks, renames,
                renamed.complete ? "" : " (limit)", g_against.differences, lone, otherWords, listMs, renamesMs,
                linesMs);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv)
{
    const QCoreApplication app(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    if (arguments.size() < 3) {
        std::fprintf(stderr, "usage: diff_against_git GIT-DIRECTORY A..B…\n");
        return 2;
    }
    g_against.repository = arguments[1];
    const auto vault = Vault::open(g_against.repository);
    if (!vault) {
        std::fprintf(stderr, "%s\n", qPrintable(vault.error().text()));
        return 2;
    }
    bool same = true;
    for (const QString &range : arguments.sliced(2)) {
        compareRange(*vault, range);
        same = same && g_against.differences == 0;
    }
    return same ? 0 : 1;
}
