#include "ui/look/problem.h"

#include "ui/look/colours.h"
#include "ui/look/formats.h"
#include "ui/look/metrics.h"

#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

namespace assay::ui {

Problem::Problem(QWidget *parent)
    : QFrame(parent),
      m_label(new QLabel(this)),
      m_copy(new QToolButton(this)),
      m_close(new QToolButton(this))
{
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(gap, gridStep, gap, gridStep);
    layout->addWidget(m_label, 1);
    layout->addWidget(m_copy);
    layout->addWidget(m_close);
    m_label->setWordWrap(true);
    m_label->setTextFormat(Qt::PlainText);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_copy->setText(tr("Copy"));
    m_copy->setAccessibleName(tr("Copy this message"));
    m_close->setText(tr("Dismiss"));
    m_close->setAccessibleName(tr("Dismiss this message"));
    for (QToolButton *button : {m_copy, m_close}) {
        button->setAutoRaise(true);
        button->setFocusPolicy(Qt::TabFocus);
    }
    connect(m_copy, &QToolButton::clicked, this, [this] { QApplication::clipboard()->setText(m_text); });
    connect(m_close, &QToolButton::clicked, this, &Problem::clear);
    hide();
}

void Problem::show(const Error &error, Meaning meaning)
{
    show(error.text(), meaning);
}

void Problem::show(const QString &text, Meaning meaning)
{
    m_meaning = meaning;
    m_text = text;
    m_label->setText(glyph(meaning) + QChar(u' ') + Formats::lines(text));
    setAccessibleName(text);
    ink();
    setVisible(true);
    update();
}

void Problem::clear()
{
    m_text.clear();
    hide();
}

void Problem::ink()
{
    QPalette inked = m_label->palette();
    for (const auto role : {QPalette::WindowText, QPalette::Text}) // a text that can be selected takes the second
        inked.setColor(role, coloursOf(this).ink(m_meaning));
    m_label->setPalette(inked);
}

void Problem::changeEvent(QEvent *event)
{
    if (event->type() == QEvent::PaletteChange)
        ink();
    QFrame::changeEvent(event);
}

void Problem::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(coloursOf(this).wash(m_meaning));
    painter.drawRoundedRect(rect(), corner, corner);
}

} // namespace assay::ui
