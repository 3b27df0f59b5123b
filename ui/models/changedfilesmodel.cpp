#include "ui/models/changedfilesmodel.h"

using namespace Qt::StringLiterals;

namespace assay::ui {

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
        return u"%1 · %2"_s.arg(row.name, row.change);
    case Qt::AccessibleTextRole:
        return column == Change ? QVariant(row.change) : QVariant();
    case Qt::TextAlignmentRole:
        if (column == Change)
            return Qt::AlignCenter;
        return column == Added || column == Removed ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
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
    default:
        return {};
    }
}

} // namespace assay::ui
