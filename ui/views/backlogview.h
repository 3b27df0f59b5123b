// What is worked, in which order and why; the owner's hand in it: order, parking, merging causes, an edit of one's own.
#pragma once

#include "ui/views/runview.h"

class QPushButton;
class QTreeView;

namespace assay::ui {

class AskForm;
class BacklogModel;
class ElidedLabel;
class EmptyOr;
class FactsPanel;

class BacklogView : public RunView {
    Q_OBJECT
public:
    explicit BacklogView(const RunPlace &place, QWidget *parent = nullptr);
    [[nodiscard]] QString title() const override { return tr("Backlog"); }
    [[nodiscard]] Badge badge() const override;
    [[nodiscard]] QList<QAction *> commands() const override
    {
        return {m_up, m_down, m_park, m_unpark, m_merge, m_submit, m_copyPath};
    }
    /// A task's id.
    bool reveal(const QString &id) override;
    [[nodiscard]] QWidget *focusWidgetOnEntry() override;

protected:
    void refresh(Parts parts) override;

private:
    QAction *action(const QString &text, const QKeySequence &key, const std::function<void()> &what);
    void showChosen();
    void enableCommands();
    void spanCauses();
    void step(int direction);
    void move(const QString &task, const QString &neighbour, bool after);
    void park();
    void merge();
    [[nodiscard]] const Task *chosen() const;
    [[nodiscard]] const QString *chosenCause() const;
    [[nodiscard]] bool isPast() const { return document().asOf() > 0; }

    BacklogModel *m_model;
    QAction *m_up, *m_down, *m_park, *m_unpark, *m_merge, *m_submit, *m_copyPath;
    QTreeView *m_tree;
    AskForm *m_ask;
    ElidedLabel *m_name;
    FactsPanel *m_facts;
    EmptyOr *m_empty;
};

} // namespace assay::ui
