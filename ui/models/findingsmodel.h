// Findings as a table, or as a tree below their root causes.
#pragma once

#include "ui/look/meaning.h"
#include "ui/models/treemodel.h"

#include <QCoreApplication>

namespace assay::ui {

/// A finding, or the root cause above some; texts in the operator's language.
struct FindingRow {
    QString id;          ///< "F3", "N2", or the claim's number while it was not judged; of a cause its slug
    QString claim;       ///< "1.7": what names it from the beginning; empty for a root cause
    QString title;
    Severity severity = Severity::Medium;
    QString severityText;
    QString cause;
    Meaning meaning = Meaning::Idle;
    QString state;
    QString evidence;    ///< "3/3 present", and why it is not filed
    QString where;
    bool quiet = false;  ///< not filed, or declined: kept, greyed, never worked
    int number = 0;      ///< in the order they were claimed; of a cause by its first one
    int count = 0;       ///< of a cause: findings below it
    [[nodiscard]] bool isCause() const { return claim.isEmpty(); }
    [[nodiscard]] QString key() const { return isCause() ? u'c' + id : u'f' + claim; }
    friend bool operator==(const FindingRow &, const FindingRow &) = default;
};

class FindingsModel : public TreeRowsModel<FindingRow> {
    Q_DECLARE_TR_FUNCTIONS(FindingsModel)
public:
    enum Column { Id, SeverityWord, Title, State, Evidence, Cause, Where, ColumnCount };
    using TreeRowsModel::TreeRowsModel;

    [[nodiscard]] int columnCount(const QModelIndex & = {}) const override { return ColumnCount; }
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

protected:
    [[nodiscard]] QVariant cell(const FindingRow &row, int column, int role) const override;

private:
    [[nodiscard]] static QString text(const FindingRow &row, int column);
};

} // namespace assay::ui
