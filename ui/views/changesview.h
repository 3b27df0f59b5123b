// What was changed: base against now, a checkpoint's change, an attempt's, rejected ones too; its files and their diff.
#pragma once

#include "ui/views/changesrows.h"
#include "ui/views/runview.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QSplitter;
class QTableView;
class QTimer;

namespace assay::ui {

class AskForm;
class ChangeReview;
class DiffPane;
class ElidedLabel;
class EmptyOr;
class LapsedNote;
class LineWhy;
class Problem;

class ChangesView : public RunView {
    Q_OBJECT
public:
    explicit ChangesView(const RunPlace &place, QWidget *parent = nullptr);
    [[nodiscard]] QString title() const override { return tr("Changes"); }
    [[nodiscard]] Badge badge() const override;
    [[nodiscard]] QList<QAction *> commands() const override;
    /// An iteration's number, a task ("T3": what was kept of it, else its newest attempt), or a comparison's key ("now",
    /// "checkpoint 2").
    bool reveal(const QString &id) override;
    [[nodiscard]] QWidget *focusWidgetOnEntry() override;
    [[nodiscard]] DiffPane *pane() const { return m_pane; }

protected:
    void refresh(Parts parts) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QWidget *makeFiles();
    [[nodiscard]] const Comparison *chosen() const;
    void fillChoices();
    void fillBegins();
    void load();
    void showFiles();
    void chooseFile(const RepoPath &path);

    QList<Comparison> m_comparisons;
    QComboBox *m_choice, *m_begin;
    ElidedLabel *m_summary;
    Problem *m_problem;
    LapsedNote *m_lapsed;
    ChangedFilesModel *m_filesModel;
    QTableView *m_files;
    QLineEdit *m_filter;
    QComboBox *m_which;
    DiffPane *m_pane;
    AskForm *m_ask;
    LineWhy *m_why;
    ChangeReview *m_review;
    QSplitter *m_sides;
    EmptyOr *m_empty;
    bool m_following = false; ///< the list of files is brought after the change, and does not lead it
    QTimer *m_counting; ///< counts come in handfuls, and the list follows them now and then
};

} // namespace assay::ui
