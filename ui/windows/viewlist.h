// The run window's list of views, each with its number and what waits there.
#pragma once

#include "ui/views/runview.h"

#include <QListWidget>

namespace assay::ui {

class ViewList : public QListWidget {
    Q_OBJECT
public:
    explicit ViewList(const QList<RunView *> &views, QWidget *parent = nullptr);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

private:
    void badge(qsizetype number);
    QList<RunView *> m_views;
};

} // namespace assay::ui
