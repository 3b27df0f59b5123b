// Whether something notices when one hunk of the change is missing.
#pragma once

#include "core/journal/reviewmarks.h"

namespace assay {

enum class HunkDefence {
    Defended,   ///< a check, a test or the build noticed
    Undefended, ///< every check and the gate answered as if nothing were missing
    CouldNot,   ///< something needed gave no answer
};
[[nodiscard]] QString toWord(HunkDefence defence);
[[nodiscard]] std::optional<HunkDefence> hunkDefenceFromWord(QStringView word);

/// `hunk.judged`: the hunk, or the file that has none, was taken back alone and everything asked.
struct HunkFact {
    ReviewPlace place;
    ObjectId of;      ///< the tree that has it
    ObjectId without; ///< the tree that was asked
    Digest asked;     ///< of the checks and the gate: with others it would have to be asked again
    HunkDefence defence = HunkDefence::CouldNot;
    QString seen;     ///< what noticed, or why nobody can tell; empty where undefended
    qint64 seq = 0;
};

[[nodiscard]] QJsonObject toJson(const HunkFact &fact);
[[nodiscard]] HunkFact hunkFactFromJson(const QJsonObject &json);

} // namespace assay
