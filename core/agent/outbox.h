// What an agent session leaves: read, checked against the schema, turned into values. Nothing here believes it.
#pragma once

#include "core/domain/gatereport.h"
#include "core/domain/task.h"

#include <expected>

namespace assay {

struct OutboxProblem {
    QString pointer;  ///< JSON pointer (RFC 6901), or a file's path
    QString what;
};

struct CheckFile {
    QString name;
    QByteArray fileName;  ///< base name
    QByteArray bytes;
};

struct ClaimedFinding {
    QString title;
    Severity severity = Severity::Medium;
    QString cause;
    QList<Location> where;
    QString observed, expected;
    CheckFile repro;
    QList<CheckFile> checks;
};

struct ClaimedDecision {
    QString title, question;
    QList<PromptOption> options;
    QString recommended, why;
    QStringList blocks;
};

struct Surface {
    QString name;
    QList<RepoPath> files;
    QString trust;  ///< adversarial | user-error | machine-generated | state-at-rest
    bool swept = false;
    QString how;
};

struct DeclinedIdea {
    QString title, reason;
};

struct AuditResult {
    QList<Surface> surfaces;
    QList<ClaimedFinding> findings;
    QList<ClaimedDecision> decisions;
    QList<DeclinedIdea> declined;
    QList<Claim> claims;
};

struct NamedTest {
    QString test;
    FindingId finding;
    QString why;
};

struct TaskResult {
    QString summary;
    QList<NamedTest> regressionTests, correctedTests;
    QList<RenamedTest> renamedTests;
    QList<std::pair<RepoPath, QString>> sensitive;  ///< path, why
    QList<CheckFile> checks;
    QList<ClaimedDecision> decisions;
    QList<std::pair<QString, QString>> blocked;     ///< decision title or prompt id, why
    QList<Claim> claims;
};

struct EvaluationResult {
    bool pass = false;
    struct Reason {
        QString text;
        std::optional<CheckFile> check;
    };
    QList<Reason> reasons;
    QList<Claim> claims;
};

template <class T>
using OutboxResult = std::expected<T, QList<OutboxProblem>>;

/// Read `folder`/audit.json (task.json, evaluation.json) and the files it names; `schemaFolder` holds the JSON Schemas
/// of the same names. On failure every problem at once, by JSON pointer, with what was found and what was expected:
/// missing, half-written or not JSON (line and column), wrong schema, too large (16 MiB a form, 1 MiB a check, 64 MiB
/// in all), names that are absolute or have `..`, links, folders, FIFOs or devices instead of files, a check without
/// run bit (with the mend) or without a #! line. Nothing is followed. Any thread.
[[nodiscard]] OutboxResult<AuditResult> readAudit(const QString &folder, const QString &schemaFolder);
[[nodiscard]] OutboxResult<TaskResult> readTask(const QString &folder, const QString &schemaFolder);
[[nodiscard]] OutboxResult<EvaluationResult> readEvaluation(const QString &folder, const QString &schemaFolder);

} // namespace assay
