#include "ui/models/changedfilesmodel.h"

using namespace Qt::StringLiterals;

namespace assay::ui {

namespace {

/// "✓", or "3/12", and what else was said of it.
QString reviewText(const ChangedFileRow &row)
{
    if (row.places == 0)
        return {};
    QString text = row.reviewed == row.places ? glyph(Meaning::Good) : u"%1/%2"_s.arg(row.reviewed).arg(row.places);
    if (row.leftOut > 0)
        text += u' ' + glyph(Meaning::Undone);
    if (row.lapsed > 0)
        text += u' ' + glyph(Meaning::Unsure);
    if (row.openComments > 0)
        text += u' ' + glyph(Meaning::Waiting);
    return text;
}

} // namespace

QVariant ChangedFilesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    const bool number = section == Added || section == Removed;
    if (orientation == Qt::Horizontal && role == Qt::TextAlignmentRole && number)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name:
        return tr("File");
    case Change:
        return tr("±");
    case Kind:
        return tr("Class");
    case Added:
        return tr("+");
    case Removed:
        return tr("−");
    case Reviewed:
        return tr("Read");
    default:
        return {};
    }
}

QVariant ChangedFilesModel::cell(const ChangedFileRow &row, int column, int role) const
{
    switch (role) {
    case IdRole:
        return row.name;
    case MeaningRole:
        return column == Kind && row.meaning ? QVariant(int(*row.meaning)) : QVariant();
    case Qt::ToolTipRole:
        return row.marks.isEmpty() ? u"%1 · %2"_s.arg(row.name, row.change)
                                   : u"%1 · %2 · %3"_s.arg(row.name, row.change, row.marks);
    case Qt::AccessibleTextRole:
        return column == Change ? QVariant(row.change) : column == Reviewed ? QVariant(row.marks) : QVariant();
    case Qt::TextAlignmentRole:
        if (column == Change)
            return Qt::AlignCenter;
        return column == Added || column == Removed || column == Reviewed ? QVariant(Qt::AlignRight | Qt::AlignVCenter)
                                                                          : QVariant();
    case Qt::DisplayRole:
        break;
    default:
        return {};
    }
    switch (column) {
    case Name:
        return row.name;
    case Change:
        return row.glyph;
    case Kind:
        return row.kind;
    case Added:
        return !row.known ? QVariant() : row.binary ? QVariant(tr("binary")) : QVariant(row.added);
    case Removed:
        return row.binary || !row.known ? QVariant() : QVariant(row.removed);
    case Reviewed:
        return reviewText(row);
    default:
        return {};
    }
}

} // namespace assay::ui
