// Every command by its name: type a few letters, Enter does it. What cannot be done now is there too, with the reason.
#pragma once

#include <QFrame>

class QAction;
class QLineEdit;
class QListWidget;

namespace assay::ui {

class CommandPalette : public QFrame {
    Q_OBJECT
public:
    static CommandPalette *open(const QList<QAction *> &commands, QWidget *window);

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    CommandPalette(const QList<QAction *> &commands, QWidget *window);
    void filter(const QString &text);
    void add(const QString &typed, int fit, bool enabled);
    void run();
    QList<QAction *> m_commands;
    QLineEdit *m_edit;
    QListWidget *m_list;
};

} // namespace assay::ui
