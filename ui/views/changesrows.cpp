#include "ui/views/changesrows.h"

#include "core/journal/policycodec.h"
#include "ui/look/formats.h"
#include "ui/views/runwords.h"

using namespace Qt::StringLiterals;

namespace assay::ui {

QList<Comparison> ChangesRows::comparisons(const RunState &state)
{
    QList<Comparison> list;
    if (state.checkpoints.isEmpty())
        return list;
    const CheckpointFact &now = state.checkpoint();
    list.append({.key = u"now"_s,
                 .title = now.number == 0 ? tr("Base and now: nothing is kept yet")
                                          : tr("Base and now (checkpoint %1)").arg(now.number),
                 .from = state.baseTree,
                 .to = now.tree});
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
                              .to = checkpoint.tree};
        if (iteration && iteration->candidate) {
            comparison.patch = iteration->candidate->patch;
            comparison.files = iteration->candidate->files;
        }
        list.append(comparison);
    }
    for (auto it = state.iterations.crbegin(); it != state.iterations.crend(); ++it) {
        if (!it->candidate)
            continue;
        list.append(
            {.key = u"attempt %1"_s.arg(it->n),
             .title = tr("Iteration %1 · %2 · %3")
                          .arg(QString::number(it->n), RunWords::iterationTitle(*it), RunWords::verdict(it->verdict)),
             .from = it->checkpointTree,
             .to = it->candidate->tree,
             .patch = it->candidate->patch,
             .files = it->candidate->files});
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

QList<ChangedFileRow> ChangesRows::files(const Patch &patch, const Comparison &comparison, const RunState &state)
{
    const Policy policy = policyFromJson(state.policy).value_or(Policy());
    QHash<RepoPath, PathClass> classes;
    for (const ChangedPath &file : comparison.files)
        classes.insert(file.path, file.pathClass);
    QList<ChangedFileRow> rows;
    QSet<QByteArray> seen;
    for (const PatchFile &file : patch.files) {
        if (seen.contains(file.path.bytes()))
            continue; // a type change is written as two
        seen.insert(file.path.bytes());
        const auto known = classes.constFind(file.path);
        const PathClass pathClass = known == classes.cend() ? classifyPath(file.path, policy) : *known;
        ChangedFileRow row{.path = file.path,
                           .name = Formats::line(file.path.display()),
                           .change = file.change == PathChange::Added ? tr("added")
                               : file.change == PathChange::Deleted   ? tr("deleted")
                                                                      : QString(),
                           .kind = RunWords::pathClass(pathClass),
                           .meaning = {},
                           .added = file.added,
                           .removed = file.removed,
                           .binary = file.binary};
        if (pathClass == PathClass::Sensitive)
            row.meaning = Meaning::Unsure;
        else if (pathClass == PathClass::Protected)
            row.meaning = Meaning::Bad;
        rows.append(row);
    }
    return rows;
}

QString ChangesRows::summary(const Patch &patch)
{
    int added = 0, removed = 0;
    for (const PatchFile &file : patch.files) {
        added += file.added;
        removed += file.removed;
    }
    return tr("%1, +%2 −%3")
        .arg(Formats::counted(patch.files.size(), tr("1 file"), tr("%1 files")), Formats::count(added),
             Formats::count(removed));
}

} // namespace assay::ui
