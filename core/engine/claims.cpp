#include "core/engine/claims.h"

#include "core/journal/codec.h"

#include <QFileInfo>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

struct Judged {
    ClaimResult result = ClaimResult::Unchecked;
    QString seen;
};

QString counts(const GateFact &gate)
{
    if (!gate.countsKnown)
        return u"the gate gives no counts"_s;
    return gate.failed > 0 ? u"%1 failed, %2 passed"_s.arg(gate.failed).arg(gate.passed)
                           : u"%1 passed"_s.arg(gate.passed);
}

Judged judgeTests(const Claim &claim, const Measurement &measurement, const IterationFact &iteration)
{
    const RunState &state = measurement.state();
    const GateFact *gate = iteration.candidate ? state.gate(iteration.n, u"candidate", iteration.candidate->tree)
                                               : state.gateOf(iteration.checkpointTree);
    if (!gate || !gate->countsKnown)
        return {ClaimResult::Unchecked, gate ? counts(*gate) : u"the gate did not run on this candidate"_s};
    const bool same
        = (claim.passed < 0 || claim.passed == gate->passed) && (claim.failed < 0 || claim.failed == gate->failed);
    return {same ? ClaimResult::Confirmed : ClaimResult::Refuted, counts(*gate)};
}

Judged judgeFiles(const Claim &claim, const IterationFact &iteration)
{
    if (!iteration.candidate)
        return {ClaimResult::Unchecked, u"no candidate was collected"_s};
    QStringList untouched;
    for (const RepoPath &path : claim.paths) {
        const auto &files = iteration.candidate->files;
        if (std::none_of(files.begin(), files.end(), [&](const ChangedPath &file) { return file.path == path; }))
            untouched.append(path.display());
    }
    if (untouched.isEmpty())
        return {ClaimResult::Confirmed, u"all of them changed"_s};
    return {ClaimResult::Refuted, u"not changed: "_s + untouched.join(u", "_s)};
}

Judged judgeCheck(const Claim &claim, const Measurement &measurement, const IterationFact &iteration)
{
    const RunState &state = measurement.state();
    for (auto proof = state.proofs.crbegin(); proof != state.proofs.crend(); ++proof) {
        if (proof->iteration != iteration.n || proof->role == ProofRole::Control)
            continue;
        const Check check = state.checks.value(proof->subject);
        const bool named = check.name == claim.check || check.id.text() == claim.check
            || QString::fromUtf8(check.fileName) == claim.check
            || claim.check.endsWith(u'/' + QString::fromUtf8(check.fileName)) || check.finding.text() == claim.check;
        if (named) {
            return {proof->answer == claim.answer ? ClaimResult::Confirmed : ClaimResult::Refuted,
                    u"%1 answered %2"_s.arg(check.id.text(), toWord(proof->answer))};
        }
    }
    return {ClaimResult::Unchecked, u"no check of that name ran in this iteration"_s};
}

} // namespace

bool commitExists(const Instruments &instruments, const QString &hash)
{
    static const QRegularExpression hex(u"^[0-9a-f]{7,40}$"_s);
    const QString id = hash.toLower();
    if (!hex.match(id).hasMatch())
        return false;
    if (instruments.vault.resolveCommit(id))
        return true;
    // An agent may have committed in the clone's own .git. Only a loose object's name is looked at there: the engine
    // runs no git on that folder.
    return id.size() == 40
        && QFileInfo(instruments.folder.clone() + u"/.git/objects/"_s + id.left(2) + u'/' + id.mid(2)).isFile();
}

QList<Draft> madeDrafts(const Measurement &measurement, const QList<Claim> &claims)
{
    QList<Draft> drafts;
    for (const Claim &claim : claims) {
        Draft made = measurement.draft(u"claim.made"_s, codec::toJson(claim));
        made.actor = u"agent:A%1"_s.arg(measurement.iteration());
        drafts.append(made);
    }
    return drafts;
}

Status judgeClaims(Measurement &measurement)
{
    const RunState &state = measurement.state();
    const IterationFact *iteration = state.iteration(measurement.iteration());
    QList<Draft> drafts;
    for (qsizetype i = 0; i < state.claims.size(); ++i) {
        const Claim &claim = state.claims.at(i);
        if (claim.iteration != measurement.iteration() || !claim.seen.isEmpty())
            continue;
        Judged judged;
        switch (claim.type) {
        case ClaimType::Tests:
            judged = judgeTests(claim, measurement, *iteration);
            break;
        case ClaimType::Files:
            judged = judgeFiles(claim, *iteration);
            break;
        case ClaimType::Check:
            judged = judgeCheck(claim, measurement, *iteration);
            break;
        case ClaimType::Commit: {
            const bool there = commitExists(measurement.instruments(), claim.hash);
            judged = {there ? ClaimResult::Confirmed : ClaimResult::Refuted,
                      there ? u"the commit exists"_s : u"no such commit in the vault or the clone"_s};
            break;
        }
        }
        drafts.append(measurement.draft(
            u"claim.judged"_s, {{u"claim"_s, i}, {u"result"_s, toWord(judged.result)}, {u"seen"_s, judged.seen}}));
    }
    return measurement.ledger().append(drafts);
}

} // namespace assay
