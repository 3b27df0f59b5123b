// A tree over an outline model: what was chosen and what was folded stays through live updates, by key.
#pragma once

#include "ui/models/outlinemodel.h"

#include <QSet>
#include <QTreeView>

namespace assay::ui {

/// Thread: GUI. Headings start open; the reader's folding is kept by name, so the same heading of another iteration
/// starts as it was left.
class OutlineView : public QTreeView {
    Q_OBJECT
public:
    explicit OutlineView(QStringList headings, QList<int> numbers, QWidget *parent = nullptr);
    /// Shows other rows. `subject`: what they belong to; with another subject nothing is chosen.
    void show(const QString &subject, const QList<OutlineNode> &nodes);
    [[nodiscard]] OutlineModel *outline() const { return m_model; }
    /// Of the chosen row: its reference, or empty.
    [[nodiscard]] QString reference() const;
    [[nodiscard]] QStringList chosenPath() const { return m_model->pathOf(currentIndex().siblingAtColumn(0)); }
    bool choose(const QStringList &path);
    /// The first column takes what the others leave, but at least `least` pixels; then the view scrolls.
    void fillWithFirst(int least);

Q_SIGNALS:
    void chose();   ///< another row, or none, is the chosen one
    void entered(); ///< Enter or a double click on a row without children

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    OutlineModel *m_model;
    QString m_subject;
    QSet<QString> m_folded; ///< headings the reader closed
    bool m_showing = false;
    int m_leastFirst = 0; ///< 0: the first column stays as it is
};

} // namespace assay::ui
