// What waits for the owner, as cards, and what was answered.
#pragma once

#include "ui/models/decisioncards.h"
#include "ui/views/runview.h"

#include <QSet>

class QLabel;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace assay::ui {

class AnsweredCard;
class EmptyOr;
class Problem;
class PromptCard;

class DecisionsView : public RunView {
    Q_OBJECT
public:
    static constexpr int answeredShown = 50; ///< more fold away
    static constexpr int openShown = 50;     ///< the rest comes when these are answered

    explicit DecisionsView(const RunPlace &place, QWidget *parent = nullptr);
    [[nodiscard]] QString title() const override { return tr("Decisions"); }
    [[nodiscard]] Badge badge() const override;
    [[nodiscard]] QList<QAction *> commands() const override { return m_commands; }
    /// A prompt: "P1".
    bool reveal(const QString &id) override;
    [[nodiscard]] QWidget *focusWidgetOnEntry() override;

    /// The card that has the focus, else the first one that was not told its answer; null when none waits.
    [[nodiscard]] PromptCard *front() const;
    [[nodiscard]] const QList<PromptCard *> &openCards() const { return m_open; }
    [[nodiscard]] const QList<AnsweredCard *> &answeredCards() const { return m_answered; }

public Q_SLOTS:
    /// Gives the front card's chosen answer; goes to the card first when it has not the focus.
    void answerFront();
    /// The focus goes to the first card that waits, whichever had it before.
    void goToFront();

protected:
    void refresh(Parts parts) override;

private:
    [[nodiscard]] PromptCard *firstWaiting() const;
    void lookAt(PromptCard *card);
    void makeCommands();
    QAction *command(const QString &text, const QKeySequence &key, const QString &toolTip,
                     const std::function<void(PromptCard *)> &what);
    void showOpen(const QList<DecisionCard> &cards);
    void showAnswered(const QList<DecisionCard> &cards);
    void noteAnsweredElsewhere(const QList<DecisionCard> &cards);
    PromptCard *makeCard(const DecisionCard &card);
    void tell(const QString &id, const QString &verb, const QJsonObject &args);
    [[nodiscard]] QString toldOf(const QString &verb); ///< the prompt, and forgets it
    void refusedByRun(const Entry &entry);
    void canTell();

    QLabel *m_head, *m_keys, *m_rest, *m_answeredHead;
    Problem *m_elsewhere;
    EmptyOr *m_empty;
    QScrollArea *m_scroll;
    QVBoxLayout *m_openRows, *m_answeredRows;
    QPushButton *m_fold;
    QList<PromptCard *> m_open;
    QList<AnsweredCard *> m_answered;
    QList<DecisionCard> m_cards;
    QList<std::pair<QString, QString>> m_telling; ///< verb and prompt, in the order told
    QSet<QString> m_mine;           ///< answered here
    QSet<QString> m_wereOpen;       ///< at the last look at now
    bool m_allAnswered = false, m_looked = false;
    QList<QAction *> m_commands;
};

} // namespace assay::ui
