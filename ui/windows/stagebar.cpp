#include "ui/windows/stagebar.h"

#include "ui/look/colours.h"
#include "ui/look/metrics.h"

#include <QPainter>

using namespace Qt::StringLiterals;

namespace assay::ui {

StageBar::StageBar(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QString StageBar::text(const Stage &stage)
{
    const QString mark = stage.meaning == Meaning::Good ? glyph(Meaning::Good) : stage.current ? u"▸"_s : u"·"_s;
    return mark + u' ' + stage.name + (stage.detail.isEmpty() ? QString() : u' ' + stage.detail);
}

void StageBar::show(const QList<Stage> &stages)
{
    m_stages = stages;
    QStringList spoken;
    for (const Stage &stage : stages)
        spoken.append(stage.name + u' '
                      + (stage.meaning == Meaning::Good ? tr("done")
                             : stage.current            ? tr("under way")
                                                        : tr("to come")));
    setAccessibleName(tr("Stages: %1").arg(spoken.join(u", "_s)));
    updateGeometry();
    update();
}

QSize StageBar::sizeHint() const
{
    int width = 0;
    for (const Stage &stage : m_stages)
        width += fontMetrics().horizontalAdvance(text(stage)) + groupGap;
    return {width, fontMetrics().height() + gridStep};
}

QSize StageBar::minimumSizeHint() const
{
    return {rowHeight * 4, sizeHint().height()};
}

void StageBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Colours &c = coloursOf(this);
    int x = 0;
    for (const Stage &stage : m_stages) {
        const QString label = text(stage);
        QFont weighted = font();
        weighted.setWeight(stage.current ? QFont::DemiBold : QFont::Normal);
        painter.setFont(weighted);
        painter.setPen(stage.meaning == Meaning::Good ? c.ink(Meaning::Good) : stage.current ? c.text : c.quiet);
        const QFontMetrics metrics(weighted);
        painter.drawText(QRect(x, 0, width() - x, height()), Qt::AlignVCenter | Qt::TextSingleLine,
                         metrics.elidedText(label, Qt::ElideRight, std::max(width() - x, 0)));
        x += metrics.horizontalAdvance(label) + groupGap;
    }
}

BudgetBar::BudgetBar(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void BudgetBar::show(int counted, int limit)
{
    m_counted = counted;
    m_limit = limit;
    setAccessibleName(tr("%1 of %2 iterations used").arg(counted).arg(limit));
    update();
}

QSize BudgetBar::sizeHint() const
{
    return {rowHeight * 5, gap};
}

void BudgetBar::paintEvent(QPaintEvent *)
{
    if (m_limit < 1)
        return;
    QPainter painter(this);
    const Colours &c = coloursOf(this);
    // One box an iteration while they can be told apart, else one bar.
    const int boxes = m_limit <= width() / 6 ? m_limit : 1;
    if (boxes == 1) {
        painter.fillRect(rect(), c.line);
        painter.fillRect(QRect(0, 0, int(qint64(width()) * std::min(m_counted, m_limit) / m_limit), height()), c.quiet);
        return;
    }
    for (int i = 0; i < boxes; ++i) {
        const int left = width() * i / boxes, right = width() * (i + 1) / boxes;
        painter.fillRect(QRect(left, 0, right - left - 2, height()), i < m_counted ? c.quiet : c.line);
    }
}

} // namespace assay::ui
