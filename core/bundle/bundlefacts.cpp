#include "core/bundle/bundlefacts.h"

#include "core/journal/codec.h"
#include "core/journal/policycodec.h"

#include <QFileInfo>
#include <QRegularExpression>

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
    auto policy = policyFromJson(state.policy);
    if (!policy)
        return failure(policy.error());
    policy->agent.clear();
    BundleFacts facts{.run = state.id.text(),
                      .assay = QStringLiteral(ASSAY_VERSION),
                      .base = state.base,
                      .baseTree = state.baseTree,
                      .tree = state.checkpoint().tree,
                      .policy = *policy};
    for (const GateFact &gate : state.gates)
        facts.unstable.append(gate.unstable);
    facts.unstable.removeDuplicates();
    if (const GateFact *gate = state.gateOf(state.baseTree)) {
        facts.basePassed = gate->passed;
        facts.baseFailed = gate->failed;
    }
    if (const GateFact *gate = state.gateOf(facts.tree)) {
        facts.passed = gate->passed;
        facts.failed = gate->failed;
    }
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
                              .fileName = check.fileName,
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
    QJsonObject ownersPolicy = policyToJson(policy);
    ownersPolicy.remove(u"agent"_s);
    return {{u"run"_s, run},
            {u"assay"_s, assay},
            {u"base"_s, base.text()},
            {u"base_tree"_s, baseTree.text()},
            {u"tree"_s, tree.text()},
            {u"policy"_s, ownersPolicy},
            {u"unstable"_s, codec::toJson(unstable)},
            {u"checks"_s, list},
            {u"series"_s, codec::toJson(mails)},
            {u"gate"_s,
             QJsonObject{{u"base_passed"_s, basePassed},
                         {u"base_failed"_s, baseFailed},
                         {u"passed"_s, passed},
                         {u"failed"_s, failed}}},
            {u"unproven"_s, unproven},
            {u"findings"_s, findings},
            {u"proofs"_s, proofs}};
}

Result<BundleFacts> BundleFacts::fromJson(const QJsonObject &json)
{
    const auto bad = [](const QString &member) {
        return failure(u"MANIFEST.json: %1 is missing or has another form"_s.arg(member), u"bundle"_s,
                       u"Ask whoever exported it for a whole one."_s, ErrorKind::CannotVerify);
    };
    BundleFacts facts;
    facts.run = json[u"run"].toString();
    facts.base = codec::toObject(json[u"base"]);
    facts.baseTree = codec::toObject(json[u"base_tree"]);
    facts.tree = codec::toObject(json[u"tree"]);
    static const QRegularExpression hash(u"^[0-9a-f]{40}$"_s);
    for (const auto &[name, id] : {std::pair{u"base"_s, facts.base}, std::pair{u"base_tree"_s, facts.baseTree},
                                   std::pair{u"tree"_s, facts.tree}}) {
        if (!hash.match(id.text()).hasMatch())
            return bad(name);
    }
    const auto policy = policyFromJson(json[u"policy"].toObject());
    if (!policy)
        return failure(policy.error());
    facts.policy = *policy;
    facts.unstable = codec::toTexts(json[u"unstable"]);
    facts.mails = codec::toTexts(json[u"series"]);
    for (const QJsonValue entry : json[u"checks"].toArray()) {
        const QByteArray file = entry[u"file"].toString().toUtf8();
        if (!file.startsWith("repro/") || file.contains("..") || file.count('/') != 1)
            return bad(u"checks[].file"_s);
        facts.checks.append({.id = CheckId(entry[u"id"].toString()),
                             .finding = FindingId(entry[u"finding"].toString()),
                             .role = checkRoleFromWord(entry[u"role"].toString()).value_or(CheckRole::Unusable),
                             .file = file,
                             .fileName = file.mid(6),
                             .title = entry[u"title"].toString(),
                             .presentAtBase = entry[u"present_at_base"].toBool(),
                             .fixed = entry[u"fixed"].toBool()});
    }
    for (const QString &mail : std::as_const(facts.mails)) {
        if (!mail.startsWith("series/"_L1) || mail.contains(".."_L1) || mail.count(u'/') != 1)
            return bad(u"series[]"_s);
    }
    const QJsonObject gate = json[u"gate"].toObject();
    facts.basePassed = gate[u"base_passed"].toInt();
    facts.baseFailed = gate[u"base_failed"].toInt();
    facts.passed = gate[u"passed"].toInt();
    facts.failed = gate[u"failed"].toInt();
    facts.unproven = json[u"unproven"].toBool();
    facts.findings = json[u"findings"].toArray();
    facts.proofs = json[u"proofs"].toArray();
    return facts;
}

} // namespace assay
