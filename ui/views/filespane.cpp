#include "ui/views/filespane.h"

#include "ui/diff/diffpane.h"
#include "ui/look/chip.h"
#include "ui/look/columns.h"
#include "ui/look/metrics.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QScopedValueRollback>
#include <QTimer>
#include <QTreeView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace assay::ui {
namespace {

/// Where it is narrow the name is what matters.
void fitColumns(QHeaderView *header, bool ofRun)
{
    const auto fit = [header](int column, int least) {
        if (column < header->count())
            header->setSectionHidden(column, header->width() < least || isPutAway(header, column));
    };
    constexpr int never = QWIDGETSIZE_MAX;
    fit(ChangedFilesModel::Kind, ofRun ? 320 : never);
    fit(ChangedFilesModel::Added, 200);
    fit(ChangedFilesModel::Removed, 200);
    fit(ChangedFilesModel::Reviewed, ofRun ? 260 : never);
}

} // namespace

FilesPane::FilesPane(DiffPane *pane, bool ofRun, QWidget *parent)
    : QWidget(parent),
      m_pane(pane),
      m_model(new ChangedFilesModel(this)),
      m_tree(new QTreeView(this)),
      m_filter(new QLineEdit(this)),
      m_which(new QComboBox(this)),
      m_counting(new QTimer(this))
{
    auto *layout = new QVBoxLayout(this);
    asGroup(layout);
    m_filter->setObjectName(u"filter"_s);
    m_filter->setPlaceholderText(tr("Filter files"));
    m_filter->setAccessibleName(tr("Filter files by name"));
    m_filter->setClearButtonEnabled(true);
    connect(m_filter, &QLineEdit::textChanged, this, &FilesPane::refresh);
    auto *filters = new QHBoxLayout;
    filters->setSpacing(gap);
    filters->addWidget(m_filter, 1);
    for (const auto &[text, which] :
         {std::pair(tr("All"), FileRows::Which::All), std::pair(tr("Open"), FileRows::Which::Open),
          std::pair(tr("Left out"), FileRows::Which::LeftOut), std::pair(tr("Commented"), FileRows::Which::Commented),
          std::pair(tr("Undefended"), FileRows::Which::Undefended)})
        m_which->addItem(text, int(which));
    m_which->setObjectName(u"which"_s);
    m_which->setAccessibleName(tr("Which files"));
    m_which->setToolTip(m_which->accessibleName());
    m_which->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_which->setMinimumContentsLength(6);
    m_which->setMaximumWidth(140);
    m_which->setVisible(ofRun);
    connect(m_which, &QComboBox::currentIndexChanged, this, &FilesPane::refresh);
    filters->addWidget(m_which);
    layout->addLayout(filters);
    makeTree(ofRun);
    layout->addWidget(m_tree, 1);

    m_counting->setSingleShot(true);
    m_counting->setInterval(100ms);
    connect(m_counting, &QTimer::timeout, this, &FilesPane::refresh);
    connect(pane, &DiffPane::filesChanged, this, [this] {
        if (m_model->rowCount() == 0)
            refresh();
        else if (!m_counting->isActive())
            m_counting->start();
    });
    connect(pane, &DiffPane::currentFileChanged, this, &FilesPane::follow);
}

void FilesPane::makeTree(bool ofRun)
{
    m_tree->setModel(m_model);
    asTable(m_tree);
    m_tree->setTextElideMode(Qt::ElideMiddle);
    m_tree->setItemDelegate(new ChipDelegate(m_tree));
    m_tree->setAccessibleName(tr("Changed files"));
    m_tree->setExpandsOnDoubleClick(true);
    QHeaderView *header = m_tree->header();
    header->setMinimumSectionSize(24);
    header->setFirstSectionMovable(false);
    header->setStretchLastSection(false);
    header->setSectionResizeMode(ChangedFilesModel::Name, QHeaderView::Stretch);
    m_tree->setColumnWidth(ChangedFilesModel::Change, 24);
    m_tree->setColumnWidth(ChangedFilesModel::Kind, 80);
    m_tree->setColumnWidth(ChangedFilesModel::Added, 48);
    m_tree->setColumnWidth(ChangedFilesModel::Removed, 44);
    m_tree->setColumnWidth(ChangedFilesModel::Reviewed, 72);
    connect(header, &QHeaderView::geometriesChanged, header, [header, ofRun] { fitColumns(header, ofRun); });
    connect(m_model, &QAbstractItemModel::rowsInserted, this, &FilesPane::unfold);
    connect(m_tree, &QTreeView::collapsed, this, [this](const QModelIndex &index) {
        if (!m_following)
            m_folded.insert(m_model->row(index).key());
    });
    connect(m_tree, &QTreeView::expanded, this, [this](const QModelIndex &index) {
        if (!m_following)
            m_folded.remove(m_model->row(index).key());
    });
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &FilesPane::lead);
    connect(m_tree, &QTreeView::activated, this, [this](const QModelIndex &index) {
        if (!m_model->hasChildren(index.siblingAtColumn(0)))
            m_pane->view()->setFocus(Qt::OtherFocusReason);
    });
}

void FilesPane::setKnown(const FileRows::ClassOf &classOf, const Lapsed &lapsed)
{
    m_known.classOf = classOf;
    m_lapsedIn = lapsed;
    refresh();
}

/// What is new is open, but where it was folded; while a filter is set all that it leaves is.
void FilesPane::unfold(const QModelIndex &parent, int first, int last)
{
    const QScopedValueRollback following(m_following, true);
    const bool all = !m_filter->text().isEmpty();
    const auto below = [&](const auto &self, const QModelIndex &index) -> void {
        const int count = m_model->rowCount(index);
        if (count == 0)
            return;
        if (all || !m_folded.contains(m_model->row(index).key()))
            m_tree->expand(index);
        for (int row = 0; row < count; ++row)
            self(self, m_model->index(row, 0, index));
    };
    for (int row = first; row <= last; ++row)
        below(below, m_model->index(row, 0, parent));
}

void FilesPane::refresh()
{
    const DiffDocument &change = m_pane->view()->document();
    const QScopedValueRollback following(m_following, true);
    m_known.lapsed = m_lapsedIn ? m_lapsedIn(change) : QList<ReviewPlace>();
    m_model->setTree(
        asTree(FileRows::files(change, m_known, m_filter->text(), FileRows::Which(m_which->currentData().toInt()))));
    if (const int file = m_pane->view()->currentFile(); file >= 0)
        follow(change.section(file).change().path());
    Q_EMIT refreshed();
}

QModelIndex FilesPane::firstFile(QModelIndex index) const
{
    index = index.siblingAtColumn(0);
    while (m_model->hasChildren(index))
        index = m_model->index(0, 0, index);
    return index;
}

void FilesPane::follow(const RepoPath &path)
{
    const QScopedValueRollback following(m_following, true);
    QModelIndex index = m_model->find([&](const ChangedFileRow &row) { return !row.isFolder() && row.path == path; });
    if (!index.isValid())
        return;
    const QModelIndex chosen = m_tree->currentIndex().siblingAtColumn(0);
    if (chosen.isValid() && firstFile(chosen) == index)
        return; // it stands there, or on the folder that begins with it
    for (QModelIndex above = index.parent(); above.isValid(); above = above.parent()) {
        if (!m_tree->isExpanded(above))
            index = above;
    }
    if (chosen != index)
        m_tree->setCurrentIndex(index);
}

void FilesPane::lead(const QModelIndex &index)
{
    if (index.isValid() && !m_following)
        m_pane->view()->goToFile(m_model->row(firstFile(index)).path);
}

} // namespace assay::ui
