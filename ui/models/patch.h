// A patch as git writes it, as lines that know what they are: files, hunks, numbers.
#pragma once

#include "core/journal/facts.h"
#include "ui/look/lines.h"

#include <QCoreApplication>

namespace assay::ui {

struct PatchFile {
    RepoPath path;
    PathChange change = PathChange::Modified;
    bool binary = false;
    int added = 0, removed = 0; ///< lines
    qsizetype line = 0;         ///< of its heading
};

/// Immutable once made. Any bytes may be given: what is no patch is shown as it is.
struct Patch {
    std::shared_ptr<const Lines> lines;
    QList<PatchFile> files;
    QList<qsizetype> hunks; ///< their first lines
    /// Of the file that the line belongs to, or -1.
    [[nodiscard]] qsizetype fileAt(qsizetype line) const;
    /// The first line of `of` behind (or before) this one, or -1.
    [[nodiscard]] static qsizetype next(const QList<qsizetype> &of, qsizetype line, bool backwards);
    [[nodiscard]] QList<qsizetype> headings() const;
};

/// Reads the form of `git diff --binary --full-index --no-renames` (git-diff(1), "Generating patch text with -p").
/// Linear; for a worker.
class PatchReader {
    Q_DECLARE_TR_FUNCTIONS(PatchReader)
public:
    [[nodiscard]] static std::shared_ptr<const Patch> read(const QByteArray &bytes);

private:
    explicit PatchReader(const QByteArray &bytes);
    void take(qsizetype line);
    bool takeInHunk(qsizetype line, QByteArrayView text);
    void takeHeader(qsizetype line, QByteArrayView text);
    void mark(qsizetype line, LineKind kind, int before = 0, int after = 0);
    void closeFile();

    Lines m_lines;
    Patch m_patch;
    int m_before = 0, m_after = 0;         ///< number of the next line of a hunk
    int m_beforeLeft = 0, m_afterLeft = 0; ///< lines that the hunk still has
    QString m_said;                        ///< of the file: "mode 100644 becomes 100755"
    QByteArray m_oldMode;
};

} // namespace assay::ui
