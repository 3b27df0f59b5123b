// Writing a bundle: prove first, then write beside the final name, then rename.
#include "core/bundle/bundle.h"
#include "core/bundle/bundlejournal.h"
#include "core/bundle/gatejunit.h"
#include "core/bundle/manifest.h"
#include "core/bundle/patchseries.h"
#include "core/bundle/proving.h"

#include <QDir>
#include <QFile>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

/// The folder while it is being filled; gone again unless it was renamed.
class PartialFolder {
public:
    explicit PartialFolder(const QString &finalPath)
        : m_path(finalPath + u".partial-%1"_s.arg(::getpid())),
          m_final(finalPath)
    {}
    ~PartialFolder()
    {
        if (!m_done)
            QDir(m_path).removeRecursively();
    }
    Q_DISABLE_COPY_MOVE(PartialFolder)

    [[nodiscard]] const QString &path() const { return m_path; }

    [[nodiscard]] Status make()
    {
        const QDir there(m_final);
        if (there.exists() && !there.isEmpty(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot)) {
            return failure(u"the export folder exists and is not empty"_s, m_final, u"Name another with --to."_s,
                           ErrorKind::Usage);
        }
        QDir(m_path).removeRecursively();
        if (!QDir().mkpath(m_path))
            return failure(u"the export folder cannot be made"_s, m_path, u"Name one that you can write with --to."_s);
        return {};
    }

    [[nodiscard]] Status write(const QString &name, const QByteArray &bytes, bool executable = false) const
    {
        const QString file = m_path + u'/' + name;
        QDir().mkpath(file.section(u'/', 0, -2));
        QFile out(file);
        if (!out.open(QIODevice::WriteOnly) || out.write(bytes) != bytes.size() || !out.flush()
            || ::fsync(out.handle()) != 0)
            return failure(u"cannot be written: "_s + out.errorString(), file,
                           u"Free space, or export to another folder with --to."_s);
        const QFileDevice::Permissions plain(0x6644);
        if (!out.setPermissions(
                executable ? plain | QFileDevice::ExeOwner | QFileDevice::ExeGroup | QFileDevice::ExeOther : plain))
            return failure(u"its mode cannot be set: "_s + out.errorString(), file);
        return {};
    }

    [[nodiscard]] Status finish()
    {
        QDir().rmdir(m_final); // an empty folder of that name may stand there
        if (::rename(QFile::encodeName(m_path).constData(), QFile::encodeName(m_final).constData()) != 0)
            return failure(u"the finished bundle cannot be renamed to its place"_s, m_final,
                           u"It may have been made meanwhile: name another with --to."_s);
        m_done = true;
        return {};
    }

private:
    QString m_path, m_final;
    bool m_done = false;
};

bool isFree(const QString &folder)
{
    const QDir there(folder);
    return !there.exists() || there.isEmpty(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
}

/// bundle, or bundle-2 beside one of an earlier checkpoint: what was exported once is never written over.
QString freeFolder(const RunFolder &run)
{
    QString folder = run.bundle();
    for (int n = 2; !isFree(folder); ++n)
        folder = u"%1-%2"_s.arg(run.bundle()).arg(n);
    return folder;
}

Result<QByteArray> readWhole(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return failure(u"cannot be read: "_s + file.errorString(), path);
    return file.readAll();
}

QJsonArray toJson(const ProofList &list)
{
    QJsonArray array;
    for (const Proof &proof : list.proofs) {
        const QString state = proof.state == Proof::State::Proven ? u"proven"_s
            : proof.state == Proof::State::Refuted                ? u"refuted"_s
                                                                  : u"could-not"_s;
        array.append(QJsonObject{{u"name"_s, proof.name}, {u"state"_s, state}, {u"detail"_s, proof.detail}});
    }
    return array;
}

/// Shows what looks like a secret in everything that leaves the machine; the texts are made of the journal.
Status lookForSecrets(const QMap<QString, QByteArray> &files, const ExportOptions &options)
{
    QStringList found;
    for (auto it = files.cbegin(); it != files.cend(); ++it) {
        for (const Secret &secret : findSecrets(it.key(), it.value())) {
            found.append(secretText(secret));
            if (options.secretSeen)
                options.secretSeen(secret);
        }
    }
    if (found.isEmpty() || options.withSecrets)
        return {};
    QString words = found.mid(0, 3).join(u"; "_s);
    if (found.size() > 3)
        words += u" and %1 more"_s.arg(found.size() - 3);
    return failure(
        u"there seem to be secrets in what would be exported: "_s + words, u"the bundle"_s,
        u"`assay export` lists each of them. Rewind to a checkpoint without them, or take each back where it is "
        "valid and export with --with-secrets."_s,
        ErrorKind::CannotVerify);
}

/// What this export saw, else what the run did: a gate whose base is broken here was not run on the change.
Result<GateReport> gateOf(const std::optional<GateReport> &seen, const RunState &state, const BundleFacts &facts,
                          const EvidenceStore &evidence)
{
    if (seen)
        return *seen;
    const GateFact *fact = state.gateOf(facts.tree);
    if (facts.policy.gate.isEmpty() || !fact || fact->report.isNull())
        return GateReport{.tree = facts.tree};
    const auto bytes = evidence.get(fact->report);
    return bytes ? decodeReport(*bytes) : failure(bytes.error());
}

/// What of the run's change is exported.
Result<BundlePart> partOf(const RunFolder &run, const RunState &state, const ExportOptions &options,
                          QList<ReviewPlace> *lapsed, const StopToken &stop)
{
    auto vault = Vault::open(run.vault());
    if (!vault)
        return failure(vault.error());
    return options.only.isEmpty() ? partWithoutLeftOut(*vault, state, lapsed, stop)
                                  : partOnly(*vault, state, options.only);
}

QString mendOf(const BundlePart &part)
{
    if (!part.leftOut.isEmpty())
        return u"Accept again what was left out of it (`assay changes --only left-out`), or export it marked unproven "
               "with --unproven: then it says what it does not fix."_s;
    if (!part.only.isEmpty())
        return u"Its change may stand on another's: export more findings with it, or everything."_s;
    return u"Resume the run until it converges, rewind to a checkpoint that holds, or export it marked unproven with "
           "--unproven."_s;
}

} // namespace

Result<ExportResult> exportBundle(const RunFolder &run, const RunState &state, ProcessHost &host,
                                  const ExportOptions &options, const ProvenRecorder &record,
                                  const ProofProgress &progress, StopToken stop)
{
    const QString folder = options.folder.isEmpty() ? freeFolder(run) : options.folder;
    PartialFolder partial(folder);
    if (const auto made = partial.make(); !made)
        return failure(made.error());
    auto facts = BundleFacts::of(state);
    if (!facts)
        return failure(facts.error());
    // What another gate said before is no measure of this one.
    if (!facts->policy.gate.isEmpty() && state.gateSince > 0 && !state.gateOf(state.baseTree))
        return failure(u"the gate was changed, and what it says of base was not measured since"_s, run.path(),
                       u"Resume the run, which measures it."_s, ErrorKind::CannotVerify);
    const auto runner = readWhole(options.resources + u"/bundle/run"_s);
    if (!runner)
        return failure(runner.error());
    const EvidenceStore evidence(run.evidence());
    const GitProgram git(host);
    QList<ReviewPlace> lapsed;
    const auto part = partOf(run, state, options, &lapsed, stop);
    if (!part)
        return failure(part.error());
    facts->take(*part);
    const auto patch = patchBetween(git, run.vault(), state.baseTree, facts->tree, stop);
    if (!patch)
        return failure(patch.error());
    const auto mails
        = makeSeries(git, run.vault(), state.base, part->isWhole() ? state.checkpoint().commit : part->commit, stop);
    if (!mails)
        return failure(mails.error());
    if (const auto written = partial.write(u"fixes.patch"_s, *patch); !written)
        return failure(written.error());
    facts->patch = {u"fixes.patch"_s, Digest::of(*patch)};
    for (const SeriesMail &mail : *mails) {
        const QString name = u"series/"_s + QString::fromUtf8(mail.name);
        if (const auto written = partial.write(name, mail.bytes); !written)
            return failure(written.error());
        facts->mails.append({name, Digest::of(mail.bytes)});
    }

    QMap<QString, QByteArray> leaving{{u"fixes.patch"_s, *patch}};
    for (const SeriesMail &mail : *mails)
        leaving.insert(u"series/"_s + QString::fromUtf8(mail.name), mail.bytes);
    for (const BundleCheck &check : std::as_const(facts->checks)) {
        const auto bytes = evidence.get(check.evidence);
        if (!bytes)
            return failure(bytes.error());
        leaving.insert(QString::fromUtf8(check.file), *bytes);
    }
    const auto soFar = readWhole(run.journal());
    if (!soFar)
        return failure(soFar.error());
    leaving.insert(u"journal.jsonl"_s, *soFar);
    if (const auto clean = lookForSecrets(leaving, options); !clean)
        return failure(clean.error());

    auto ground = ProvingGround::open(host, run.vault(), state.base, state.baseTree, facts->policy, stop);
    if (!ground)
        return failure(ground.error());
    ProofTeller teller(progress);
    const auto proven = proveChange(
        **ground, *facts, {.commit = state.base, .patch = *patch, .folder = partial.path()},
        [&](const BundleCheck &check) { return evidence.get(check.evidence); }, teller);
    if (!proven)
        return failure(proven.error());
    if (!teller.allProven() && !options.unproven) {
        QStringList open;
        for (const Proof &proof : teller.list().proofs) {
            if (proof.state != Proof::State::Proven)
                open.append(proof.name + u" ("_s + proof.detail + u')');
        }
        return failure(u"not everything is proven: "_s + open.join(u"; "_s), run.path(), mendOf(*part),
                       teller.list().exitStatus() == 9 ? ErrorKind::Refuted : ErrorKind::CannotVerify);
    }
    if (!part->isWhole()) {
        // What is there again is said so, and nothing is claimed of it any more.
        BundlePart seen = *part;
        seen.notFixed.append(proven->present);
        facts->take(seen);
        if (proven->gate)
            facts->gate = gateWords(*proven->gate);
    }
    facts->unproven = !teller.allProven();
    facts->proofs = toJson(teller.list());
    const auto gate = gateOf(proven->gate, state, *facts, evidence);
    if (!gate)
        return failure(gate.error());
    const QByteArray gateReport = gateAsJUnit(*gate);
    facts->gateReport = {u"gate.junit.xml"_s, Digest::of(gateReport)};
    if (const auto written = partial.write(facts->gateReport.file, gateReport); !written)
        return failure(written.error());
    if (const auto recorded = record(facts->exportToJson()); !recorded)
        return failure(recorded.error());

    for (const BundleCheck &check : std::as_const(facts->checks)) {
        const auto bytes = evidence.get(check.evidence);
        if (!bytes)
            return failure(bytes.error());
        if (const auto written = partial.write(QString::fromUtf8(check.file), *bytes, true); !written)
            return failure(written.error());
    }
    const auto journalBytes = readWhole(run.journal());
    if (!journalBytes)
        return failure(journalBytes.error());
    if (const auto written = partial.write(u"journal.jsonl"_s, *journalBytes); !written)
        return failure(written.error());
    // From here on as a verifier does it: whatever is told is what the copy of the journal gives.
    const auto journal = readBundleJournal(partial.path() + u"/journal.jsonl"_s);
    if (!journal)
        return failure(journal.error());
    auto told = BundleFacts::of(journal->state);
    if (!told)
        return failure(told.error());
    if (journal->last.kind != "export.proven"_L1 || !told->takeExport(journal->last.data))
        return failure(u"the journal does not end with what was just proven"_s, run.journal(),
                       u"Let nothing else write to the run, and export again."_s);
    const QMap<QByteArray, QByteArray> texts = writtenFromJournal(*told, journal->state, *runner);
    for (auto it = texts.cbegin(); it != texts.cend(); ++it) {
        if (const auto written = partial.write(QString::fromUtf8(it.key()), it.value(), isExecutablePart(it.key()));
            !written)
            return failure(written.error());
    }
    if (const auto written = writeManifest(partial.path(), told->toJson()); !written)
        return failure(written.error());
    const auto digest = bundleDigest(partial.path());
    if (!digest)
        return failure(digest.error());
    if (const auto done = partial.finish(); !done)
        return failure(done.error());
    return ExportResult{folder, *digest, teller.list(), facts->part, lapsed};
}

} // namespace assay
