// Which card of the decisions is the front one, and the keys that answer it.
#include "ui/look/metrics.h"
#include "ui/look/scrolled.h"
#include "ui/views/decisionsview.h"
#include "ui/views/promptcard.h"

#include <QAction>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay::ui {

QAction *DecisionsView::command(const QString &text, const QKeySequence &key, const QString &toolTip,
                                const std::function<void(PromptCard *)> &what)
{
    auto *action = new QAction(text, this);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    action->setToolTip(u"%1 (%2)"_s.arg(toolTip, key.toString(QKeySequence::NativeText)));
    connect(action, &QAction::triggered, this, [this, what] {
        if (PromptCard *card = front())
            what(card);
    });
    addAction(action);
    return action;
}

void DecisionsView::makeCommands()
{
    m_commands.append(command(tr("Decline the question"), QKeySequence(Qt::ALT | Qt::Key_D),
                              tr("Decline the front card's question, with the reason written there"),
                              &PromptCard::giveDecline));
    m_commands.append(command(tr("Answer the question later"), QKeySequence(Qt::ALT | Qt::Key_L),
                              tr("Defer the front card's question"), &PromptCard::giveDefer));
    for (int i = 0; i < 9; ++i) {
        command(tr("Choose option %1").arg(i + 1), QKeySequence(Qt::ALT | Qt::Key(Qt::Key_1 + i)),
                tr("Choose the front card's option"), [this, i](PromptCard *card) {
                    card->choose(i);
                    m_scroll->ensureWidgetVisible(card->front(), 0, groupGap);
                    card->front()->setFocus(Qt::ShortcutFocusReason);
                });
    }
}

PromptCard *DecisionsView::front() const
{
    for (PromptCard *card : m_open) {
        if (card->hasFocus() || (window()->focusWidget() && card->isAncestorOf(window()->focusWidget())))
            return card;
    }
    return firstWaiting();
}

PromptCard *DecisionsView::firstWaiting() const
{
    const auto waits = std::ranges::find_if(m_open, [](const PromptCard *card) { return !card->isSending(); });
    return waits != m_open.end() ? *waits : nullptr;
}

void DecisionsView::lookAt(PromptCard *card)
{
    m_scroll->ensureWidgetVisible(card, 0, groupGap);
    card->front()->setFocus(Qt::ShortcutFocusReason);
    bringIntoSight(card->front()); // the card may be higher than the window
}

void DecisionsView::goToFront()
{
    if (PromptCard *card = firstWaiting())
        lookAt(card);
}

void DecisionsView::answerFront()
{
    PromptCard *card = front();
    if (!card)
        return;
    // Nothing is answered unseen: a card that was scrolled or pushed away is not the one that the operator looks at.
    const QWidget *focus = window()->focusWidget();
    const auto isSeen = [this, focus](const PromptCard *one) {
        const QWidget *looked = focus && one->isAncestorOf(focus) ? focus : one->front();
        const QPoint centre = looked->mapTo(m_scroll->viewport(), looked->rect().center());
        return m_scroll->viewport()->rect().contains(centre);
    };
    if (!isSeen(card)) {
        PromptCard *first = firstWaiting();
        return lookAt(first ? first : card);
    }
    if ((focus && card->isAncestorOf(focus)) || !card->front()->isEnabled()) // a card that cannot be answered says why
        card->giveAnswer();
    else
        focusWidgetOnEntry()->setFocus(Qt::ShortcutFocusReason);
}

} // namespace assay::ui
