#include "ui/views/auditview.h"

#include "ui/look/actions.h"
#include "ui/look/askform.h"
#include "ui/look/chip.h"
#include "ui/look/emptyview.h"
#include "ui/look/formats.h"
#include "ui/look/labels.h"
#include "ui/views/auditrows.h"
#include "ui/views/findingdetails.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QHeaderView>
#include <QJsonArray>
#include <QLineEdit>
#include <QSortFilterProxyModel>
#include <QSplitter>
#include <QTreeView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

constexpr int narrow = 760; ///< below this the surfaces stand under the findings

} // namespace

AuditView::AuditView(const RunPlace &place, QWidget *parent)
    : RunView(place, Part::Findings | Part::Backlog | Part::Proofs | Part::Iterations | Part::Gate, parent),
      m_model(new FindingsModel(this)),
      m_filter(new QSortFilterProxyModel(this)),
      m_surfaceModel(new SurfacesModel(this)),
      m_decline(action(tr("Decline…"), QKeySequence(Qt::CTRL | Qt::Key_D), &AuditView::decline)),
      m_regroup(action(tr("Root cause…"), QKeySequence(Qt::Key_F2), &AuditView::regroup)),
      m_again(action(tr("Run again"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_R), &AuditView::runAgain)),
      m_copy(action(tr("Copy"), {}, &AuditView::copy)),
      m_text(new QLineEdit(this)),
      m_byCause(new QCheckBox(tr("By root cause"), this)),
      m_table(new QTreeView(this)),
      m_surfaces(new QTreeView(this)),
      m_ask(new AskForm(this)),
      m_details(new FindingDetails(place.document.folder(), {m_again, m_decline, m_regroup, m_copy}, this)),
      m_top(new QSplitter(Qt::Horizontal, this))
{
    auto *layout = new QVBoxLayout(this);
    asPage(layout);
    auto *bar = new QHBoxLayout;
    bar->addWidget(sectionLabel(tr("Findings"), this), 1);
    bar->addWidget(m_byCause);
    m_text->setPlaceholderText(tr("Filter"));
    m_text->setAccessibleName(tr("Filter findings"));
    m_text->setObjectName(u"filter"_s);
    m_byCause->setObjectName(u"by cause"_s);
    m_text->setClearButtonEnabled(true);
    m_text->setMaximumWidth(240);
    bar->addWidget(m_text);
    layout->addLayout(bar);

    m_filter->setSourceModel(m_model);
    m_filter->setFilterRole(SearchRole);
    m_filter->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_filter->setRecursiveFilteringEnabled(true);
    m_filter->setSortRole(SortRole);
    m_filter->setSortCaseSensitivity(Qt::CaseInsensitive);
    m_table->setModel(m_filter);
    asTable(m_table);
    m_table->setItemDelegate(new ChipDelegate(m_table));
    m_table->setAccessibleName(tr("Findings"));
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(FindingsModel::Id, Qt::AscendingOrder);
    m_table->setRootIsDecorated(false);
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_table->addActions({m_again, m_decline, m_regroup, m_copy});
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection); // several findings are split off at once
    const int widths[] = {44, 84, 210, 116, 116, 104, 72};
    for (int column = 0; column < FindingsModel::ColumnCount; ++column)
        m_table->setColumnWidth(column, widths[column]);
    m_table->header()->setStretchLastSection(true);

    m_surfaces->setModel(m_surfaceModel);
    asTable(m_surfaces);
    m_surfaces->setItemDelegate(new ChipDelegate(m_surfaces));
    m_surfaces->setAccessibleName(tr("Surfaces and what was declined"));
    m_surfaces->header()->setStretchLastSection(true);

    m_top->addWidget(m_table);
    m_top->addWidget(m_surfaces);
    m_top->setStretchFactor(0, 1);
    m_top->setStretchFactor(1, 0);
    m_top->setSizes({740, 230});
    auto *below = new QWidget(this);
    auto *rows = new QVBoxLayout(below);
    rows->setContentsMargins(0, gap, 0, 0);
    rows->setSpacing(gridStep);
    rows->addWidget(m_ask);
    rows->addWidget(m_details, 1);
    auto *split = new QSplitter(Qt::Vertical, this);
    split->addWidget(m_top);
    split->addWidget(below);
    split->setSizes({250, 330});
    split->setChildrenCollapsible(false);
    m_empty = new EmptyOr(split, this);
    layout->addWidget(m_empty, 1);

    connect(m_text, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_filter->setFilterFixedString(text);
        m_table->expandAll();
    });
    connect(m_byCause, &QCheckBox::toggled, this, [this] { showTree(true); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        m_ask->dismiss();
        showChosen();
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &AuditView::enableCommands);
    connect(&document(), &RunDocument::holderChanged, this, &AuditView::enableCommands);
    connect(m_filter, &QAbstractItemModel::rowsInserted, this, &AuditView::spanCauses);
    connect(m_filter, &QAbstractItemModel::modelReset, this, &AuditView::spanCauses);
    connect(m_filter, &QAbstractItemModel::layoutChanged, this, &AuditView::spanCauses);
    connect(m_details, &FindingDetails::asked, this, &RunView::asked);
    enableCommands();
}

QAction *AuditView::action(const QString &text, const QKeySequence &key, void (AuditView::*what)())
{
    auto *made = new QAction(text, this);
    made->setShortcut(key);
    made->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(made, &QAction::triggered, this, what);
    addAction(made);
    return made;
}

RunView::Badge AuditView::badge() const
{
    const auto filed = std::ranges::count_if(document().state().findings,
                                             [](const Finding &finding) { return isFiled(finding.state); });
    return {filed > 0 ? Formats::count(filed) : QString(), {}};
}

QWidget *AuditView::focusWidgetOnEntry()
{
    return m_table;
}

void AuditView::refresh(Parts parts)
{
    if (state().findings.isEmpty() && state().surfaces.isEmpty() && state().declined.isEmpty()) {
        m_empty->showEmpty(tr("What the audit finds will stand here, each with the runs that showed it. The first "
                              "audit follows the baseline."));
    } else {
        m_empty->showContent();
    }
    if (parts & (Part::Findings | Part::Proofs | Part::Gate))
        showTree(false);
    if (parts & (Part::Findings | Part::Iterations)) {
        m_surfaceModel->setTree(AuditRows::surfaces(state()));
        for (int group = 0; group < m_surfaceModel->rowCount(); ++group)
            m_surfaces->expand(m_surfaceModel->index(group, 0));
    }
    if (!m_table->currentIndex().isValid()) {
        const QModelIndex first = m_model->find([](const FindingRow &row) { return !row.isCause(); });
        m_table->setCurrentIndex(m_filter->mapFromSource(first));
    }
    showChosen();
}

void AuditView::showTree(bool reset)
{
    const bool byCause = m_byCause->isChecked();
    const QList<TreeOf<FindingRow>> tree = AuditRows::findings(state(), byCause);
    if (!reset) {
        m_model->setTree(tree);
        return;
    }
    const QString before = m_table->currentIndex().siblingAtColumn(0).data(IdRole).toString();
    m_model->resetTree(tree);
    m_table->setRootIsDecorated(byCause);
    m_table->setColumnHidden(FindingsModel::Cause, byCause);
    m_table->setColumnWidth(FindingsModel::Id, byCause ? 80 : 48);
    m_table->expandAll();
    reveal(before);
}

/// A root cause has the whole row for its name.
void AuditView::spanCauses()
{
    if (!m_byCause->isChecked())
        return;
    for (int row = 0; row < m_filter->rowCount(); ++row) {
        if (!m_table->isFirstColumnSpanned(row, {})) {
            m_table->setFirstColumnSpanned(row, {}, true);
            m_table->expand(m_filter->index(row, 0));
        }
    }
}

const Finding *AuditView::chosen() const
{
    const QModelIndex index = m_filter->mapToSource(m_table->currentIndex());
    return index.isValid() && !m_model->row(index).isCause() ? AuditRows::finding(state(), m_model->row(index).id)
                                                             : nullptr;
}

QList<const Finding *> AuditView::selected() const
{
    QList<const Finding *> findings;
    for (const QModelIndex &index : m_table->selectionModel()->selectedRows()) {
        const QModelIndex row = m_filter->mapToSource(index);
        if (const Finding *one
            = m_model->row(row).isCause() ? nullptr : AuditRows::finding(state(), m_model->row(row).id))
            findings.append(one);
    }
    return findings;
}

void AuditView::showChosen()
{
    m_details->show(state(), chosen());
    enableCommands();
}

void AuditView::enableCommands()
{
    const Finding *finding = chosen();
    enable(m_decline, tr("Decline this finding with a reason: it is not worked"),
           AuditRows::whyNotDeclined(finding, isPast()));
    enable(m_regroup, tr("Give the chosen findings another root cause; strikes are counted anew"),
           AuditRows::whyNotRegrouped(selected(), isPast()));
    enable(m_again, tr("Run this finding's checks again on the current checkpoint"),
           AuditRows::whyNotRunAgain(state(), finding, document().isLive(), isPast()));
    enable(m_copy, tr("Copy this finding as text"), finding ? QString() : tr("Choose a finding first."));
}

bool AuditView::reveal(const QString &id)
{
    const QModelIndex found = m_model->find([&](const FindingRow &row) { return !row.isCause() && row.id == id; });
    if (!found.isValid())
        return false;
    if (!m_filter->mapFromSource(found).isValid())
        m_text->clear();
    const QModelIndex index = m_filter->mapFromSource(found);
    m_table->setCurrentIndex(index);
    m_table->scrollTo(index);
    return true;
}

void AuditView::decline()
{
    const Finding *finding = chosen();
    if (!finding)
        return;
    m_ask->ask(
        {.sentence = tr("Why is %1 not to be worked? The reason stands in every report.").arg(finding->id.text()),
         .verb = tr("Decline"),
         .missing = tr("A decline needs a reason: write why this is not to be worked."),
         .initial = {},
         .known = {}},
        [this, id = finding->id.text()](const QString &reason) {
            desk().tell(u"decline"_s, {{u"finding"_s, id}, {u"reason"_s, reason}});
        });
}

void AuditView::regroup()
{
    const QList<const Finding *> findings = selected();
    if (findings.isEmpty())
        return;
    QStringList causes, ids;
    for (const Finding &other : state().findings) {
        if (!other.cause.isEmpty() && !causes.contains(other.cause))
            causes.append(other.cause);
    }
    causes.sort();
    for (const Finding *one : findings)
        ids.append(one->id.text());
    const auto command = [ids](const QString &cause) -> std::pair<QString, QJsonObject> {
        if (ids.size() == 1)
            return {u"cause"_s, {{u"finding"_s, ids.first()}, {u"cause"_s, cause}}};
        return {u"split"_s, {{u"findings"_s, QJsonArray::fromStringList(ids)}, {u"to"_s, cause}}};
    };
    m_ask->ask({.sentence = tr("The root cause of %1: one that is known, or a new name of small letters, digits and "
                               "hyphens.")
                                .arg(ids.join(u", "_s)),
                .verb = tr("Change"),
                .missing = tr("A root cause needs a name."),
                .initial = findings.first()->cause,
                .known = causes,
                .problemOf =
                    [this, command](const QString &cause) {
                        const auto [verb, args] = command(cause);
                        return refusalOf(verb, args);
                    }},
               [this, command](const QString &cause) {
                   const auto [verb, args] = command(cause);
                   desk().tell(verb, args);
               });
}

void AuditView::runAgain()
{
    if (const Finding *finding = chosen())
        desk().tell(u"recheck"_s, {{u"finding"_s, finding->id.text()}});
}

void AuditView::copy()
{
    if (const Finding *finding = chosen())
        QApplication::clipboard()->setText(AuditRows::asText(*finding));
}

void AuditView::resizeEvent(QResizeEvent *event)
{
    RunView::resizeEvent(event);
    const Qt::Orientation wanted = width() < narrow ? Qt::Vertical : Qt::Horizontal;
    if (m_top->orientation() == wanted)
        return;
    m_top->setOrientation(wanted);
    m_top->setSizes(wanted == Qt::Vertical ? QList{220, 80} : QList{740, 230}); // the findings first
}

} // namespace assay::ui
