#include "core/bundle/provingground.h"

#include "core/git/trash.h"

#include <QDir>
#include <QThreadPool>
#include <QtConcurrent>

using namespace Qt::StringLiterals;

namespace assay {

Result<std::unique_ptr<ProvingGround>> ProvingGround::open(ProcessHost &host, const QString &repository,
                                                           const ObjectId &base, const ObjectId &baseTree,
                                                           const Policy &policy, StopToken stop)
{
    auto dir = std::make_unique<QTemporaryDir>();
    if (!dir->isValid())
        return failure(u"no temporary folder can be made: "_s + dir->errorString(), QDir::tempPath(),
                       u"Free space there, or set TMPDIR."_s, ErrorKind::CannotVerify);
    const RunFolder folder(dir->path());
    TargetFacts facts;
    facts.path = repository;
    facts.base = base;
    facts.baseTree = baseTree;
    if (const auto fetched = fetchBase(GitProgram(host), facts, folder.vault(), folder.baseGit(), stop); !fetched)
        return failure(fetched.error());
    auto vault = Vault::open(folder.vault());
    if (!vault)
        return failure(vault.error());
    Sandbox sandbox = Sandbox::detect(host, policy.contained);
    if (policy.contained && !sandbox.contains()) {
        return failure(u"gates and checks cannot be contained: "_s + sandbox.ability().reason, u"bubblewrap"_s,
                       u"Install bubblewrap, or let them run uncontained with --uncontained."_s,
                       ErrorKind::CannotVerify);
    }
    return std::unique_ptr<ProvingGround>(
        new ProvingGround(std::move(dir), folder, host, std::move(*vault), sandbox, policy, base, std::move(stop)));
}

ProvingGround::ProvingGround(std::unique_ptr<QTemporaryDir> dir, const RunFolder &folder, ProcessHost &host,
                             Vault vault, const Sandbox &sandbox, const Policy &policy, const ObjectId &base,
                             StopToken stop)
    : m_dir(std::move(dir)),
      m_folder(folder),
      m_git(host),
      m_vault(std::move(vault)),
      m_sandbox(sandbox),
      m_policy(policy),
      m_evidence(folder.evidence()),
      m_pool(folder, host, m_sandbox, policy, base),
      m_proofs(m_pool, m_evidence, policy),
      m_gates(m_pool, m_evidence, policy),
      m_stop(std::move(stop))
{}

// A clone like any reviewer's: made by git, from base alone.
Status ProvingGround::pristine(const ObjectId &commit)
{
    const QString clone = m_folder.clone();
    // By bytes: a name need not be UTF-8, and what is left would be in the next checkout's way.
    if (const auto gone = discard(clone); !gone)
        return gone;
    QDir().mkpath(clone);
    const QByteArray folder = clone.toUtf8();
    const QList<QByteArrayList> calls{{"init", "-q"},
                                      {"config", "user.name", "Assay"},
                                      {"config", "user.email", "assay@localhost"},
                                      {"fetch", "-q", "--no-tags", m_folder.vault().toUtf8(), commit.hex()},
                                      {"checkout", "-q", "--detach", commit.hex()}};
    for (const QByteArrayList &arguments : calls) {
        if (const auto done = m_git.run({.arguments = arguments, .folder = folder}, m_stop); !done)
            return failure(done.error());
    }
    return {};
}

Result<ObjectId> ProvingGround::apply(const ObjectId &commit, const QByteArray &patch, QString *how)
{
    if (const auto made = pristine(commit); !made)
        return failure(made.error());
    const QByteArray folder = m_folder.clone().toUtf8();
    if (how)
        *how = u"git apply --index"_s;
    if (!patch.isEmpty()) {
        auto done = m_git.run(
            {.arguments = {"apply", "--index", "--whitespace=nowarn", "-"}, .folder = folder, .standardInput = patch},
            m_stop);
        if (!done) {
            const auto cached = m_git.run({.arguments = {"apply", "--cached", "--whitespace=nowarn", "-"},
                                           .folder = folder,
                                           .standardInput = patch},
                                          m_stop);
            if (!cached)
                return failure(done.error());
            if (how)
                *how = u"git apply --cached (--index fails where attributes rewrite line ends)"_s;
        }
    }
    const auto tree = m_git.run({.arguments = {"write-tree"}, .folder = folder}, m_stop);
    if (!tree)
        return failure(tree.error());
    const ObjectId id(tree->trimmed());
    // The proofs run on trees of the vault.
    const auto fetched = m_git.run({.arguments = {"commit-tree", "-m", "proof", id.hex()}, .folder = folder}, m_stop);
    if (!fetched)
        return failure(fetched.error());
    const auto brought = m_git.run(
        {.arguments = {"fetch", "-q", "--no-tags", folder, fetched->trimmed()}, .folder = m_folder.vault().toUtf8()},
        m_stop);
    return brought ? Result<ObjectId>(id) : failure(brought.error());
}

bool ProvingGround::isApplied(const QByteArray &patch) const
{
    return m_git
        .run({.arguments = {"apply", "--check", "--cached", "--reverse", "--whitespace=nowarn", "-"},
              .folder = m_folder.clone().toUtf8(),
              .standardInput = patch},
             m_stop)
        .has_value();
}

Result<QList<ObjectId>> ProvingGround::applySeries(const ObjectId &commit, const QStringList &mails)
{
    if (const auto made = pristine(commit); !made)
        return failure(made.error());
    const QByteArray folder = m_folder.clone().toUtf8();
    QByteArrayList arguments{"am", "-q", "--keep-cr", "--whitespace=nowarn"};
    for (const QString &mail : mails)
        arguments.append(mail.toUtf8());
    if (!mails.isEmpty()) {
        if (const auto done = m_git.run({.arguments = arguments, .folder = folder}, m_stop); !done)
            return failure(done.error());
    }
    const auto listed = m_git.run(
        {.arguments = {"log", "--reverse", "--format=%T", commit.hex() + "..HEAD"}, .folder = folder}, m_stop);
    if (!listed)
        return failure(listed.error());
    QList<ObjectId> trees;
    for (const QByteArray &tree : listed->split('\n')) {
        if (!tree.isEmpty())
            trees.append(ObjectId(tree));
    }
    return trees;
}

Result<PreparedTree> ProvingGround::prepared(const ObjectId &tree)
{
    if (const auto known = m_prepared.constFind(tree); known != m_prepared.cend())
        return *known;
    auto done = m_pool.prepare(tree, Freshness::Fresh, m_stop);
    if (done)
        m_prepared.insert(tree, *done);
    return done;
}

Result<QList<QList<ProofResult>>> ProvingGround::watch(const QList<CheckCall> &calls, int n)
{
    struct Job {
        const CheckCall *call;
        PreparedTree tree;
        int k;
        std::optional<Result<ProofResult>> result;
    };
    QList<Job> jobs;
    for (const CheckCall &call : calls) {
        const auto ready = prepared(call.tree);
        if (!ready)
            return failure(ready.error());
        if (!ready->broken.isEmpty())
            return failure(u"preparation failed: "_s + ready->broken, call.tree.shortText(), {},
                           ErrorKind::CannotVerify);
        for (int k = 1; k <= n; ++k)
            jobs.append({&call, *ready, k, {}});
    }
    QThreadPool threads;
    threads.setMaxThreadCount(std::max(1, m_pool.parallel()));
    QtConcurrent::blockingMap(&threads, jobs, [&](Job &job) {
        if (!m_stop.stopRequested())
            job.result = m_proofs.run(job.call->fileName, job.call->bytes, job.tree, job.k, m_stop);
    });
    if (m_stop.stopRequested())
        return failure(u"stopped while checks were running"_s, {}, {}, ErrorKind::Stopped);
    QList<QList<ProofResult>> all;
    for (qsizetype i = 0; i < jobs.size(); i += n) {
        QList<ProofResult> runs;
        for (int k = 0; k < n; ++k) {
            if (!*jobs[i + k].result)
                return failure(jobs[i + k].result->error());
            runs.append(**jobs[i + k].result);
        }
        all.append(runs);
    }
    return all;
}

Result<GateReport> ProvingGround::gate(const ObjectId &tree)
{
    const auto ready = prepared(tree);
    if (!ready)
        return failure(ready.error());
    return m_gates.run(*ready, TestSource::New, m_stop);
}

} // namespace assay
