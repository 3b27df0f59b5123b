#include "core/diff/linediff.h"

#include "core/git/libgit2handles.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay::diff {
namespace {

quint32 flagsOf(const Options &options)
{
    quint32 flags = GIT_DIFF_FORCE_TEXT | GIT_DIFF_INDENT_HEURISTIC; // the heuristic is git's default too
    switch (options.whitespace) {
    case Whitespace::Exact:
        break;
    case Whitespace::IgnoreAtEnd:
        flags |= GIT_DIFF_IGNORE_WHITESPACE_EOL;
        break;
    case Whitespace::IgnoreAmount:
        flags |= GIT_DIFF_IGNORE_WHITESPACE_CHANGE;
        break;
    case Whitespace::IgnoreAll:
        flags |= GIT_DIFF_IGNORE_WHITESPACE;
        break;
    }
    switch (options.algorithm) {
    case Algorithm::Myers:
        break;
    case Algorithm::Minimal:
        flags |= GIT_DIFF_MINIMAL;
        break;
    case Algorithm::Patience:
        flags |= GIT_DIFF_PATIENCE;
        break;
    }
    return flags;
}

int takeHunk(const git_diff_delta * /*delta*/, const git_diff_hunk *hunk, void *payload)
{
    // A hunk without lines on a side is named by the line before it.
    static_cast<QList<LineChange> *>(payload)->append({.oldStart = hunk->old_start - (hunk->old_lines > 0 ? 1 : 0),
                                                       .oldCount = hunk->old_lines,
                                                       .newStart = hunk->new_start - (hunk->new_lines > 0 ? 1 : 0),
                                                       .newCount = hunk->new_lines});
    return 0;
}

} // namespace

Result<QList<LineChange>> lineChanges(QByteArrayView before, QByteArrayView after, const Options &options,
                                      const QString &subject)
{
    startLibgit2();
    git_diff_options settings = GIT_DIFF_OPTIONS_INIT;
    settings.flags = flagsOf(options);
    settings.context_lines = 0; // so that what libgit2 calls a hunk is one change
    settings.interhunk_lines = 0;
    settings.max_size = -1;
    QList<LineChange> changes;
    if (git_diff_buffers(before.data(), size_t(before.size()), nullptr, after.data(), size_t(after.size()), nullptr,
                         &settings, nullptr, nullptr, takeHunk, nullptr, &changes)
        < 0)
        return gitFailure(u"the lines of the two versions cannot be compared"_s, subject);
    return changes;
}

QList<Hunk> hunksOf(const QList<LineChange> &changes, int context, int oldLines, int newLines)
{
    QList<Hunk> hunks;
    for (int first = 0; first < changes.size();) {
        int last = first;
        while (last + 1 < changes.size() && changes[last + 1].oldStart - changes[last].oldEnd() <= 2 * context)
            ++last;
        const int above = std::min({context, changes[first].oldStart, changes[first].newStart});
        const int below = std::min({context, oldLines - changes[last].oldEnd(), newLines - changes[last].newEnd()});
        Hunk hunk{.firstChange = first,
                  .changeCount = last - first + 1,
                  .oldStart = changes[first].oldStart - above,
                  .newStart = changes[first].newStart - above};
        hunk.oldCount = changes[last].oldEnd() + below - hunk.oldStart;
        hunk.newCount = changes[last].newEnd() + below - hunk.newStart;
        hunks.append(hunk);
        first = last + 1;
    }
    return hunks;
}

} // namespace assay::diff
