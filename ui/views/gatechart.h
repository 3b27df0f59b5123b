// The gate's history, painted small: one bar a checkpoint, its value above, walked with the arrow keys.
#pragma once

#include "ui/look/painteditems.h"
#include "ui/models/gatechart.h"

#include <QWidget>

namespace assay::ui {

/// Thread: GUI.
class GateChart : public QWidget, public PaintedItems {
    Q_OBJECT
public:
    explicit GateChart(QWidget *parent = nullptr);
    void show(const QList<GatePoint> &points);
    [[nodiscard]] int itemCount() const override { return int(m_layout.bars.size()); }
    [[nodiscard]] QString itemText(int item) const override;
    [[nodiscard]] QRect itemRect(int item) const override { return m_layout.bars.at(item).column; }
    [[nodiscard]] int currentItem() const override { return m_current < itemCount() ? m_current : -1; }
    void chooseItem(int item) override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void entered(qint64 report); ///< Enter or a click on a bar

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    bool event(QEvent *event) override;

private:
    QList<GatePoint> m_points;
    GateChartLayout m_layout;
    int m_current = -1;
};

} // namespace assay::ui
