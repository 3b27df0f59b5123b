#include "core/diff/suspects.h"

#include <algorithm>
#include <iterator>

namespace assay::diff {
namespace {

/// Ascending. Bidirectional controls: Unicode Standard Annex 9. Look-alikes: the letters of Cyrillic and Greek that are
/// drawn as a Latin one in the usual typefaces.
constexpr Suspect kSuspects[] = {
    // clang-format off
    {0x00ad, Deceit::Invisible, "SOFT HYPHEN"},
    {0x034f, Deceit::Invisible, "COMBINING GRAPHEME JOINER"},
    {0x0391, Deceit::LookAlike, "GREEK CAPITAL LETTER ALPHA", U'A'},
    {0x0392, Deceit::LookAlike, "GREEK CAPITAL LETTER BETA", U'B'},
    {0x0395, Deceit::LookAlike, "GREEK CAPITAL LETTER EPSILON", U'E'},
    {0x0396, Deceit::LookAlike, "GREEK CAPITAL LETTER ZETA", U'Z'},
    {0x0397, Deceit::LookAlike, "GREEK CAPITAL LETTER ETA", U'H'},
    {0x0399, Deceit::LookAlike, "GREEK CAPITAL LETTER IOTA", U'I'},
    {0x039a, Deceit::LookAlike, "GREEK CAPITAL LETTER KAPPA", U'K'},
    {0x039c, Deceit::LookAlike, "GREEK CAPITAL LETTER MU", U'M'},
    {0x039d, Deceit::LookAlike, "GREEK CAPITAL LETTER NU", U'N'},
    {0x039f, Deceit::LookAlike, "GREEK CAPITAL LETTER OMICRON", U'O'},
    {0x03a1, Deceit::LookAlike, "GREEK CAPITAL LETTER RHO", U'P'},
    {0x03a4, Deceit::LookAlike, "GREEK CAPITAL LETTER TAU", U'T'},
    {0x03a5, Deceit::LookAlike, "GREEK CAPITAL LETTER UPSILON", U'Y'},
    {0x03a7, Deceit::LookAlike, "GREEK CAPITAL LETTER CHI", U'X'},
    {0x03b1, Deceit::LookAlike, "GREEK SMALL LETTER ALPHA", U'a'},
    {0x03b3, Deceit::LookAlike, "GREEK SMALL LETTER GAMMA", U'y'},
    {0x03b9, Deceit::LookAlike, "GREEK SMALL LETTER IOTA", U'i'},
    {0x03ba, Deceit::LookAlike, "GREEK SMALL LETTER KAPPA", U'k'},
    {0x03bd, Deceit::LookAlike, "GREEK SMALL LETTER NU", U'v'},
    {0x03bf, Deceit::LookAlike, "GREEK SMALL LETTER OMICRON", U'o'},
    {0x03c1, Deceit::LookAlike, "GREEK SMALL LETTER RHO", U'p'},
    {0x03c5, Deceit::LookAlike, "GREEK SMALL LETTER UPSILON", U'u'},
    {0x03f2, Deceit::LookAlike, "GREEK LUNATE SIGMA SYMBOL", U'c'},
    {0x03f3, Deceit::LookAlike, "GREEK LETTER YOT", U'j'},
    {0x0405, Deceit::LookAlike, "CYRILLIC CAPITAL LETTER DZE", U'S'},
    {0x0406, Deceit::LookAlike, "CYRILLIC CAPITAL LETTER BYELORUSSIAN-UKRAINIAN I", U'I'},
    {0x0408, Deceit::LookAlike, "CYRILLIC CAPITAL LETTER JE", U'J'},
    {0x0410, Deceit::LookAlike, "CYRILLIC CAPITAL LETTER A", U'A'},
    {0x0412, Deceit::LookAlike, "CYRILLIC CAPITAL LETTER VE", U'B'},
    {0x0415, Deceit::LookAlike, "CYRILLIC CAPITAL LETTER IE", U'E'},
    {0x041a, Deceit::LookAlike, "CYRILLIC CAPITAL LETTER KA", U'K'},
    {0x041c, Deceit::LookAlike, "CYRILLIC CAPITAL LETTER EM", U'M'},
    {0x041d, Deceit::LookAlike, "CYRILLIC CAPITAL LETTER EN", U'H'},
    {0x041e, Deceit::LookAlike, "CYRILLIC CAPITAL LETTER O", U'O'},
    {0x0420, Deceit::LookAlike, "CYRILLIC CAPITAL LETTER ER", U'P'},
    {0x0421, Deceit::LookAlike, "CYRILLIC CAPITAL LETTER ES", U'C'},
    {0x0422, Deceit::LookAlike, "CYRILLIC CAPITAL LETTER TE", U'T'},
    {0x0423, Deceit::LookAlike, "CYRILLIC CAPITAL LETTER U", U'Y'},
    {0x0425, Deceit::LookAlike, "CYRILLIC CAPITAL LETTER HA", U'X'},
    {0x0430, Deceit::LookAlike, "CYRILLIC SMALL LETTER A", U'a'},
    {0x0435, Deceit::LookAlike, "CYRILLIC SMALL LETTER IE", U'e'},
    {0x043e, Deceit::LookAlike, "CYRILLIC SMALL LETTER O", U'o'},
    {0x0440, Deceit::LookAlike, "CYRILLIC SMALL LETTER ER", U'p'},
    {0x0441, Deceit::LookAlike, "CYRILLIC SMALL LETTER ES", U'c'},
    {0x0443, Deceit::LookAlike, "CYRILLIC SMALL LETTER U", U'y'},
    {0x0445, Deceit::LookAlike, "CYRILLIC SMALL LETTER HA", U'x'},
    {0x0455, Deceit::LookAlike, "CYRILLIC SMALL LETTER DZE", U's'},
    {0x0456, Deceit::LookAlike, "CYRILLIC SMALL LETTER BYELORUSSIAN-UKRAINIAN I", U'i'},
    {0x0458, Deceit::LookAlike, "CYRILLIC SMALL LETTER JE", U'j'},
    {0x0475, Deceit::LookAlike, "CYRILLIC SMALL LETTER IZHITSA", U'v'},
    {0x04ae, Deceit::LookAlike, "CYRILLIC CAPITAL LETTER STRAIGHT U", U'Y'},
    {0x04bb, Deceit::LookAlike, "CYRILLIC SMALL LETTER SHHA", U'h'},
    {0x04cf, Deceit::LookAlike, "CYRILLIC SMALL LETTER PALOCHKA", U'l'},
    {0x0501, Deceit::LookAlike, "CYRILLIC SMALL LETTER KOMI DE", U'd'},
    {0x051b, Deceit::LookAlike, "CYRILLIC SMALL LETTER QA", U'q'},
    {0x051d, Deceit::LookAlike, "CYRILLIC SMALL LETTER WE", U'w'},
    {0x061c, Deceit::Bidirectional, "ARABIC LETTER MARK"},
    {0x115f, Deceit::Invisible, "HANGUL CHOSEONG FILLER"},
    {0x1160, Deceit::Invisible, "HANGUL JUNGSEONG FILLER"},
    {0x17b4, Deceit::Invisible, "KHMER VOWEL INHERENT AQ"},
    {0x17b5, Deceit::Invisible, "KHMER VOWEL INHERENT AA"},
    {0x180b, Deceit::Invisible, "MONGOLIAN FREE VARIATION SELECTOR ONE"},
    {0x180c, Deceit::Invisible, "MONGOLIAN FREE VARIATION SELECTOR TWO"},
    {0x180d, Deceit::Invisible, "MONGOLIAN FREE VARIATION SELECTOR THREE"},
    {0x180e, Deceit::Invisible, "MONGOLIAN VOWEL SEPARATOR"},
    {0x200b, Deceit::Invisible, "ZERO WIDTH SPACE"},
    {0x200c, Deceit::Invisible, "ZERO WIDTH NON-JOINER"},
    {0x200d, Deceit::Invisible, "ZERO WIDTH JOINER"},
    {0x200e, Deceit::Bidirectional, "LEFT-TO-RIGHT MARK"},
    {0x200f, Deceit::Bidirectional, "RIGHT-TO-LEFT MARK"},
    {0x2028, Deceit::Invisible, "LINE SEPARATOR"},
    {0x2029, Deceit::Invisible, "PARAGRAPH SEPARATOR"},
    {0x202a, Deceit::Bidirectional, "LEFT-TO-RIGHT EMBEDDING"},
    {0x202b, Deceit::Bidirectional, "RIGHT-TO-LEFT EMBEDDING"},
    {0x202c, Deceit::Bidirectional, "POP DIRECTIONAL FORMATTING"},
    {0x202d, Deceit::Bidirectional, "LEFT-TO-RIGHT OVERRIDE"},
    {0x202e, Deceit::Bidirectional, "RIGHT-TO-LEFT OVERRIDE"},
    {0x2060, Deceit::Invisible, "WORD JOINER"},
    {0x2061, Deceit::Invisible, "FUNCTION APPLICATION"},
    {0x2062, Deceit::Invisible, "INVISIBLE TIMES"},
    {0x2063, Deceit::Invisible, "INVISIBLE SEPARATOR"},
    {0x2064, Deceit::Invisible, "INVISIBLE PLUS"},
    {0x2066, Deceit::Bidirectional, "LEFT-TO-RIGHT ISOLATE"},
    {0x2067, Deceit::Bidirectional, "RIGHT-TO-LEFT ISOLATE"},
    {0x2068, Deceit::Bidirectional, "FIRST STRONG ISOLATE"},
    {0x2069, Deceit::Bidirectional, "POP DIRECTIONAL ISOLATE"},
    {0x206a, Deceit::Invisible, "INHIBIT SYMMETRIC SWAPPING"},
    {0x206b, Deceit::Invisible, "ACTIVATE SYMMETRIC SWAPPING"},
    {0x206c, Deceit::Invisible, "INHIBIT ARABIC FORM SHAPING"},
    {0x206d, Deceit::Invisible, "ACTIVATE ARABIC FORM SHAPING"},
    {0x206e, Deceit::Invisible, "NATIONAL DIGIT SHAPES"},
    {0x206f, Deceit::Invisible, "NOMINAL DIGIT SHAPES"},
    {0x3164, Deceit::Invisible, "HANGUL FILLER"},
    {0xfeff, Deceit::Invisible, "ZERO WIDTH NO-BREAK SPACE"},
    {0xffa0, Deceit::Invisible, "HALFWIDTH HANGUL FILLER"},
    // clang-format on
};

constexpr const char *kControls[] = {"NULL",
                                     "START OF HEADING",
                                     "START OF TEXT",
                                     "END OF TEXT",
                                     "END OF TRANSMISSION",
                                     "ENQUIRY",
                                     "ACKNOWLEDGE",
                                     "BELL",
                                     "BACKSPACE",
                                     "CHARACTER TABULATION",
                                     "LINE FEED",
                                     "LINE TABULATION",
                                     "FORM FEED",
                                     "CARRIAGE RETURN",
                                     "SHIFT OUT",
                                     "SHIFT IN",
                                     "DATA LINK ESCAPE",
                                     "DEVICE CONTROL ONE",
                                     "DEVICE CONTROL TWO",
                                     "DEVICE CONTROL THREE",
                                     "DEVICE CONTROL FOUR",
                                     "NEGATIVE ACKNOWLEDGE",
                                     "SYNCHRONOUS IDLE",
                                     "END OF TRANSMISSION BLOCK",
                                     "CANCEL",
                                     "END OF MEDIUM",
                                     "SUBSTITUTE",
                                     "ESCAPE",
                                     "INFORMATION SEPARATOR FOUR",
                                     "INFORMATION SEPARATOR THREE",
                                     "INFORMATION SEPARATOR TWO",
                                     "INFORMATION SEPARATOR ONE"};
static_assert(std::size(kControls) == 0x20);

} // namespace

std::optional<Suspect> suspect(char32_t code)
{
    if (code < 0x20) {
        if (code == U'\t' || code == U'\n' || code == U'\f')
            return std::nullopt;
        return Suspect{.code = code, .deceit = Deceit::Control, .name = kControls[code]};
    }
    if (code < 0x7f)
        return std::nullopt;
    if (code < 0xa0)
        return Suspect{.code = code, .deceit = Deceit::Control, .name = code == 0x7f ? "DELETE" : "C1 CONTROL"};
    if ((code >= 0xfe00 && code <= 0xfe0f) || (code >= 0xe0100 && code <= 0xe01ef))
        return Suspect{.code = code, .deceit = Deceit::Invisible, .name = "VARIATION SELECTOR"};
    if (code >= 0xe0000 && code <= 0xe007f)
        return Suspect{.code = code, .deceit = Deceit::Invisible, .name = "TAG CHARACTER"};
    const auto found = std::ranges::lower_bound(kSuspects, code, {}, &Suspect::code);
    if (found == std::end(kSuspects) || found->code != code)
        return std::nullopt;
    return *found;
}

} // namespace assay::diff
