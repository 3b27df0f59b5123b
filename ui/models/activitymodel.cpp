#include "ui/models/activitymodel.h"

#include "ui/look/formats.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay::ui {

ActivityModel::ActivityModel(QObject *parent, qint64 bytesMost) : QAbstractListModel(parent), m_bytesMost(bytesMost) {}

void ActivityModel::clear()
{
    beginResetModel();
    m_pieces.clear();
    m_pieceStarts.clear();
    m_groups.clear();
    m_sums.clear();
    m_bytes = m_firstLine = m_lineCount = 0;
    m_firstGroup = m_rows = 0;
    endResetModel();
}

void ActivityModel::append(const ActivityBatch &batch)
{
    QList<int> changed; // rows of heads that were here before
    for (const auto &[number, status] : batch.statuses) {
        const qsizetype group = number - m_firstGroup;
        if (group >= 0 && group < m_groups.size()) {
            m_groups[group].status = status;
            changed.append(int(m_sums.before(group)));
        }
    }
    if (!batch.lines.isEmpty()) {
        // The last group may grow; what is new behind it is made first and told as one insertion.
        int grown = 0;
        qsizetype at = 0;
        if (!m_groups.isEmpty()) {
            const bool folded = m_groups.last().folded;
            for (; at < batch.lines.size() && !batch.lines.at(at).isHead; ++at)
                grown += folded ? 0 : 1;
            if (at > 0)
                changed.append(int(m_sums.before(m_groups.size() - 1)));
        }
        QList<Group> fresh;
        for (qsizetype i = at; i < batch.lines.size(); ++i) {
            const ActivityLine &line = batch.lines.at(i);
            if (line.isHead || fresh.isEmpty())
                fresh.append({quint32(m_lineCount + i), 0, line.status, bool(line.isFolded)});
            ++fresh.last().count;
        }
        qint64 rows = grown;
        for (const Group &group : std::as_const(fresh))
            rows += group.rows();
        if (rows > 0)
            beginInsertRows({}, m_rows, m_rows + int(rows) - 1);
        if (at > 0) {
            m_groups.last().count += quint32(at);
            m_sums.change(m_groups.size() - 1, grown);
        }
        for (const Group &group : std::as_const(fresh)) {
            m_groups.append(group);
            m_sums.append(group.rows());
        }
        m_pieceStarts.append(quint32(m_lineCount));
        m_pieces.append(std::make_shared<const ActivityPiece>(batch.text, batch.lines));
        m_lineCount += batch.lines.size();
        m_bytes += batch.text.size() + batch.lines.size() * qint64(sizeof(ActivityLine));
        m_rows += int(rows);
        if (rows > 0)
            endInsertRows();
    }
    // A status of a group that came in the same batch.
    for (const auto &[number, status] : batch.statuses) {
        const qsizetype group = number - m_firstGroup;
        if (group >= 0 && group < m_groups.size())
            m_groups[group].status = status;
    }
    for (const int row : std::as_const(changed))
        Q_EMIT dataChanged(index(row), index(row));
    if (m_bytes > m_bytesMost)
        drop();
}

/// The oldest quarter goes at once: what is left is counted anew, which must not be done for each batch.
void ActivityModel::drop()
{
    qsizetype pieces = 0;
    qint64 bytes = 0, lines = 0;
    while (pieces < m_pieces.size() - 1 && m_bytes - bytes > m_bytesMost / 4 * 3) {
        const ActivityPiece &piece = *m_pieces.at(pieces);
        bytes += piece.text.size() + piece.lines.size() * qint64(sizeof(ActivityLine));
        lines += piece.lines.size();
        ++pieces;
    }
    if (pieces == 0)
        return;
    // A group that lies on the border keeps what is left of it.
    const qsizetype border = groupOfLine(lines);
    qint64 gone = m_sums.before(border);
    Group &first = m_groups[border];
    const quint32 cut = quint32(lines) - first.first;
    // A folded one's only row was its head, which goes; what is left gets a row of its own below.
    const bool another = first.folded && cut > 0;
    gone += another ? 1 : first.folded ? 0 : cut;
    if (gone > 0)
        beginRemoveRows({}, 0, int(gone) - 1);
    first.first += cut;
    first.count -= cut;
    m_groups.remove(0, border);
    m_firstGroup += int(border);
    m_sums.clear();
    for (Group &group : m_groups) {
        group.first -= quint32(lines);
        m_sums.append(another && m_sums.size() == 0 ? 0 : group.rows());
    }
    m_pieces.remove(0, pieces);
    m_pieceStarts.remove(0, pieces);
    for (quint32 &start : m_pieceStarts)
        start -= quint32(lines);
    m_bytes -= bytes;
    m_firstLine += lines;
    m_lineCount -= lines;
    m_rows -= int(gone);
    if (gone > 0)
        endRemoveRows();
    if (!another)
        return;
    beginInsertRows({}, 0, 0);
    m_sums.change(0, 1);
    ++m_rows;
    endInsertRows();
}

ActivityModel::Place ActivityModel::placeOf(qint64 line) const
{
    const auto next = std::upper_bound(m_pieceStarts.cbegin(), m_pieceStarts.cend(), quint32(line));
    const qsizetype piece = std::distance(m_pieceStarts.cbegin(), next) - 1;
    return {m_pieces.at(piece).get(), qsizetype(line) - qsizetype(m_pieceStarts.at(piece))};
}

std::pair<qsizetype, qint64> ActivityModel::groupOf(int row) const
{
    return m_sums.at(row);
}

qsizetype ActivityModel::groupOfLine(qint64 line) const
{
    const auto next = std::ranges::upper_bound(m_groups, quint32(line), {}, &Group::first);
    return std::max<qsizetype>(std::distance(m_groups.cbegin(), next) - 1, 0);
}

void ActivityModel::fold(qsizetype number, bool folded)
{
    Group &group = m_groups[number];
    if (group.folded == folded)
        return;
    const int head = int(m_sums.before(number));
    const int below = int(group.count) - 1;
    if (below > 0 && folded)
        beginRemoveRows({}, head + 1, head + below);
    else if (below > 0)
        beginInsertRows({}, head + 1, head + below);
    group.folded = folded;
    if (below > 0) {
        m_sums.change(number, folded ? -below : below);
        m_rows += folded ? -below : below;
        if (folded)
            endRemoveRows();
        else
            endInsertRows();
    }
    Q_EMIT dataChanged(index(head), index(head));
}

void ActivityModel::setFolded(int row, bool folded)
{
    if (row >= 0 && row < m_rows)
        fold(groupOf(row).first, folded);
}

bool ActivityModel::isFolded(int row) const
{
    return row >= 0 && row < m_rows && m_groups.at(groupOf(row).first).folded;
}

void ActivityModel::foldAll(bool folded)
{
    beginResetModel();
    m_sums.clear();
    qint64 rows = 0;
    for (Group &group : m_groups) {
        group.folded = folded && group.count > 1;
        m_sums.append(group.rows());
        rows += group.rows();
    }
    m_rows = int(rows);
    endResetModel();
}

int ActivityModel::showLine(qint64 line)
{
    const qint64 here = line - m_firstLine;
    if (here < 0 || here >= m_lineCount)
        return -1;
    const qsizetype number = groupOfLine(here);
    const qint64 inside = here - m_groups.at(number).first;
    if (inside > 0)
        fold(number, false);
    return int(m_sums.before(number) + inside);
}

qint64 ActivityModel::lineOf(int row) const
{
    if (row < 0 || row >= m_rows)
        return -1;
    const auto [group, inside] = groupOf(row);
    return m_firstLine + m_groups.at(group).first + inside;
}

QString ActivityModel::kindWord(ActivityKind kind)
{
    switch (kind) {
    case ActivityKind::Message:
        return tr("says");
    case ActivityKind::Thought:
        return tr("thinks");
    case ActivityKind::Tool:
        return tr("tool");
    case ActivityKind::Plan:
        return tr("plan");
    case ActivityKind::Asked:
        return tr("asks");
    case ActivityKind::Limit:
        return tr("limit");
    case ActivityKind::Output:
        return tr("output");
    case ActivityKind::ErrorOutput:
        return tr("error output");
    case ActivityKind::Other:
        break;
    }
    return tr("other");
}

QString ActivityModel::statusWord(ToolStatus status)
{
    switch (status) {
    case ToolStatus::Pending:
        return tr("waits");
    case ToolStatus::Running:
        return tr("running");
    case ToolStatus::Completed:
        return tr("done");
    case ToolStatus::Failed:
        return tr("failed");
    case ToolStatus::None:
        break;
    }
    return {};
}

QVariant ActivityModel::headData(const Group &group, int role) const
{
    if (role == FoldedRole)
        return group.count > 1 ? QVariant(group.folded) : QVariant();
    if (role == HiddenRole)
        return group.folded ? int(group.count) - 1 : 0;
    return int(group.status);
}

QVariant ActivityModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const auto [number, inside] = groupOf(index.row());
    const Group &group = m_groups.at(number);
    if (role == HeadRole)
        return inside == 0;
    if (role == FoldedRole || role == HiddenRole || role == StatusRole)
        return inside == 0 ? headData(group, role) : QVariant();
    const auto [piece, line] = placeOf(group.first + inside);
    const ActivityLine &at = piece->lines.at(line);
    if (role == KindRole)
        return int(at.kind);
    if (role == AfterRole)
        return at.after;
    if (role == IdRole)
        return QString::number(m_firstLine + group.first + inside);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole && role != Qt::AccessibleTextRole)
        return {};
    const QString text = Formats::line(QString::fromUtf8(piece->textOf(line)));
    if (role != Qt::AccessibleTextRole)
        return text;
    QStringList parts{kindWord(at.kind), text};
    if (inside == 0 && group.status != ToolStatus::None)
        parts.append(statusWord(group.status));
    if (inside == 0 && group.folded && group.count > 1)
        parts.append(tr("folded, lines below it: %1").arg(group.count - 1));
    return parts.join(u", "_s);
}

} // namespace assay::ui
