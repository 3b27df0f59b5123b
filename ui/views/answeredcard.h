// A question that was answered, declined or withdrawn: what came of it, who said so, when, by which rule.
#pragma once

#include "ui/models/decisioncards.h"

#include <QFrame>

class QLabel;
class QPushButton;

namespace assay::ui {

class Chip;

class AnsweredCard : public QFrame {
    Q_OBJECT
public:
    explicit AnsweredCard(QWidget *parent = nullptr);
    /// `live`: an engine works on the run. Without one an answer behind its last entry waits for Resume, and says so.
    /// `now`: the card is the run's present, where an answer that was not acted on can be taken back.
    void show(const DecisionCard &card, bool live, bool now);
    [[nodiscard]] QString said() const; ///< everything it shows, for readers

Q_SIGNALS:
    void undoAsked(const QString &command);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Chip *m_chip;
    QLabel *m_title, *m_by, *m_question, *m_reason, *m_waits;
    QPushButton *m_undo;
    QString m_command; ///< that the button takes back
};

} // namespace assay::ui
