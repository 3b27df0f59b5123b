// The stages of a run in a line: done, under way, still to come. And the iterations of its budget as a bar.
#pragma once

#include "ui/views/runwords.h"

#include <QWidget>

namespace assay::ui {

class StageBar : public QWidget {
    Q_OBJECT
public:
    explicit StageBar(QWidget *parent = nullptr);
    void show(const QList<Stage> &stages);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    [[nodiscard]] static QString text(const Stage &stage);
    QList<Stage> m_stages;
};

class BudgetBar : public QWidget {
    Q_OBJECT
public:
    explicit BudgetBar(QWidget *parent = nullptr);
    void show(int counted, int limit);
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    int m_counted = 0, m_limit = 0;
};

} // namespace assay::ui
