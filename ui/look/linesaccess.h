// What a screen reader is told of a LinesView: a list whose items are the lines, made when they are asked for.
#pragma once

namespace assay::ui {

class LinesView;

/// Makes the accessibility of every LinesView known; again and again is harmless.
void installLinesAccess();
/// The current line became another one.
void tellLinesFocus(LinesView *view);

} // namespace assay::ui
