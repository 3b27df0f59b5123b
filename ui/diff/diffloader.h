// Reads a change in workers: which files, then their lines, then which of them were renamed, then what moved; and the
// inks of those that are seen.
#pragma once

#include "core/diff/treediff.h"
#include "ui/diff/diffsection.h"

#include <QMutex>
#include <QObject>
#include <QThreadPool>

namespace assay::ui {

struct DiffRequest {
    QString vault;     ///< folder
    ObjectId from, to; ///< trees or commits; null: the empty tree
    diff::Whitespace whitespace = diff::Whitespace::Exact;
    bool identified = true; ///< hunks get their ids, for marks to hang on
    friend bool operator==(const DiffRequest &, const DiffRequest &) = default;
};

/// Every worker opens the vault for itself. A newer request ends the older one, whose results are dropped. Results are
/// told in the GUI thread, read files in handfuls. Destroyed, it waits for what its workers are at.
class DiffLoader : public QObject {
    Q_OBJECT
public:
    explicit DiffLoader(QObject *parent = nullptr);
    ~DiffLoader() override;
    void load(const DiffRequest &request);
    void cancel();
    [[nodiscard]] bool isLoading() const { return m_loading; } ///< not all lines are read
    /// These are read before the others and get their inks, once the list is told.
    /// The rows that files are read into from now on; others are right too, but cost the GUI thread.
    void setLayout(diff::Layout layout);
    void want(const QList<diff::FileChange> &files);
    /// Its inks were let go of: wanted again, they are made again.
    void forgetInks(const diff::FileChange &file);
    /// One file again without the limit of bytes.
    void readWhole(const diff::FileChange &file);

Q_SIGNALS:
    void failed(const assay::Error &error); ///< nothing can be shown
    void listed(const QList<assay::diff::FileChange> &files); ///< again when renames were found
    void filesRead(const QHash<assay::RepoPath, assay::ui::ReadFile> &files);
    void inked(const assay::diff::FileChange &file, const assay::ui::FileInks &before,
               const assay::ui::FileInks &after);
    void identified(const assay::ui::HunkIds &hunks); ///< of files that were read, a handful at a time
    void allRead(); ///< every file of the last list
    void movesFound(const assay::diff::Moves &moves); ///< of the files in their order

private:
    struct Job;
    void listFiles(const std::shared_ptr<Job> &job);
    void readFiles(const std::shared_ptr<Job> &job);
    void findRenames(const std::shared_ptr<Job> &job, const QList<diff::FileChange> &files);
    void ink(const std::shared_ptr<Job> &job, const diff::FileDiff &file);
    void take(const QList<diff::FileChange> &files);
    void took(const QHash<RepoPath, ReadFile> &files);
    void identify(const QHash<RepoPath, ReadFile> &files);
    void finish();
    void tell(const std::shared_ptr<Job> &job, std::function<void()> what); ///< in the GUI thread, while the job is on

    QThreadPool m_pool;
    std::shared_ptr<Job> m_job;
    DiffRequest m_request;
    diff::Layout m_layout = diff::Layout::Unified;
    QList<diff::FileChange> m_files;
    QHash<RepoPath, qsizetype> m_places; ///< in m_files
    QHash<RepoPath, diff::FileDiff> m_diffs; ///< those read
    QSet<RepoPath> m_unread, m_wanted, m_inked;
    bool m_loading = false, m_renamesKnown = false;
};

} // namespace assay::ui
