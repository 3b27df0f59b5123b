// The whole text that an agent session is started with, made from resources/prompts.
#pragma once

#include "core/agent/agent.h"

#include <QHash>
#include <QMap>
#include <QStringList>

namespace assay {

/// A finding as a task's prompt shows it.
struct PromptFinding {
    FindingId id;
    QString title;
    Severity severity = Severity::Medium;
    QString cause;
    QList<Location> where;
    QString observed, expected;
    QString repro;        ///< path of a copy that the agent can run
    QStringList checks;   ///< further acceptance checks: "name: path"
};

/// One rolled-back or sent-back attempt at the same task.
struct PromptAttempt {
    int number = 0;        ///< of the task, from 1
    QString verdict;       ///< "rolled back: guard \"…\" answered present"
    QStringList evidence;  ///< lines: what was run and what it said
};

/// Something put to the owner. What it blocks is left out on purpose: it can name findings.
struct PromptToOwner {
    QString title, question;
    QString answer; ///< with its reason; empty = not answered yet
};

/// Everything that a prompt may say; which parts are used depends on the purpose. Plain texts, put in as they are.
struct PromptInputs {
    SessionPurpose purpose = SessionPurpose::Audit;
    QString clone, outbox;           ///< paths as the agent sees them
    QString form;                    ///< outboxHint()
    QStringList envelope;            ///< lines by trust class
    QStringList gate;                ///< commands; empty = unguarded, which the prompt says
    QStringList protectedPaths;      ///< beside .git, assay.toml and what lies outside
    QStringList sensitivePaths, testPaths;
    QList<std::pair<QString, QString>> declined; ///< title, reason
    QList<PromptToOwner> putToOwner;
    QStringList notes;               ///< of the owner, for the next session
    QMap<QString, QString> checkEnvironment; ///< beside ASSAY_TREE: PYTHONPATH and so on
    int repeats = 3;
    std::chrono::milliseconds checkTimeout{std::chrono::seconds(60)};

    // Tasks and gate tasks
    TaskId taskId;
    bool structural = false;
    QString cause;                   ///< of a structural task
    QList<PromptFinding> findings;
    QStringList guards;              ///< "name: path"
    QList<PromptAttempt> attempts;   ///< oldest first
    QStringList comments;            ///< of the owner on the last attempt
    QString budgetLeft;              ///< "5 iterations, 2 h 10 min"

    // Evaluations
    QString change;                  ///< a patch, or where it is
    QStringList evidence;

    // Second rounds: the first prompt and what was wrong with the form
    QString firstPrompt;
    QStringList outboxErrors;        ///< not empty = retry
};

/// Fails with ErrorKind::Internal on an unknown placeholder (naming template, placeholder and those known), and when a
/// template is missing. An audit has no placeholder for findings, attempts or comments.
[[nodiscard]] Result<QString> composePrompt(const PromptInputs &inputs, const QString &resourceFolder);

/// Puts `values` in for {{names}}. A value is never read as a template. `name` is for the error.
[[nodiscard]] Result<QString> fillTemplate(const QString &text, const QHash<QString, QString> &values,
                                           const QString &name);

} // namespace assay
