#include "core/bundle/bundlefacts.h"

#include "core/journal/codec.h"
#include "core/journal/policycodec.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace assay {

QByteArray safeFileName(const QString &title, const QByteArray &originalName)
{
    QByteArray name;
    for (const QChar c : title) {
        const bool plain = c.unicode() < 0x80 && (c.isLetterOrNumber() || c == u'_');
        if (plain)
            name += char(c.toLower().unicode());
        else if (!name.endsWith('-'))
            name += '-';
        if (name.size() >= 60)
            break;
    }
    while (name.endsWith('-'))
        name.chop(1);
    QByteArray suffix;
    for (const char c : QFileInfo(QString::fromUtf8(originalName)).suffix().toUtf8()) {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0)
            suffix += c;
    }
    return suffix.isEmpty() ? name : name + '.' + suffix;
}

Result<BundleFacts> BundleFacts::of(const RunState &state)
{
    if (state.checkpoints.isEmpty() || state.policy.isEmpty())
        return failure(u"the journal tells of no run that was set up"_s, u"journal.jsonl"_s,
                       u"Resume the run until it is, or ask whoever exported the bundle for a whole one."_s,
                       ErrorKind::CannotVerify);
    for (const CheckpointFact &checkpoint : state.lineage()) {
        if (checkpoint.commit.isNull() || checkpoint.tree.isNull())
            return failure(u"checkpoint %1 names no commit or no tree"_s.arg(checkpoint.number), u"journal.jsonl"_s,
                           u"Ask whoever exported the bundle for a whole one."_s, ErrorKind::CannotVerify);
    }
    auto policy = policyFromJson(state.policy);
    if (!policy)
        return failure(policy.error());
    policy->agent.clear();
    BundleFacts facts{.run = state.id.text(),
                      .base = state.base,
                      .baseTree = state.baseTree,
                      .tree = state.checkpoint().tree,
                      .outcome = state.outcome,
                      .policy = *policy,
                      .checkpoints = state.lineage().mid(1),
                      .assay = QStringLiteral(ASSAY_VERSION)};
    facts.markedOut = state.leftOut();
    for (const GateFact &gate : state.gates)
        facts.unstable.append(gate.unstable);
    facts.unstable.removeDuplicates();
    const auto words = [&](const ObjectId &tree) {
        const GateFact *gate = state.gateOf(tree);
        return gate ? gateWords(gate->countsKnown, gate->passed, gate->failed, gate->exits) : QString();
    };
    facts.baseGate = words(state.baseTree);
    facts.gate = words(facts.tree);
    QSet<QByteArray> names;
    for (const Finding &finding : state.findings) {
        if (!isFiled(finding.state))
            continue;
        facts.findings.append(QJsonObject{{u"id"_s, finding.id.text()},
                                          {u"title"_s, finding.title},
                                          {u"severity"_s, toWord(finding.severity)},
                                          {u"root_cause"_s, finding.cause},
                                          {u"state"_s, toWord(finding.state)},
                                          {u"where"_s, codec::toJson(finding.where)},
                                          {u"observed"_s, finding.observed},
                                          {u"expected"_s, finding.expected},
                                          {u"defended_by"_s, codec::toJson(finding.toothedTests)}});
        for (const CheckId &id : finding.checks) {
            const Check check = state.checks.value(id);
            if (check.role == CheckRole::Unusable)
                continue;
            BundleCheck entry{.id = id,
                              .finding = finding.id,
                              .role = check.role,
                              .evidence = check.file,
                              .title = id == finding.checks.first() ? finding.title : check.name,
                              .fixed = finding.state == FindingState::Fixed};
            for (const ProofFact &proof : state.proofs) {
                if (proof.subject == id && proof.tree == state.baseTree && proof.answer == Answer::Present
                    && (proof.role == ProofRole::Repro || proof.role == ProofRole::Check
                        || proof.role == ProofRole::Acceptance))
                    entry.presentAtBase = true;
            }
            QByteArray name = safeFileName(
                finding.id.text() + u'-' + (id == finding.checks.first() ? finding.title : check.name), check.fileName);
            name.replace(finding.id.text().toLower().toUtf8() + '-', finding.id.text().toUtf8() + '-');
            entry.file = "repro/" + name;
            if (names.contains(entry.file))
                entry.file = "repro/" + id.text().toUtf8() + '-' + name;
            names.insert(entry.file);
            facts.checks.append(entry);
        }
    }
    return facts;
}

void BundleFacts::take(const BundlePart &of)
{
    part = of;
    if (part.isWhole())
        return;
    tree = part.tree;
    gate.clear(); // the run's own gate never saw this tree
    for (BundleCheck &check : checks) {
        check.claimed = !part.notFixed.contains(check.finding);
        check.fixed = check.fixed && check.claimed;
    }
    for (qsizetype i = 0; i < findings.size(); ++i) {
        QJsonObject finding = findings.at(i).toObject();
        finding[u"defended_by"_s] = QJsonArray(); // whether the test is in this part nobody asked
        if (part.notFixed.contains(FindingId(finding[u"id"].toString())))
            finding[u"state"_s] = toWord(FindingState::Reproduced);
        findings[i] = finding;
    }
}

QList<ObjectId> BundleFacts::seriesTrees() const
{
    if (!part.isWhole())
        return {part.tree};
    QList<ObjectId> trees;
    for (const CheckpointFact &checkpoint : checkpoints)
        trees.append(checkpoint.tree);
    return trees;
}

QJsonObject BundleFacts::toJson() const
{
    QJsonArray list;
    for (const BundleCheck &check : checks) {
        list.append(QJsonObject{{u"id"_s, check.id.text()},
                                {u"finding"_s, check.finding.text()},
                                {u"role"_s, toWord(check.role)},
                                {u"file"_s, QString::fromUtf8(check.file)},
                                {u"title"_s, check.title},
                                {u"present_at_base"_s, check.presentAtBase},
                                {u"fixed"_s, check.fixed}});
    }
    QJsonArray series;
    for (const PinnedFile &mail : mails)
        series.append(mail.file);
    QJsonObject ownersPolicy = policyToJson(policy);
    ownersPolicy.remove(u"agent"_s);
    QJsonObject json{{u"run"_s, run},
                     {u"assay"_s, assay},
                     {u"base"_s, base.text()},
                     {u"base_tree"_s, baseTree.text()},
                     {u"tree"_s, tree.text()},
                     {u"outcome"_s, outcome ? toWord(*outcome) : QString()},
                     {u"policy"_s, ownersPolicy},
                     {u"unstable"_s, codec::toJson(unstable)},
                     {u"checks"_s, list},
                     {u"series"_s, series},
                     {u"gate"_s, QJsonObject{{u"base"_s, baseGate}, {u"now"_s, gate}}},
                     {u"unproven"_s, unproven},
                     {u"findings"_s, findings},
                     {u"proofs"_s, proofs}};
    if (!part.isWhole())
        json[u"part"_s] = partToJson(part);
    return json;
}

QJsonObject BundleFacts::exportToJson() const
{
    QJsonArray series;
    for (const PinnedFile &mail : mails)
        series.append(QJsonObject{{u"file"_s, mail.file}, {u"sha256"_s, mail.digest.text()}});
    QJsonObject json{{u"assay"_s, assay},
                     {u"tree"_s, tree.text()},
                     {u"patch"_s, patch.digest.text()},
                     {u"series"_s, series},
                     {u"gate_report"_s, gateReport.digest.text()},
                     {u"proven"_s, !unproven},
                     {u"proofs"_s, proofs}};
    if (part.isWhole())
        return json;
    const QJsonObject more = partToJson(part);
    for (auto it = more.begin(); it != more.end(); ++it)
        json[it.key()] = it.value();
    json[u"gate"_s] = gate;
    return json;
}

bool BundleFacts::takeExport(const QJsonObject &json)
{
    if (json.contains(u"commit")) {
        QList<FindingId> fixed;
        for (const BundleCheck &check : std::as_const(checks)) {
            if (check.fixed)
                fixed.append(check.finding);
        }
        const auto told = partFromJson(json, markedOut, fixed);
        if (!told)
            return false;
        take(*told);
        gate = json[u"gate"].toString();
    }
    assay = json[u"assay"].toString();
    patch = {u"fixes.patch"_s, codec::toDigest(json[u"patch"])};
    mails.clear();
    for (const QJsonValue mail : json[u"series"].toArray())
        mails.append({mail[u"file"].toString(), codec::toDigest(mail[u"sha256"])});
    gateReport = {u"gate.junit.xml"_s, codec::toDigest(json[u"gate_report"])};
    unproven = !json[u"proven"].toBool();
    proofs = json[u"proofs"].toArray();
    return json[u"tree"].toString() == tree.text() && !patch.digest.isNull(); // a newer version may say more
}

} // namespace assay
