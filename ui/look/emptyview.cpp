#include "ui/look/emptyview.h"

#include "ui/look/labels.h"
#include "ui/look/metrics.h"

#include <QAction>
#include <QPushButton>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace assay::ui {

EmptyView::EmptyView(QWidget *parent) : QWidget(parent), m_label(quietLabel({}, this)), m_button(new QPushButton(this))
{
    auto *layout = new QVBoxLayout(this);
    asPage(layout);
    layout->addStretch(2);
    layout->addWidget(m_label); // with an alignment its height would be reckoned for another width than it gets
    layout->addSpacing(gap);
    layout->addWidget(m_button, 0, Qt::AlignHCenter);
    layout->addStretch(3);
    m_label->setFont(fontOf(Type::Body));
    m_label->setWordWrap(true);
    m_label->setAlignment(Qt::AlignCenter);
    m_label->setMinimumWidth(rowHeight * 10);
    connect(m_button, &QPushButton::clicked, this, [this] {
        if (m_action)
            m_action->trigger();
    });
    m_button->hide();
}

void EmptyView::say(const QString &sentence, QAction *action)
{
    m_label->setText(sentence);
    m_action = action;
    m_button->setVisible(action != nullptr);
    if (action)
        m_button->setText(action->text());
}

QString EmptyView::sentence() const
{
    return m_label->text();
}

EmptyOr::EmptyOr(QWidget *content, QWidget *parent)
    : QWidget(parent),
      m_stack(new QStackedLayout(this)),
      m_empty(new EmptyView(this))
{
    m_stack->addWidget(m_empty);
    m_stack->addWidget(content);
}

void EmptyOr::showContent()
{
    m_stack->setCurrentIndex(1);
}

void EmptyOr::showEmpty(const QString &sentence, QAction *action)
{
    m_empty->say(sentence, action);
    m_stack->setCurrentIndex(0);
}

bool EmptyOr::isEmpty() const
{
    return m_stack->currentIndex() == 0;
}

} // namespace assay::ui
