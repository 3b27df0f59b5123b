// Two revisions of any local repository compared, without a run: read, and nothing else.
#pragma once

#include "core/git/comparedtrees.h"

#include <QFutureWatcher>
#include <QMainWindow>

class QLineEdit;

namespace assay::ui {

class DiffPane;
class ElidedLabel;
class FilesPane;
class Problem;

struct Comparing {
    QString repository, from, to; ///< a folder, two revisions
};

/// Thread: GUI; what git knows is asked on another.
class CompareWindow : public QMainWindow {
    Q_OBJECT
public:
    explicit CompareWindow(QWidget *parent = nullptr);
    ~CompareWindow() override;
    /// An empty `to` is HEAD. What is wrong with it is said in the window.
    void compare(const Comparing &what);
    [[nodiscard]] DiffPane *pane() const { return m_pane; }
    [[nodiscard]] FilesPane *files() const { return m_files; }
    [[nodiscard]] const Problem &problem() const { return *m_problem; }

protected:
    void closeEvent(QCloseEvent *event) override;

private:
    void makeBar(class QBoxLayout *layout);
    void makeActions();
    void again(); ///< what the fields say, read anew
    void showTrees(const Result<ComparedTrees> &trees);
    void choose();

    QLineEdit *m_repository, *m_from, *m_to;
    ElidedLabel *m_summary;
    Problem *m_problem;
    DiffPane *m_pane;
    FilesPane *m_files;
    class QSplitter *m_sides;
    QList<QAction *> m_commands;
    QFutureWatcher<Result<ComparedTrees>> m_asking;
    bool m_askAgain = false;
};

} // namespace assay::ui
