// The painted lane of the timeline: blocks, steps, marks; zoomed, scrolled and walked. It shows a Timeline, and says
// which block was chosen.
#pragma once

#include "ui/look/painteditems.h"
#include "ui/models/timelinelayout.h"

#include <QAbstractScrollArea>

namespace assay::ui {

/// Thread: GUI. Items for accessibility: the blocks, then the groups of marks.
class TimelineLane : public QAbstractScrollArea, public PaintedItems {
    Q_OBJECT
public:
    explicit TimelineLane(QWidget *parent = nullptr);

    /// `titles`: of each block ("3 · S1, attempt 2"). The choice stays with its iteration; while everything fitted
    /// before it still does.
    void show(const Timeline &line, const QStringList &titles);
    [[nodiscard]] int chosen() const { return m_chosen; } ///< iteration; 0: the set-up; -1: none
    void choose(int iteration);
    void fit();
    void zoomIn();
    void zoomOut();
    [[nodiscard]] const TimelineLayout &layoutOfLane() const { return m_layout; }
    [[nodiscard]] const TimeScale &scale() const { return m_scale; }

    [[nodiscard]] int itemCount() const override;
    [[nodiscard]] QString itemText(int item) const override;
    [[nodiscard]] QRect itemRect(int item) const override;
    [[nodiscard]] int currentItem() const override;
    void chooseItem(int item) override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void chose(int iteration);
    void entered(int iteration);          ///< Enter or a double click on the chosen block
    void markEntered(const assay::ui::TimelineMark &mark);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;

private:
    void zoom(double factor, int x);
    void arrange();
    void step(int by);
    [[nodiscard]] int scrolled() const;
    [[nodiscard]] QPoint inLane(QPoint place) const;
    [[nodiscard]] qsizetype chosenBlock() const;
    [[nodiscard]] QString blockText(qsizetype block) const;
    [[nodiscard]] QString groupText(qsizetype group) const;
    void paintClock(QPainter &painter) const;
    void paintBlock(QPainter &painter, qsizetype block) const;
    void paintSteps(QPainter &painter, qsizetype block) const;
    void paintMarks(QPainter &painter) const;

    Timeline m_line;
    QStringList m_titles;
    TimeScale m_scale;
    TimelineLayout m_layout;
    int m_chosen = -1;
    bool m_fits = true; ///< nobody zoomed: it grows with the run and the window
};

} // namespace assay::ui
