#include "ui/views/auditrows.h"

#include "ui/look/formats.h"
#include "ui/views/proofwords.h"
#include "ui/views/runwords.h"

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

/// Consecutive runs of one check for one purpose on one tree.
struct Series {
    int iteration = 0;
    ProofRole role = ProofRole::Repro;
    ObjectId tree;
    int n = 0, present = 0, absent = 0, seen = 0;
};

bool outweighs(const Series &series, const Series &other, bool fixed)
{
    // What the audit saw stands for an unfixed finding; a candidate that was rolled back says nothing of it.
    if (!fixed && (series.role == ProofRole::Repro) != (other.role == ProofRole::Repro))
        return series.role == ProofRole::Repro;
    // A standing check runs once: it does not replace what N runs said.
    return series.n > 1 || other.n <= 1;
}

/// For each repro the series that stands for its finding.
QHash<CheckId, Series> standingSeries(const RunState &state)
{
    QHash<CheckId, bool> fixed; // of the repros only
    for (const Finding &finding : state.findings) {
        if (!finding.checks.isEmpty())
            fixed.insert(finding.checks.first(), finding.state == FindingState::Fixed);
    }
    QHash<CheckId, Series> latest, standing;
    const auto settle = [&](const CheckId &check, const Series &series) {
        const auto known = standing.constFind(check);
        if (known == standing.cend() || outweighs(series, *known, fixed.value(check)))
            standing.insert(check, series);
    };
    for (const ProofFact &proof : state.proofs) {
        if (proof.role == ProofRole::Control || !fixed.contains(proof.subject))
            continue;
        Series &series = latest[proof.subject];
        if (series.iteration != proof.iteration || series.role != proof.role || series.tree != proof.tree) {
            if (series.seen > 0)
                settle(proof.subject, series);
            series = {.iteration = proof.iteration, .role = proof.role, .tree = proof.tree};
        }
        series.n = proof.n;
        ++series.seen;
        series.present += proof.answer == Answer::Present;
        series.absent += proof.answer == Answer::Absent;
    }
    for (auto it = latest.cbegin(); it != latest.cend(); ++it)
        settle(it.key(), it.value());
    return standing;
}

} // namespace

QString AuditRows::role(CheckRole role)
{
    switch (role) {
    case CheckRole::Acceptance:
        return tr("acceptance");
    case CheckRole::Guard:
        return tr("guard");
    case CheckRole::Unusable:
        break;
    }
    return tr("not usable");
}

QString AuditRows::where(const QList<Location> &where)
{
    QStringList places;
    for (const Location &place : where) {
        const QString path = Formats::line(place.path.display());
        places.append(place.line > 0 ? u"%1:%2"_s.arg(path).arg(place.line) : path);
    }
    return places.join(u", "_s);
}

QList<TreeOf<FindingRow>> AuditRows::findings(const RunState &state, bool byCause)
{
    const QHash<CheckId, Series> standing = standingSeries(state);
    QHash<QString, QString> declined;
    for (const DeclinedFact &fact : state.declined)
        declined.insert(fact.subject, fact.reason);

    QList<TreeOf<FindingRow>> tree;
    QHash<QString, qsizetype> causes;
    int number = 0;
    for (const Finding &finding : state.findings) {
        FindingRow row{.id = finding.id.isEmpty() ? finding.claimId : finding.id.text(),
                       .claim = finding.claimId,
                       .title = Formats::line(finding.title),
                       .severity = finding.severity,
                       .severityText = RunWords::severity(finding.severity),
                       .cause = Formats::line(finding.cause),
                       .meaning = finding.declined ? Meaning::Idle : meaningOf(finding.state),
                       .state = finding.declined ? tr("declined") : RunWords::findingState(finding.state),
                       .where = where(finding.where),
                       .quiet = finding.declined || (!isFiled(finding.state) && finding.state != FindingState::Claimed),
                       .number = ++number};
        QStringList evidence;
        const Series series = finding.checks.isEmpty() ? Series() : standing.value(finding.checks.first());
        const bool filed = isFiled(finding.state);
        if (series.seen > 0 && (filed || finding.state == FindingState::Claimed)) {
            const bool absent = series.absent == series.seen;
            evidence.append(u"%1/%2 %3"_s.arg(absent ? series.absent : series.present)
                                .arg(series.n)
                                .arg(ProofWords::answer(absent ? Answer::Absent : Answer::Present)));
        }
        if (finding.state == FindingState::Fixed && !finding.isDefended())
            evidence.append(tr("undefended"));
        if (!filed && !finding.reason.isEmpty())
            evidence.append(Formats::line(finding.reason));
        else if (finding.state == FindingState::Duplicate)
            evidence.append(tr("of %1").arg(finding.duplicateOf.text()));
        if (finding.declined)
            evidence.append(Formats::line(declined.value(finding.id.text())));
        row.evidence = evidence.join(u" · "_s);
        if (!byCause) {
            tree.append({row, {}});
            continue;
        }
        auto known = causes.constFind(finding.cause);
        if (known == causes.cend()) {
            known = causes.insert(finding.cause, tree.size());
            tree.append(
                {FindingRow{.id = finding.cause, .severity = row.severity, .cause = row.cause, .number = number}, {}});
        }
        TreeOf<FindingRow> &cause = tree[*known];
        cause.value.severity = std::min(cause.value.severity, row.severity);
        ++cause.value.count;
        cause.children.append({row, {}});
    }
    for (TreeOf<FindingRow> &cause : tree) {
        if (!cause.value.isCause())
            break;
        const QString name = cause.value.cause.isEmpty() ? tr("No root cause named") : cause.value.cause;
        cause.value.title
            = u"%1 · %2"_s.arg(name, Formats::counted(cause.value.count, tr("1 finding"), tr("%1 findings")));
    }
    return tree;
}

QHash<ObjectId, QString> AuditRows::treeNames(const RunState &state)
{
    QHash<ObjectId, QString> names;
    for (const IterationFact &iteration : state.iterations) {
        if (iteration.candidate)
            names.insert(iteration.candidate->tree, tr("candidate of iteration %1").arg(iteration.n));
    }
    for (const CheckpointFact &checkpoint : state.checkpoints)
        names.insert(checkpoint.tree, checkpoint.number == 0 ? tr("base") : tr("checkpoint %1").arg(checkpoint.number));
    return names;
}

QList<ProofRunRow> AuditRows::runs(const RunState &state, const QList<CheckId> &checks)
{
    const QHash<ObjectId, QString> names = treeNames(state);
    QList<ProofRunRow> rows;
    for (auto it = state.proofs.crbegin(); it != state.proofs.crend(); ++it) {
        const ProofFact &proof = *it;
        if (!checks.contains(proof.subject))
            continue;
        ProofRunRow row{.seq = proof.seq,
                        .check = proof.subject.text(),
                        .role = ProofWords::role(proof.role),
                        .tree = proof.role == ProofRole::Control ? tr("empty folder")
                                                                 : names.value(proof.tree, proof.tree.shortText()),
                        .answer = ProofWords::answer(proof.answer),
                        .reason = Formats::line(proof.reason.isEmpty() ? proof.line : proof.reason),
                        .treeId = proof.tree,
                        .iteration = proof.iteration,
                        .k = proof.k,
                        .n = proof.n,
                        .meaning = meaningOf(proof.answer),
                        .time = Formats::duration(proof.duration),
                        .milliseconds = proof.duration.count(),
                        .out = proof.out,
                        .err = proof.err};
        row.status = proof.timedOut ? tr("timed out")
            : proof.signal > 0      ? tr("signal %1").arg(proof.signal)
                                    : tr("exit %1").arg(proof.exitStatus);
        rows.append(row);
    }
    return rows;
}

namespace {

/// Whether what implements the surface changed between the tree it was swept on and the current checkpoint.
bool isStale(const RunState &state, const SurfaceFact &surface)
{
    int swept = -1;
    for (const CheckpointFact &checkpoint : state.checkpoints) {
        if (checkpoint.tree == surface.tree)
            swept = checkpoint.number;
    }
    if (swept < 0)
        return false;
    const auto [low, high] = std::minmax(swept, state.currentCheckpoint); // the owner may have gone back
    for (int number = low + 1; number <= high; ++number) {
        const IterationFact *iteration = state.iteration(state.checkpoints.at(number).iteration);
        if (!iteration || !iteration->candidate)
            continue;
        for (const ChangedPath &changed : iteration->candidate->files) {
            for (const RepoPath &file : surface.files) {
                if (changed.path == file || (!file.isEmpty() && changed.path.isBelow(file.bytes())))
                    return true;
            }
        }
    }
    return false;
}

} // namespace

QList<TreeOf<SurfaceRow>> AuditRows::surfaces(const RunState &state)
{
    using Kind = SurfaceRow::Kind;
    QList<TreeOf<SurfaceRow>> unswept, stale, swept, declined;
    for (const SurfaceFact &surface : state.surfaces) {
        TreeOf<SurfaceRow> item{
            .value = {.kind = Kind::Item,
                      .name = surface.name,
                      .text = Formats::line(surface.trust.isEmpty() ? surface.name
                                                                    : tr("%1 (%2)").arg(surface.name, surface.trust)),
                      .detail = Formats::lines(surface.how)},
            .children = {}};
        for (const RepoPath &file : surface.files) {
            const QString path = Formats::line(file.display());
            item.children.append({{.kind = Kind::Part, .name = path, .text = path, .detail = {}}, {}});
        }
        (!surface.swept ? unswept : isStale(state, surface) ? stale : swept).append(item);
    }
    QHash<QString, int> times;
    for (const DeclinedFact &fact : state.declined) {
        const Finding *finding = state.finding(FindingId(fact.subject));
        const QString what = finding ? fact.subject + u' ' + finding->title : fact.subject;
        const QString reason = Formats::line(fact.reason);
        declined.append({.value = {.kind = Kind::Item,
                                   .name = u"%1#%2"_s.arg(fact.subject).arg(++times[fact.subject]),
                                   .text = Formats::line(what),
                                   .detail = tr("by %1").arg(Formats::line(fact.by))},
                         .children = {{{.kind = Kind::Part, .name = reason, .text = reason, .detail = {}}, {}}}});
    }
    QList<TreeOf<SurfaceRow>> tree;
    const auto group
        = [&](const QString &name, const QString &title, const QString &means, const QList<TreeOf<SurfaceRow>> &items) {
              if (!items.isEmpty()) {
                  tree.append({{.kind = Kind::Group,
                                .name = name,
                                .text = u"%1 · %2"_s.arg(title).arg(items.size()),
                                .detail = means},
                               items});
              }
          };
    group(u"unswept"_s, tr("Not swept"), tr("Nobody looked at these in this run."), unswept);
    group(u"stale"_s, tr("Stale"), tr("Looked at, but their files changed since."), stale);
    group(u"swept"_s, tr("Swept"), tr("Looked at as they are now."), swept);
    group(u"declined"_s, tr("Declined"), tr("Deliberately not worked, with the reason."), declined);
    return tree;
}

QList<Fact> AuditRows::facts(const RunState &state, const Finding &finding)
{
    Fact tasks{tr("Tasks"), {}}, tests{tr("Toothed tests"), {}}, iterations{tr("Iterations"), {}},
        checks{tr("Checks"), {}}, declined{tr("Declined"), {}};
    for (const Task &task : state.tasks) {
        if (!finding.id.isEmpty() && task.covers.contains(finding.id)) {
            tasks.links.append(
                {u"%1 · %2, %3"_s.arg(task.id.text(), RunWords::taskType(task.type), RunWords::taskState(task.state)),
                 u"backlog"_s, task.id.text()});
        }
    }
    for (const QString &test : finding.toothedTests)
        tests.links.append({test, u"gate"_s, test});
    if (finding.state == FindingState::Fixed && !finding.isDefended())
        tests.text = tr("None: fixed, and no test defends it.");
    iterations.links.append(
        {tr("claimed in iteration %1").arg(finding.iteration), u"timeline"_s, QString::number(finding.iteration)});
    if (finding.fixedIn > 0)
        iterations.links.append(
            {tr("fixed in iteration %1").arg(finding.fixedIn), u"changes"_s, QString::number(finding.fixedIn)});
    QStringList lines;
    for (const CheckId &id : finding.checks) {
        const Check &check = state.checks[id];
        QStringList words{role(check.role)};
        if (!check.reason.isEmpty())
            words.append(check.reason);
        if (check.otherSideSeen)
            words.append(tr("seen absent after a kept fix"));
        lines.append(u"%1 %2: %3"_s.arg(id.text(), check.name, words.join(u", "_s)));
    }
    checks.text = lines.join(u'\n');
    for (const DeclinedFact &fact : state.declined) {
        if (!finding.id.isEmpty() && fact.subject == finding.id.text())
            declined.text = fact.reason;
    }
    return {declined,
            {tr("Judged"), finding.reason},
            {tr("Observed"), finding.observed},
            {tr("Expected"), finding.expected},
            {tr("Where"), where(finding.where).replace(u", "_s, u"\n"_s), {}, true},
            {tr("Severity"), RunWords::severity(finding.severity)},
            {tr("Root cause"), finding.cause},
            checks,
            tasks,
            tests,
            iterations};
}

QString AuditRows::asText(const Finding &finding)
{
    QStringList lines{u"%1 %2 (%3, %4)"_s.arg(finding.id.isEmpty() ? finding.claimId : finding.id.text(), finding.title,
                                              RunWords::severity(finding.severity),
                                              RunWords::findingState(finding.state))};
    const auto add = [&](const QString &name, const QString &text) {
        if (!text.isEmpty())
            lines.append(u"%1: %2"_s.arg(name, text));
    };
    add(tr("Root cause"), finding.cause);
    add(tr("Where"), where(finding.where));
    add(tr("Observed"), finding.observed);
    add(tr("Expected"), finding.expected);
    add(tr("Judged"), finding.reason);
    return lines.join(u'\n') + u'\n';
}

const Finding *AuditRows::finding(const RunState &state, const QString &id)
{
    if (const Finding *known = state.finding(FindingId(id)))
        return known;
    const auto claimed = std::ranges::find(state.findings, id, &Finding::claimId);
    return claimed == state.findings.cend() ? nullptr : &*claimed;
}

QString AuditRows::whyNotDeclined(const Finding *finding, bool past)
{
    if (past)
        return tr("This is the run as it was: go back to now first.");
    if (!finding)
        return tr("Choose a finding first.");
    if (finding->declined)
        return tr("It is declined already.");
    if (!isFiled(finding->state))
        return tr("It was not filed: nothing works on it anyway.");
    return finding->state == FindingState::Fixed ? tr("It is fixed.") : QString();
}

QString AuditRows::whyNotRegrouped(const QList<const Finding *> &findings, bool past)
{
    if (past)
        return tr("This is the run as it was: go back to now first.");
    if (findings.isEmpty())
        return tr("Choose a finding first.");
    for (const Finding *finding : findings) {
        if (finding->id.isEmpty())
            return tr("One was not judged yet: it has no number to name it by.");
        if (finding->cause != findings.first()->cause)
            return tr("The chosen findings have different root causes: choose those of one.");
    }
    return {};
}

QString AuditRows::whyNotRunAgain(const RunState &state, const Finding *finding, bool live, bool past)
{
    if (past)
        return tr("This is the run as it was: go back to now first.");
    if (!finding)
        return tr("Choose a finding first.");
    if (finding->id.isEmpty())
        return tr("It was not judged yet: its checks are about to run.");
    if (!live)
        return tr("No engine works on this run now: resume it first, or use assay repro.");
    const bool asked = std::ranges::contains(state.rechecks, finding->id, &RecheckFact::finding);
    return asked ? tr("It will be run at the next step.") : QString();
}

} // namespace assay::ui
