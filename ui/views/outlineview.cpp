#include "ui/views/outlineview.h"

#include "ui/look/chip.h"
#include "ui/look/metrics.h"
#include "ui/look/roles.h"

#include <QHeaderView>
#include <QKeyEvent>

using namespace Qt::StringLiterals;

namespace assay::ui {

OutlineView::OutlineView(QStringList headings, QList<int> numbers, QWidget *parent)
    : QTreeView(parent),
      m_model(new OutlineModel(std::move(headings), std::move(numbers), this))
{
    setModel(m_model);
    asTable(this);
    setItemDelegate(new ChipDelegate(this));
    header()->setSectionsMovable(false);
    header()->setStretchLastSection(true);
    setExpandsOnDoubleClick(true);
    connect(this, &QTreeView::collapsed, this, [this](const QModelIndex &index) {
        if (!m_showing)
            m_folded.insert(m_model->pathOf(index).join(u'\n'));
    });
    connect(this, &QTreeView::expanded, this, [this](const QModelIndex &index) {
        if (!m_showing)
            m_folded.remove(m_model->pathOf(index).join(u'\n'));
    });
    connect(selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        if (!m_showing)
            Q_EMIT chose();
    });
    connect(this, &QTreeView::doubleClicked, this, [this](const QModelIndex &index) {
        if (m_model->rowCount(index.siblingAtColumn(0)) == 0)
            Q_EMIT entered();
    });
}

void OutlineView::show(const QString &subject, const QList<OutlineNode> &nodes)
{
    const QStringList before = subject == m_subject ? chosenPath() : QStringList();
    m_subject = subject;
    m_showing = true;
    if (before.isEmpty())
        setCurrentIndex({});
    m_model->show(nodes);
    const auto unfold = [this](const auto &self, const QModelIndex &parent) -> void {
        for (int row = 0; row < m_model->rowCount(parent); ++row) {
            const QModelIndex index = m_model->index(row, 0, parent);
            // What says only one thing has the whole width.
            setFirstColumnSpanned(row, parent, !index.siblingAtColumn(1).data().isValid());
            if (m_model->rowCount(index) == 0)
                continue;
            setExpanded(index, !m_folded.contains(m_model->pathOf(index).join(u'\n')));
            self(self, index);
        }
    };
    unfold(unfold, {});
    if (!before.isEmpty())
        choose(before);
    m_showing = false;
    if (chosenPath() != before)
        Q_EMIT chose();
}

QString OutlineView::reference() const
{
    return currentIndex().data(IdRole).toString();
}

bool OutlineView::choose(const QStringList &path)
{
    const QModelIndex index = m_model->indexOf(path);
    if (!index.isValid())
        return false;
    if (index != currentIndex().siblingAtColumn(0)) {
        setCurrentIndex(index);
        scrollTo(index);
    }
    return true;
}

void OutlineView::fillWithFirst(int least)
{
    m_leastFirst = least;
    header()->setStretchLastSection(false);
}

void OutlineView::resizeEvent(QResizeEvent *event)
{
    QTreeView::resizeEvent(event);
    if (m_leastFirst > 0)
        setColumnWidth(0, std::max(m_leastFirst, viewport()->width() - (header()->length() - columnWidth(0))));
}

void OutlineView::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) {
        const QModelIndex index = currentIndex().siblingAtColumn(0);
        if (m_model->rowCount(index) > 0)
            setExpanded(index, !isExpanded(index));
        else if (index.isValid())
            Q_EMIT entered();
        return;
    }
    QTreeView::keyPressEvent(event);
}

} // namespace assay::ui
