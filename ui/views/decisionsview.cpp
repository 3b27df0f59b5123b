#include "ui/views/decisionsview.h"

#include "ui/look/actions.h"
#include "ui/look/emptyview.h"
#include "ui/look/formats.h"
#include "ui/look/labels.h"
#include "ui/look/problem.h"
#include "ui/views/answeredcard.h"
#include "ui/views/promptcard.h"
#include "ui/views/promptwords.h"

#include <QAction>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

constexpr int readableWidth = 920; ///< longer lines are hard to read

qsizetype openOf(const RunState &state)
{
    return std::ranges::count_if(state.prompts, [](const Prompt &prompt) { return prompt.state == PromptState::Open; });
}

} // namespace

DecisionsView::DecisionsView(const RunPlace &place, QWidget *parent)
    : RunView(place, Part::Prompts | Part::Backlog | Part::Iterations | Part::Run, parent),
      m_head(sectionLabel({}, this)),
      m_keys(quietLabel(tr("Ctrl+Return goes to the front card, then gives its chosen answer. Alt+1, Alt+2, … choose."),
                        this)),
      m_rest(quietLabel({}, this)),
      m_answeredHead(sectionLabel(tr("Answered"), this)),
      m_elsewhere(new Problem(this)),
      m_scroll(new QScrollArea(this)),
      m_fold(new QPushButton(this))
{
    auto *page = new QVBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    auto *content = new QWidget(m_scroll);
    content->setMaximumWidth(readableWidth + 2 * pageEdge);
    auto *rows = new QVBoxLayout(content);
    asPage(rows);
    rows->addWidget(m_head);
    rows->addWidget(m_keys);
    rows->addWidget(m_elsewhere);
    m_openRows = new QVBoxLayout;
    m_openRows->setSpacing(groupGap);
    rows->addLayout(m_openRows);
    rows->addWidget(m_rest);
    rows->addSpacing(gap);
    rows->addWidget(m_answeredHead);
    m_answeredRows = new QVBoxLayout;
    m_answeredRows->setSpacing(gap);
    rows->addLayout(m_answeredRows);
    rows->addWidget(m_fold, 0, Qt::AlignLeft);
    rows->addStretch();
    m_scroll->setWidget(content);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->viewport()->setBackgroundRole(QPalette::Base);
    content->setBackgroundRole(QPalette::Base);
    m_scroll->setAccessibleName(tr("Questions"));
    m_scroll->setFocusPolicy(Qt::StrongFocus);
    m_empty = new EmptyOr(m_scroll, this);
    page->addWidget(m_empty);
    m_empty->showEmpty(tr("What only you may decide will stand here once the run was read."));
    m_fold->hide();
    connect(m_fold, &QPushButton::clicked, this, [this] {
        m_allAnswered = true;
        showAnswered(m_cards);
    });
    connect(&document(), &RunDocument::arrived, this, &DecisionsView::refusedByRun);
    // The desk carries out one thing after the other: what it tells of is the oldest of that verb.
    connect(&desk(), &OwnerDesk::refused, this, [this](const QString &verb, const Error &why) {
        const QString id = toldOf(verb);
        m_mine.remove(id);
        for (PromptCard *card : std::as_const(m_open)) {
            if (card->card().id == id)
                card->refuse(why.text());
        }
    });
    connect(&desk(), &OwnerDesk::told, this, [this](const QString &verb) { (void)toldOf(verb); });
    makeCommands();
}

RunView::Badge DecisionsView::badge() const
{
    const qsizetype open = openOf(state());
    return open > 0 ? Badge{Formats::count(open), Meaning::Waiting} : Badge{};
}

QWidget *DecisionsView::focusWidgetOnEntry()
{
    PromptCard *card = front();
    if (!card)
        return m_scroll;
    m_scroll->ensureWidgetVisible(card, 0, groupGap);
    return card->front();
}

bool DecisionsView::reveal(const QString &id)
{
    for (PromptCard *card : std::as_const(m_open)) {
        if (card->card().id != id)
            continue;
        card->front()->setFocus(Qt::OtherFocusReason);
        m_scroll->ensureWidgetVisible(card, 0, groupGap);
        return true;
    }
    qsizetype answered = 0;
    for (const DecisionCard &card : std::as_const(m_cards)) {
        if (card.isOpen())
            continue;
        if (card.id == id) {
            m_allAnswered = m_allAnswered || answered >= answeredShown;
            showAnswered(m_cards);
            m_scroll->ensureWidgetVisible(m_answered.at(answered), 0, groupGap);
            return true;
        }
        ++answered;
    }
    return false;
}

void DecisionsView::refresh(Parts)
{
    m_cards = DecisionCards::of(state(), document().heads());
    const auto open = std::ranges::count_if(m_cards, &DecisionCard::isOpen);
    m_head->setText(open == 0       ? tr("Nothing waits for you")
                        : open == 1 ? tr("One question waits for you")
                                    : tr("%1 questions wait for you").arg(Formats::count(open)));
    m_keys->setVisible(open > 0);
    noteAnsweredElsewhere(m_cards);
    // A card that goes takes the focus with it: the next one gets it.
    const bool hadFocus = window()->focusWidget() && m_scroll->isAncestorOf(window()->focusWidget());
    showOpen(m_cards);
    showAnswered(m_cards);
    canTell();
    if (m_cards.isEmpty())
        m_empty->showEmpty(
            tr("Nothing was put to you yet. Decisions that the loop must not take, and changes that need "
               "your approval, will wait here as cards."));
    else
        m_empty->showContent();
    if (hadFocus && !(window()->focusWidget() && m_scroll->isAncestorOf(window()->focusWidget())))
        focusWidgetOnEntry()->setFocus(Qt::OtherFocusReason);
}

void DecisionsView::showOpen(const QList<DecisionCard> &cards)
{
    QHash<QString, PromptCard *> known;
    for (PromptCard *card : std::as_const(m_open))
        known.insert(card->card().id, card);
    m_open.clear();
    int more = 0;
    for (const DecisionCard &card : cards) {
        if (!card.isOpen())
            break; // open ones come first
        if (m_open.size() == openShown) {
            ++more;
            continue;
        }
        PromptCard *shown = known.take(card.id);
        if (shown)
            shown->show(card);
        else
            shown = makeCard(card);
        m_openRows->removeWidget(shown);
        m_openRows->insertWidget(int(m_open.size()), shown);
        m_open.append(shown);
    }
    for (PromptCard *gone : std::as_const(known)) {
        gone->hide();
        gone->deleteLater();
    }
    m_rest->setText(tr("%1 more will stand here when these are answered.").arg(more));
    m_rest->setVisible(more > 0);
    QWidget *before = m_scroll;
    for (PromptCard *card : std::as_const(m_open)) {
        for (QWidget *next : card->tabOrder()) {
            setTabOrder(before, next);
            before = next;
        }
    }
}

PromptCard *DecisionsView::makeCard(const DecisionCard &card)
{
    auto *made = new PromptCard(card, document().folder().evidence(), m_scroll->widget());
    connect(made, &PromptCard::answered, this, [this](const QString &id, const QString &option, const QString &reason) {
        tell(id, u"decide"_s, {{u"prompt"_s, id}, {u"option"_s, option}, {u"reason"_s, reason}});
    });
    connect(made, &PromptCard::declined, this, [this](const QString &id, const QString &reason) {
        tell(id, u"decline"_s, {{u"prompt"_s, id}, {u"reason"_s, reason}});
    });
    connect(made, &PromptCard::deferred, this,
            [this](const QString &id) { tell(id, u"defer"_s, {{u"prompt"_s, id}}); });
    connect(made, &PromptCard::asked, this, &DecisionsView::asked);
    return made;
}

void DecisionsView::showAnswered(const QList<DecisionCard> &cards)
{
    QList<const DecisionCard *> answered;
    for (const DecisionCard &card : cards) {
        if (!card.isOpen())
            answered.append(&card);
    }
    const qsizetype shown = m_allAnswered ? answered.size() : std::min<qsizetype>(answered.size(), answeredShown);
    while (m_answered.size() > shown)
        delete m_answered.takeLast();
    for (qsizetype i = 0; i < shown; ++i) {
        if (i == m_answered.size()) {
            m_answered.append(new AnsweredCard(m_scroll->widget()));
            m_answeredRows->addWidget(m_answered.last());
            connect(m_answered.last(), &AnsweredCard::undoAsked, this,
                    [this](const QString &command) { desk().tell(u"undo"_s, {{u"command"_s, command}}); });
        }
        m_answered.at(i)->show(*answered.at(i), document().isLive() || document().asOf() > 0, document().asOf() == 0);
    }
    m_answeredHead->setVisible(!answered.isEmpty());
    m_fold->setText(tr("Show %1 earlier ones").arg(Formats::count(answered.size() - shown)));
    m_fold->setVisible(shown < answered.size());
}

void DecisionsView::noteAnsweredElsewhere(const QList<DecisionCard> &cards)
{
    if (document().asOf() > 0)
        return; // only a look back
    QStringList notes;
    QSet<QString> open;
    for (const DecisionCard &card : cards) {
        if (card.isOpen()) {
            open.insert(card.id);
            continue;
        }
        if (m_looked && m_wereOpen.contains(card.id) && !m_mine.contains(card.id)) {
            QString how = PromptWords::outcome(card);
            if (card.state == PromptState::Answered)
                how += u' ' + PromptWords::by(card.by);
            notes.append(tr("%1, “%2”, was answered elsewhere: %3.").arg(card.id, Formats::line(card.title), how));
        }
    }
    m_wereOpen = open;
    m_looked = true;
    if (!notes.isEmpty())
        m_elsewhere->show(notes.join(u'\n'), Meaning::Idle);
}

void DecisionsView::canTell()
{
    const qint64 asOf = document().asOf();
    const QString whyNot = document().damage() ? Formats::line(document().damage()->what) + u'.'
        : !document().newer().isEmpty()        ? tr("A newer Assay wrote this run: answer it there.")
        : asOf > 0 ? tr("This is the run as of entry %1: go back to now to answer (Ctrl+End).").arg(asOf)
                   : QString();
    for (PromptCard *card : std::as_const(m_open))
        card->setCanTell(whyNot.isEmpty(), whyNot);
    for (QAction *one : std::as_const(m_commands))
        ui::enable(one, one->toolTip().section(u'\n', 0, 0), m_open.isEmpty() ? tr("No question is open.") : whyNot);
}

void DecisionsView::tell(const QString &id, const QString &verb, const QJsonObject &args)
{
    const QWidget *focus = window()->focusWidget();
    for (PromptCard *card : std::as_const(m_open)) {
        if (card->card().id != id)
            continue;
        const bool hadFocus = focus && card->isAncestorOf(focus);
        card->setSending(true); // what has the focus is disabled by that, and loses it
        if (hadFocus)
            focusWidgetOnEntry()->setFocus(Qt::OtherFocusReason);
    }
    m_mine.insert(id);
    m_elsewhere->clear();
    m_telling.append({verb, id});
    desk().tell(verb, args);
}

QString DecisionsView::toldOf(const QString &verb)
{
    for (qsizetype i = 0; i < m_telling.size(); ++i) {
        if (m_telling.at(i).first == verb)
            return m_telling.takeAt(i).second;
    }
    return {}; // told by another view
}

/// A live engine's no: the card it names can be answered again.
void DecisionsView::refusedByRun(const Entry &entry)
{
    if (entry.kind == "prompt.deferred"_L1) {
        for (PromptCard *card : std::as_const(m_open)) {
            if (card->card().id == entry.data[u"id"].toString())
                card->setSending(false);
        }
    }
    if (entry.kind != "command.refused"_L1)
        return;
    const QString verb = entry.data[u"verb"].toString(), why = entry.data[u"why"].toString();
    if (verb != "decide"_L1 && verb != "decline"_L1 && verb != "defer"_L1 && verb != "review"_L1)
        return;
    for (PromptCard *card : std::as_const(m_open)) {
        if (card->isSending() && why.startsWith(card->card().id + u':')) {
            m_mine.remove(card->card().id);
            card->refuse(why);
        }
    }
}

} // namespace assay::ui
