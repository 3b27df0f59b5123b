#include "ui/models/findingsmodel.h"

using namespace Qt::StringLiterals;

namespace assay::ui {

QVariant FindingsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Id:
        return tr("Id");
    case SeverityWord:
        return tr("Severity");
    case Title:
        return tr("Finding");
    case State:
        return tr("State");
    case Evidence:
        return tr("Evidence");
    case Cause:
        return tr("Root cause");
    case Where:
        return tr("Where");
    default:
        return {};
    }
}

QString FindingsModel::text(const FindingRow &row, int column)
{
    switch (column) {
    case Id:
        return row.isCause() ? row.title : row.id;
    case SeverityWord:
        return row.severityText;
    case Title:
        return row.isCause() ? QString() : row.title;
    case State:
        return row.state;
    case Evidence:
        return row.evidence;
    case Cause:
        return row.cause;
    case Where:
        return row.where;
    default:
        return {};
    }
}

QVariant FindingsModel::cell(const FindingRow &row, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::ToolTipRole:
        return column == Id ? QVariant() : QVariant(text(row, column));
    case IdRole:
        return row.id;
    case QuietRole:
        return row.quiet;
    case MeaningRole:
        return column == State && !row.isCause() ? QVariant(int(row.meaning)) : QVariant();
    case SeverityRole:
        return column == SeverityWord && !row.isCause() ? QVariant(int(row.severity)) : QVariant();
    case SortRole:
        if (column == Id)
            return row.number;
        return column == SeverityWord ? QVariant(int(row.severity)) : QVariant(text(row, column));
    case SearchRole:
        return row.isCause()
            ? QString()
            : QStringList{row.id, row.severityText, row.title, row.state, row.evidence, row.cause, row.where}.join(
                  u'\n');
    default:
        return {};
    }
}

} // namespace assay::ui
