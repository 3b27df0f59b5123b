#include "ui/models/surfacesmodel.h"

namespace assay::ui {

QVariant SurfacesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    return section == 0 && orientation == Qt::Horizontal && role == Qt::DisplayRole ? QVariant(tr("Surfaces"))
                                                                                    : QVariant();
}

QVariant SurfacesModel::cell(const SurfaceRow &row, int, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return row.text;
    case Qt::ToolTipRole:
        return row.detail.isEmpty() ? row.text : row.text + u'\n' + row.detail;
    case IdRole:
        return row.name;
    case QuietRole:
        return row.kind == SurfaceRow::Kind::Part;
    default:
        return {};
    }
}

} // namespace assay::ui
