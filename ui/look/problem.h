// A problem, said where it happened: what, to what, what to do. Copyable; a wash, never a dialog.
#pragma once

#include "core/domain/error.h"
#include "ui/look/meaning.h"

#include <QFrame>

class QLabel;
class QToolButton;

namespace assay::ui {

class Problem : public QFrame {
    Q_OBJECT
public:
    explicit Problem(QWidget *parent = nullptr);
    void show(const Error &error, Meaning meaning = Meaning::Bad);
    void show(const QString &text, Meaning meaning);
    void clear(); ///< hides it
    [[nodiscard]] QString text() const { return m_text; }

protected:
    void paintEvent(QPaintEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void ink();
    Meaning m_meaning = Meaning::Bad;
    QString m_text;
    QLabel *m_label;
    QToolButton *m_copy, *m_close;
};

} // namespace assay::ui
