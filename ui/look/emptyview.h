// What a view shows while it has nothing to show: one sentence what will be here and when, one action at most.
#pragma once

#include <QWidget>

class QAction;
class QLabel;
class QPushButton;
class QStackedLayout;

namespace assay::ui {

class EmptyView : public QWidget {
    Q_OBJECT
public:
    explicit EmptyView(QWidget *parent = nullptr);
    void say(const QString &sentence, QAction *action = nullptr);
    [[nodiscard]] QString sentence() const;

private:
    QLabel *m_label;
    QPushButton *m_button;
    QAction *m_action = nullptr;
};

/// Content or the sentence instead of it.
class EmptyOr : public QWidget {
    Q_OBJECT
public:
    explicit EmptyOr(QWidget *content, QWidget *parent = nullptr);
    void showContent();
    void showEmpty(const QString &sentence, QAction *action = nullptr);
    [[nodiscard]] bool isEmpty() const;

private:
    QStackedLayout *m_stack;
    EmptyView *m_empty;
};

} // namespace assay::ui
