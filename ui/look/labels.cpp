#include "ui/look/labels.h"

namespace assay::ui {

QLabel *label(const QString &text, Type type, QWidget *parent)
{
    auto *made = new QLabel(text, parent);
    made->setTextFormat(Qt::PlainText);
    made->setFont(fontOf(type));
    return made;
}

QLabel *sectionLabel(const QString &text, QWidget *parent)
{
    return label(text, Type::Section, parent);
}

QLabel *quietLabel(const QString &text, QWidget *parent)
{
    QLabel *made = label(text, Type::Quiet, parent);
    made->setForegroundRole(QPalette::PlaceholderText);
    return made;
}

void readLinksAnew(QLabel *label)
{
    const QString text = label->text();
    label->clear();
    label->setText(text);
}

ElidedLabel::ElidedLabel(QWidget *parent, Qt::TextElideMode mode) : QLabel(parent), m_mode(mode)
{
    setTextFormat(Qt::PlainText);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void ElidedLabel::setFullText(const QString &text)
{
    if (m_text == text)
        return;
    m_text = text;
    setAccessibleName(text);
    updateGeometry();
    elide();
}

QSize ElidedLabel::minimumSizeHint() const
{
    return {fontMetrics().averageCharWidth() * 6, QLabel::minimumSizeHint().height()};
}

QSize ElidedLabel::sizeHint() const
{
    return {fontMetrics().horizontalAdvance(m_text) + gridStep, fontMetrics().height()};
}

void ElidedLabel::resizeEvent(QResizeEvent *event)
{
    QLabel::resizeEvent(event);
    elide();
}

void ElidedLabel::elide()
{
    const QString shown = fontMetrics().elidedText(m_text, m_mode, std::max(width(), 1));
    setText(shown);
    setToolTip(shown == m_text ? QString() : m_text);
}

} // namespace assay::ui
