#include "ui/views/changesrows.h"

#include "core/journal/policycodec.h"
#include "core/review/leftouttree.h"
#include "ui/look/formats.h"
#include "ui/views/runwords.h"

using namespace Qt::StringLiterals;

namespace assay::ui {

QList<Comparison> ChangesRows::comparisons(const RunState &state, bool goesOn)
{
    QList<Comparison> list;
    if (state.checkpoints.isEmpty())
        return list;
    const CheckpointFact &now = state.checkpoint();
    list.append({.key = u"now"_s,
                 .title = now.number == 0 ? tr("Base and now: nothing is kept yet")
                                          : tr("Base and now (checkpoint %1)").arg(now.number),
                 .from = state.baseTree,
                 .to = now.tree,
                 .task = {},
                 .files = {}});
    for (qsizetype i = state.checkpoints.size() - 1; i > 0; --i) {
        const CheckpointFact &checkpoint = state.checkpoints.at(i);
        const IterationFact *iteration = state.iteration(checkpoint.iteration);
        QStringList title{tr("Checkpoint %1").arg(checkpoint.number)};
        if (!checkpoint.task.isEmpty())
            title.append(checkpoint.task.text());
        if (!checkpoint.title.isEmpty())
            title.append(Formats::line(checkpoint.title));
        Comparison comparison{.key = u"checkpoint %1"_s.arg(checkpoint.number),
                              .title = title.join(u" · "_s),
                              .from = iteration ? iteration->checkpointTree : state.checkpoints.at(i - 1).tree,
                              .to = checkpoint.tree,
                              .task = checkpoint.task,
                              .files = {}};
        if (iteration && iteration->candidate)
            comparison.files = iteration->candidate->files;
        list.append(comparison);
    }
    for (auto it = state.iterations.crbegin(); it != state.iterations.crend(); ++it) {
        // What an interrupted session left is known by what was saved of the clone.
        const ObjectId to = it->candidate ? it->candidate->tree : it->salvage;
        if (to.isNull())
            continue;
        list.append({.key = u"attempt %1"_s.arg(it->n),
                     .title = tr("Iteration %1 · %2 · %3")
                                  .arg(QString::number(it->n), RunWords::iterationTitle(*it),
                                       RunWords::verdict(state, *it, goesOn)),
                     .from = it->checkpointTree,
                     .to = to,
                     .task = it->task,
                     .files = it->candidate ? it->candidate->files : QList<ChangedPath>()});
    }
    return list;
}

const Comparison *ChangesRows::first(const QList<Comparison> &comparisons)
{
    for (const Comparison &one : comparisons) {
        if (one.from != one.to)
            return &one;
    }
    return comparisons.size() > 1 ? &comparisons.at(1) : nullptr;
}

QList<ChangesRows::Begin> ChangesRows::begins(const RunState &state)
{
    QList<Begin> list{{tr("from its start"), {}}, {tr("from base"), state.baseTree}};
    for (qsizetype i = state.checkpoints.size() - 1; i > 0; --i)
        list.append({tr("from checkpoint %1").arg(state.checkpoints.at(i).number), state.checkpoints.at(i).tree});
    return list;
}

std::function<PathClass(const RepoPath &)> ChangesRows::classes(const Comparison &comparison, const RunState &state)
{
    QHash<RepoPath, PathClass> known;
    for (const ChangedPath &file : comparison.files)
        known.insert(file.path, file.pathClass);
    return [known, policy = policyFromJson(state.policy).value_or(Policy())](const RepoPath &path) {
        const auto classed = known.constFind(path);
        return classed == known.cend() ? classifyPath(path, policy) : *classed;
    };
}

QList<ReviewPlace> ChangesRows::lapsed(const DiffDocument &document, const Comparison &comparison,
                                       const RunState &state)
{
    if (comparison.key != "now"_L1 || state.leftOut().isEmpty())
        return {};
    QSet<RepoPath> paths;
    for (const ReviewPlace &place : state.leftOut())
        paths.insert(place.path);
    QList<review::ReviewedFile> files;
    for (int i = 0; i < document.sectionCount(); ++i) {
        const DiffSection &section = document.section(i);
        const diff::FileChange &change = section.change();
        if (section.canBeMarked() && (paths.contains(change.path()) || paths.contains(change.before.path)))
            files.append({.diff = section.file(), .hunks = section.hunks()});
    }
    return review::lapsedMarks(state.marks, files);
}

} // namespace assay::ui
