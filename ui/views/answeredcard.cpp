#include "ui/views/answeredcard.h"

#include "ui/look/chip.h"
#include "ui/look/colours.h"
#include "ui/look/formats.h"
#include "ui/look/labels.h"
#include "ui/views/promptwords.h"

#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace assay::ui {

AnsweredCard::AnsweredCard(QWidget *parent)
    : QFrame(parent),
      m_chip(new Chip(this)),
      m_title(label({}, Type::Body, this)),
      m_by(quietLabel({}, this)),
      m_question(quietLabel({}, this)),
      m_reason(label({}, Type::Body, this)),
      m_waits(quietLabel({}, this)),
      m_undo(new QPushButton(tr("Undo"), this))
{
    auto *rows = new QVBoxLayout(this);
    rows->setContentsMargins(groupGap, gap, groupGap, gap);
    rows->setSpacing(gridStep);
    auto *head = new QHBoxLayout;
    head->setSpacing(gap);
    head->addWidget(m_chip);
    head->addWidget(m_by, 1);
    head->addWidget(m_undo);
    m_undo->setAutoDefault(false);
    m_undo->setToolTip(tr("Take this answer back: the run has not acted on it yet"));
    connect(m_undo, &QPushButton::clicked, this, [this] { Q_EMIT undoAsked(m_command); });
    rows->addLayout(head);
    for (QLabel *line : {m_title, m_question, m_reason, m_waits}) {
        line->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
        line->setWordWrap(true); // behind the policy: it adds to it that the height follows the width
        line->setTextInteractionFlags(Qt::TextSelectableByMouse);
        rows->addWidget(line);
    }
    QFont bold = m_title->font();
    bold.setWeight(QFont::DemiBold);
    m_title->setFont(bold);
}

void AnsweredCard::show(const DecisionCard &card, bool live, bool now)
{
    m_command = card.undo;
    m_undo->setVisible(now && !card.undo.isEmpty());
    m_undo->setAccessibleName(tr("Undo the answer to %1").arg(card.id));
    const bool given = card.state == PromptState::Answered && card.answer != "decline"_L1;
    m_chip->show(given ? Meaning::Good : Meaning::Idle, PromptWords::outcome(card));
    QStringList by{card.id, PromptWords::kind(card)};
    if (card.state == PromptState::Answered)
        by.append(PromptWords::by(card.by));
    if (card.answered.isValid())
        by.append(Formats::ago(card.answered, QDateTime::currentDateTimeUtc()));
    by.removeAll(QString());
    m_by->setText(by.join(u" · "_s));
    m_by->setToolTip(card.answeredSeq > 0
                         ? tr("%1, entry %2 of the journal").arg(Formats::exact(card.answered)).arg(card.answeredSeq)
                         : QString());
    m_title->setText(Formats::line(card.title));
    m_question->setText(PromptWords::text(card.question));
    m_question->setVisible(!card.question.isEmpty());
    m_reason->setText(tr("Reason: %1").arg(PromptWords::text(card.reason)));
    m_reason->setVisible(!card.reason.isEmpty());
    m_waits->setText(glyph(Meaning::Idle) + u' '
                     + tr("Recorded; no engine works on the run now: Resume carries it out."));
    m_waits->setVisible(!live && !card.carriedOut);
    setAccessibleName(said());
}

QString AnsweredCard::said() const
{
    QStringList all{m_chip->chip().text};
    for (const QLabel *line : {m_by, m_title, m_question, m_reason, m_waits}) {
        if (!line->isHidden())
            all.append(line->text());
    }
    return all.join(u'\n');
}

void AnsweredCard::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(coloursOf(this).line);
    painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), corner, corner);
}

} // namespace assay::ui
