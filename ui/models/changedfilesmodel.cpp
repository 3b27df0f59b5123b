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
        return row.change.isEmpty() ? row.name : u"%1 · %2"_s.arg(row.name, row.change);
    case Qt::TextAlignmentRole:
        return column == Added || column == Removed ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case Qt::DisplayRole:
        break;
    default:
        return {};
    }
    switch (column) {
    case Name:
        return row.name;
    case Kind:
        return row.change.isEmpty() ? row.kind : u"%1, %2"_s.arg(row.kind, row.change);
    case Added:
        return row.binary ? QVariant(tr("binary")) : QVariant(row.added);
    case Removed:
        return row.binary ? QVariant() : QVariant(row.removed);
    default:
        return {};
    }
}

} // namespace assay::ui
