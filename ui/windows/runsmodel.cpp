#include "ui/windows/runsmodel.h"

#include "ui/look/formats.h"

using namespace Qt::StringLiterals;

namespace assay::ui {

QVariant RunsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Target:
        return tr("Target");
    case Standing:
        return tr("State");
    case Iterations:
        return tr("Iterations");
    case Open:
        return tr("Open questions");
    case When:
        return tr("Last entry");
    case Name:
        return tr("Run");
    default:
        return {};
    }
}

QVariant RunsModel::cell(const RunSummary &run, int column, int role) const
{
    if (role == IdRole)
        return run.path;
    if (role == MeaningRole) {
        if (column == Standing && !run.standing.isEmpty())
            return int(run.meaning);
        return column == Open && run.open > 0 ? QVariant(int(Meaning::Waiting)) : QVariant();
    }
    if (role == Qt::TextAlignmentRole && column == Iterations)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole) {
        return column == When    ? Formats::exact(run.lastAt)
            : column == Name     ? run.path
            : column == Standing ? (run.problem.isEmpty() ? run.standing : run.problem)
                                 : QVariant();
    }
    if (role != Qt::DisplayRole)
        return {};
    switch (column) {
    case Target:
        return run.target.isEmpty() ? u"–"_s : run.target;
    case Standing:
        return run.standing.isEmpty() ? tr("being read…") : run.standing;
    case Iterations:
        return run.limit > 0 ? u"%1/%2"_s.arg(run.counted).arg(run.limit) : QString();
    case Open:
        return run.open > 0 ? Formats::count(run.open) : QString();
    case When:
        return Formats::ago(run.lastAt, QDateTime::currentDateTimeUtc());
    case Name:
        return run.name;
    default:
        return {};
    }
}

} // namespace assay::ui
