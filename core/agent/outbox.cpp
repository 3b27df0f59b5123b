#include "core/agent/outbox.h"

#include "core/agent/outboxfolder.h"
#include "core/agent/schemacheck.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

/// "line 3, column 14": counted from 1, columns in bytes.
QString placeOf(const QByteArray &bytes, qsizetype offset)
{
    const QByteArrayView before = QByteArrayView(bytes).first(qMin(offset, bytes.size()));
    const qsizetype line = before.count('\n') + 1;
    const qsizetype column = before.size() - (before.lastIndexOf('\n') + 1) + 1;
    return u"line %1, column %2"_s.arg(line).arg(column);
}

/// One form being read: gathers every problem, so that the agent hears of all of them at once.
class FormReader {
public:
    FormReader(const QString &folder, const QString &name, const QString &schemaFolder)
    {
        if (const auto opened = m_outbox.open(folder); !opened) {
            m_problems.append({name, opened.error()});
            return;
        }
        const auto file = m_outbox.read(name.toUtf8(), OutboxFolder::kFormLimit);
        if (!file) {
            m_problems.append({name, file.error()});
            return;
        }
        QJsonParseError error;
        const QJsonDocument document = QJsonDocument::fromJson(file->bytes, &error);
        if (error.error != QJsonParseError::NoError) {
            m_problems.append({name,
                               file->bytes.isEmpty() ? u"the file is empty, expected a JSON object"_s
                                                     : u"not JSON at %1: %2; expected one JSON object in UTF-8"_s.arg(
                                                           placeOf(file->bytes, error.offset), error.errorString())});
            return;
        }
        const auto schema = readSchema(schemaFolder + u'/' + name);
        if (!schema)
            return;
        const QJsonValue root = document.isArray() ? QJsonValue(document.array()) : QJsonValue(document.object());
        m_problems = checkSchema(root, *schema);
        m_form = document.object();
    }

    [[nodiscard]] bool fitsSchema() const { return m_problems.isEmpty(); }
    [[nodiscard]] const QJsonObject &form() const { return m_form; }
    [[nodiscard]] QList<OutboxProblem> &problems() { return m_problems; }
    void problem(const QString &pointer, const QString &what) { m_problems.append({pointer, what}); }

    RepoPath path(const QJsonValue &value, const QString &pointer)
    {
        const QByteArray bytes = value.toString().toUtf8();
        if (const QString why = OutboxFolder::whyNotRelative(bytes); !why.isEmpty())
            problem(pointer, why + u" of the clone"_s);
        return RepoPath(bytes);
    }

    CheckFile check(const QString &name, const QString &file, const QString &pointer)
    {
        const QByteArray path = file.toUtf8();
        CheckFile check{name, path.mid(path.lastIndexOf('/') + 1), {}};
        const auto found = m_outbox.read(path, OutboxFolder::kCheckLimit);
        if (!found) {
            problem(pointer, found.error());
            return check;
        }
        check.bytes = found->bytes;
        if (!check.bytes.startsWith("#!"))
            problem(pointer,
                    u"\"%1\" begins with %2, expected a first line that names its interpreter, such as "
                    "#!/usr/bin/env python3"_s.arg(file, shownValue(QString::fromUtf8(check.bytes.left(20)))));
        if (!found->executable)
            problem(pointer, u"\"%1\" has no run bit, expected an executable file; mend: chmod +x %1"_s.arg(file));
        return check;
    }

    /// `seen` holds the names met so far in this form.
    QList<CheckFile> checks(const QJsonArray &array, const QString &pointer, QSet<QString> &seen)
    {
        QList<CheckFile> checks;
        for (qsizetype i = 0; i < array.size(); ++i) {
            const QJsonObject entry = array.at(i).toObject();
            const QString at = pointerTo(pointer, i);
            const QString name = entry.value("name"_L1).toString();
            if (seen.contains(name))
                problem(at + u"/name"_s,
                        u"found %1 twice, expected a name of its own for each check"_s.arg(shownValue(name)));
            seen.insert(name);
            checks << check(name, entry.value("file"_L1).toString(), at + u"/file"_s);
        }
        return checks;
    }

    QList<ClaimedDecision> decisions()
    {
        QList<ClaimedDecision> decisions;
        const QJsonArray array = m_form.value("decisions"_L1).toArray();
        for (qsizetype i = 0; i < array.size(); ++i) {
            const QJsonObject entry = array.at(i).toObject();
            ClaimedDecision decision{
                entry.value("title"_L1).toString(),       entry.value("question"_L1).toString(), {},
                entry.value("recommended"_L1).toString(), entry.value("why"_L1).toString(),      {}};
            QStringList labels;
            for (const QJsonValue value : entry.value("options"_L1).toArray()) {
                const QJsonObject option = value.toObject();
                labels << option.value("label"_L1).toString();
                decision.options << PromptOption{labels.last(), option.value("effect"_L1).toString(),
                                                 option.value("irreversible"_L1).toBool()};
            }
            const QString at = pointerTo(u"/decisions"_s, i);
            if (!labels.contains(decision.recommended))
                problem(at + u"/recommended"_s,
                        u"found %1, expected the label of an option: %2"_s.arg(shownValue(decision.recommended),
                                                                               labels.join(u", "_s)));
            if (labels.removeDuplicates() > 0)
                problem(at + u"/options"_s, u"found a label twice, expected a label of its own for each option"_s);
            decision.blocks = texts(entry.value("blocks"_L1));
            decisions << decision;
        }
        return decisions;
    }

    QList<Claim> claims()
    {
        QList<Claim> claims;
        const QJsonArray array = m_form.value("claims"_L1).toArray();
        for (qsizetype i = 0; i < array.size(); ++i) {
            const QJsonObject entry = array.at(i).toObject();
            Claim claim;
            claim.type = claimTypeFromWord(entry.value("type"_L1).toString()).value_or(ClaimType::Tests);
            claim.passed = count(entry.value("passed"_L1));
            claim.failed = count(entry.value("failed"_L1));
            claim.hash = entry.value("hash"_L1).toString();
            const QJsonArray paths = entry.value("paths"_L1).toArray();
            for (qsizetype k = 0; k < paths.size(); ++k)
                claim.paths << path(paths.at(k), pointerTo(pointerTo(u"/claims"_s, i) + u"/paths"_s, k));
            claim.check = entry.value("name"_L1).toString();
            claim.answer = answerFromWord(entry.value("answer"_L1).toString()).value_or(Answer::Inconclusive);
            claim.text = entry.value("text"_L1).toString();
            if (claim.text.isEmpty())
                claim.text = claimSentence(claim);
            claims << claim;
        }
        return claims;
    }

    QList<NamedTest> tests(QLatin1StringView key)
    {
        QList<NamedTest> tests;
        for (const QJsonValue value : m_form.value(key).toArray()) {
            const QJsonObject entry = value.toObject();
            tests << NamedTest{entry.value("test"_L1).toString(), FindingId(entry.value("finding"_L1).toString()),
                               entry.value("why"_L1).toString()};
        }
        return tests;
    }

    static QStringList texts(const QJsonValue &array)
    {
        QStringList texts;
        for (const QJsonValue value : array.toArray())
            texts << value.toString();
        return texts;
    }

private:
    std::optional<QJsonObject> readSchema(const QString &path)
    {
        QFile file(path);
        if (file.open(QIODevice::ReadOnly)) {
            const QJsonDocument document = QJsonDocument::fromJson(file.readAll());
            if (document.isObject())
                return document.object();
        }
        problem(path, u"the schema of this form cannot be read; expected a JSON file that came with the program"_s);
        return std::nullopt;
    }

    /// The schema bounds counts at 2^53; nobody runs more than 2^31 tests.
    static int count(const QJsonValue &value)
    {
        return value.isDouble() ? static_cast<int>(qMin<qint64>(value.toInteger(), std::numeric_limits<int>::max()))
                                : -1;
    }

    OutboxFolder m_outbox;
    QJsonObject m_form;
    QList<OutboxProblem> m_problems;
};

/// The value when nothing was wrong, else everything that was.
template <class T>
OutboxResult<T> outcome(FormReader &reader, T result)
{
    if (reader.problems().isEmpty())
        return result;
    return std::unexpected(reader.problems());
}

} // namespace

OutboxResult<AuditResult> readAudit(const QString &folder, const QString &schemaFolder)
{
    FormReader reader(folder, u"audit.json"_s, schemaFolder);
    if (!reader.fitsSchema())
        return std::unexpected(reader.problems());
    const QJsonObject &form = reader.form();
    AuditResult audit;

    const QJsonArray surfaces = form.value("surfaces"_L1).toArray();
    for (qsizetype i = 0; i < surfaces.size(); ++i) {
        const QJsonObject entry = surfaces.at(i).toObject();
        Surface surface{entry.value("name"_L1).toString(),
                        {},
                        entry.value("trust"_L1).toString(),
                        entry.value("swept"_L1).toBool(),
                        entry.value("how"_L1).toString()};
        const QJsonArray files = entry.value("files"_L1).toArray();
        for (qsizetype k = 0; k < files.size(); ++k)
            surface.files << reader.path(files.at(k), pointerTo(pointerTo(u"/surfaces"_s, i) + u"/files"_s, k));
        audit.surfaces << surface;
    }

    const QJsonArray findings = form.value("findings"_L1).toArray();
    QSet<QString> checkNames;
    for (qsizetype i = 0; i < findings.size(); ++i) {
        const QJsonObject entry = findings.at(i).toObject();
        const QString at = pointerTo(u"/findings"_s, i);
        ClaimedFinding finding;
        finding.title = entry.value("title"_L1).toString();
        finding.severity = severityFromWord(entry.value("severity"_L1).toString()).value_or(Severity::Medium);
        finding.cause = entry.value("root_cause"_L1).toString();
        finding.observed = entry.value("observed"_L1).toString();
        finding.expected = entry.value("expected"_L1).toString();
        const QJsonArray where = entry.value("where"_L1).toArray();
        for (qsizetype k = 0; k < where.size(); ++k) {
            const QJsonObject place = where.at(k).toObject();
            finding.where << Location{reader.path(place.value("path"_L1), pointerTo(at + u"/where"_s, k) + u"/path"_s),
                                      place.value("line"_L1).toInt()};
        }
        const QString repro = entry.value("repro"_L1).toString();
        finding.repro = reader.check(repro.section(u'/', -1), repro, at + u"/repro"_s);
        finding.checks = reader.checks(entry.value("checks"_L1).toArray(), at + u"/checks"_s, checkNames);
        audit.findings << finding;
    }

    audit.decisions = reader.decisions();
    for (const QJsonValue value : form.value("declined"_L1).toArray()) {
        const QJsonObject entry = value.toObject();
        audit.declined << DeclinedIdea{entry.value("title"_L1).toString(), entry.value("reason"_L1).toString()};
    }
    audit.claims = reader.claims();
    return outcome(reader, std::move(audit));
}

OutboxResult<TaskResult> readTask(const QString &folder, const QString &schemaFolder)
{
    FormReader reader(folder, u"task.json"_s, schemaFolder);
    if (!reader.fitsSchema())
        return std::unexpected(reader.problems());
    const QJsonObject &form = reader.form();
    TaskResult task;
    task.summary = form.value("summary"_L1).toString();
    task.regressionTests = reader.tests("regression_tests"_L1);
    task.correctedTests = reader.tests("corrected_tests"_L1);
    for (const QJsonValue value : form.value("renamed_tests"_L1).toArray()) {
        const QJsonObject entry = value.toObject();
        task.renamedTests << RenamedTest{entry.value("from"_L1).toString(), entry.value("to"_L1).toString(),
                                         entry.value("why"_L1).toString()};
    }
    const QJsonArray sensitive = form.value("sensitive"_L1).toArray();
    for (qsizetype i = 0; i < sensitive.size(); ++i) {
        const QJsonObject entry = sensitive.at(i).toObject();
        task.sensitive.append({reader.path(entry.value("path"_L1), pointerTo(u"/sensitive"_s, i) + u"/path"_s),
                               entry.value("why"_L1).toString()});
    }
    QSet<QString> checkNames;
    task.checks = reader.checks(form.value("checks"_L1).toArray(), u"/checks"_s, checkNames);
    task.decisions = reader.decisions();
    for (const QJsonValue value : form.value("blocked"_L1).toArray()) {
        const QJsonObject entry = value.toObject();
        task.blocked.append({entry.value("decision"_L1).toString(), entry.value("why"_L1).toString()});
    }
    task.claims = reader.claims();
    return outcome(reader, std::move(task));
}

OutboxResult<EvaluationResult> readEvaluation(const QString &folder, const QString &schemaFolder)
{
    FormReader reader(folder, u"evaluation.json"_s, schemaFolder);
    if (!reader.fitsSchema())
        return std::unexpected(reader.problems());
    const QJsonObject &form = reader.form();
    EvaluationResult evaluation;
    evaluation.pass = form.value("opinion"_L1).toString() == "pass"_L1;
    const QJsonArray reasons = form.value("reasons"_L1).toArray();
    if (!evaluation.pass && reasons.isEmpty())
        reader.problem(u"/reasons"_s, u"found none, expected at least one reason with its check for a rejection"_s);
    for (qsizetype i = 0; i < reasons.size(); ++i) {
        const QJsonObject entry = reasons.at(i).toObject();
        EvaluationResult::Reason reason{entry.value("text"_L1).toString(), std::nullopt};
        const QString file = entry.value("check"_L1).toString();
        if (!file.isEmpty())
            reason.check = reader.check(file.section(u'/', -1), file, pointerTo(u"/reasons"_s, i) + u"/check"_s);
        evaluation.reasons << reason;
    }
    evaluation.claims = reader.claims();
    return outcome(reader, std::move(evaluation));
}

} // namespace assay
