// Characters that make a line read as something else than it is, where a change adds them.
#pragma once

#include "core/diff/filediff.h"

namespace assay::diff {

enum class Deceit {
    Bidirectional, ///< turns the reading order: "Trojan Source", CVE-2021-42574
    Invisible,     ///< takes no room: zero-width, fillers, tags, soft hyphen
    Control,       ///< a terminal obeys it: escape, backspace, a carriage return within a line
    LookAlike,     ///< a Cyrillic or Greek letter drawn as a Latin one, in a word with Latin letters
};

struct Warning {
    Deceit deceit = Deceit::Bidirectional;
    int line = 0;         ///< in the new file
    qsizetype offset = 0; ///< bytes from the line's begin
    char32_t code = 0;
    QString name;           ///< as Unicode has it: "RIGHT-TO-LEFT OVERRIDE"
    char32_t looksLike = 0; ///< of a LookAlike: the Latin letter
    friend bool operator==(const Warning &, const Warning &) = default;
};

/// In the order of the file. Only in words that the change adds: what an old line had where it is still like the new
/// one is not the change's. Joiners and direction marks are ordinary letters in scripts that need them (Arabic, Hebrew,
/// Indic) and in emoji; a look-alike is one only beside a Latin letter in one word (Unicode Technical Standard 39,
/// "Mixed-Script Confusables"), so Δt or a Russian word is none. A byte order mark at the file's begin is a fact of its
/// own (FileFacts). Linear for lines without such characters; for a worker.
[[nodiscard]] QList<Warning> addedWarnings(const FileDiff &file);

} // namespace assay::diff
