#include "ui/look/metrics.h"

#include "ui/look/columns.h"

#include <QAbstractItemView>
#include <QApplication>
#include <QFontDatabase>
#include <QHeaderView>
#include <QLayout>
#include <QTableView>
#include <QTreeView>

namespace assay::ui {
namespace {

void size(QFont &font, Type type)
{
    const double factor = type == Type::Quiet ? 0.9 : type == Type::Section ? 1.15 : type == Type::Sentence ? 1.5 : 1.0;
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * factor);
    else
        font.setPixelSize(qRound(font.pixelSize() * factor));
    if (type == Type::Section)
        font.setWeight(QFont::DemiBold);
}

} // namespace

QFont fontOf(Type type)
{
    QFont font = QApplication::font();
    size(font, type);
    return font;
}

QFont monospace(Type type)
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setStyleHint(QFont::Monospace);
    font.setPointSizeF(QApplication::font().pointSizeF() > 0 ? QApplication::font().pointSizeF() : font.pointSizeF());
    size(font, type == Type::Section ? Type::Body : type);
    return font;
}

void asPage(QLayout *layout)
{
    layout->setContentsMargins(pageEdge, groupGap, pageEdge, groupGap);
    layout->setSpacing(gap);
}

void asGroup(QLayout *layout)
{
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(gap);
}

void asTable(QAbstractItemView *view)
{
    view->setFrameShape(QFrame::NoFrame);
    view->setSelectionBehavior(QAbstractItemView::SelectRows);
    view->setSelectionMode(QAbstractItemView::SingleSelection);
    view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    view->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    view->setTextElideMode(Qt::ElideRight);
    view->setEditTriggers(QAbstractItemView::NoEditTriggers);
    view->setTabKeyNavigation(false);
    const auto header = [](QHeaderView *head) {
        head->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
        head->setHighlightSections(false);
        head->setMinimumSectionSize(gridStep * 6);
        head->setSectionsMovable(true);
        head->setFont(fontOf(Type::Quiet));
    };
    if (auto *table = qobject_cast<QTableView *>(view)) {
        table->setShowGrid(false);
        table->setWordWrap(false);
        table->verticalHeader()->hide();
        table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
        table->verticalHeader()->setDefaultSectionSize(rowHeight);
        header(table->horizontalHeader());
    } else if (auto *tree = qobject_cast<QTreeView *>(view)) {
        tree->setUniformRowHeights(true);
        tree->setAllColumnsShowFocus(true);
        tree->setIndentation(groupGap);
        header(tree->header());
    }
    offerColumns(view);
}

} // namespace assay::ui
