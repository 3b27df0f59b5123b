// The files of a change, with their class and what was added and removed.
#pragma once

#include "ui/look/meaning.h"
#include "ui/models/rowsmodel.h"

#include <QCoreApplication>

namespace assay::ui {

/// Texts in the operator's language.
struct ChangedFileRow {
    RepoPath path;
    QString name;   ///< the path, fit for a line; of a rename "old → new"
    QString change; ///< "added", "renamed, 92 % the same"
    QString glyph;  ///< that goes with it
    QString kind;   ///< its class: product, test, sensitive, protected
    std::optional<Meaning> meaning; ///< of the class, where it needs a second look
    bool known = true; ///< what was read: else there are no counts yet
    qint64 added = 0, removed = 0;
    bool binary = false;
    int places = 0, reviewed = 0; ///< hunks, or 1; 0: not known yet
    int leftOut = 0, openComments = 0;
    int lapsed = 0; ///< left out before it changed
    QString marks; ///< "3 of 12 hunks reviewed, 1 left out"
    [[nodiscard]] QByteArray key() const { return path.bytes(); }
    friend bool operator==(const ChangedFileRow &, const ChangedFileRow &) = default;
};

class ChangedFilesModel : public RowsModel<ChangedFileRow> {
    Q_DECLARE_TR_FUNCTIONS(ChangedFilesModel)
public:
    enum Column { Name, Change, Kind, Added, Removed, Reviewed, ColumnCount };
    using RowsModel::RowsModel;

    [[nodiscard]] int columnCount(const QModelIndex & = {}) const override { return ColumnCount; }
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

protected:
    [[nodiscard]] QVariant cell(const ChangedFileRow &row, int column, int role) const override;
};

} // namespace assay::ui
