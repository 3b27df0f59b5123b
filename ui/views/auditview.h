// What was found, and what became of it: every finding with its evidence, and the surfaces that were looked at.
#pragma once

#include "ui/views/runview.h"

class QCheckBox;
class QLineEdit;
class QSortFilterProxyModel;
class QSplitter;
class QTreeView;

namespace assay::ui {

class AskForm;
class EmptyOr;
class FindingDetails;
class FindingsModel;
class SurfacesModel;

class AuditView : public RunView {
    Q_OBJECT
public:
    explicit AuditView(const RunPlace &place, QWidget *parent = nullptr);
    [[nodiscard]] QString title() const override { return tr("Audit"); }
    [[nodiscard]] Badge badge() const override;
    [[nodiscard]] QList<QAction *> commands() const override { return {m_again, m_decline, m_regroup, m_copy}; }
    bool reveal(const QString &id) override;
    [[nodiscard]] QWidget *focusWidgetOnEntry() override;

protected:
    void refresh(Parts parts) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QAction *action(const QString &text, const QKeySequence &key, void (AuditView::*what)());
    void showTree(bool reset);
    void spanCauses();
    void showChosen();
    void enableCommands();
    void decline();
    void regroup();
    void runAgain();
    void copy();
    [[nodiscard]] const Finding *chosen() const;
    [[nodiscard]] QList<const Finding *> selected() const; ///< in the table's order
    [[nodiscard]] bool isPast() const { return document().asOf() > 0; }

    FindingsModel *m_model;
    QSortFilterProxyModel *m_filter;
    SurfacesModel *m_surfaceModel;
    QAction *m_decline, *m_regroup, *m_again, *m_copy;
    QLineEdit *m_text;
    QCheckBox *m_byCause;
    QTreeView *m_table, *m_surfaces;
    AskForm *m_ask;
    FindingDetails *m_details;
    QSplitter *m_top;
    EmptyOr *m_empty;
};

} // namespace assay::ui
