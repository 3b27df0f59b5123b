// Verifying a bundle from it and the target alone.
#include "core/bundle/bundle.h"
#include "core/bundle/manifest.h"
#include "core/bundle/proving.h"
#include "core/journal/journalreader.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>

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

/// The chain holds, and each checkpoint's trailer names an entry of it.
Status proveJournal(const QString &bundle, const BundleFacts &facts, ProofTeller &teller)
{
    const QString path = bundle + u"/journal.jsonl"_s;
    const auto chain = verifyChain(path);
    if (!chain)
        return failure(chain.error());
    teller.holds(chain->problems.isEmpty(), u"the journal's chain is whole"_s,
                 chain->problems.isEmpty() ? u"%1 entries"_s.arg(chain->entries) : chain->problems.first());
    QSet<QByteArray> hashes;
    const auto read = readJournal(path, 0, false, [&](Entry &&entry) {
        hashes.insert(entry.hash);
        return true;
    });
    if (!read)
        return failure(read.error());
    static const QRegularExpression trailer(u"^Assay-Journal: ([0-9a-f]{64})$"_s, QRegularExpression::MultilineOption);
    int anchored = 0;
    QStringList loose;
    for (const QString &mail : facts.mails) {
        const auto bytes = readPart(bundle, mail);
        if (!bytes)
            return failure(bytes.error());
        const auto match = trailer.match(QString::fromUtf8(*bytes));
        if (match.hasMatch() && hashes.contains(match.captured(1).toLatin1()))
            ++anchored;
        else
            loose.append(mail);
    }
    teller.holds(loose.isEmpty(), u"each commit of series/ is anchored in the journal"_s,
                 loose.isEmpty() ? u"%1 anchors"_s.arg(anchored) : u"not anchored: "_s + loose.join(u", "_s));
    return {};
}

} // namespace

Result<ProofList> verifyBundle(ProcessHost &host, const VerifyOptions &options, const ProofProgress &progress,
                               StopToken stop)
{
    const QString bundle = QDir(options.bundle).absolutePath();
    ProofTeller teller(progress);
    const auto manifest = checkManifest(bundle);
    if (!manifest)
        return failure(manifest.error());
    const bool whole = manifest->problems.isEmpty();
    QString detail = u"%1 files"_s.arg(manifest->facts[u"files"].toArray().size());
    if (!whole) {
        detail = manifest->problems.mid(0, 3).join(u"; "_s);
        if (manifest->problems.size() > 3)
            detail += u" and %1 more"_s.arg(manifest->problems.size() - 3);
    }
    teller.holds(whole, u"every file is as the manifest says"_s, detail);
    if (!whole)
        return teller.list(); // nothing of a bundle that was changed is executed
    auto facts = BundleFacts::fromJson(manifest->facts);
    if (!facts)
        return failure(facts.error());
    if (facts->unproven)
        teller.tell(Proof::State::CouldNot, u"exported as proven"_s,
                    u"it was exported marked unproven by explicit choice"_s);
    if (const auto journal = proveJournal(bundle, *facts, teller); !journal)
        return failure(journal.error());

    facts->policy.contained = options.contained;
    const QString revision = options.at.isEmpty() ? facts->base.text() : options.at;
    const auto target = inspectTarget(GitProgram(host), options.target, revision);
    if (!target) {
        if (target.error().kind == ErrorKind::Stopped)
            return failure(target.error());
        teller.tell(
            Proof::State::CouldNot,
            u"the target has %1"_s.arg(options.at.isEmpty() ? u"base "_s + facts->base.shortText() : options.at),
            target.error().text());
        return teller.list();
    }
    if (options.at.isEmpty() && target->baseTree != facts->baseTree) {
        teller.holds(false, u"base has the tree that the bundle names"_s, u"it has "_s + target->baseTree.text());
        return teller.list();
    }
    auto ground = ProvingGround::open(host, target->path, target->base, target->baseTree, facts->policy, stop);
    if (!ground)
        return failure(ground.error());
    const auto patch = readPart(bundle, u"fixes.patch"_s);
    if (!patch)
        return failure(patch.error());
    ChangeToProve change{.commit = target->base, .patch = *patch};
    for (const QString &mail : std::as_const(facts->mails))
        change.mails.append(bundle + u'/' + mail);
    if (options.at.isEmpty())
        change.expectedTree = facts->tree;
    const auto proven = proveChange(
        **ground, *facts, change,
        [&](const BundleCheck &check) { return readPart(bundle, QString::fromUtf8(check.file)); }, teller);
    if (!proven) {
        if (proven.error().kind == ErrorKind::Stopped)
            return failure(proven.error());
        teller.tell(Proof::State::CouldNot, u"the proofs could be run"_s, proven.error().text());
    }
    return teller.list();
}

} // namespace assay
