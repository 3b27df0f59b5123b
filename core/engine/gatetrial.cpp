#include "core/engine/gatetrial.h"

#include "core/engine/setup.h"
#include "core/gate/gaterunner.h"
#include "core/git/trash.h"
#include "core/journal/evidencestore.h"

#include <QDir>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

Result<GateTrial> tryIn(const RunFolder &folder, ProcessHost &host, const TargetFacts &target,
                        const RunOptions &options, const Clock &clock, const StopToken &stop)
{
    const auto ledger = createRun(folder, target, options, clock);
    if (!ledger)
        return failure(ledger.error());
    if (const auto fetched = fetchIntoVault(**ledger, host, stop); !fetched)
        return failure(fetched.error());
    const auto policy = configureRun(**ledger, host);
    if (!policy)
        return failure(policy.error());
    if (policy->gate.isEmpty())
        return GateTrial{};
    EvidenceStore evidence(folder.evidence());
    CheckoutPool pool(folder, host, Sandbox::detect(host, policy->contained), *policy, target.base);
    const auto prepared = pool.prepare(target.baseTree, Freshness::Reuse, stop);
    if (!prepared)
        return failure(prepared.error());
    auto report = GateRunner(pool, evidence, *policy).run(*prepared, TestSource::Base, stop);
    if (!report)
        return failure(report.error());
    if (stop.stopRequested())
        return failure(u"stopped while the gate was tried"_s, target.path, {}, ErrorKind::Stopped);
    GateTrial trial{.report = std::move(*report), .outputs = {}};
    for (const CommandReport &command : std::as_const(trial.report.commands)) {
        const auto output = evidence.get(command.output);
        trial.outputs.append(output ? *output : QByteArray());
    }
    return trial;
}

} // namespace

Result<GateTrial> tryGate(ProcessHost &host, const TargetFacts &target, const RunOptions &options, const Clock &clock,
                          const StopToken &stop)
{
    QTemporaryDir dir(QDir::tempPath() + u"/assay-trial-XXXXXX"_s);
    if (!dir.isValid())
        return failure(u"no folder can be made for the trial: "_s + dir.errorString(), QDir::tempPath(),
                       u"Free space, or set TMPDIR to a folder that you can write."_s);
    auto trial = tryIn(RunFolder(dir.filePath(u"run"_s)), host, target, options, clock, stop);
    (void)discard(dir.filePath(u"run"_s)); // prepared trees may hold folders that only this deletes
    return trial;
}

} // namespace assay
