// The members in front of `data`, read off a line that is as encodeEntry() writes it, without parsing the rest.
#pragma once

#include "core/journal/entry.h"

#include <optional>

namespace assay {

inline constexpr qsizetype hashDigits = 64;
inline constexpr qint64 numberLimit = qint64(1) << 53;

/// 64 lower-case hexadecimal digits.
[[nodiscard]] bool isHash(QByteArrayView text);
/// SHA-256 in such digits.
[[nodiscard]] QByteArray hashOf(QByteArrayView bytes);

/// The members in front of `data`. The texts are views into the line.
struct LineHead {
    qint64 seq = 0;
    QByteArrayView kind;
    int version = 0;
    Batch batch;
    // What follows is there when `rest` is not empty.
    QByteArrayView at;
    QByteArrayView actor; ///< plain ASCII
    qint64 cause = 0;
    int iteration = 0;
    QByteArrayView rest; ///< from the data's value on; empty where an actor needs escapes, or a member is not known
    [[nodiscard]] bool endsBatch() const { return seq >= batch.last; }
};

/// Nothing for a line that does not begin as encodeEntry() begins every line.
[[nodiscard]] std::optional<LineHead> headOf(QByteArrayView line);

} // namespace assay
