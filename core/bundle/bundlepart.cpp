#include "core/bundle/bundlepart.h"

#include "core/git/mergetrees.h"
#include "core/journal/codec.h"

#include <QDateTime>
#include <QSet>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

QStringList textsOf(const QList<FindingId> &ids)
{
    QStringList texts;
    for (const FindingId &id : ids)
        texts.append(id.text());
    return texts;
}

QList<FindingId> fixedOf(const RunState &state)
{
    QList<FindingId> fixed;
    for (const Finding &finding : state.findings) {
        if (finding.state == FindingState::Fixed)
            fixed.append(finding.id);
    }
    return fixed;
}

/// As a checkpoint's commit: the trailers say where in the journal it was made.
Result<ObjectId> committed(Vault &vault, const RunState &state, const ObjectId &tree, const QString &title,
                           const QStringList &body, const QList<FindingId> &findings)
{
    const QString message = u"%1\n\n%2\n\nAssay-Run: %3\nAssay-Findings: %4\nAssay-Journal: %5\n"_s.arg(
        title, body.join(u'\n'), state.id.text(), textsOf(findings).join(u", "_s), QString::fromLatin1(state.headHash));
    const auto commit = vault.commitTree(tree, {state.base}, message.toUtf8(), QDateTime::currentDateTimeUtc());
    if (!commit)
        return commit;
    if (const auto kept = vault.setRef(u"exported/"_s + commit->text(), *commit); !kept)
        return failure(kept.error());
    return commit;
}

/// The findings whose kept change touched one of the files, other than these.
QStringList othersThatTouched(const RunState &state, const QList<RepoPath> &files, const QSet<int> &picked)
{
    QStringList others;
    for (const CheckpointFact &checkpoint : state.lineage()) {
        const IterationFact *iteration = state.iteration(checkpoint.iteration);
        const Task *task = state.task(checkpoint.task);
        if (!iteration || !iteration->candidate || !task || picked.contains(checkpoint.number))
            continue;
        const bool touches = std::ranges::any_of(
            iteration->candidate->files, [&](const ChangedPath &changed) { return files.contains(changed.path); });
        for (const FindingId &id : task->covers) {
            if (touches && !others.contains(id.text()))
                others.append(id.text());
        }
    }
    return others;
}

} // namespace

QJsonObject partToJson(const BundlePart &part)
{
    if (part.isWhole())
        return {};
    QJsonArray left;
    for (const review::LeftOutPlace &one : part.leftOut) {
        QJsonObject json = placeToJson(one.place);
        json[u"added"_s] = one.added;
        json[u"removed"_s] = one.removed;
        json[u"by"_s] = one.by;
        json[u"marked"_s] = one.seq;
        left.append(json);
    }
    return {{u"commit"_s, part.commit.text()},
            {u"tree"_s, part.tree.text()},
            {u"left_out"_s, left},
            {u"only"_s, codec::toJson(part.only)},
            {u"not_fixed"_s, codec::toJson(part.notFixed)}};
}

std::optional<BundlePart> partFromJson(const QJsonObject &json, const QList<ReviewPlace> &leftOut,
                                       const QList<FindingId> &fixed)
{
    BundlePart part{.tree = codec::toObject(json[u"tree"]),
                    .commit = codec::toObject(json[u"commit"]),
                    .leftOut = {},
                    .only = codec::toIds<FindingId>(json[u"only"]),
                    .notFixed = codec::toIds<FindingId>(json[u"not_fixed"])};
    for (const QJsonValue value : json[u"left_out"].toArray()) {
        const QJsonObject one = value.toObject();
        part.leftOut.append({.place = placeFromJson(one),
                             .added = one[u"added"].toInt(),
                             .removed = one[u"removed"].toInt(),
                             .by = one[u"by"].toString(),
                             .seq = one[u"marked"].toInteger()});
        if (!leftOut.contains(part.leftOut.last().place))
            return std::nullopt;
    }
    for (const QList<FindingId> &named : {part.only, part.notFixed}) {
        for (const FindingId &id : named) {
            if (!fixed.contains(id))
                return std::nullopt;
        }
    }
    if (part.commit.isNull() || part.tree.isNull() || part.leftOut.isEmpty() == part.only.isEmpty())
        return std::nullopt;
    return part;
}

Result<BundlePart> partWithoutLeftOut(Vault &vault, const RunState &state, QList<ReviewPlace> *lapsed,
                                      const StopToken &stop)
{
    const auto left = review::withoutLeftOut(vault, state.baseTree, state.checkpoint().tree, state.marks, stop);
    if (!left)
        return failure(left.error());
    *lapsed = left->lapsed;
    BundlePart part{.tree = left->tree, .commit = {}, .leftOut = left->left, .only = {}, .notFixed = {}};
    if (part.leftOut.isEmpty())
        return part;
    if (part.tree == state.baseTree)
        return failure(u"everything is left out: there is nothing to export"_s, u"the run"_s,
                       u"Accept something again."_s, ErrorKind::Usage);
    QStringList titles;
    for (const CheckpointFact &checkpoint : state.lineage().mid(1))
        titles.append(u"- "_s + checkpoint.title);
    const auto commit = committed(vault, state, part.tree, u"The kept changes, without what the owner left out"_s,
                                  titles, fixedOf(state));
    if (!commit)
        return failure(commit.error());
    part.commit = *commit;
    return part;
}

Result<BundlePart> partOnly(Vault &vault, const RunState &state, const QList<FindingId> &findings)
{
    BundlePart part{.tree = state.baseTree, .commit = {}, .leftOut = {}, .only = findings, .notFixed = {}};
    const QList<FindingId> fixed = fixedOf(state);
    for (const FindingId &id : findings) {
        if (fixed.contains(id))
            continue;
        const Finding *finding = state.finding(id);
        return failure(finding ? u"it is %1, not fixed"_s.arg(toWord(finding->state)) : u"there is no such finding"_s,
                       id.text(),
                       fixed.isEmpty() ? u"None is fixed."_s : u"Fixed ones: %1."_s.arg(textsOf(fixed).join(u", "_s)),
                       ErrorKind::Usage);
    }
    QStringList titles;
    QSet<int> picked;
    const QList<CheckpointFact> lineage = state.lineage();
    for (const CheckpointFact &checkpoint : lineage) {
        const Task *task = state.task(checkpoint.task);
        if (task && std::ranges::any_of(findings, [&](const FindingId &id) { return task->covers.contains(id); }))
            picked.insert(checkpoint.number);
    }
    for (qsizetype i = 1; i < lineage.size(); ++i) {
        const CheckpointFact &checkpoint = lineage.at(i);
        if (!picked.contains(checkpoint.number))
            continue;
        const auto merged = mergeTrees(vault, lineage.at(i - 1).tree, part.tree, checkpoint.tree);
        if (!merged)
            return failure(merged.error());
        if (!merged->conflicts.isEmpty()) {
            QStringList files;
            for (const RepoPath &path : merged->conflicts)
                files.append(path.display());
            const QStringList others = othersThatTouched(state, merged->conflicts, picked);
            return failure(
                u"its change of %1 stands on that of others and cannot be made alone"_s.arg(files.join(u", "_s)),
                textsOf(findings).join(u", "_s),
                others.isEmpty() ? u"Export everything."_s
                                 : u"They are of %1: export these with it, or everything."_s.arg(others.join(u", "_s)),
                ErrorKind::Usage);
        }
        part.tree = merged->tree;
        titles.append(u"- "_s + checkpoint.title);
    }
    if (part.tree == state.baseTree)
        return failure(u"no kept change is of a task that covers it"_s, textsOf(findings).join(u", "_s),
                       u"It was mended by another's change: export everything."_s, ErrorKind::Usage);
    for (const FindingId &id : fixed) {
        if (!findings.contains(id))
            part.notFixed.append(id);
    }
    const Finding *first = state.finding(findings.first());
    QString title = textsOf(findings).join(u", "_s) + u": "_s + first->title.simplified();
    if (title.size() > 72)
        title = title.left(71).trimmed() + u'…';
    const auto commit = committed(vault, state, part.tree, title, titles, findings);
    if (!commit)
        return failure(commit.error());
    part.commit = *commit;
    return part;
}

QStringList partLines(const BundlePart &part, const RunState &state)
{
    QStringList lines;
    for (const review::LeftOutPlace &one : part.leftOut) {
        const QString size = one.added + one.removed > 0 ? u" (+%1 −%2)"_s.arg(one.added).arg(one.removed) : QString();
        lines.append(u"%1%2, left out by %3"_s.arg(one.place.text(), size, one.by.isEmpty() ? u"?"_s : one.by));
    }
    if (!part.only.isEmpty())
        lines.append(u"Everything that was kept for other findings than %1"_s.arg(textsOf(part.only).join(u", "_s)));
    for (const FindingId &id : part.notFixed) {
        const Finding *finding = state.finding(id);
        lines.append(u"Not fixed by this bundle: %1 %2"_s.arg(id.text(), finding ? finding->title : QString()));
    }
    return lines;
}

RunState asExported(RunState state, const BundlePart &part)
{
    if (part.isWhole())
        return state;
    // The run's gate and its tests' teeth were seen of all that was kept. Of this tree only the export saw the gate
    // (gate.junit.xml), and whether a test is in it nobody asked.
    const ObjectId whole = state.checkpoint().tree;
    state.gates.removeIf([&](const GateFact &gate) { return gate.tree == whole && whole != state.baseTree; });
    for (Finding &finding : state.findings) {
        finding.toothedTests.clear();
        if (!part.notFixed.contains(finding.id))
            continue;
        finding.state = FindingState::Reproduced;
        finding.fixedIn = 0;
        finding.toothedTests.clear();
        finding.reason = u"fixed in the run, and not by this bundle, which holds a part of the change"_s;
    }
    return state;
}

} // namespace assay
