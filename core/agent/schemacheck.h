// Says where a form does not fit its JSON Schema, in words that its writer can act on.
#pragma once

#include "core/agent/outbox.h"

#include <QJsonObject>

namespace assay {

/// Every misfit by JSON pointer (RFC 6901), each with what was found and what was expected; empty = it fits.
/// Handles draft-07 as far as resources/schemas uses it: local $ref, properties, items, oneOf told apart by a member
/// "type". A list of more than kProblemLimit is cut, and its last entry says how many more there are.
/// A form of more than kValueLimit values is refused unread: validation costs memory for each.
/// Pure; any thread.
[[nodiscard]] QList<OutboxProblem> checkSchema(const QJsonValue &form, const QJsonObject &schema);

inline constexpr qsizetype kProblemLimit = 50;
inline constexpr qsizetype kValueLimit = 50'000;

/// `base` with one more step, escaped.
[[nodiscard]] QString pointerTo(const QString &base, const QString &member);
[[nodiscard]] QString pointerTo(const QString &base, qsizetype index);

/// A value as a sentence shows it: short, quoted when it is text.
[[nodiscard]] QString shownValue(const QJsonValue &value);

} // namespace assay
