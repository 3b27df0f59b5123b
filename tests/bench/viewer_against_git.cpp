// Opens large changes of a real history in the viewer and compares what it shows with what git says of them:
//
//   viewer_against_git GIT-DIRECTORY [HOW-MANY]
//
// Of the last 5,000 commits the ones with the most changed lines (3). Compared: which files, renames and copies with how
// much is the same (git diff --raw -C), lines a file (--numstat -C); that all rows of a file, unfolded, are its old and its
// new text, byte for byte (as git has the blobs); that what is not marked in a pair of lines is the same in both. Then it is
// scrolled through, page by page, in both layouts, and every row said in words. Prints a line a commit, and one for each
// difference. Exit status 1 when something differs. UTF-16 counts as a difference, since git takes it for binary.
#include "core/diff/words.h"
#include "core/git/vault.h"
#include "tests/bench/measuring.h"
#include "tests/diff/againstgit.h"
#include "ui/diff/diffpane.h"

#include <QApplication>
#include <QMap>
#include <QScrollBar>
#include <QStandardPaths>

#include <algorithm>
#include <cstdio>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::bench;
using namespace assay::ui;

namespace {

test::AgainstGit g_against("the viewer says", 20);

using Told = test::AgainstGit::ByPath;

/// Commits without merges, those with the most changed lines first. A copy of a history may lack objects: those up to there.
QByteArrayList largest(qsizetype count)
{
    QList<std::pair<qint64, QByteArray>> commits;
    QByteArray commit;
    for (const QByteArray &line :
         g_against
             .git({u"log"_s, u"-5000"_s, u"--no-merges"_s, u"--shortstat"_s, u"--min-parents=1"_s, u"--format=%H"_s},
                  true)
             .split('\n')) {
        if (line.size() == 40) {
            commit = line;
        } else if (line.contains("changed")) {
            qint64 lines = 0;
            for (const QByteArray &part : line.split(',').mid(1))
                lines += part.trimmed().split(' ').first().toLongLong();
            commits.append({lines, commit});
        }
    }
    std::ranges::sort(commits, std::greater());
    QByteArrayList names;
    for (const auto &one : commits.first(std::min(commits.size(), count)))
        names.append(one.second);
    return names;
}

Told statusesShown(const DiffDocument &change)
{
    Told files;
    for (int i = 0; i < change.sectionCount(); ++i) {
        const diff::FileChange &file = change.section(i).change();
        files[file.path().bytes()] = test::AgainstGit::statusOf(file);
    }
    return files;
}

QByteArray without(const QString &line, const QList<diff::Span> &spans)
{
    QString rest;
    qsizetype at = 0;
    for (const diff::Span &span : spans) {
        rest += QStringView(line).sliced(at, span.start - at);
        at = span.end();
    }
    rest += QStringView(line).sliced(at);
    return rest.remove(u' ').remove(u'\t').toUtf8(); // blanks beside what changed go with it
}

/// All rows of a file, and what of its pairs is not marked.
QByteArray countRows(const diff::Rows &rows, qint64 &pairs)
{
    const diff::FileDiff &file = rows.file();
    QByteArray old, now;
    qint64 added = 0, removed = 0;
    for (int i = 0; i < rows.count(); ++i) {
        const diff::Row row = rows.at(i);
        const bool context = row.kind == diff::RowKind::Context, pair = row.kind == diff::RowKind::Pair;
        if (context || pair || row.kind == diff::RowKind::Removed) {
            old += file.before().line(row.oldLine);
            removed += context ? 0 : 1;
        }
        if (context || pair || row.kind == diff::RowKind::Added) {
            now += file.after().line(row.newLine);
            added += context ? 0 : 1;
        }
        if (!pair)
            continue;
        const QString before = file.before().decoded(row.oldLine).text(),
                      after = file.after().decoded(row.newLine).text();
        const diff::WordChanges words = diff::wordChanges(before, after);
        ++pairs;
        if (words.alike && without(before, words.removed) != without(after, words.added))
            g_against.differs("words of " + file.change().path().bytes() + ':' + QByteArray::number(row.newLine + 1),
                              without(before, words.removed), without(after, words.added));
    }
    for (const auto &[shown, version] :
         {std::pair(&old, &file.change().before), std::pair(&now, &file.change().after)}) {
        if (version->exists() && *shown != g_against.git({u"cat-file"_s, u"blob"_s, version->blob.text()}))
            g_against.differs("text of " + version->path.bytes(), QByteArray::number(shown->size()) + " bytes",
                              "other ones");
    }
    return QByteArray::number(added) + '/' + QByteArray::number(removed);
}

void until(const std::function<bool()> &done)
{
    while (!done())
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 50);
}

/// The longest frame, ms; every row is painted and said.
double scrollThrough(DiffView *view)
{
    double longest = 0;
    QScrollBar *bar = view->verticalScrollBar();
    for (int at = 0; at <= bar->maximum(); at += bar->pageStep()) {
        bar->setValue(at);
        QElapsedTimer frame;
        frame.start();
        view->viewport()->repaint();
        longest = std::max(longest, milliseconds(frame));
        QCoreApplication::processEvents();
    }
    for (int row = 0; row < view->itemCount(); ++row) {
        if (view->itemText(row).contains(QChar(0)))
            g_against.differs("row " + QByteArray::number(row), "a NUL", "none");
    }
    return longest;
}

void open(const QByteArray &commit)
{
    const auto tree = [](const QByteArray &revision) {
        return ObjectId(g_against.git({u"rev-parse"_s, QString::fromLatin1(revision) + u"^{tree}"_s}).trimmed());
    };
    const ObjectId from = tree(commit + '^'), to = tree(commit);
    g_against.differences = 0;
    DiffPane pane(nullptr, DiffPane::Use::Compare);
    pane.resize(1500, 900);
    pane.show();
    DiffView *view = pane.view();
    view->setSideBySide(true);
    // Twice: the list without renames, and the one with them, which may be the same.
    bool moved = false;
    QObject::connect(&pane.loader(), &DiffLoader::movesFound, view, [&] { moved = true; });
    QElapsedTimer timer;
    timer.start();
    pane.compare(g_against.repository, from, to);
    until([&] { return moved; });
    const double read = milliseconds(timer);
    const auto asGit = [&](const QString &what) {
        return g_against.git(
            {u"diff"_s, u"--no-ext-diff"_s, u"--no-textconv"_s, what, u"-z"_s, u"-C"_s, from.text(), to.text()});
    };
    const DiffDocument &change = view->document();
    g_against.compare("status of", statusesShown(change), test::AgainstGit::statusesOf(asGit(u"--raw"_s)));
    Told counts;
    qint64 pairs = 0, added = 0, removed = 0, renames = 0;
    for (int i = 0; i < change.sectionCount(); ++i) {
        const DiffSection &section = change.section(i);
        const diff::FileChange &file = section.change();
        renames += file.status == diff::FileStatus::Renamed || file.status == diff::FileStatus::Copied ? 1 : 0;
        added += section.file().added();
        removed += section.file().removed();
        QByteArray &told = counts[file.path().bytes()];
        if (section.error())
            told = section.error()->text().toUtf8();
        else if (file.before.isSubmodule() || file.after.isSubmodule()) // to git a line of text
            told = QByteArray(file.after.isSubmodule() ? "1" : "0") + '/' + (file.before.isSubmodule() ? "1" : "0");
        else if (section.file().facts().isBinary())
            told = "-/-";
        else
            told = countRows(section.rows().withEverything().withLimit(diff::Rows::kNoLimit), pairs);
    }
    g_against.compare("lines of", counts, test::AgainstGit::countsOf(asGit(u"--numstat"_s)));
    const int rows = change.count();
    const double sideBySide = scrollThrough(view);
    view->setSideBySide(false);
    const double unified = scrollThrough(view);
    std::printf("%s: %lld files, +%lld -%lld, %lld renames and copies, %d rows, %lld pairs; %d differences; read in "
                "%.0f ms, longest frame %.1f and %.1f ms\n",
                commit.first(10).constData(), qint64(change.sectionCount()), added, removed, renames, rows, pairs,
                g_against.differences, read, sideBySide, unified);
    std::fflush(stdout);
}

} // namespace

int main(int argc, char **argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QStandardPaths::setTestModeEnabled(true); // no settings of the reader's
    const QApplication application(argc, argv);
    const QStringList arguments = QApplication::arguments();
    if (arguments.size() < 2) {
        std::fprintf(stderr, "usage: viewer_against_git GIT-DIRECTORY [HOW-MANY]\n");
        return 2;
    }
    g_against.repository = arguments.at(1);
    bool same = true;
    for (const QByteArray &commit : largest(arguments.value(2, u"3"_s).toInt())) {
        open(commit);
        same = same && g_against.differences == 0;
    }
    return same ? 0 : 1;
}
