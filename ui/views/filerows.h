// The files of a change as rows: pure functions.
#pragma once

#include "ui/diff/diffdocument.h"
#include "ui/models/changedfilesmodel.h"

#include "core/domain/rules.h"

#include <functional>

namespace assay::ui {

class FileRows {
    Q_DECLARE_TR_FUNCTIONS(FileRows)
public:
    using ClassOf = std::function<PathClass(const RepoPath &)>;
    /// What a run knows of the files of a change; no function: of no class.
    struct Known {
        ClassOf classOf;
        QList<ReviewPlace> lapsed; ///< what was left out before it changed
    };
    /// By what the owner said of a file, or of one of its hunks.
    enum class Which { All, Open, LeftOut, Commented, Undefended };
    /// Those of the change whose name holds the text, whatever its case; sorted by path.
    [[nodiscard]] static QList<ChangedFileRow> files(const DiffDocument &document, const Known &known,
                                                     const QString &filter, Which which = Which::All);
    /// "3 files, +12 −4"; with what was reviewed: " · 3 of 12 hunks reviewed".
    [[nodiscard]] static QString summary(const DiffDocument &document, bool marks = true);
};

} // namespace assay::ui
