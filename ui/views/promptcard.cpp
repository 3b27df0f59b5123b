#include "ui/views/promptcard.h"

#include "core/engine/approval.h"
#include "ui/look/chip.h"
#include "ui/look/colours.h"
#include "ui/look/formats.h"
#include "ui/look/labels.h"
#include "ui/look/problem.h"
#include "ui/look/scrolled.h"
#include "ui/views/heldpane.h"
#include "ui/views/promptwords.h"

#include <QButtonGroup>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

/// As wide as the card, and as high as its lines then are: one long word must not widen the page.
void asWide(QLabel *label)
{
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    label->setWordWrap(true); // behind the policy: it adds to it that the height follows the width
}

QLabel *wrapped(QLabel *label)
{
    asWide(label);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    return label;
}

QVBoxLayout *column(QWidget *widget)
{
    auto *rows = new QVBoxLayout(widget);
    rows->setContentsMargins(0, 0, 0, 0);
    rows->setSpacing(gridStep);
    return rows;
}

} // namespace

PromptCard::PromptCard(const DecisionCard &card, const QString &evidence, QWidget *parent)
    : QFrame(parent),
      m_chip(new Chip(this)),
      m_kind(quietLabel({}, this)),
      m_title(wrapped(sectionLabel({}, this))),
      m_question(wrapped(label({}, Type::Body, this))),
      m_why(wrapped(quietLabel({}, this))),
      m_reasonLabel(quietLabel({}, this)),
      m_sent(quietLabel({}, this)),
      m_held(new HeldPane(evidence, this)),
      m_reason(new QLineEdit(this)),
      m_answer(new QPushButton(tr("Answer"), this)),
      m_decline(new QPushButton(tr("Decline"), this)),
      m_defer(new QPushButton(tr("Later"), this)),
      m_problem(new Problem(this))
{
    auto *rows = new QVBoxLayout(this);
    rows->setContentsMargins(groupGap, groupGap, groupGap, groupGap);
    rows->setSpacing(gap);
    makeHead(rows);
    rows->addWidget(m_held);
    m_options = new QWidget(this);
    m_optionRows = column(m_options);
    rows->addWidget(m_options);
    m_waits = new QWidget(this);
    m_waitRows = column(m_waits);
    rows->addWidget(m_waits);
    makeForm(rows);
    connect(m_held, &HeldPane::asked, this, &PromptCard::asked);
    show(card);
}

void PromptCard::makeHead(QVBoxLayout *rows)
{
    auto *head = new QHBoxLayout;
    head->setSpacing(gap);
    head->addWidget(m_chip);
    head->addWidget(m_kind, 1);
    rows->addLayout(head);
    rows->addWidget(m_title);
    rows->addWidget(m_question);
    rows->addWidget(m_why);
}

void PromptCard::makeForm(QVBoxLayout *rows)
{
    m_reasonLabel->setBuddy(m_reason);
    rows->addWidget(m_reasonLabel);
    rows->addWidget(m_reason);
    rows->addWidget(m_problem);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(gap);
    for (QPushButton *button : {m_answer, m_decline, m_defer})
        buttons->addWidget(button);
    buttons->addWidget(m_sent, 1);
    buttons->addStretch();
    rows->addLayout(buttons);
    connect(m_answer, &QPushButton::clicked, this, &PromptCard::giveAnswer);
    connect(m_decline, &QPushButton::clicked, this, &PromptCard::giveDecline);
    connect(m_defer, &QPushButton::clicked, this, &PromptCard::giveDefer);
    connect(m_reason, &QLineEdit::returnPressed, this, [this] { m_answer->setFocus(Qt::TabFocusReason); });
    connect(m_reason, &QLineEdit::textEdited, m_problem, &Problem::clear);
}

void PromptCard::show(const DecisionCard &card)
{
    const bool first = !std::exchange(m_shown, true);
    const DecisionCard before = std::exchange(m_card, card);
    if (!first && before == m_card)
        return;
    const bool deferred = card.state == PromptState::Deferred;
    m_chip->show(deferred ? Meaning::Idle : Meaning::Waiting, deferred ? tr("deferred") : tr("waits for you"));
    m_kind->setText(u"%1 · %2"_s.arg(card.id, PromptWords::kind(card)));
    if (card.filed.isValid())
        m_kind->setToolTip(tr("asked %1").arg(Formats::exact(card.filed)));
    m_title->setText(Formats::line(card.title));
    m_question->setText(PromptWords::text(card.question));
    m_question->setVisible(!card.question.isEmpty());
    m_why->setText(tr("Why it is yours: %1").arg(PromptWords::text(card.why)));
    m_why->setVisible(!card.why.isEmpty());
    setAccessibleName(tr("%1: %2").arg(PromptWords::kind(card), Formats::line(card.title)));
    if (first || before.steps != card.steps || before.checks != card.checks || before.files != card.files
        || before.suspects != card.suspects || before.patch != card.patch)
        m_held->show(card);
    const auto labels = [](const DecisionCard &one) {
        QStringList all;
        for (const PromptOption &option : one.options)
            all.append(option.label + u'\0' + option.effect);
        return all;
    };
    if (first || labels(before) != labels(card))
        fillOptions();
    fillWaits();
    // Taken between two steps, and an agent's session is one; an approval is what the iteration under way waits for.
    m_sent->setText(card.type == PromptType::Decision ? tr("Told; it is taken up at the next step.")
                                                      : tr("Told; the run goes on within a moment."));
    m_decline->setVisible(card.type == PromptType::Decision); // an approval's own options say no
    enable();
}

void PromptCard::fillOptions()
{
    const QString before = chosen();
    qDeleteAll(m_options->findChildren<QWidget *>(Qt::FindDirectChildrenOnly));
    delete m_group;
    m_group = new QButtonGroup(m_options);
    connect(m_group, &QButtonGroup::idToggled, this, &PromptCard::choiceChanged);
    for (qsizetype i = 0; i < m_card.options.size(); ++i) {
        const PromptOption &option = m_card.options.at(i);
        auto *row = new QWidget(m_options);
        auto *side = new QHBoxLayout(row);
        side->setContentsMargins(0, 0, 0, 0);
        side->setSpacing(gridStep);
        auto *radio = new QRadioButton(QString::number(i + 1), row);
        radio->setAccessibleName(Formats::line(option.label));
        radio->setAccessibleDescription(Formats::line(option.effect));
        radio->setToolTip(tr("Alt+%1").arg(i + 1));
        m_group->addButton(radio, int(i));
        side->addWidget(radio, 0, Qt::AlignTop);
        auto *said = new QWidget(row);
        auto *lines = column(said);
        lines->setSpacing(0);
        QString name = Formats::line(option.label);
        if (option.label == m_card.recommended)
            name += u"  ·  "_s + tr("recommended");
        QLabel *title = label(name, Type::Body, said);
        QFont bold = title->font();
        bold.setWeight(QFont::DemiBold);
        title->setFont(bold);
        asWide(title);
        // Its first line stands beside the button's number.
        title->setContentsMargins(0, std::max((radio->sizeHint().height() - QFontMetrics(bold).height()) / 2, 0), 0, 0);
        lines->addWidget(title);
        QString effect = PromptWords::text(option.effect);
        if (option.irreversible)
            effect.prepend(tr("Cannot be undone. "));
        if (!effect.isEmpty()) {
            QLabel *told = quietLabel(effect, said);
            asWide(told);
            lines->addWidget(told);
        }
        said->setProperty("option", int(i));
        said->installEventFilter(this); // a click on the words chooses too
        side->addWidget(said, 1);
        m_optionRows->addWidget(row);
    }
    for (qsizetype i = 0; i < m_card.options.size(); ++i) {
        if (m_card.options.at(i).label == (before.isEmpty() ? m_card.preselected : before))
            choose(int(i));
    }
    choiceChanged();
}

void PromptCard::fillWaits()
{
    qDeleteAll(m_waits->findChildren<QWidget *>(Qt::FindDirectChildrenOnly));
    for (const QString &what : std::as_const(m_card.waits)) {
        QLabel *line = quietLabel(glyph(Meaning::Waiting) + u' ' + Formats::line(what), m_waits);
        asWide(line);
        m_waitRows->addWidget(line);
    }
    m_waits->setVisible(!m_card.waits.isEmpty());
}

void PromptCard::choose(int option)
{
    if (m_group && m_group->button(option))
        m_group->button(option)->setChecked(true);
}

QString PromptCard::chosen() const
{
    const int id = m_group ? m_group->checkedId() : -1;
    return id >= 0 && id < m_card.options.size() ? m_card.options.at(id).label : QString();
}

bool PromptCard::sendsBack() const
{
    return m_card.subject == "review"_L1 && chosen() == kSendBack;
}

void PromptCard::choiceChanged()
{
    m_problem->clear();
    m_reasonLabel->setText(sendsBack()                               ? tr("Comments for the agent's next attempt")
                               : m_card.type == PromptType::Decision ? tr("Reason: optional, needed to decline")
                                                                     : tr("Reason: optional"));
    m_reason->setAccessibleName(m_reasonLabel->text());
    const QString option = chosen();
    m_answer->setText(option.isEmpty() || option.size() > 24
                          ? tr("Answer")
                          : tr("Answer: %1").arg(Formats::line(option).replace(u'&', u"&&"_s)));
}

void PromptCard::setCanTell(bool can, const QString &whyNot)
{
    m_canTell = can;
    m_whyNot = whyNot;
    enable();
}

void PromptCard::setSending(bool sending)
{
    m_sending = sending;
    enable();
}

void PromptCard::enable()
{
    const bool can = m_canTell && !m_sending;
    const QString why = m_sending ? m_sent->text() : m_whyNot;
    const auto set = [&](QWidget *widget, bool may, const QString &tip, const QString &whyNot) {
        widget->setEnabled(may);
        widget->setToolTip(may ? tip : whyNot);
    };
    set(m_answer, can, tr("Give the chosen answer (Ctrl+Return)"), why);
    set(m_decline, can, tr("Decline it, with the reason written above (Alt+D)"), why);
    const bool deferred = m_card.state == PromptState::Deferred;
    set(m_defer, can && !deferred, tr("Leave it open, and go on with what does not wait for it (Alt+L)"),
        can ? tr("It is deferred already; answer it whenever you like.") : why);
    m_reason->setEnabled(can);
    m_options->setEnabled(can);
    m_sent->setVisible(m_sending);
}

void PromptCard::refuse(const QString &why)
{
    setSending(false);
    m_problem->show(why, Meaning::Unsure);
}

bool PromptCard::mayTell()
{
    if (!m_canTell) {
        m_problem->show(m_whyNot, Meaning::Unsure);
        bringIntoSight(m_problem);
    }
    return m_canTell && !m_sending;
}

void PromptCard::sayWhyNot(const QString &why, QWidget *mend)
{
    m_problem->show(why, Meaning::Unsure);
    mend->setFocus(Qt::OtherFocusReason);
    bringIntoSight(m_problem);
    bringIntoSight(mend);
}

void PromptCard::giveAnswer()
{
    if (!mayTell())
        return;
    const QString option = chosen(), reason = m_reason->text().trimmed();
    if (option.isEmpty())
        return sayWhyNot(tr("Nothing is recommended here: choose one of the options first (Alt+1, Alt+2, …)."),
                         front());
    if (sendsBack() && reason.isEmpty() && m_card.openComments == 0) // comments on hunks go along
        return sayWhyNot(
            tr("Sending back needs comments: write what the next attempt should do otherwise, then answer again."),
            m_reason);
    Q_EMIT answered(m_card.id, option, reason);
}

void PromptCard::giveDecline()
{
    if (!mayTell())
        return;
    const QString reason = m_reason->text().trimmed();
    if (reason.isEmpty())
        return sayWhyNot(tr("A decline needs a reason: write it here, then decline again."), m_reason);
    Q_EMIT declined(m_card.id, reason);
}

void PromptCard::giveDefer()
{
    if (mayTell() && m_card.state != PromptState::Deferred)
        Q_EMIT deferred(m_card.id);
}

QWidget *PromptCard::front() const
{
    if (m_group && m_group->checkedButton())
        return m_group->checkedButton();
    if (m_group && !m_group->buttons().isEmpty())
        return m_group->buttons().first();
    return m_reason;
}

QList<QWidget *> PromptCard::tabOrder() const
{
    QList<QWidget *> order;
    const auto add = [&](const QWidget *parent) {
        for (QWidget *child : parent->findChildren<QWidget *>()) {
            if ((child->focusPolicy() & Qt::TabFocus) && !child->focusProxy())
                order.append(child);
        }
    };
    add(m_held);
    // All of them: which one Tab stops at changes with the choice.
    for (QRadioButton *option : m_options->findChildren<QRadioButton *>())
        order.append(option);
    order.append({m_reason});
    add(m_problem);
    order.append({m_answer, m_decline, m_defer});
    return order;
}

void PromptCard::keyPressEvent(QKeyEvent *event)
{
    const int digit = event->key() - Qt::Key_1;
    if (event->modifiers() == Qt::NoModifier && digit >= 0 && digit < m_card.options.size() && digit < 9) {
        choose(digit);
        return;
    }
    QFrame::keyPressEvent(event);
}

bool PromptCard::eventFilter(QObject *object, QEvent *event)
{
    if (event->type() == QEvent::MouseButtonRelease && object->property("option").isValid()) {
        choose(object->property("option").toInt());
        front()->setFocus(Qt::MouseFocusReason);
    }
    return QFrame::eventFilter(object, event);
}

void PromptCard::paintEvent(QPaintEvent *)
{
    const Colours &colours = coloursOf(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(colours.line);
    painter.setBrush(colours.surface);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), corner, corner);
}

} // namespace assay::ui
