// A question that was answered, declined or withdrawn: what came of it, who said so, when, by which rule.
#pragma once

#include "ui/models/decisioncards.h"

#include <QFrame>

class QLabel;

namespace assay::ui {

class Chip;

class AnsweredCard : public QFrame {
    Q_OBJECT
public:
    explicit AnsweredCard(QWidget *parent = nullptr);
    /// `live`: an engine works on the run. Without one an answer behind its last entry waits for Resume, and says so.
    void show(const DecisionCard &card, bool live);
    [[nodiscard]] QString said() const; ///< everything it shows, for readers

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Chip *m_chip;
    QLabel *m_title, *m_by, *m_question, *m_reason, *m_waits;
};

} // namespace assay::ui
