// The runs of this machine as rows, newest first.
#pragma once

#include "ui/models/rowsmodel.h"
#include "ui/windows/runsummary.h"

namespace assay::ui {

class RunsModel : public RowsModel<RunSummary> {
    Q_OBJECT
public:
    enum Column { Target, Standing, Iterations, Open, When, Name, ColumnCount };
    using RowsModel::RowsModel;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override
    {
        return parent.isValid() ? 0 : ColumnCount;
    }
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

protected:
    [[nodiscard]] QVariant cell(const RunSummary &run, int column, int role) const override;
};

} // namespace assay::ui
