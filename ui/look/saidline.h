// A line that answers a key which could do nothing: said where it was pressed, and gone when one goes on.
#pragma once

#include <QLabel>

namespace assay::ui {

/// Hidden while there is nothing to say.
class SaidLine : public QLabel {
    Q_OBJECT
public:
    explicit SaidLine(QWidget *parent = nullptr);
    void say(const QString &text); ///< shown, and told to a screen reader, each time
    void leave();
    [[nodiscard]] QString words() const { return isHidden() ? QString() : m_words; }

private:
    QString m_words;
};

} // namespace assay::ui
