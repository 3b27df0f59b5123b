#include "core/engine/setup.h"

#include "core/agent/agentsettings.h"
#include "core/engine/configfile.h"
#include "core/engine/containment.h"
#include "core/gate/detect.h"
#include "core/journal/codec.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>
#include <QUuid>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

/// The owner's repository is only ever read: a run folder inside it would be a change of it.
Status refuseInside(const QString &folder, const QString &target)
{
    QString parent = folder;
    while (!QFileInfo::exists(parent))
        parent = QFileInfo(parent).path();
    const QString real = QFileInfo(parent).canonicalFilePath() + u'/';
    if (!QFileInfo(target).isDir() || !real.startsWith(target + u'/'))
        return {};
    return failure(u"the run folder would lie inside the target, which is only ever read"_s, folder,
                   u"Name a folder elsewhere with --run-dir."_s, ErrorKind::Usage);
}

} // namespace

Result<std::unique_ptr<Ledger>> createRun(const RunFolder &folder, const TargetFacts &target, const RunOptions &options,
                                          const Clock &clock)
{
    if (const auto outside = refuseInside(folder.path(), target.path); !outside)
        return failure(outside.error());
    const QDir dir(folder.path());
    if (dir.exists() && !dir.isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot)) {
        return failure(u"the run folder exists and is not empty"_s, folder.path(),
                       u"Resume it with `assay resume`, or name another with --run-dir."_s, ErrorKind::Usage);
    }
    if (!QDir().mkpath(folder.path()))
        return failure(u"the run folder cannot be made"_s, folder.path(),
                       u"Name one that you can write with --run-dir."_s);
    auto writer = JournalWriter::create(folder, clock);
    if (!writer)
        return failure(writer.error());
    auto ledger = Ledger::open(folder, std::move(*writer));
    if (!ledger)
        return ledger;
    const auto written = (*ledger)->append(Draft{.kind = u"run.created"_s,
                                                 .data = {{u"format"_s, u"assay/journal/1"_s},
                                                          {u"id"_s, QUuid::createUuid().toString(QUuid::WithoutBraces)},
                                                          {u"assay"_s, QStringLiteral(ASSAY_VERSION)},
                                                          {u"target"_s, target.path},
                                                          {u"base"_s, target.base.text()},
                                                          {u"tree"_s, target.baseTree.text()},
                                                          {u"base_name"_s, target.baseName},
                                                          {u"branch"_s, target.branch},
                                                          {u"dirty"_s, codec::toJson(target.dirty)},
                                                          {u"options"_s, options.toJson()}},
                                                 .actor = u"owner"_s});
    if (!written)
        return failure(written.error());
    return ledger;
}

Status fetchIntoVault(const Ledger &ledger, ProcessHost &host, StopToken stop)
{
    const RunFolder &folder = ledger.folder();
    if (const auto vault = Vault::open(folder.vault()); vault && QDir(folder.baseGit()).exists()) {
        if (const auto base = vault->ref(u"base"_s); base && *base)
            return {};
    }
    QDir(folder.vault()).removeRecursively(); // half of a fetch that a crash cut short
    QDir(folder.baseGit()).removeRecursively();
    const RunState &state = ledger.state();
    const GitProgram git(host);
    TargetFacts target;
    target.path = state.target;
    target.base = state.base;
    target.baseTree = state.baseTree;
    if (const auto fetched = fetchBase(git, target, folder.vault(), folder.baseGit(), stop); !fetched)
        return fetched;
    auto vault = Vault::open(folder.vault());
    if (!vault)
        return failure(vault.error());
    // Set last: its presence says that the fetch was whole.
    return vault->setRef(u"base"_s, state.base);
}

QStringList agentWarnings(const Policy &policy)
{
    if (policy.agent.startsWith("recorded:"_L1)) // it starts nothing
        return {};
    if (policy.agentContained)
        return {u"the agent is contained, but has the network and its own login"_s};
    return {u"the agent is not contained: it runs as you, with your files and the network"_s};
}

namespace {

/// Whatever agent there is, and whether it changes later.
QStringList settingsWarnings(const QList<RepoPath> &settings)
{
    constexpr qsizetype most = 8;
    if (settings.isEmpty())
        return {};
    QStringList names;
    for (const RepoPath &path : settings.first(std::min(most, settings.size())))
        names.append(path.display());
    if (settings.size() > most)
        names.append(u"%1 more"_s.arg(settings.size() - most));
    return {u"the repository carries settings for coding agents (%1): a contained agent does not see them, and Claude "
            "Code is told to read none"_s.arg(names.join(u", "_s))};
}

} // namespace

Result<Policy> configureRun(Ledger &ledger, ProcessHost &host)
{
    if (!ledger.state().policy.isEmpty())
        return policyFromJson(ledger.state().policy);
    const auto vault = Vault::open(ledger.folder().vault());
    if (!vault)
        return failure(vault.error());
    const RunOptions options = RunOptions::fromJson(ledger.state().options);
    Policy policy;
    QByteArray toml = options.config.toUtf8();
    QString name = options.configName;
    if (toml.isEmpty()) {
        const auto file = vault->find(ledger.state().baseTree, RepoPath("assay.toml"));
        if (!file)
            return failure(file.error());
        if (*file) {
            const auto bytes = vault->blob((*file)->object);
            if (!bytes)
                return failure(bytes.error());
            toml = *bytes;
            name = u"assay.toml"_s;
        }
    }
    if (!toml.isEmpty()) {
        if (const auto read = readConfig(toml, name, policy); !read)
            return failure(read.error());
    }
    options.applyTo(policy);
    const auto found = detectGate(*vault, ledger.state().baseTree);
    if (!found)
        return failure(found.error());
    QStringList warnings = found->warnings;
    if (policy.gate.isEmpty()) {
        for (const GateCommand &gate : found->gate) {
            // Beside the most telling one, only those whose cases can be told apart add anything.
            if (policy.gate.isEmpty() || gate.format != ReportFormat::StatusOnly)
                policy.gate.append(gate);
        }
        if (policy.prepare.isEmpty() && !options.prepare)
            policy.prepare = found->prepare;
    }
    if (policy.testPaths.isEmpty())
        policy.testPaths = found->testPaths;
    if (policy.sensitivePaths.isEmpty())
        policy.sensitivePaths = found->sensitivePaths;
    for (auto it = found->reproEnv.cbegin(); it != found->reproEnv.cend(); ++it) {
        if (!policy.reproEnv.contains(it.key()))
            policy.reproEnv.insert(it.key(), it.value());
    }
    for (const GateCommand &gate : policy.gate)
        warnings.append(maskingWarnings(gate.run.line));
    if (policy.gate.isEmpty())
        warnings.append(u"unguarded: no gate was found or named, so only checks judge"_s);
    if (!policy.contained)
        warnings.append(u"not contained: gates and checks can reach your files and the network"_s);
    const auto entries = vault->list(ledger.state().baseTree);
    if (!entries)
        return failure(entries.error());
    QList<RepoPath> paths;
    for (const TreeEntry &entry : *entries)
        paths.append(entry.path);
    warnings.append(agentWarnings(policy));
    warnings.append(settingsWarnings(agentSettings(paths)));
    const Sandbox sandbox = Sandbox::detect(host, policy.contained);
    const auto git = GitProgram(host).version();
    const QJsonObject toolchain{{u"git"_s, git ? *git : QString()},
                                {u"contained"_s, sandbox.contains()},
                                {u"bubblewrap"_s, sandbox.ability().version},
                                {u"overlay"_s, sandbox.ability().overlay},
                                {u"python3"_s, QStandardPaths::findExecutable(u"python3"_s)},
                                {u"userland"_s, qEnvironmentVariable("ASSAY_USERLAND")}};
    const auto written = ledger.append(Draft{.kind = u"run.configured"_s,
                                             .data = {{u"policy"_s, policyToJson(policy)},
                                                      {u"toolchain"_s, toolchain},
                                                      {u"warnings"_s, codec::toJson(warnings)},
                                                      {u"config"_s, name},
                                                      {u"why"_s, u"set-up"_s}}});
    if (!written)
        return failure(written.error());
    return policy;
}

Result<QString> measureBaseline(Measurement &measurement)
{
    if (measurement.policy().gate.isEmpty())
        return QString();
    const ObjectId tree = measurement.state().baseTree;
    QString broken;
    for (const QString &label : {u"baseline-1"_s, u"baseline-2"_s}) {
        const auto report = measurement.gate(label, tree, TestSource::Base);
        if (!report)
            return failure(report.error());
        broken = report->brokenReason();
        if (!broken.isEmpty())
            break;
    }
    if (const auto compared = compareUncontained(measurement); !compared)
        return failure(compared.error());
    return broken;
}

} // namespace assay
