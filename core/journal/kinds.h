// The kinds of entries that this version of Assay knows, from which it tells a journal that it may write to
// from one that it may only read.
#pragma once

#include <QByteArrayView>
#include <QStringList>

#include <optional>

namespace assay {

/// Format of the file that this version writes; the member `format` of `run.created`. A larger number in a file
/// means a newer Assay: such a run is opened read-only.
inline constexpr int journalFormat = 1;

/// Largest `v` (version of a kind's data) that this version understands; the same for every kind so far.
inline constexpr int kindVersion = 1;

/// Every kind, sorted. Thread-safe.
[[nodiscard]] const QStringList &knownKinds();

/// The shared string of a known kind, so that a hundred thousand entries need no copies of it; nothing when the
/// kind is not known. Thread-safe.
[[nodiscard]] std::optional<QString> knownKind(QByteArrayView name);

} // namespace assay
