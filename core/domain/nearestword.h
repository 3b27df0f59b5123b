// What a mistyped word most likely meant.
#pragma once

#include <QStringList>

namespace assay {

/// Edits that make one of the other, where swapping two neighbours is one edit and case does not count. Costs the product
/// of both lengths.
[[nodiscard]] qsizetype editDistance(QStringView a, QStringView b);

/// The word of `known` that is fewest edits away (a letter more, less, changed, or two neighbours swapped; case does
/// not count). Ties go to the earlier one. Empty when `known` is, or when more than half of the word would have to
/// change.
[[nodiscard]] QString nearestWord(const QString &word, const QStringList &known);

} // namespace assay
