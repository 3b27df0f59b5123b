// The owner's verbs one by one: state and arguments in, entries out. The table over them is commands.cpp; the arguments
// are described in commands.h.
#pragma once

#include "core/journal/journalwriter.h"
#include "core/journal/runstate.h"

#include <QJsonArray>

namespace assay::verbs {

/// Behind `command.received`; none where receiving it says everything. An error is a refusal (ErrorKind::Usage).
using Drafts = Result<QList<Draft>>;

// ── what was put to the owner (promptverbs.cpp) ──
[[nodiscard]] Drafts decide(const RunState &state, const QJsonObject &args);
[[nodiscard]] Drafts decline(const RunState &state, const QJsonObject &args);
[[nodiscard]] Drafts defer(const RunState &state, const QJsonObject &args);
[[nodiscard]] Drafts review(const RunState &state, const QJsonObject &args);

// ── the work (taskverbs.cpp, findingverbs.cpp) ──
[[nodiscard]] Drafts park(const RunState &state, const QJsonObject &args);
[[nodiscard]] Drafts unpark(const RunState &state, const QJsonObject &args);
[[nodiscard]] Drafts rank(const RunState &state, const QJsonObject &args);
[[nodiscard]] Drafts order(const RunState &state, const QJsonObject &args);
[[nodiscard]] Drafts submit(const RunState &state, const QJsonObject &args);
[[nodiscard]] Drafts declineFinding(const RunState &state, const QJsonObject &args);
[[nodiscard]] Drafts cause(const RunState &state, const QJsonObject &args);
[[nodiscard]] Drafts split(const RunState &state, const QJsonObject &args);
[[nodiscard]] Drafts merge(const RunState &state, const QJsonObject &args);
[[nodiscard]] Drafts recheck(const RunState &state, const QJsonObject &args);

// ── the change (reviewverbs.cpp) ──
[[nodiscard]] Drafts mark(const RunState &state, const QJsonObject &args);

// ── the run (runverbs.cpp) ──
[[nodiscard]] Drafts note(const RunState &state, const QJsonObject &args);
[[nodiscard]] Drafts rewind(const RunState &state, const QJsonObject &args);
[[nodiscard]] Drafts budget(const RunState &state, const QJsonObject &args);
[[nodiscard]] Drafts gate(const RunState &state, const QJsonObject &args);
[[nodiscard]] Drafts resume(const RunState &state, const QJsonObject &args);
[[nodiscard]] Drafts step(const RunState &state, const QJsonObject &args);
[[nodiscard]] Drafts undo(const RunState &state, const QJsonObject &args);

// ── pieces of them ──
[[nodiscard]] Draft ownerDraft(const QString &kind, const QJsonObject &data, int iteration = 0);
[[nodiscard]] std::unexpected<Error> refuse(const QString &what, const QString &subject, const QString &remedy);
/// The whole configuration again, with what `key` was and why it changed.
[[nodiscard]] Draft configuredAnew(const RunState &state, const QString &key, const QJsonValue &value,
                                   const QString &why);

/// The open comments that "marks" of a `review` or `note` names: each as the agent reads it, and its place for the entry.
struct GivenComments {
    QStringList texts;
    QJsonArray places;
};
[[nodiscard]] Result<GivenComments> givenComments(const RunState &state, const QJsonObject &args);
/// The owner's words, and the comments behind them.
[[nodiscard]] QString withComments(const QString &words, const GivenComments &given);

} // namespace assay::verbs
