#include "core/engine/measurement.h"

#include "core/journal/codec.h"

#include <QDir>
#include <QJsonArray>
#include <QThreadPool>
#include <QtConcurrent>

#include <mutex>

using namespace Qt::StringLiterals;

namespace assay {

struct Measurement::Job {
    CheckId check;
    QByteArray fileName, bytes;
    int k = 1;
    std::optional<ProofFact> known;
    std::optional<Result<ProofResult>> result;
};

Measurement::Measurement(Ledger &ledger, Instruments &instruments, int iteration, StopToken stop)
    : m_ledger(ledger),
      m_instruments(instruments),
      m_iteration(iteration),
      m_stop(std::move(stop))
{}

Draft Measurement::draft(const QString &kind, const QJsonObject &data) const
{
    return {.kind = kind, .data = data, .iteration = m_iteration};
}

Status Measurement::append(const QString &kind, const QJsonObject &data)
{
    return m_ledger.append(draft(kind, data));
}

Result<PreparedTree> Measurement::prepared(const ObjectId &tree, Freshness freshness)
{
    auto done = m_instruments.pool.prepare(tree, freshness, m_stop);
    if (!done)
        return done;
    const QString key = done->key.text();
    if (!state().preparedKeys.contains(key) || !done->reused) {
        const auto written = append(u"prepare.done"_s,
                                    {{u"key"_s, key},
                                     {u"tree"_s, tree.text()},
                                     {u"fresh"_s, freshness == Freshness::Fresh},
                                     {u"broken"_s, done->broken},
                                     {u"output"_s, done->output.text()},
                                     {u"duration_ms"_s, qint64(done->duration.count())}});
        if (!written)
            return failure(written.error());
    }
    return done;
}

Result<QList<Watched>> Measurement::watch(const QList<CheckId> &checks, ProofRole role, const ObjectId &tree, int n,
                                          Freshness freshness)
{
    QList<Job> jobs;
    for (const CheckId &check : checks) {
        for (int k = 1; k <= n; ++k)
            jobs.append({.check = check, .k = k});
    }
    return runJobs(std::move(jobs), checks, role, tree, n, freshness);
}

Result<QList<Watched>> Measurement::control(const QList<CheckId> &checks, const ObjectId &tree)
{
    QList<Job> jobs;
    for (const CheckId &check : checks)
        jobs.append({.check = check});
    return runJobs(std::move(jobs), checks, ProofRole::Control, tree, 1, Freshness::Reuse);
}

namespace {

/// One answer more of a check.
void add(Watched &all, Answer answer, const QString &reason, const QString &line)
{
    if (all.answers.isEmpty() || (answer != all.answers.first() && all.unanimousAnswer()))
        all.reason = reason;
    if (all.line.isEmpty())
        all.line = line;
    all.answers.append(answer);
}

} // namespace

Status Measurement::load(Job &job) const
{
    const Check check = state().checks.value(job.check);
    auto bytes = m_instruments.evidence.get(check.file);
    if (!bytes)
        return failure(bytes.error());
    job.fileName = check.fileName;
    job.bytes = std::move(*bytes);
    return {};
}

/// Runs the jobs whose result is not known; the entries that tell of them, in the order of the jobs.
Result<QList<Draft>> Measurement::runMissing(QList<Job> &jobs, ProofRole role, const ObjectId &tree, int n,
                                             Freshness freshness)
{
    const auto ready = prepared(tree, freshness);
    if (!ready)
        return failure(ready.error());
    const auto run = [&](Job &job) {
        if (job.known || m_stop.stopRequested())
            return;
        if (!ready->broken.isEmpty()) {
            job.result = ProofResult{.reason = u"preparation failed: "_s + ready->broken};
            return;
        }
        job.result = role == ProofRole::Control
            ? m_instruments.proofs.control(job.fileName, job.bytes, *ready, m_stop)
            : m_instruments.proofs.run(job.fileName, job.bytes, *ready, job.k, m_stop);
    };
    QThreadPool threads;
    threads.setMaxThreadCount(std::max(1, m_instruments.pool.parallel()));
    QtConcurrent::blockingMap(&threads, jobs, run);
    if (m_stop.stopRequested())
        return failure(u"stopped while checks were running"_s, {}, {}, ErrorKind::Stopped);

    QList<Draft> drafts;
    for (const Job &job : std::as_const(jobs)) {
        if (job.known)
            continue;
        if (!*job.result)
            return failure(job.result->error());
        const ProofResult &seen = **job.result;
        const ProofFact fact{.subject = job.check,
                             .role = role,
                             .tree = tree,
                             .k = job.k,
                             .n = n,
                             .answer = seen.answer,
                             .reason = seen.reason,
                             .line = QString::fromUtf8(seen.reproducedLine),
                             .exitStatus = seen.exitStatus,
                             .signal = seen.signal,
                             .timedOut = seen.timedOut,
                             .duration = seen.duration,
                             .out = seen.out,
                             .err = seen.err};
        drafts.append(draft(u"proof.run"_s, codec::toJson(fact)));
    }
    return drafts;
}

Status Measurement::watchAgain(const QList<CheckId> &checks, const ObjectId &tree, int n, const Judge &judge)
{
    QList<Job> jobs;
    for (const CheckId &check : checks) {
        for (int k = 1; k <= n; ++k) {
            jobs.append({.check = check, .k = k});
            if (const auto loaded = load(jobs.last()); !loaded)
                return loaded;
        }
    }
    auto drafts = runMissing(jobs, ProofRole::Recheck, tree, n, Freshness::Reuse);
    if (!drafts)
        return failure(drafts.error());
    QList<Watched> watched;
    for (const Job &job : std::as_const(jobs)) {
        if (job.k == 1)
            watched.append({.check = job.check});
        const ProofResult &seen = **job.result;
        add(watched.last(), seen.answer, seen.reason, QString::fromUtf8(seen.reproducedLine));
    }
    return m_ledger.append(*drafts + judge(watched));
}

Result<QList<Watched>> Measurement::runJobs(QList<Job> jobs, const QList<CheckId> &checks, ProofRole role,
                                            const ObjectId &tree, int n, Freshness freshness)
{
    bool missing = false;
    for (Job &job : jobs) {
        if (const ProofFact *known = state().proof(m_iteration, role, job.check, tree, job.k)) {
            job.known = *known;
            continue;
        }
        missing = true;
        if (const auto loaded = load(job); !loaded)
            return failure(loaded.error());
    }
    if (missing) {
        const auto drafts = runMissing(jobs, role, tree, n, freshness);
        if (!drafts)
            return failure(drafts.error());
        if (const auto written = m_ledger.append(*drafts); !written)
            return failure(written.error());
    }

    QList<Watched> watched;
    for (const CheckId &check : checks) {
        Watched all{.check = check};
        for (int k = 1; k <= n; ++k) {
            const ProofFact *fact = state().proof(m_iteration, role, check, tree, k);
            if (!fact)
                return failure(u"a proof that was just recorded is not there"_s, check.text(), {}, ErrorKind::Internal);
            add(all, fact->answer, fact->reason, fact->line);
        }
        watched.append(std::move(all));
    }
    return watched;
}

QSet<QString> unstableOf(const RunState &state)
{
    QSet<QString> keys;
    for (const GateFact &fact : state.gates)
        keys.unite(QSet<QString>(fact.unstable.cbegin(), fact.unstable.cend()));
    return keys;
}

Result<GateReport> Measurement::load(const GateFact &fact) const
{
    const auto bytes = m_instruments.evidence.get(fact.report);
    if (!bytes)
        return failure(bytes.error());
    auto report = decodeReport(*bytes);
    if (report)
        report->unstable = unstableOf(state());
    return report;
}

Status Measurement::record(const GateCall &call, const GateReport &report, const BaselineTraces &traces)
{
    const auto digest = m_instruments.evidence.put(encodeReport(report));
    if (!digest)
        return failure(digest.error());
    GateFact fact{.label = call.label,
                  .tree = call.tree,
                  .tests = call.tests,
                  .report = *digest,
                  .passed = report.passed(),
                  .failed = report.failed(),
                  .blind = report.blind(),
                  .broken = report.brokenReason(),
                  .unstable = QStringList(report.unstable.cbegin(), report.unstable.cend()),
                  .untracked = traces.untracked,
                  .rewritten = traces.rewritten};
    fact.givesCases = std::ranges::any_of(report.commands, [](const CommandReport &command) {
        return !command.cases.isEmpty() || !command.broken.isEmpty();
    });
    for (const CommandReport &command : report.commands) {
        fact.exits.append(command.exitStatus);
        fact.skipped += command.skipped;
        fact.countsKnown = fact.countsKnown || command.countsKnown;
        fact.duration += command.duration;
        fact.casesJudged = fact.casesJudged && (!command.cases.isEmpty() || !command.broken.isEmpty());
    }
    fact.unstable.sort();
    return append(u"gate.reported"_s, codec::toJson(fact));
}

Result<GateReport> Measurement::gate(const QString &label, const ObjectId &tree, TestSource tests, Freshness freshness)
{
    if (const GateFact *known = state().gate(m_iteration, label, tree))
        return load(*known);
    const auto ready = prepared(tree, freshness);
    if (!ready)
        return failure(ready.error());
    const bool watched = label == "baseline-1"_L1;
    BaselineTraces traces;
    std::mutex oneAtATime; // the commands may run side by side
    const auto look = [&](const QString &folder) -> Status {
        const std::lock_guard lock(oneAtATime);
        QDir().mkpath(m_instruments.folder.scratch());
        const auto found = tracesIn(m_instruments.git, m_instruments.folder.vault(),
                                    m_instruments.folder.scratch() + u"/baseline.index"_s, tree, folder, m_stop);
        if (!found)
            return failure(found.error());
        traces.add(*found);
        return {};
    };
    auto measured = m_instruments.gates.run(*ready, tests, m_stop, watched ? GateRunner::Look(look) : nullptr);
    if (!measured)
        return measured;
    if (m_stop.stopRequested())
        return failure(u"stopped while the gate was running"_s, {}, {}, ErrorKind::Stopped);
    if (label == "baseline-2"_L1) {
        // Two runs of the same tree: what differs is unstable and never decides.
        if (const GateFact *first = state().gate(m_iteration, u"baseline-1", tree)) {
            const auto before = load(*first);
            if (!before)
                return failure(before.error());
            measured->unstable = unstableCases(*before, *measured);
        }
    }
    if (const auto written = record({label, tree, tests}, *measured, traces); !written)
        return failure(written.error());
    measured->unstable = unstableOf(state());
    return measured;
}

Result<QList<GateReport>> Measurement::gates(const QList<GateCall> &calls)
{
    struct Slot {
        GateCall call;
        std::optional<PreparedTree> prepared; ///< empty: known already
        std::optional<Result<GateReport>> report;
    };
    QList<Slot> slots_;
    for (const GateCall &call : calls) {
        Slot slot{.call = call};
        if (!state().gate(m_iteration, call.label, call.tree)) {
            auto ready = prepared(call.tree, Freshness::Reuse);
            if (!ready)
                return failure(ready.error());
            slot.prepared = std::move(*ready);
        }
        slots_.append(std::move(slot));
    }
    QThreadPool threads;
    threads.setMaxThreadCount(std::max(1, m_instruments.pool.parallel()));
    QtConcurrent::blockingMap(&threads, slots_, [&](Slot &slot) {
        if (slot.prepared && !m_stop.stopRequested())
            slot.report = m_instruments.gates.run(*slot.prepared, slot.call.tests, m_stop);
    });
    if (m_stop.stopRequested())
        return failure(u"stopped while the gate was running"_s, {}, {}, ErrorKind::Stopped);
    QList<GateReport> reports;
    for (Slot &slot : slots_) {
        if (slot.report) {
            if (!*slot.report)
                return failure(slot.report->error());
            if (const auto written = record(slot.call, **slot.report); !written)
                return failure(written.error());
        }
        auto loaded = load(*state().gate(m_iteration, slot.call.label, slot.call.tree));
        if (!loaded)
            return failure(loaded.error());
        reports.append(std::move(*loaded));
    }
    return reports;
}

Result<GateReport> Measurement::gateOfCheckpoint(const ObjectId &tree)
{
    if (const GateFact *known = state().gateOf(tree))
        return load(*known);
    return gate(u"checkpoint"_s, tree, TestSource::New);
}

Result<GateComparison> Measurement::compare(const QString &label, const GateReport &before, const GateReport &after,
                                            TestSource afterTests, const QList<RenamedTest> &renames)
{
    for (const ComparisonFact &known : state().comparisons) {
        if (known.seq > state().gateSince && known.iteration == m_iteration && known.label == label
            && known.from == before.tree && known.to == after.tree)
            return known.comparison;
    }
    GateReport steady = before;
    GateComparison comparison = compareGates(steady, after, renames);
    if (!comparison.newlyFailing.isEmpty() && comparison.broken.isEmpty()) {
        constexpr int again = 3;
        QList<GateCall> calls;
        for (int i = 1; i <= again; ++i) {
            calls.append({u"%1-again-%2"_s.arg(label).arg(i), after.tree, afterTests});
            calls.append({u"%1-before-again-%2"_s.arg(label).arg(i), before.tree, TestSource::New});
        }
        const auto reruns = gates(calls);
        if (!reruns)
            return failure(reruns.error());
        // A case decides only when it fails every time after and fails no time before.
        QSet<QString> wavering;
        for (qsizetype i = 0; i < reruns->size(); i += 2) {
            wavering.unite(unstableCases(after, reruns->at(i)));
            wavering.unite(unstableCases(before, reruns->at(i + 1)));
        }
        if (!wavering.isEmpty()) {
            steady.unstable.unite(wavering);
            comparison = compareGates(steady, after, renames);
        }
    }
    QJsonObject data = codec::toJson(comparison);
    data[u"label"_s] = label;
    data[u"from"_s] = before.tree.text();
    data[u"to"_s] = after.tree.text();
    if (const auto written = append(u"gate.compared"_s, data); !written)
        return failure(written.error());
    return comparison;
}

} // namespace assay
