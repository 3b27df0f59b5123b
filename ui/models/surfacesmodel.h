// The inventory of the public surface beside what was found: swept, stale, not swept; and what was declined, with why.
#pragma once

#include "ui/models/treemodel.h"

#include <QCoreApplication>

namespace assay::ui {

/// A group ("Stale · 2"), a surface or a declined thing in it, or a file or reason below that.
struct SurfaceRow {
    enum class Kind { Group, Item, Part };
    Kind kind = Kind::Group;
    QString name;   ///< unique among its siblings
    QString text;
    QString detail; ///< how it was swept, who declined it
    friend bool operator==(const SurfaceRow &, const SurfaceRow &) = default;
    [[nodiscard]] const QString &key() const { return name; }
};

class SurfacesModel : public TreeRowsModel<SurfaceRow> {
    Q_DECLARE_TR_FUNCTIONS(SurfacesModel)
public:
    using TreeRowsModel::TreeRowsModel;
    [[nodiscard]] int columnCount(const QModelIndex & = {}) const override { return 1; }
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

protected:
    [[nodiscard]] QVariant cell(const SurfaceRow &row, int column, int role) const override;
};

} // namespace assay::ui
