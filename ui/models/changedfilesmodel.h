// The files of a change as a tree: with their class, what was added and removed, and what was said of them.
#pragma once

#include "ui/look/meaning.h"
#include "ui/models/treemodel.h"

#include "core/domain/ids.h"

#include <QCoreApplication>

namespace assay::ui {

/// A file, or a folder with the sums of what is below it. Texts in the operator's language.
struct ChangedFileRow {
    RepoPath path;  ///< of a folder without a slash at its end
    int files = 0;  ///< of a folder: how many are below it; 0: a file
    QString name;   ///< the whole path, fit for a line; of a rename "old → new"
    QString shown;  ///< what of it is not in the lines above
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

    [[nodiscard]] bool isFolder() const { return files > 0; }
    [[nodiscard]] QByteArray key() const { return isFolder() ? path.bytes() + '/' : path.bytes(); }
    friend bool operator==(const ChangedFileRow &, const ChangedFileRow &) = default;
};

/// Sorted by path: a tree of their folders, in which a folder that holds nothing but another one is one line with it
/// ("a/b/c"). Pure; near linear.
[[nodiscard]] QList<TreeOf<ChangedFileRow>> asTree(const QList<ChangedFileRow> &files);

class ChangedFilesModel : public TreeRowsModel<ChangedFileRow> {
    Q_DECLARE_TR_FUNCTIONS(ChangedFilesModel)
public:
    enum Column { Name, Change, Kind, Added, Removed, Reviewed, ColumnCount };
    using TreeRowsModel::TreeRowsModel;

    [[nodiscard]] int columnCount(const QModelIndex & = {}) const override { return ColumnCount; }
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation,
                                      int role = Qt::DisplayRole) const override;

protected:
    [[nodiscard]] QVariant cell(const ChangedFileRow &row, int column, int role) const override;
};

} // namespace assay::ui
