#include "ui/views/changesrows.h"

#include "core/journal/policycodec.h"
#include "core/review/leftouttree.h"
#include "ui/diff/diffwords.h"
#include "ui/diff/markwords.h"
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
                                       RunWords::verdict(it->verdict, goesOn)),
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

namespace {

/// What is not read yet may be anything: it is shown.
bool isShown(const DiffSection::MarkCounts &counts, ChangesRows::Which which)
{
    switch (which) {
    case ChangesRows::Which::All:
        return true;
    case ChangesRows::Which::Open:
        return counts.places == 0 || counts.reviewed < counts.places;
    case ChangesRows::Which::LeftOut:
        return counts.leftOut > 0;
    case ChangesRows::Which::Undefended:
        return counts.undefended > 0;
    case ChangesRows::Which::Commented:
        break;
    }
    return counts.comments > 0;
}

} // namespace

QList<ChangedFileRow> ChangesRows::files(const DiffDocument &document, const Comparison &comparison,
                                         const RunState &state, const QString &filter, Which which)
{
    const Policy policy = policyFromJson(state.policy).value_or(Policy());
    QHash<RepoPath, PathClass> classes;
    for (const ChangedPath &file : comparison.files)
        classes.insert(file.path, file.pathClass);
    const QList<ReviewPlace> changed = lapsed(document, comparison, state);
    QList<ChangedFileRow> rows;
    for (int i = 0; i < document.sectionCount(); ++i) {
        const DiffSection &section = document.section(i);
        const diff::FileChange &change = section.change();
        const QString name = DiffWords::name(change);
        if (!filter.isEmpty() && !name.contains(filter, Qt::CaseInsensitive))
            continue;
        const DiffSection::MarkCounts counts = section.markCounts();
        const auto lapsed = std::ranges::count_if(changed, [&](const ReviewPlace &place) {
            return place.path == change.path() || place.path == change.before.path;
        });
        if (!isShown(counts, which) && (which != Which::LeftOut || lapsed == 0))
            continue;
        const auto known = classes.constFind(change.path());
        const PathClass pathClass = known == classes.cend() ? classifyPath(change.path(), policy) : *known;
        ChangedFileRow row{.path = change.path(),
                           .name = name,
                           .change = DiffWords::status(change),
                           .glyph = DiffWords::statusGlyph(change.status),
                           .kind = RunWords::pathClass(pathClass),
                           .meaning = {},
                           .known = section.isRead() && !section.error(),
                           .added = section.file().added(),
                           .removed = section.file().removed(),
                           .binary = section.file().facts().isBinary(),
                           .places = counts.places,
                           .reviewed = counts.reviewed,
                           .leftOut = counts.leftOut,
                           .openComments = counts.openComments,
                           .lapsed = int(lapsed),
                           .marks = MarkWords::counts(counts)};
        if (lapsed > 0)
            row.marks += u", "_s + tr("%1 left out before it changed").arg(Formats::count(lapsed));
        if (pathClass == PathClass::Sensitive)
            row.meaning = Meaning::Unsure;
        else if (pathClass == PathClass::Protected)
            row.meaning = Meaning::Bad;
        rows.append(row);
    }
    return rows;
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

QString ChangesRows::summary(const DiffDocument &document)
{
    qint64 added = 0, removed = 0;
    DiffSection::MarkCounts all;
    for (int i = 0; i < document.sectionCount(); ++i) {
        added += document.section(i).file().added();
        removed += document.section(i).file().removed();
        const DiffSection::MarkCounts counts = document.section(i).markCounts();
        all.places += counts.places;
        all.reviewed += counts.reviewed;
        all.leftOut += counts.leftOut;
        all.comments += counts.comments;
        all.undefended += counts.undefended;
    }
    const QString marks = MarkWords::counts(all);
    const QString text = tr("%1, +%2 −%3")
                             .arg(Formats::counted(document.sectionCount(), tr("1 file"), tr("%1 files")),
                                  Formats::count(added), Formats::count(removed));
    return marks.isEmpty() ? text : u"%1 · %2"_s.arg(text, marks);
}

} // namespace assay::ui
