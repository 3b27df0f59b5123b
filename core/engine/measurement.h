// Measuring for one iteration: checks watched, gates run, trees prepared - each once, however often asked.
//
// What the journal already holds for this iteration (same role, check, tree and run, or same label and tree) is
// returned and not measured again. That is what makes an iteration resumable at any entry: its steps are simply run
// again from the top, and only what is missing happens.
#pragma once

#include "core/engine/baselinetraces.h"
#include "core/engine/instruments.h"
#include "core/engine/ledger.h"

namespace assay {

/// What n runs of one check said together.
struct Watched {
    CheckId check;
    QList<Answer> answers;
    QString reason;  ///< of the first answer that differs from what the others said, or of the first
    QString line;    ///< first REPRODUCED: line seen
    [[nodiscard]] std::optional<Answer> unanimousAnswer() const { return unanimous(answers); }
    [[nodiscard]] bool all(Answer answer) const { return unanimousAnswer() == answer; }
};

/// Thread: the engine's. Proofs of one call run side by side on the pool's threads.
class Measurement {
public:
    Measurement(Ledger &ledger, Instruments &instruments, int iteration, StopToken stop);

    /// Runs each check n times on the tree; appends `proof.run` in the order of checks and runs.
    [[nodiscard]] Result<QList<Watched>> watch(const QList<CheckId> &checks, ProofRole role, const ObjectId &tree,
                                               int n, Freshness freshness = Freshness::Reuse);
    /// Runs each check n times on the tree whatever was watched before, under the role "recheck". One append holds the
    /// `proof.run` entries and what `judge` makes of them.
    using Judge = std::function<QList<Draft>(const QList<Watched> &)>;
    [[nodiscard]] Status watchAgain(const QList<CheckId> &checks, const ObjectId &tree, int n, const Judge &judge);
    /// The control runs: each check once without the tree.
    [[nodiscard]] Result<QList<Watched>> control(const QList<CheckId> &checks, const ObjectId &tree);
    /// One gate report under a label; appends `gate.reported`. Unstable cases of the run are marked in it. Under
    /// "baseline-1" it is looked at what the commands leave in their checkouts, too.
    [[nodiscard]] Result<GateReport> gate(const QString &label, const ObjectId &tree, TestSource tests,
                                          Freshness freshness = Freshness::Reuse);
    /// Several labels of the same kind of run on several trees, side by side where the pool allows.
    struct GateCall {
        QString label;
        ObjectId tree;
        TestSource tests = TestSource::New;
    };
    [[nodiscard]] Result<QList<GateReport>> gates(const QList<GateCall> &calls);
    /// Keeps a report that was measured elsewhere: its evidence, and `gate.reported`.
    [[nodiscard]] Status record(const GateCall &call, const GateReport &report, const BaselineTraces &traces = {});
    /// The report that stands for a checkpoint's tree; measured under "checkpoint" if there is none.
    [[nodiscard]] Result<GateReport> gateOfCheckpoint(const ObjectId &tree);
    /// Compares after against before. Cases that newly fail are run again three times on both sides before they
    /// decide; appends `gate.compared` under the label.
    [[nodiscard]] Result<GateComparison> compare(const QString &label, const GateReport &before,
                                                 const GateReport &after, TestSource afterTests,
                                                 const QList<RenamedTest> &renames = {});

    [[nodiscard]] Status append(const QString &kind, const QJsonObject &data);
    [[nodiscard]] Draft draft(const QString &kind, const QJsonObject &data) const;
    [[nodiscard]] const RunState &state() const { return m_ledger.state(); }
    [[nodiscard]] Ledger &ledger() { return m_ledger; }
    [[nodiscard]] Instruments &instruments() { return m_instruments; }
    [[nodiscard]] const Policy &policy() const { return m_instruments.policy; }
    [[nodiscard]] int iteration() const { return m_iteration; }
    [[nodiscard]] const StopToken &stopToken() const { return m_stop; }

private:
    struct Job;
    [[nodiscard]] Result<PreparedTree> prepared(const ObjectId &tree, Freshness freshness);
    [[nodiscard]] Status load(Job &job) const;
    [[nodiscard]] Result<QList<Draft>> runMissing(QList<Job> &jobs, ProofRole role, const ObjectId &tree, int n,
                                                  Freshness freshness);
    [[nodiscard]] Result<QList<Watched>> runJobs(QList<Job> jobs, const QList<CheckId> &checks, ProofRole role,
                                                 const ObjectId &tree, int n, Freshness freshness);
    [[nodiscard]] Result<GateReport> load(const GateFact &fact) const;

    Ledger &m_ledger;
    Instruments &m_instruments;
    int m_iteration;
    StopToken m_stop;
};

/// Every case that the run has seen to be unstable, by key.
[[nodiscard]] QSet<QString> unstableOf(const RunState &state);

} // namespace assay
