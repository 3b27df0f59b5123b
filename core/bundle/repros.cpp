// One table: what each check answers at one revision.
#include "core/bundle/agreement.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

struct Source {
    BundleFacts facts;
    QString repository;
    CheckBytes bytes;
    ObjectId base, baseTree;
};

Result<Source> fromRun(const RunFolder &run, const QString &target)
{
    RunState state;
    const auto read = readJournal(run.journal(), 0, false, [&](Entry &&entry) {
        state.apply(entry);
        return true;
    });
    if (!read)
        return failure(read.error());
    if (state.checkpoints.isEmpty() || state.policy.isEmpty())
        return failure(u"the run was not set up yet: it has no checks"_s, run.path(), u"Resume it first."_s,
                       ErrorKind::Usage);
    auto facts = BundleFacts::of(state);
    if (!facts)
        return failure(facts.error());
    return Source{
        *facts, target.isEmpty() ? run.vault() : target,
        [store = EvidenceStore(run.evidence())](const BundleCheck &check) { return store.get(check.evidence); },
        state.base, state.baseTree};
}

Result<Source> fromBundle(const QString &bundle, const QString &target, const QString &resources)
{
    const ProofProgress nobody;
    ProofTeller teller(nobody);
    const auto agreed = proveAgreement(bundle, resources, teller);
    if (!agreed)
        return failure(agreed.error());
    if (!agreed->agrees) {
        const QList<Proof> &proofs = teller.list().proofs;
        const auto found = std::find_if(proofs.begin(), proofs.end(),
                                        [](const Proof &proof) { return proof.state != Proof::State::Proven; });
        return failure(u"it does not hold that %1: %2"_s.arg(found->name, found->detail), bundle,
                       u"Nothing of it is run; `assay verify` tells all."_s, ErrorKind::CannotVerify);
    }
    const BundleFacts &facts = agreed->facts;
    if (target.isEmpty())
        return failure(u"a bundle's checks need a repository to run on"_s, bundle, u"Give --target REPO."_s,
                       ErrorKind::Usage);
    return Source{facts, target,
                  [bundle](const BundleCheck &check) -> Result<QByteArray> {
                      QFile file(bundle + u'/' + QString::fromUtf8(check.file));
                      if (!file.open(QIODevice::ReadOnly))
                          return failure(u"cannot be read: "_s + file.errorString(), file.fileName());
                      return file.readAll();
                  },
                  facts.base, facts.baseTree};
}

} // namespace

Result<QList<ReproRow>> runRepros(ProcessHost &host, const QString &runOrBundle, const QString &target,
                                  const QString &at, bool contained, const QString &resources, StopToken stop)
{
    const QString folder = QDir(runOrBundle).absolutePath();
    const bool isBundle = QFileInfo::exists(folder + u"/MANIFEST.json"_s);
    auto source = isBundle ? fromBundle(folder, target, resources) : fromRun(RunFolder(folder), target);
    if (!source)
        return failure(source.error());
    ObjectId commit = source->base, tree = source->baseTree;
    QString repository = source->repository;
    if (!at.isEmpty() || repository != RunFolder(folder).vault()) {
        if (repository == RunFolder(folder).vault()) {
            const auto vault = Vault::open(repository);
            if (!vault)
                return failure(vault.error());
            const auto found = vault->resolveCommit(at);
            if (!found)
                return failure(found.error());
            const auto facts = vault->commit(*found);
            if (!facts)
                return failure(facts.error());
            commit = *found;
            tree = facts->tree;
        } else {
            const auto facts = inspectTarget(GitProgram(host), repository, at.isEmpty() ? source->base.text() : at);
            if (!facts)
                return failure(facts.error());
            commit = facts->base;
            tree = facts->baseTree;
            repository = facts->path;
        }
    }
    source->facts.policy.contained = contained && source->facts.policy.contained;
    auto ground = ProvingGround::open(host, repository, commit, tree, source->facts.policy, stop);
    if (!ground)
        return failure(ground.error());
    QList<ProvingGround::CheckCall> calls;
    for (const BundleCheck &check : source->facts.checks) {
        const auto bytes = source->bytes(check);
        if (!bytes)
            return failure(bytes.error());
        calls.append({check.fileName(), *bytes, tree});
    }
    const auto answers = (*ground)->watch(calls, source->facts.policy.repeats);
    if (!answers)
        return failure(answers.error());
    QList<ReproRow> rows;
    for (qsizetype i = 0; i < answers->size(); ++i) {
        const BundleCheck &check = source->facts.checks.at(i);
        ReproRow row{.check = check.id, .finding = check.finding, .role = check.role, .title = check.title};
        QString why;
        for (const ProofResult &run : answers->at(i)) {
            row.answers.append(run.answer);
            if (row.line.isEmpty())
                row.line = QString::fromUtf8(run.reproducedLine);
            if (why.isEmpty() && run.answer == Answer::Inconclusive)
                why = run.reason;
        }
        if (row.line.isEmpty())
            row.line = why;
        rows.append(row);
    }
    return rows;
}

} // namespace assay
