#include "core/review/lineorigin.h"

#include "core/git/vault.h"
#include "core/review/reviewedchange.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay::review {
namespace {

/// A line on its way from one tree to the next, counted from 0.
struct Position {
    RepoPath path;
    int line = 0;
};

/// A kept iteration's change.
struct Step {
    const CheckpointFact *from = nullptr, *to = nullptr;
};

/// From base to the current checkpoint; what a rewind left aside is not in it.
QList<Step> stepsOf(const RunState &state)
{
    QList<Step> steps;
    for (const CheckpointFact *at = &state.checkpoint(); at->number > 0;) {
        const CheckpointFact *before = &state.checkpoints.at(at->parent);
        steps.prepend({before, at});
        at = before;
    }
    return steps;
}

Status checkLine(const Vault &vault, const ObjectId &tree, const RepoPath &path, int line)
{
    const auto entries = vault.list(tree);
    if (!entries)
        return failure(entries.error());
    const auto entry = std::ranges::find(*entries, path, &TreeEntry::path);
    if (entry == entries->end())
        return failure(u"there is no such file"_s, path.display(), u"Name it by its path in the repository."_s,
                       ErrorKind::Usage);
    // Compared with itself, a file tells whether it has lines.
    diff::FileChange same;
    same.before = same.after = {path, entry->mode, entry->object};
    const auto file = diff::FileDiff::read(vault, same, {.fileLimit = diff::Options::kNoLimit});
    if (!file)
        return failure(file.error());
    const int lines = file->after().count();
    if (line >= 1 && line <= lines)
        return {};
    return failure(file->facts().isBinary() ? u"it is binary: it has no lines"_s
                       : lines == 0         ? u"it has no lines"_s
                                            : u"it has %1 lines, no line %2"_s.arg(lines).arg(line),
                   path.display(), {}, ErrorKind::Usage);
}

LineOrigin doneBy(const RunState &state, const CheckpointFact &checkpoint, const Position &position)
{
    LineOrigin origin{.checkpoint = checkpoint.number,
                      .iteration = checkpoint.iteration,
                      .task = checkpoint.task,
                      .path = position.path,
                      .line = position.line + 1};
    if (const Task *task = state.task(checkpoint.task))
        origin.findings = task->covers;
    for (const TeethFact &fact : state.teeth) {
        if (fact.teeth == Teeth::Toothed && origin.findings.contains(fact.finding) && !origin.tests.contains(fact.test))
            origin.tests.append(fact.test);
    }
    return origin;
}

/// The position on the other side of a step; false when the step itself made (or took away) the line.
Result<bool> cross(const Vault &vault, const Step &step, Side side, Position &position, const StopToken &stop)
{
    const bool back = side == Side::Now;
    const auto files = changedFiles(vault, step.from->tree, step.to->tree, stop);
    if (!files)
        return failure(files.error());
    const auto changed = std::ranges::find_if(*files, [&](const diff::FileChange &file) {
        const diff::FileVersion &here = back ? file.after : file.before;
        // What was copied stays where it was, too.
        return here.exists() && here.path == position.path && (back || file.status != diff::FileStatus::Copied);
    });
    if (changed == files->end())
        return true;
    const auto file = readFile(vault, *changed);
    if (!file)
        return failure(file.error());
    if (!(back ? changed->before : changed->after).exists())
        return false;
    int shift = 0;
    for (const diff::LineChange &change : file->diff.changes()) {
        const int start = back ? change.newStart : change.oldStart, end = back ? change.newEnd() : change.oldEnd();
        if (position.line >= start && position.line < end)
            return false;
        if (end <= position.line)
            shift += back ? change.oldCount - change.newCount : change.newCount - change.oldCount;
    }
    position = {back ? changed->before.path : changed->after.path, position.line + shift};
    return true;
}

} // namespace

Result<LineOrigin> originOf(const Vault &vault, const RunState &state, Side side, const RepoPath &path, int line,
                            const StopToken &stop)
{
    const ObjectId tree = side == Side::Now ? state.checkpoint().tree : state.baseTree;
    if (const auto there = checkLine(vault, tree, path, line); !there)
        return failure(there.error());
    QList<Step> steps = stepsOf(state);
    if (side == Side::Now)
        std::ranges::reverse(steps);
    Position position{path, line - 1};
    for (const Step &step : std::as_const(steps)) {
        const auto crossed = cross(vault, step, side, position, stop);
        if (!crossed)
            return failure(crossed.error());
        if (!*crossed)
            return doneBy(state, *step.to, position);
    }
    return LineOrigin{.path = position.path, .line = position.line + 1};
}

} // namespace assay::review
