// Verifying a bundle from it and the target alone.
#include "core/bundle/agreement.h"

#include <QDir>
#include <QFile>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

Result<QByteArray> readPart(const QString &bundle, const QString &name)
{
    QFile file(bundle + u'/' + name);
    if (!file.open(QIODevice::ReadOnly))
        return failure(u"cannot be read: "_s + file.errorString(), file.fileName(), {}, ErrorKind::CannotVerify);
    return file.readAll();
}

} // namespace

Result<ProofList> verifyBundle(ProcessHost &host, const VerifyOptions &options, const ProofProgress &progress,
                               StopToken stop)
{
    const QString bundle = QDir(options.bundle).absolutePath();
    ProofTeller teller(progress);
    const auto agreed = proveAgreement(bundle, options.resources, teller);
    if (!agreed)
        return failure(agreed.error());
    if (!agreed->agrees)
        return teller.list(); // nothing of a bundle that was changed is executed
    BundleFacts facts = agreed->facts;
    if (facts.unproven)
        teller.tell(Proof::State::CouldNot, u"exported as proven"_s,
                    u"it was exported marked unproven by explicit choice"_s);

    facts.policy.contained = options.contained;
    const QString revision = options.at.isEmpty() ? facts.base.text() : options.at;
    const auto target = inspectTarget(GitProgram(host), options.target, revision);
    if (!target) {
        if (target.error().kind == ErrorKind::Stopped)
            return failure(target.error());
        // No such repository is a slip of whoever typed it; a repository without that commit tells something.
        if (const auto any = inspectTarget(GitProgram(host), options.target, {}); !any)
            return failure(any.error());
        teller.tell(Proof::State::CouldNot,
                    u"the target has %1"_s.arg(options.at.isEmpty() ? u"base "_s + facts.base.shortText() : options.at),
                    target.error().text());
        return teller.list();
    }
    if (options.at.isEmpty() && target->baseTree != facts.baseTree) {
        teller.holds(false, u"base has the tree that the bundle names"_s, u"it has "_s + target->baseTree.text());
        return teller.list();
    }
    const auto patch = readPart(bundle, u"fixes.patch"_s);
    if (!patch)
        return failure(patch.error());
    ChangeToProve change{.commit = target->base, .patch = *patch, .folder = bundle};
    if (!facts.gateReport.digest.isNull()) {
        const auto report = readPart(bundle, facts.gateReport.file);
        if (!report)
            return failure(report.error());
        change.gateReport = *report;
    }
    if (!options.at.isEmpty())
        change.elsewhere = u"%1 (%2)"_s.arg(options.at, target->base.shortText());
    auto ground = ProvingGround::open(host, target->path, target->base, target->baseTree, facts.policy, stop);
    const auto proven = !ground
        ? Result<SeenChange>(failure(ground.error()))
        : proveChange(
              **ground, facts, change,
              [&](const BundleCheck &check) { return readPart(bundle, QString::fromUtf8(check.file)); }, teller);
    if (!proven) {
        if (proven.error().kind == ErrorKind::Stopped)
            return failure(proven.error());
        teller.tell(Proof::State::CouldNot, u"the proofs could be run"_s, proven.error().text());
    }
    return teller.list();
}

} // namespace assay
