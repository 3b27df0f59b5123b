#include "ui/models/backlogmodel.h"

#include <QMimeData>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

const QString &taskType()
{
    static const QString type = u"application/x-assay-task"_s;
    return type;
}

} // namespace

QVariant BacklogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::ToolTipRole) {
        return section == Place   ? QVariant(tr("In this order the open tasks are worked"))
            : section == Attempts ? QVariant(tr("Rolled-back attempts that count; the last one parks the task"))
                                  : QVariant();
    }
    if (role == Qt::TextAlignmentRole && section == Place)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Id:
        return tr("Task");
    case Place:
        return tr("Next");
    case Title:
        return tr("What");
    case SeverityWord:
        return tr("Severity");
    case Type:
        return tr("Type");
    case State:
        return tr("State");
    case Attempts:
        return tr("Attempts");
    case Covers:
        return tr("Covers");
    case Note:
        return tr("Why");
    default:
        return {};
    }
}

Qt::ItemFlags BacklogModel::flags(const QModelIndex &index) const
{
    Qt::ItemFlags flags = TreeRowsModel::flags(index);
    if (!index.isValid() || !m_movable)
        return flags;
    if (row(index).place > 0)
        flags |= Qt::ItemIsDragEnabled;
    return flags | Qt::ItemIsDropEnabled;
}

QStringList BacklogModel::mimeTypes() const
{
    return {taskType()};
}

QMimeData *BacklogModel::mimeData(const QModelIndexList &indexes) const
{
    if (indexes.isEmpty() || row(indexes.first()).isCause)
        return nullptr;
    auto *data = new QMimeData;
    data->setData(taskType(), row(indexes.first()).id.toUtf8());
    return data;
}

/// Where a drop leads: onto a task or between two tasks that are waiting, of the dragged one's severity.
std::optional<BacklogModel::Drop> BacklogModel::dropOf(const QMimeData *data, int number,
                                                       const QModelIndex &parent) const
{
    if (!data || !data->hasFormat(taskType()))
        return std::nullopt;
    const QString id = QString::fromUtf8(data->data(taskType()));
    const QModelIndex dragged = find([&](const BacklogRow &one) { return !one.isCause && one.id == id; });
    if (!dragged.isValid())
        return std::nullopt;
    const auto fits = [&](const QModelIndex &index) {
        return index.isValid() && !row(index).isCause && row(index).place > 0 && row(index).id != id
            && row(index).severity == row(dragged).severity;
    };
    if (number < 0) {
        // Dropped on a task: it takes that one's place.
        return fits(parent) ? std::optional(Drop{id, row(parent).id, row(dragged).place < row(parent).place})
                            : std::nullopt;
    }
    const QModelIndex below = number < rowCount(parent) ? index(number, 0, parent) : QModelIndex();
    if (fits(below))
        return Drop{id, row(below).id, false};
    const QModelIndex above = number > 0 ? index(number - 1, 0, parent) : QModelIndex();
    return fits(above) ? std::optional(Drop{id, row(above).id, true}) : std::nullopt;
}

bool BacklogModel::canDropMimeData(const QMimeData *data, Qt::DropAction, int number, int,
                                   const QModelIndex &parent) const
{
    return m_movable && dropOf(data, number, parent).has_value();
}

bool BacklogModel::dropMimeData(const QMimeData *data, Qt::DropAction, int number, int, const QModelIndex &parent)
{
    if (const auto drop = m_movable ? dropOf(data, number, parent) : std::nullopt)
        Q_EMIT moveAsked(drop->task, drop->neighbour, drop->after);
    return false;
}

QString BacklogModel::text(const BacklogRow &row, int column)
{
    if (row.isCause)
        return column == Id ? u"%1 · %2"_s.arg(row.title, row.strikesText) : QString();
    switch (column) {
    case Id:
        return row.id;
    case Place:
        return row.place > 0 ? QString::number(row.place) : QString();
    case Title:
        return row.title;
    case SeverityWord:
        return row.severityText;
    case Type:
        return row.type;
    case State:
        return row.state;
    case Attempts:
        return row.attempts;
    case Covers:
        return row.covers;
    case Note:
        return row.note;
    default:
        return {};
    }
}

QVariant BacklogModel::cell(const BacklogRow &row, int column, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::ToolTipRole:
        return column == Title || column == Note || column == Covers ? QVariant(text(row, column)) : QVariant();
    case Qt::TextAlignmentRole:
        return column == Place ? QVariant(Qt::AlignRight | Qt::AlignVCenter) : QVariant();
    case IdRole:
        return row.id;
    case QuietRole:
        return row.quiet;
    case StrikesRole:
        return row.isCause && column == Id ? QVariant(row.strikes) : QVariant();
    case MeaningRole:
        return column == State && !row.isCause ? QVariant(int(row.meaning)) : QVariant();
    case SeverityRole:
        return column == SeverityWord && !row.isCause ? QVariant(int(row.severity)) : QVariant();
    default:
        return {};
    }
}

} // namespace assay::ui
