// A run folder on a real repository, with all that gates and checks need: for the tests of core/gate.
#pragma once

#include "core/gate/checkoutpool.h"
#include "core/git/target.h"
#include "tests/support/scratchrepository.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

namespace assay::test {

using Files = QMap<QByteArray, QByteArray>;

class Scene {
public:
    explicit Scene(bool contained = true)
        : sandbox(Sandbox::detect(host, contained)),
          run(dir.filePath(QStringLiteral("run"))),
          evidence(run.evidence())
    {
        QDir().mkpath(run.path());
    }

    /// Commits the files, fetches them as base and gives base's tree; null when that failed. Names that begin with
    /// '!' are executable.
    ObjectId base(const Files &files)
    {
        for (const auto &[name, bytes] : files.asKeyValueRange())
            repository.write(name.startsWith('!') ? name.mid(1) : name, bytes, name.startsWith('!'));
        repository.commitAll(QStringLiteral("base"));
        const GitProgram git(host);
        const auto facts = inspectTarget(git, repository.path(), QStringLiteral("HEAD"));
        if (!facts) {
            qWarning("%s", qPrintable(facts.error().text()));
            return {};
        }
        if (const auto fetched = fetchBase(git, *facts, run.vault(), run.baseGit()); !fetched) {
            qWarning("%s", qPrintable(fetched.error().text()));
            return {};
        }
        baseCommit = facts->base;
        return facts->baseTree;
    }

    /// base's tree with a file changed or added.
    ObjectId changed(const ObjectId &tree, const QByteArray &path, const QByteArray &bytes)
    {
        auto vault = Vault::open(run.vault());
        const auto blob = vault->writeBlob(bytes);
        return *vault->editTree(tree, {{RepoPath(path), 0100644, *blob}});
    }

    std::unique_ptr<CheckoutPool> pool(const Policy &policy = {})
    {
        return std::make_unique<CheckoutPool>(run, host, sandbox, policy, baseCommit);
    }

    /// Runs a line of shell in a checkout of its own. Both streams, then "status N".
    QByteArray shell(CheckoutPool &from, const PreparedTree &prepared, const QByteArray &line, Checkout::Call call = {})
    {
        const auto checkout = from.take(prepared);
        return checkout ? shellIn(**checkout, line, std::move(call)) : checkout.error().text().toUtf8();
    }

    static QByteArray shellIn(Checkout &checkout, const QByteArray &line, Checkout::Call call = {})
    {
        call.argv = {"/bin/sh", "-c", line};
        const auto outcome = checkout.run(call, {});
        if (!outcome)
            return outcome.error().text().toUtf8();
        const ProcessResult &process = outcome->process;
        return process.standardOutput + process.standardError + process.startError.toUtf8()
            + (process.exitStatus == 0 ? QByteArray() : "status " + QByteArray::number(process.exitStatus));
    }

    QTemporaryDir dir;
    ProcessHost host;
    Sandbox sandbox;
    RunFolder run;
    EvidenceStore evidence;
    ScratchRepository repository;
    ObjectId baseCommit;
};

} // namespace assay::test
