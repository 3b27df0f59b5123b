// `assay journal --verify`: the chain, the anchors, every commit and every piece of evidence that the journal names.
#include "core/bundle/bundle.h"
#include "core/bundle/proving.h"
#include "core/journal/journalreader.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

/// Every SHA-256 that an entry's data names as evidence: 64 hexadecimal digits under a member that holds one.
void collectDigests(const QJsonValue &value, QSet<QString> &digests)
{
    static const QRegularExpression form(u"^[0-9a-f]{64}$"_s);
    if (value.isString()) {
        if (form.match(value.toString()).hasMatch())
            digests.insert(value.toString());
    } else if (value.isArray()) {
        for (const QJsonValue item : value.toArray())
            collectDigests(item, digests);
    } else if (value.isObject()) {
        const QJsonObject object = value.toObject();
        for (auto it = object.constBegin(); it != object.constEnd(); ++it) {
            // A preparation's key, a hunk's id and what a hunk was asked are hashes of their ingredients, not evidence.
            if (it.key() != "key"_L1 && it.key() != "hunk"_L1 && it.key() != "asked"_L1)
                collectDigests(it.value(), digests);
        }
    }
}

} // namespace

Result<ProofList> verifyRun(const RunFolder &run, StopToken stop)
{
    const ProofProgress nobody;
    ProofTeller teller(nobody);
    const auto chain = verifyChain(run.journal());
    if (!chain)
        return failure(chain.error());
    teller.holds(chain->problems.isEmpty(), u"the journal's chain is whole"_s,
                 chain->problems.isEmpty() ? u"%1 entries"_s.arg(chain->entries)
                                           : chain->problems.mid(0, 3).join(u"; "_s));
    RunState state;
    QSet<QByteArray> hashes;
    QSet<QString> digests;
    const auto read = readJournal(run.journal(), 0, false, [&](Entry &&entry) {
        hashes.insert(entry.hash);
        if (!entry.kind.startsWith("export."_L1)) // those name files of the bundle, which may lie anywhere
            collectDigests(entry.data, digests);
        state.apply(entry);
        return !stop.stopRequested();
    });
    if (!read) {
        if (chain->problems.isEmpty())
            return failure(read.error());
        // The chain has told where; what follows it cannot be read.
        teller.holds(false, u"every entry can be read"_s,
                     u"%1 entries before the damage are intact"_s.arg(state.lastSeq));
        return teller.list();
    }
    if (state.checkpoints.isEmpty()) {
        teller.holds(false, u"the journal has its beginning"_s, u"it holds no run.created entry"_s);
        return teller.list();
    }
    const EvidenceStore evidence(run.evidence());
    QStringList lost;
    for (const QString &digest : std::as_const(digests)) {
        if (stop.stopRequested())
            return failure(u"stopped"_s, run.path(), {}, ErrorKind::Stopped);
        if (const auto bytes = evidence.get(Digest(digest.toLatin1())); !bytes)
            lost.append(bytes.error().text());
    }
    teller.holds(lost.isEmpty(), u"all evidence named is there, with its digest"_s,
                 lost.isEmpty() ? u"%1 pieces"_s.arg(digests.size())
                                : u"%1 of %2 are not: %3"_s.arg(lost.size()).arg(digests.size()).arg(lost.first()));
    const auto vault = Vault::open(run.vault());
    if (!vault) {
        if (state.policy.isEmpty())
            return teller.list(); // not set up yet: no commit was named
        teller.holds(false, u"the vault can be opened"_s, vault.error().text());
        return teller.list();
    }
    QStringList missing;
    int commits = 0;
    const auto need = [&](const ObjectId &commit, const ObjectId &tree, const QString &what) {
        if (commit.isNull())
            return;
        ++commits;
        const auto facts = vault->commit(commit);
        if (!facts)
            missing.append(what + u": "_s + facts.error().text());
        else if (!tree.isNull() && facts->tree != tree)
            missing.append(u"%1 has tree %2, the journal says %3"_s.arg(what, facts->tree.text(), tree.text()));
    };
    QStringList loose;
    static const QRegularExpression trailer(u"^Assay-Journal: ([0-9a-f]{64})$"_s, QRegularExpression::MultilineOption);
    for (const CheckpointFact &checkpoint : state.checkpoints) {
        const QString what = u"checkpoint %1"_s.arg(checkpoint.number);
        need(checkpoint.commit, checkpoint.tree, what);
        if (checkpoint.number == 0)
            continue;
        if (const auto facts = vault->commit(checkpoint.commit)) {
            const auto match = trailer.match(QString::fromUtf8(facts->message));
            if (!match.hasMatch() || !hashes.contains(match.captured(1).toLatin1()))
                loose.append(what);
        }
    }
    for (const IterationFact &iteration : state.iterations) {
        if (iteration.candidate)
            need(iteration.candidate->commit, iteration.candidate->tree,
                 u"candidate of iteration %1"_s.arg(iteration.n));
        need(iteration.salvage, {}, u"salvage of iteration %1"_s.arg(iteration.n));
    }
    // The other way round: what the vault kept and the journal does not tell was cut off.
    QStringList untold;
    if (const auto refs = vault->refs(u"checkpoints"_s)) {
        QSet<ObjectId> told;
        for (const CheckpointFact &checkpoint : state.checkpoints)
            told.insert(checkpoint.commit);
        for (const auto &[name, commit] : *refs) {
            if (told.contains(commit))
                continue;
            // One made by an engine that died before it told it hangs on the journal's last entries all the same.
            const auto facts = vault->commit(commit);
            const auto match = trailer.match(facts ? QString::fromUtf8(facts->message) : QString());
            if (!match.hasMatch() || !hashes.contains(match.captured(1).toLatin1()))
                untold.append(name);
        }
    }
    teller.holds(untold.isEmpty(), u"every checkpoint of the vault is told by the journal"_s,
                 untold.isEmpty() ? u"%1 checkpoints"_s.arg(state.checkpoints.size() - 1)
                                  : u"not told, so entries are missing: "_s + untold.join(u", "_s));
    teller.holds(missing.isEmpty(), u"every commit named exists"_s,
                 missing.isEmpty() ? u"%1 commits"_s.arg(commits) : missing.mid(0, 3).join(u"; "_s));
    teller.holds(loose.isEmpty(), u"each checkpoint is anchored in the journal"_s,
                 loose.isEmpty() ? u"%1 anchors"_s.arg(state.checkpoints.size() - 1)
                                 : u"not anchored: "_s + loose.join(u", "_s));
    return teller.list();
}

} // namespace assay
