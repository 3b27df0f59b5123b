#include "core/defence/hunkdefence.h"

#include "core/domain/rules.h"
#include "core/engine/standingchecks.h"
#include "core/gate/gaterunner.h"
#include "core/gate/proofrunner.h"
#include "core/journal/policycodec.h"
#include "core/review/leftouttree.h"

#include <QJsonDocument>
#include <QtConcurrentMap>

using namespace Qt::StringLiterals;

namespace assay::defence {
namespace {

/// A check that must stay absent on any tree that holds the whole change.
struct Asked {
    QByteArray fileName, bytes;
    Digest file;
    QString name; ///< for people: "F3", or "guard C7 of F3"
};

Result<QList<Asked>> checksOf(const RunState &state, const EvidenceStore &evidence)
{
    QList<Asked> asked;
    const StandingChecks standing = standingChecks(state);
    for (const CheckId &id : standing.fixed + standing.guards) {
        const Check check = state.checks.value(id);
        auto bytes = evidence.get(check.file);
        if (!bytes)
            return failure(bytes.error());
        asked.append({check.fileName, *bytes, check.file,
                      check.role == CheckRole::Guard ? u"guard %1 of %2"_s.arg(id.text(), check.finding.text())
                                                     : check.finding.text()});
    }
    return asked;
}

/// Of all that is asked: the checks' bytes, the gate as the policy has it, what prepares for it.
Digest digestOf(const QList<Asked> &checks, const Policy &policy)
{
    const QJsonObject json = policyToJson(policy);
    QByteArray text;
    for (const Asked &check : checks)
        text += check.file.hex() + '\n';
    for (const QString &part : {u"gate"_s, u"prepare"_s, u"services"_s, u"contained"_s})
        text += QJsonDocument(QJsonObject{{part, json[part]}}).toJson(QJsonDocument::Compact) + '\n';
    return Digest::of(text);
}

class Trial {
public:
    Trial(const RunFolder &folder, ProcessHost &host, const Sandbox &sandbox, const Policy &policy,
          const ObjectId &base, QList<Asked> checks, StopToken stop)
        : m_evidence(folder.evidence()),
          m_pool(folder, host, sandbox, policy, base),
          m_proofs(m_pool, m_evidence, policy),
          m_gates(m_pool, m_evidence, policy),
          m_unguarded(policy.gate.isEmpty()),
          m_checks(std::move(checks)),
          m_stop(std::move(stop))
    {}

    [[nodiscard]] CheckoutPool &pool() { return m_pool; }
    [[nodiscard]] const EvidenceStore &evidence() const { return m_evidence; }

    Result<GateReport> gate(const ObjectId &tree)
    {
        const auto prepared = m_pool.prepare(tree, Freshness::Reuse, m_stop);
        return prepared ? m_gates.run(*prepared, TestSource::New, m_stop) : failure(prepared.error());
    }

    /// Fills in what noticed that the rest lacks something. `whole`: the gate's report of the tree that lacks nothing.
    Status judge(HunkFact &fact, const GateReport &whole)
    {
        const auto prepared = m_pool.prepare(fact.without, Freshness::Reuse, m_stop);
        if (!prepared)
            return failure(prepared.error());
        if (!prepared->broken.isEmpty())
            return noticed(fact, prepared->broken);
        QStringList silent;
        for (const Asked &check : std::as_const(m_checks)) {
            const auto seen = m_proofs.run(check.fileName, check.bytes, *prepared, 1, m_stop);
            if (!seen)
                return failure(seen.error());
            if (seen->answer == Answer::Present)
                return noticed(fact, check.name + u" is present"_s);
            if (seen->answer == Answer::Inconclusive)
                silent.append(u"%1: %2"_s.arg(check.name, seen->reason));
        }
        if (!m_unguarded) {
            // Twice: a test that fails now and then notices nothing.
            QStringList what;
            for (int time = 1; time <= 2; ++time) {
                const auto report = m_gates.run(*prepared, TestSource::New, m_stop);
                if (!report)
                    return failure(report.error());
                const GateComparison seen = compareGates(whole, *report, {});
                const QStringList now = seen.broken + seen.newlyFailing + seen.vanished + seen.worseCommands;
                what = time == 1 ? now : what;
                if (now.isEmpty() && time == 2) {
                    fact.defence = HunkDefence::CouldNot;
                    fact.seen = u"the gate noticed it once and once not: %1"_s.arg(what.mid(0, 3).join(u", "_s));
                    return {};
                }
                if (now.isEmpty())
                    break;
                if (time == 2)
                    return noticed(fact,
                                   what.first() + (what.size() > 1 ? u" and %1 more"_s.arg(what.size() - 1) : u""_s));
            }
        }
        fact.defence = silent.isEmpty() ? HunkDefence::Undefended : HunkDefence::CouldNot;
        fact.seen = silent.join(u"; "_s);
        return {};
    }

private:
    static Status noticed(HunkFact &fact, const QString &what)
    {
        fact.defence = HunkDefence::Defended;
        fact.seen = what;
        return {};
    }

    EvidenceStore m_evidence;
    CheckoutPool m_pool;
    ProofRunner m_proofs;
    GateRunner m_gates;
    bool m_unguarded;
    QList<Asked> m_checks;
    StopToken m_stop;
};

Result<GateReport> gateOfWhole(Trial &trial, const RunState &state, const ObjectId &tree)
{
    if (const GateFact *known = state.gateOf(tree); known && !known->report.isNull()) {
        if (const auto bytes = trial.evidence().get(known->report))
            return decodeReport(*bytes);
    }
    return trial.gate(tree);
}

struct Job {
    HunkFact fact;
    Status done;
};

} // namespace

Result<QList<ReviewPlace>> placesOf(const RunFolder &folder, const RunState &state, const Policy &policy,
                                    const StopToken &stop)
{
    const auto vault = Vault::open(folder.vault());
    if (!vault)
        return failure(vault.error());
    const auto files = review::readChange(*vault, state.baseTree, state.checkpoint().tree, stop);
    if (!files)
        return failure(files.error());
    QList<ReviewPlace> places;
    for (const review::ReviewedFile &file : *files) {
        if (classifyPath(file.change().path(), policy) != PathClass::Test)
            places += file.places();
    }
    return places;
}

Result<QList<HunkFact>> judgeHunks(Ledger &ledger, ProcessHost &host, const QList<ReviewPlace> &only,
                                   const std::function<void(const Progress &)> &progress, const StopToken &stop)
{
    const auto policy = policyFromJson(ledger.state().policy);
    if (!policy)
        return failure(policy.error());
    const ObjectId base = ledger.state().baseTree, now = ledger.state().checkpoint().tree;
    QList<ReviewPlace> places = only;
    if (places.isEmpty()) {
        const auto all = placesOf(ledger.folder(), ledger.state(), *policy, stop);
        if (!all)
            return failure(all.error());
        places = *all;
    }
    auto vault = Vault::open(ledger.folder().vault());
    if (!vault)
        return failure(vault.error());
    const EvidenceStore evidence(ledger.folder().evidence());
    auto checks = checksOf(ledger.state(), evidence);
    if (!checks)
        return failure(checks.error());
    const Digest asked = digestOf(*checks, *policy);
    const Sandbox sandbox = Sandbox::detect(host, policy->contained);
    if (policy->contained && !sandbox.contains())
        return failure(u"checks and gate cannot be contained: "_s + sandbox.ability().reason, u"bubblewrap"_s,
                       u"Install bubblewrap."_s, ErrorKind::CannotVerify);
    Trial trial(ledger.folder(), host, sandbox, *policy, ledger.state().base, *checks, stop);

    QHash<ObjectId, HunkFact> known; ///< by the rest that was asked the same
    for (const HunkFact &fact : ledger.state().hunks) {
        if (fact.asked == asked)
            known.insert(fact.without, fact);
    }
    QList<HunkFact> facts;
    const auto tell = [&](const HunkFact &fact, bool reused) -> Status {
        facts.append(fact);
        const auto there = ledger.state().hunks.constFind(fact.place);
        const bool isNews = there == ledger.state().hunks.cend() || there->of != fact.of || there->asked != fact.asked
            || there->defence != fact.defence;
        const Status written = isNews ? ledger.append(Draft{.kind = u"hunk.judged"_s, .data = toJson(fact)}) : Status();
        if (written)
            progress({.done = facts.size(), .of = places.size(), .fact = fact, .reused = reused});
        return written;
    };
    std::optional<GateReport> whole;
    // In portions: what one of them laid may go before the next.
    const qsizetype portion = trial.pool().parallel();
    for (qsizetype first = 0; first < places.size(); first += portion) {
        QList<Job> jobs;
        for (const ReviewPlace &place : places.mid(first, portion)) {
            const ReviewMarks alone{{place, ReviewMark{.leftOut = true}}};
            const auto rest = review::withoutLeftOut(*vault, base, now, alone, stop);
            if (stop.stopRequested())
                return failure(u"stopped while hunks were judged"_s, {}, u"What was judged stays."_s,
                               ErrorKind::Stopped);
            HunkFact fact{.place = place, .of = now, .without = rest ? rest->tree : now, .asked = asked};
            if (!rest || rest->tree == now) {
                fact.seen = rest ? u"it is not in the change"_s : rest.error().text();
                if (const auto told = tell(fact, false); !told)
                    return failure(told.error());
            } else if (const auto before = known.constFind(fact.without); before != known.cend()) {
                fact.defence = before->defence;
                fact.seen = before->seen;
                if (const auto told = tell(fact, true); !told)
                    return failure(told.error());
            } else {
                jobs.append({fact, {}});
            }
        }
        if (jobs.isEmpty())
            continue;
        if (!whole) {
            auto report = gateOfWhole(trial, ledger.state(), now);
            if (!report)
                return failure(report.error());
            whole = std::move(*report);
        }
        QtConcurrent::blockingMap(jobs, [&](Job &job) { job.done = trial.judge(job.fact, *whole); });
        for (const Job &job : std::as_const(jobs)) {
            if (!job.done)
                return failure(job.done.error());
            if (const auto told = tell(job.fact, false); !told)
                return failure(told.error());
        }
        trial.pool().trim();
    }
    return facts;
}

} // namespace assay::defence
