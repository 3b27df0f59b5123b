#include "core/bundle/agreement.h"

#include <QFile>
#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

Result<QByteArray> read(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return failure(u"cannot be read: "_s + file.errorString(), path, {}, ErrorKind::CannotVerify);
    return file.readAll();
}

QString firstOf(const QStringList &problems)
{
    QString text = problems.mid(0, 3).join(u"; "_s);
    if (problems.size() > 3)
        text += u" and %1 more"_s.arg(problems.size() - 3);
    return text;
}

/// Which line of a text that we write anew is another one.
qsizetype firstDifference(const QByteArray &a, const QByteArray &b)
{
    const auto [at, other] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
    return std::count(a.begin(), at, '\n') + 1;
}

class Agreement {
public:
    Agreement(const QString &folder, const QString &resources, ProofTeller &teller)
        : m_folder(folder),
          m_resources(resources),
          m_teller(teller)
    {}

    Result<AgreedBundle> prove()
    {
        auto manifest = checkManifest(m_folder);
        if (!manifest)
            return failure(manifest.error());
        m_manifest = std::move(*manifest);
        const bool whole = m_manifest.problems.isEmpty();
        m_teller.holds(whole, u"every file is as the manifest says"_s,
                       whole ? u"%1 files"_s.arg(m_manifest.files.size()) : firstOf(m_manifest.problems));
        if (!whole)
            return AgreedBundle{};
        auto journal = readBundleJournal(m_folder + u"/journal.jsonl"_s);
        if (!journal) {
            m_teller.holds(false, u"the journal can be read"_s, journal.error().text());
            return AgreedBundle{};
        }
        m_journal = std::move(*journal);
        const ChainReport &chain = m_journal.chain;
        m_teller.holds(chain.problems.isEmpty(), u"the journal's chain is whole"_s,
                       chain.problems.isEmpty() ? u"%1 entries"_s.arg(chain.entries) : firstOf(chain.problems));
        if (!chain.problems.isEmpty())
            return AgreedBundle{};
        if (!m_journal.newer.isEmpty()) {
            m_teller.tell(Proof::State::CouldNot, u"this version understands the journal"_s,
                          u"it has entries of %1: verify it with the Assay that wrote it, or a newer one"_s.arg(
                              m_journal.newer.join(u", "_s)));
            return AgreedBundle{};
        }
        if (!proveEnd())
            return AgreedBundle{};
        m_sameVersion = m_facts.assay == QLatin1StringView(ASSAY_VERSION);
        proveManifest();
        if (const auto files = proveFiles(); !files)
            return failure(files.error());
        if (const auto anchors = proveAnchors(); !anchors)
            return failure(anchors.error());
        return AgreedBundle{m_facts, m_teller.list().exitStatus() != 9};
    }

private:
    /// A journal cut off at the border of two entries has a whole chain: its end must be the export's own.
    bool proveEnd()
    {
        const QString name = u"the journal ends with what this export proved"_s;
        const Entry &last = m_journal.last;
        if (last.kind != "export.proven"_L1) {
            m_teller.holds(
                false, name,
                u"its last entry is %1, number %2: it was cut off, or something was added"_s.arg(last.kind).arg(
                    last.seq));
            return false;
        }
        auto facts = BundleFacts::of(m_journal.state);
        if (!facts) {
            m_teller.holds(false, name, facts.error().text());
            return false;
        }
        m_facts = std::move(*facts);
        const bool fits = m_facts.takeExport(last.data);
        m_teller.holds(fits, name,
                       fits
                           ? u"entry %1, tree %2"_s.arg(last.seq).arg(m_facts.tree.shortText())
                           : u"entry %1 is not of the tree %2 that the journal arrives at, or has another form: it was "
                             "cut off, or changed"_s.arg(last.seq)
                                 .arg(m_facts.tree.shortText()));
        return fits;
    }

    /// Texts of another version may differ without a lie; then they cannot be judged here.
    void agree(const QStringList &problems, const QString &name, const QString &detail)
    {
        if (problems.isEmpty() || m_sameVersion) {
            m_teller.holds(problems.isEmpty(), name, problems.isEmpty() ? detail : firstOf(problems));
        } else {
            m_teller.tell(Proof::State::CouldNot, name,
                          u"Assay %1 wrote it, this is %2, which would write it otherwise: %3. Verify it with %1"_s.arg(
                              m_facts.assay, QStringLiteral(ASSAY_VERSION), firstOf(problems)));
        }
    }

    void proveManifest()
    {
        QJsonObject told = m_manifest.facts;
        told.remove(u"format"_s);
        told.remove(u"files"_s);
        const QJsonObject known = m_facts.toJson();
        QStringList problems;
        for (const QString &member : told.keys() + known.keys()) {
            const QString problem = u"\"%1\" is not what the journal says"_s.arg(member);
            if (told.value(member) != known.value(member) && !problems.contains(problem))
                problems.append(problem);
        }
        agree(problems, u"MANIFEST.json says what the journal says"_s, u"%1 members"_s.arg(known.size()));
    }

    Status proveFiles()
    {
        QMap<QByteArray, Digest> pinned{{"fixes.patch", m_facts.patch.digest}};
        if (!m_facts.gateReport.digest.isNull()) // earlier versions wrote none
            pinned.insert(m_facts.gateReport.file.toUtf8(), m_facts.gateReport.digest);
        for (const PinnedFile &mail : std::as_const(m_facts.mails))
            pinned.insert(mail.file.toUtf8(), mail.digest);
        for (const BundleCheck &check : std::as_const(m_facts.checks))
            pinned.insert(check.file, check.evidence);
        const auto runner = read(m_resources + u"/bundle/run"_s);
        if (!runner)
            return failure(runner.error());
        QMap<QByteArray, QByteArray> written = writtenFromJournal(m_facts, m_journal.state, *runner);
        const qsizetype digests = pinned.size(), texts = written.size();
        QStringList problems, otherTexts;
        for (const BundleFile &file : std::as_const(m_manifest.files)) {
            const QString name = QString::fromUtf8(file.path);
            if (file.path == "journal.jsonl")
                continue; // what all else is compared with
            if (file.executable != isExecutablePart(file.path))
                problems.append(name + (file.executable ? u" has a run bit"_s : u" has no run bit"_s));
            if (const auto text = written.constFind(file.path); text != written.cend()) {
                const auto bytes = read(m_folder + u'/' + name);
                if (!bytes)
                    return failure(bytes.error());
                if (*bytes != *text)
                    otherTexts.append(
                        u"%1, line %2, is not what the journal gives"_s.arg(name).arg(firstDifference(*bytes, *text)));
                written.remove(file.path);
            } else if (const auto digest = pinned.constFind(file.path); digest != pinned.cend()) {
                if (*digest != file.digest)
                    problems.append(
                        u"%1: its SHA-256 is %2, the journal says %3"_s.arg(name, file.digest.text(), digest->text()));
                pinned.remove(file.path);
            } else {
                problems.append(name + u" is no file of this bundle: the journal knows nothing of it"_s);
            }
        }
        for (const QByteArray &path : pinned.keys())
            problems.append(QString::fromUtf8(path) + u" is missing"_s);
        for (const QByteArray &path : written.keys())
            otherTexts.append(QString::fromUtf8(path) + u" is missing"_s);
        m_teller.holds(problems.isEmpty(), u"every file is the one that the journal names"_s,
                       problems.isEmpty() ? u"%1 digests"_s.arg(digests) : firstOf(problems));
        agree(otherTexts, u"every text is what the journal gives"_s,
              u"%1 files written again and compared"_s.arg(texts));
        return {};
    }

    /// Each mail is the commit that the journal names, and its trailer the journal's head when it was made.
    Status proveAnchors()
    {
        static const QRegularExpression trailer(u"^Assay-Journal: ([0-9a-f]{64})\\r?$"_s,
                                                QRegularExpression::MultilineOption);
        if (!m_facts.part.isWhole())
            return provePartAnchor(trailer);
        QStringList problems;
        if (m_facts.mails.size() != m_facts.checkpoints.size())
            problems.append(
                u"there are %1 for %2 checkpoints"_s.arg(m_facts.mails.size()).arg(m_facts.checkpoints.size()));
        qint64 after = 0;
        for (qsizetype i = 0; i < std::min(m_facts.mails.size(), m_facts.checkpoints.size()); ++i) {
            const QString &name = m_facts.mails.at(i).file;
            const CheckpointFact &checkpoint = m_facts.checkpoints.at(i);
            const bool known = std::any_of(m_manifest.files.cbegin(), m_manifest.files.cend(),
                                           [&](const BundleFile &file) { return file.path == name.toUtf8(); });
            if (!known)
                continue; // told already
            const auto mail = read(m_folder + u'/' + name);
            if (!mail)
                return failure(mail.error());
            if (!mail->startsWith("From " + checkpoint.commit.hex() + ' '))
                problems.append(u"%1 is not commit %2 of checkpoint %3"_s.arg(name, checkpoint.commit.shortText())
                                    .arg(checkpoint.number));
            const auto match = trailer.match(QString::fromUtf8(*mail));
            const qint64 seq = m_journal.seqOfHash.value(match.captured(1).toLatin1());
            if (seq <= after || seq >= checkpoint.seq)
                problems.append(u"%1 names no entry from before its checkpoint"_s.arg(name));
            after = checkpoint.seq;
        }
        m_teller.holds(problems.isEmpty(), u"each commit of series/ is anchored in the journal"_s,
                       problems.isEmpty() ? u"%1 anchors"_s.arg(m_facts.mails.size()) : firstOf(problems));
        return {};
    }

    /// The one patch of a part names the entry after which it was made: of this export, behind every checkpoint.
    Status provePartAnchor(const QRegularExpression &trailer)
    {
        QStringList problems;
        const QString name = m_facts.mails.isEmpty() ? QString() : m_facts.mails.first().file;
        const bool known = std::any_of(m_manifest.files.cbegin(), m_manifest.files.cend(),
                                       [&](const BundleFile &file) { return file.path == name.toUtf8(); });
        if (m_facts.mails.size() != 1)
            problems.append(u"there are %1 for one patch"_s.arg(m_facts.mails.size()));
        if (known) {
            const auto mail = read(m_folder + u'/' + name);
            if (!mail)
                return failure(mail.error());
            if (!mail->startsWith("From " + m_facts.part.commit.hex() + ' '))
                problems.append(u"%1 is not commit %2"_s.arg(name, m_facts.part.commit.shortText()));
            const auto match = trailer.match(QString::fromUtf8(*mail));
            const qint64 seq = m_journal.seqOfHash.value(match.captured(1).toLatin1());
            const qint64 after = m_facts.checkpoints.isEmpty() ? 0 : m_facts.checkpoints.last().seq;
            if (seq < after || seq >= m_journal.last.seq)
                problems.append(u"%1 names no entry between its last checkpoint and the export"_s.arg(name));
        }
        m_teller.holds(problems.isEmpty(), u"the commit of series/ is anchored in the journal"_s,
                       problems.isEmpty() ? u"1 anchor"_s : firstOf(problems));
        return {};
    }

    const QString m_folder, m_resources;
    ProofTeller &m_teller;
    ManifestCheck m_manifest;
    BundleJournal m_journal;
    BundleFacts m_facts;
    bool m_sameVersion = true;
};

} // namespace

Result<AgreedBundle> proveAgreement(const QString &folder, const QString &resources, ProofTeller &teller)
{
    return Agreement(folder, resources, teller).prove();
}

Result<Digest> bundleDigest(const QString &folder)
{
    const auto sums = read(folder + u"/MANIFEST.sha256"_s);
    return sums ? Result<Digest>(Digest::of(*sums)) : failure(sums.error());
}

} // namespace assay
