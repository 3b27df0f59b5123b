// Texts of others (findings, paths, commands, git's words) made fit for a terminal: nothing in them may move the cursor,
// change colours or reverse the reading order, and nothing of them is lost.
#pragma once

#include <QString>

namespace assay {

/// One line: control characters, line ends, format characters (right-to-left overrides, zero-width ones), characters
/// that are not assigned and halves of surrogates are shown as \n, \t, \x1b, \u202e.
[[nodiscard]] QString visible(const QString &text);

/// Columns on a terminal: wide East Asian characters take two, combining marks none. The text must be visible().
[[nodiscard]] int columns(const QString &text);

/// visible(), at most `most` columns wide; what is cut off is told by an ellipsis. `most` < 4 is taken as 4.
[[nodiscard]] QString fitted(const QString &text, int most);

/// The same with the ellipsis in the middle, for names that differ at their ends: two thirds of what is kept is the end.
[[nodiscard]] QString fittedMiddle(const QString &text, int most);

/// The text, then spaces up to `width` columns.
[[nodiscard]] QString padded(const QString &text, int width);

/// Lines of at most `width` columns, broken between words; every line after the first begins with `indent` spaces.
[[nodiscard]] QString wrapped(const QString &text, int width, int indent = 0);

/// The word as a shell reads it back, quoted where it has to be; one with control or format characters as $'…', which
/// bash, zsh and POSIX of 2024 know. Fit for a terminal.
[[nodiscard]] QString shellWord(const QString &word);

} // namespace assay
