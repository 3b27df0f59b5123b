// An agent session's activity as rows: groups that fold, over text kept in pieces. Made for a million lines.
#pragma once

#include "ui/look/roles.h"
#include "ui/models/activitylines.h"
#include "ui/models/rowsums.h"

#include <QAbstractListModel>

#include <memory>

namespace assay::ui {

/// A piece of the text; shared with whoever searches it, never changed.
struct ActivityPiece {
    QByteArray text;
    QList<ActivityLine> lines;
    [[nodiscard]] QByteArrayView textOf(qsizetype line) const
    {
        return QByteArrayView(text).sliced(lines.at(line).offset, lines.at(line).length);
    }
};

/// Thread: GUI. Holds at most bytesMost of text and lines; when more comes, the oldest go (the stream file has them).
class ActivityModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Roles {
        KindRole = SearchRole + 1, ///< int of ActivityKind
        HeadRole,                  ///< bool: begins a group
        FoldedRole,                ///< bool, of a head with lines below it; invalid where there are none
        HiddenRole,                ///< int: lines folded away below it
        StatusRole,                ///< int of ToolStatus
        AfterRole,                 ///< tenths of a second since the session's first event
    };
    explicit ActivityModel(QObject *parent = nullptr, qint64 bytesMost = qint64(256) << 20);

    void clear();
    void append(const ActivityBatch &batch);

    [[nodiscard]] qint64 lines() const { return m_firstLine + m_lineCount; } ///< that came
    [[nodiscard]] qint64 dropped() const { return m_firstLine; }             ///< of them, no longer here
    [[nodiscard]] const QList<std::shared_ptr<const ActivityPiece>> &pieces() const { return m_pieces; }

    void setFolded(int row, bool folded); ///< of the group that the row is in
    [[nodiscard]] bool isFolded(int row) const;
    void foldAll(bool folded);
    /// The row of a line counted from the session's first; its group is unfolded when it has to be. -1: dropped.
    int showLine(qint64 line);
    [[nodiscard]] qint64 lineOf(int row) const;

    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : m_rows; }
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] static QString kindWord(ActivityKind kind);
    [[nodiscard]] static QString statusWord(ToolStatus status);

private:
    struct Group {
        quint32 first = 0; ///< line, counted from m_firstLine's
        quint32 count = 0;
        ToolStatus status = ToolStatus::None;
        bool folded = false;
        [[nodiscard]] qint64 rows() const { return folded && count > 0 ? 1 : qint64(count); }
    };
    struct Place {
        const ActivityPiece *piece;
        qsizetype line;
    };
    [[nodiscard]] Place placeOf(qint64 line) const; ///< counted from m_firstLine's
    [[nodiscard]] std::pair<qsizetype, qint64> groupOf(int row) const;
    [[nodiscard]] qsizetype groupOfLine(qint64 line) const;
    void fold(qsizetype group, bool folded);
    void drop();
    [[nodiscard]] QVariant headData(const Group &group, int role) const;

    QList<std::shared_ptr<const ActivityPiece>> m_pieces;
    QList<quint32> m_pieceStarts; ///< first line of each piece, counted from m_firstLine's
    QList<Group> m_groups;
    RowSums m_sums; ///< rows of each group
    qint64 m_bytes = 0, m_bytesMost;
    qint64 m_firstLine = 0, m_lineCount = 0;
    int m_firstGroup = 0; ///< number of the first group that is here
    int m_rows = 0;
};

} // namespace assay::ui
