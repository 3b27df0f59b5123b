// The proof matrix as rows: findings, guards, new tests. And how a cell of it is painted. Pure but for the paint.
#pragma once

#include "core/journal/proofmatrix.h"
#include "ui/look/chip.h"
#include "ui/models/outlinemodel.h"

#include <QCoreApplication>

namespace assay::ui {

class ProofOutline {
    Q_DECLARE_TR_FUNCTIONS(ProofOutline)
public:
    enum Column { What, Rank, Base, Before, Now, Note, ColumnCount };
    [[nodiscard]] static QStringList headings();
    /// References: "finding:F3", "check:C7", "test:<name>". At most `most` rows a heading; the rest is told of.
    [[nodiscard]] static QList<OutlineNode> of(const RunState &state, const QList<MatrixRow> &rows, qsizetype most);
    [[nodiscard]] static QString word(const MatrixCell &cell, MatrixRow::Kind kind); ///< "present 3 of 3", "fails"
    [[nodiscard]] static QString note(const MatrixRow &row, const Finding *finding); ///< "fixed, 2 tests", "undefended"
    [[nodiscard]] static QString noteTip(const MatrixRow &row, const Finding *finding);
};

/// Paints Base, Before and Now: the glyph on its wash, and a dot for each run. Everything else is a ChipDelegate's.
class ProofDelegate : public ChipDelegate {
    Q_OBJECT
public:
    using ChipDelegate::ChipDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
};

} // namespace assay::ui
