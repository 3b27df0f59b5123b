// One question that waits for the owner: what is asked, why, on what evidence, what waits, and the answer's form.
#pragma once

#include "ui/models/decisioncards.h"

#include <QFrame>

class QAbstractButton;
class QButtonGroup;
class QLabel;
class QLineEdit;
class QPushButton;
class QVBoxLayout;

namespace assay::ui {

class Chip;
class HeldPane;
class Problem;

/// Thread: GUI. Typed words and the choice stay while the card is shown anew.
class PromptCard : public QFrame {
    Q_OBJECT
public:
    /// `evidence`: the run's evidence folder.
    PromptCard(const DecisionCard &card, const QString &evidence, QWidget *parent = nullptr);

    void show(const DecisionCard &card);
    [[nodiscard]] const DecisionCard &card() const { return m_card; }
    /// False, and why: nothing can be told now.
    void setCanTell(bool can, const QString &whyNot = {});
    /// Told, and not taken yet: the form waits.
    void setSending(bool sending);
    [[nodiscard]] bool isSending() const { return m_sending; }
    void refuse(const QString &why);

    void choose(int option); ///< counted from 0; others are ignored
    [[nodiscard]] QString chosen() const; ///< a label of the options, or empty
    /// Gives the chosen answer; where none is chosen or words are missing, says so and goes there. So do the others.
    void giveAnswer();
    void giveDecline();
    void giveDefer();
    [[nodiscard]] QWidget *front() const; ///< what has the focus when the card is gone to
    [[nodiscard]] QList<QWidget *> tabOrder() const; ///< top to bottom

Q_SIGNALS:
    void answered(const QString &id, const QString &option, const QString &reason);
    void declined(const QString &id, const QString &reason);
    void deferred(const QString &id);
    void asked(const QString &view, const QString &what);

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    void makeHead(QVBoxLayout *rows);
    void makeForm(QVBoxLayout *rows);
    void fillOptions();
    void fillWaits();
    void enable();
    void choiceChanged();
    [[nodiscard]] bool sendsBack() const; ///< the chosen option sends comments back to the agent
    [[nodiscard]] bool mayTell();
    /// Says why nothing was told where it can be seen, and leaves the keyboard in the field that mends it.
    void sayWhyNot(const QString &why, QWidget *mend);

    DecisionCard m_card;
    Chip *m_chip;
    QLabel *m_kind, *m_title, *m_question, *m_why, *m_reasonLabel, *m_sent;
    HeldPane *m_held;
    QWidget *m_options = nullptr, *m_waits = nullptr;
    QVBoxLayout *m_optionRows, *m_waitRows;
    QButtonGroup *m_group = nullptr;
    QLineEdit *m_reason;
    QPushButton *m_answer, *m_decline, *m_defer;
    Problem *m_problem;
    bool m_canTell = true, m_sending = false, m_shown = false;
    QString m_whyNot;
};

} // namespace assay::ui
