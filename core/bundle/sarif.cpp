#include "core/bundle/sarif.h"

#include "core/bundle/shown.h"
#include "core/journal/codec.h"
#include "core/journal/proofmatrix.h"

#include <QCryptographicHash>
#include <QJsonDocument>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

const QString kSchema = u"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"_s;
const QString kTree = u"SRCROOT"_s; // the name that readers of SARIF know for the top of the sources

/// A text that stays what it is: braces are placeholders (3.11.5) unless doubled, and "[words](target)" is a link
/// (3.11.6), which nobody but us may put there.
QJsonObject message(const QString &text)
{
    QString plain = shownLines(text);
    plain.replace(u"{"_s, u"{{"_s).replace(u"}"_s, u"}}"_s).replace(u"]("_s, u"] ("_s);
    return {{u"text"_s, plain}};
}

QString level(Severity severity)
{
    switch (severity) {
    case Severity::High:
        return u"error"_s;
    case Severity::Medium:
        return u"warning"_s;
    case Severity::Low:
        break;
    }
    return u"note"_s;
}

/// Never empty: a finding may name no cause.
QString ruleOf(const Finding &finding)
{
    return finding.cause.isEmpty() ? u"unnamed-cause"_s : shownLine(finding.cause);
}

/// A relative reference (RFC 3986): every byte but letters, digits, "-._~" and the folders' slashes is %-encoded; so is
/// a slash in front, which would make it absolute.
QString relativeUri(const RepoPath &path)
{
    QByteArray uri = path.bytes().toPercentEncoding("/");
    if (uri.startsWith('/'))
        uri.replace(0, 1, "%2F");
    return QString::fromLatin1(uri);
}

QJsonArray locations(const Finding &finding)
{
    QJsonArray array;
    for (const Location &place : finding.where) {
        if (place.path.isEmpty())
            continue;
        QJsonObject physical{
            {u"artifactLocation"_s, QJsonObject{{u"uri"_s, relativeUri(place.path)}, {u"uriBaseId"_s, kTree}}}};
        if (place.line >= 1) // none: the whole file is meant
            physical[u"region"_s] = QJsonObject{{u"startLine"_s, place.line}};
        array.append(QJsonObject{{u"physicalLocation"_s, physical}});
    }
    return array;
}

/// Lines move and words of a title are mended; what was seen where, and the script that shows it, make a finding.
QString fingerprint(const RunState &state, const Finding &finding)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    const auto add = [&](const QByteArray &bytes) { hash.addData(QByteArray::number(bytes.size()) + ':' + bytes); };
    add(finding.observed.toUtf8());
    add(finding.expected.toUtf8());
    for (const Location &place : finding.where)
        add(place.path.bytes());
    if (!finding.checks.isEmpty())
        add(state.checks.value(finding.checks.first()).file.hex());
    return QString::fromLatin1(hash.result().toHex());
}

QString baselineState(const Finding &finding, const QHash<QString, Mark> &atBase)
{
    if (finding.state == FindingState::Fixed)
        return u"absent"_s;
    return atBase.value(finding.id.text(), Mark::NotRun) == Mark::Absent ? u"new"_s : u"unchanged"_s;
}

QJsonObject result(const RunState &state, const Finding &finding, qsizetype rule, const QHash<QString, Mark> &atBase)
{
    QString text = finding.title;
    if (!finding.observed.isEmpty())
        text += u"\nObserved: "_s + finding.observed;
    if (!finding.expected.isEmpty())
        text += u"\nExpected: "_s + finding.expected;
    QJsonObject properties{{u"id"_s, finding.id.text()},
                           {u"severity"_s, toWord(finding.severity)},
                           {u"state"_s, toWord(finding.state)},
                           {u"defendedBy"_s, codec::toJson(finding.toothedTests)}};
    if (finding.state == FindingState::Fixed)
        properties[u"fixedInIteration"_s] = finding.fixedIn;
    QJsonObject object{{u"ruleId"_s, ruleOf(finding)},
                       {u"ruleIndex"_s, rule},
                       {u"kind"_s, u"fail"_s},
                       {u"level"_s, level(finding.severity)},
                       {u"message"_s, message(text)},
                       {u"locations"_s, locations(finding)},
                       {u"baselineState"_s, baselineState(finding, atBase)},
                       {u"partialFingerprints"_s, QJsonObject{{u"findingContent/v1"_s, fingerprint(state, finding)}}},
                       {u"properties"_s, properties}};
    if (finding.declined)
        object[u"suppressions"_s]
            = QJsonArray{QJsonObject{{u"kind"_s, u"external"_s},
                                     {u"status"_s, u"accepted"_s},
                                     {u"justification"_s, shownLines(declineReason(state, finding))}}};
    return object;
}

} // namespace

QByteArray findingsAsSarif(const BundleFacts &facts, const RunState &state)
{
    QList<const Finding *> filed;
    for (const Finding &finding : state.findings) {
        if (isFiled(finding.state))
            filed.append(&finding);
    }
    std::stable_sort(filed.begin(), filed.end(),
                     [](const Finding *a, const Finding *b) { return a->severity < b->severity; });
    QHash<QString, Mark> atBase;
    for (const MatrixRow &row : proofMatrix(state)) {
        if (row.kind == MatrixRow::Kind::Repro)
            atBase.insert(row.id, row.base.mark);
    }
    QStringList causes;
    QJsonArray rules, results;
    for (const Finding *finding : std::as_const(filed)) {
        const QString rule = ruleOf(*finding);
        if (!causes.contains(rule)) { // filed are worst first, so the first of a cause gives its level
            causes.append(rule);
            rules.append(QJsonObject{{u"id"_s, rule},
                                     {u"shortDescription"_s, message(u"Root cause: "_s + rule)},
                                     {u"defaultConfiguration"_s, QJsonObject{{u"level"_s, level(finding->severity)}}}});
        }
        results.append(result(state, *finding, causes.indexOf(rule), atBase));
    }
    const QJsonObject driver{{u"name"_s, u"Assay"_s}, {u"version"_s, facts.assay}, {u"rules"_s, rules}};
    const QJsonObject source{{u"description"_s, message(u"The top of the repository that the run was over."_s)}};
    const QJsonObject run{{u"tool"_s, QJsonObject{{u"driver"_s, driver}}},
                          {u"originalUriBaseIds"_s, QJsonObject{{kTree, source}}},
                          {u"results"_s, results},
                          {u"properties"_s,
                           QJsonObject{{u"run"_s, facts.run},
                                       {u"base"_s, facts.base.text()},
                                       {u"tree"_s, facts.tree.text()},
                                       {u"unproven"_s, facts.unproven}}}};
    return QJsonDocument(QJsonObject{{u"$schema"_s, kSchema}, {u"version"_s, u"2.1.0"_s}, {u"runs"_s, QJsonArray{run}}})
        .toJson(QJsonDocument::Indented);
}

} // namespace assay
