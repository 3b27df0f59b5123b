#include "ui/models/journalmodel.h"

#include "ui/look/formats.h"
#include "ui/look/meaning.h"
#include "ui/look/roles.h"

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

bool isRefutation(const EntryHead &head)
{
    return head.kind == "claim.judged"_L1 && head.summary.contains("refuted"_L1);
}

} // namespace

void JournalModel::show(const QList<EntryHead> &heads, qint64 upTo)
{
    const qsizetype count = upTo > 0 ? std::min<qsizetype>(upTo, heads.size()) : heads.size();
    const bool same = m_count == 0
        || (count >= m_count && heads.first() == m_heads.first() && heads.at(m_count - 1) == m_heads.at(m_count - 1));
    if (!same) {
        beginResetModel();
        m_heads = heads;
        m_count = count;
        endResetModel();
        return;
    }
    if (count == m_count) {
        m_heads = heads;
        return;
    }
    beginInsertRows({}, int(m_count), int(count - 1));
    m_heads = heads;
    m_count = count;
    endInsertRows();
}

QVariant JournalModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const EntryHead &head = m_heads.at(index.row());
    if (role == IdRole)
        return QString::number(head.seq);
    if (role == Qt::ToolTipRole) {
        return index.column() == Time ? Formats::exact(head.at) : index.column() == Summary ? head.summary : QVariant();
    }
    if (role == Qt::TextAlignmentRole && (index.column() == Seq || index.column() == Iteration))
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == MeaningRole && index.column() == Kind && isRefutation(head))
        return int(Meaning::Refuted);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Seq:
        return head.seq;
    case Time:
        return head.at.toLocalTime().toString(u"HH:mm:ss"_s);
    case Iteration:
        return head.iteration > 0 ? QVariant(head.iteration) : QVariant();
    case Kind:
        return head.kind;
    case Actor:
        return Formats::line(head.actor);
    case Summary:
        return head.summary;
    default:
        return {};
    }
}

QVariant JournalModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Seq:
        return tr("Entry");
    case Time:
        return tr("Time");
    case Iteration:
        return tr("Iteration");
    case Kind:
        return tr("Kind");
    case Actor:
        return tr("By");
    case Summary:
        return tr("What");
    default:
        return {};
    }
}

void JournalFilter::setKind(const QString &group)
{
    m_kind = group;
    invalidateFilter();
}

void JournalFilter::setText(const QString &text)
{
    m_text = text;
    invalidateFilter();
}

bool JournalFilter::filterAcceptsRow(int row, const QModelIndex &parent) const
{
    const EntryHead &head = static_cast<const JournalModel *>(sourceModel())->head(row);
    Q_UNUSED(parent)
    if (m_kind == "refuted"_L1) {
        if (!isRefutation(head))
            return false;
    } else if (!m_kind.isEmpty() && !(head.kind.startsWith(m_kind) && head.kind.mid(m_kind.size()).startsWith(u'.'))
               && head.kind != m_kind) {
        return false;
    }
    return m_text.isEmpty() || head.summary.contains(m_text, Qt::CaseInsensitive)
        || head.kind.contains(m_text, Qt::CaseInsensitive) || QString::number(head.seq) == m_text;
}

} // namespace assay::ui
