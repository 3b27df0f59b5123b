#include "ui/models/proofrunsmodel.h"

using namespace Qt::StringLiterals;

namespace assay::ui {

QVariant ProofRunsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Iteration:
        return tr("Iteration");
    case Check:
        return tr("Check");
    case Role:
        return tr("Role");
    case Tree:
        return tr("Tree");
    case Run:
        return tr("Run");
    case Answer:
        return tr("Answer");
    case Status:
        return tr("Status");
    case Time:
        return tr("Time");
    default:
        return {};
    }
}

QVariant ProofRunsModel::cell(const ProofRunRow &row, int column, int role) const
{
    const bool number = column == Iteration || column == Run || column == Time;
    switch (role) {
    case IdRole:
        return QString::number(row.seq);
    case MeaningRole:
        return column == Answer ? QVariant(int(row.meaning)) : QVariant();
    case Qt::TextAlignmentRole:
        return number ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case Qt::ToolTipRole:
        return column == Tree ? QVariant(row.treeId.text()) : QVariant(row.reason);
    case Qt::DisplayRole:
        break;
    default:
        return {};
    }
    switch (column) {
    case Iteration:
        return row.iteration;
    case Check:
        return row.check;
    case Role:
        return row.role;
    case Tree:
        return row.tree;
    case Run:
        return u"%1/%2"_s.arg(row.k).arg(row.n);
    case Answer:
        return row.answer;
    case Status:
        return row.status;
    case Time:
        return row.time;
    default:
        return {};
    }
}

} // namespace assay::ui
