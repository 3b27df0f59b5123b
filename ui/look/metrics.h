// Space and type: a grid of four pixels, and the few sizes that there are. Logical pixels; Qt scales them.
#pragma once

#include <QFont>

class QAbstractItemView;
class QLayout;

namespace assay::ui {

inline constexpr int gridStep = 4;
inline constexpr int rowHeight = 24;   ///< in tables
inline constexpr int formRow = 28;     ///< in forms
inline constexpr int gap = 8;          ///< inside a group
inline constexpr int groupGap = 16;    ///< between groups
inline constexpr int pageEdge = 24;    ///< at a page's edge
inline constexpr int corner = 4;       ///< of chips and cards

enum class Type { Body, Quiet, Section, Sentence };
/// The desktop's own font in one of the sizes there are: 1.0, 0.9, 1.15 (medium weight), 1.5.
[[nodiscard]] QFont fontOf(Type type);
/// For hashes, paths, commands, output, code.
[[nodiscard]] QFont monospace(Type type = Type::Body);

/// Margins of a page or none, and the gap between its parts.
void asPage(QLayout *layout);
void asGroup(QLayout *layout);
/// A table or tree as all of ours look: rows of one height, no frame, no grid, whole rows selected.
void asTable(QAbstractItemView *view);

} // namespace assay::ui
