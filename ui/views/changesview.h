// What was changed: base against now, a checkpoint's change, an attempt's, rejected ones too; its files and their diff.
#pragma once

#include "ui/views/changesrows.h"
#include "ui/views/runview.h"

class QBoxLayout;
class QComboBox;
class QLabel;
class QSplitter;

namespace assay::ui {

class AskForm;
class ChangeReview;
class DefenceBar;
class DiffPane;
class ElidedLabel;
class EmptyOr;
class FilesPane;
class LapsedNote;
class LineWhy;
class Problem;
class SaidLine;

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
    void keyPressEvent(QKeyEvent *event) override;
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    void fitSummary();
    void makeMenus();
    void makeDefence(EngineRoom &engines);
    /// Says why a command's key does nothing here. False: it is no command's.
    bool sayWhyNothing(const QKeyEvent *key);
    [[nodiscard]] const Comparison *chosen() const;
    void fillChoices();
    void fillBegins();
    void load();

    QList<Comparison> m_comparisons;
    QBoxLayout *m_bar;
    QComboBox *m_choice, *m_begin;
    ElidedLabel *m_summary;
    Problem *m_problem;
    LapsedNote *m_lapsed;
    DiffPane *m_pane;
    FilesPane *m_files;
    AskForm *m_ask;
    LineWhy *m_why;
    SaidLine *m_said, *m_waiting;
    DefenceBar *m_defence = nullptr; ///< null: nothing can be run from here
    ChangeReview *m_review;
    QSplitter *m_sides;
    EmptyOr *m_empty;
    bool m_isChosen = false; ///< by the owner: else what is current is followed
};

} // namespace assay::ui
