// Every watched run of some checks, as a table.
#pragma once

#include "core/journal/facts.h"
#include "ui/look/meaning.h"
#include "ui/models/rowsmodel.h"

#include <QCoreApplication>

namespace assay::ui {

/// Texts in the operator's language; the digests lead to what it printed.
struct ProofRunRow {
    qint64 seq = 0; ///< of its entry
    QString check, role, tree, answer, status, reason;
    ObjectId treeId;
    int iteration = 0, k = 1, n = 1;
    Meaning meaning = Meaning::Idle;
    QString time;
    qint64 milliseconds = 0;
    Digest out, err;
    [[nodiscard]] qint64 key() const { return seq; }
    friend bool operator==(const ProofRunRow &, const ProofRunRow &) = default;
};

class ProofRunsModel : public RowsModel<ProofRunRow> {
    Q_DECLARE_TR_FUNCTIONS(ProofRunsModel)
public:
    enum Column { Iteration, Check, Role, Tree, Run, Answer, Status, Time, ColumnCount };
    using RowsModel::RowsModel;

    [[nodiscard]] int columnCount(const QModelIndex & = {}) const override { return ColumnCount; }
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

protected:
    [[nodiscard]] QVariant cell(const ProofRunRow &row, int column, int role) const override;
};

} // namespace assay::ui
