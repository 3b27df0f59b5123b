// One thing that stands, as a line that can be followed: glyph in its meaning, text, no frame until it is pointed at.
#pragma once

#include "ui/look/meaning.h"

#include <QAbstractButton>

namespace assay::ui {

class FactButton : public QAbstractButton {
    Q_OBJECT
public:
    explicit FactButton(QWidget *parent = nullptr);
    void say(Meaning meaning, const QString &text);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void enterEvent(QEnterEvent *event) override;
    void leaveEvent(QEvent *event) override;

private:
    Meaning m_meaning = Meaning::Idle;
};

} // namespace assay::ui
