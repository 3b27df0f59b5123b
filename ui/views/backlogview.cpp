#include "ui/views/backlogview.h"

#include "ui/look/actions.h"
#include "ui/look/askform.h"
#include "ui/look/emptyview.h"
#include "ui/look/formats.h"
#include "ui/look/labels.h"
#include "ui/views/backlogdelegate.h"
#include "ui/views/backlogrows.h"
#include "ui/views/runwords.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QJsonArray>
#include <QSplitter>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace assay::ui {

BacklogView::BacklogView(const RunPlace &place, QWidget *parent)
    : RunView(place, Part::Backlog | Part::Findings | Part::Iterations | Part::Prompts | Part::Run, parent),
      m_model(new BacklogModel(this)),
      m_up(action(tr("Move up"), QKeySequence(Qt::ALT | Qt::Key_Up), [this] { step(-1); })),
      m_down(action(tr("Move down"), QKeySequence(Qt::ALT | Qt::Key_Down), [this] { step(+1); })),
      m_park(action(tr("Park…"), {}, [this] { park(); })),
      m_unpark(action(tr("Unpark"), {}, [this] { desk().tell(u"unpark"_s, {{u"task"_s, chosen()->id.text()}}); })),
      m_merge(action(tr("Merge root cause…"), {}, [this] { merge(); })),
      m_submit(
          action(tr("Submit my edit"), {}, [this] { desk().tell(u"submit"_s, {{u"task"_s, chosen()->id.text()}}); })),
      m_copyPath(
          action(tr("Copy path"), {}, [this] { QApplication::clipboard()->setText(document().folder().clone()); })),
      m_tree(new QTreeView(this)),
      m_ask(new AskForm(this)),
      m_name(new ElidedLabel(this, Qt::ElideRight)),
      m_facts(new FactsPanel(this))
{
    auto *layout = new QVBoxLayout(this);
    asPage(layout);
    const auto button = [this](QAction *action) {
        auto *made = new QToolButton(this);
        made->setDefaultAction(action);
        made->setFocusPolicy(Qt::StrongFocus);
        return made;
    };
    auto *bar = new QHBoxLayout;
    auto *heading = new ElidedLabel(this, Qt::ElideRight);
    heading->setFont(fontOf(Type::Section));
    heading->setFullText(tr("Tasks by root cause"));
    bar->addWidget(heading, 1);
    for (QAction *one : {m_up, m_down, m_park, m_unpark, m_merge})
        bar->addWidget(button(one));
    layout->addLayout(bar);

    m_tree->setModel(m_model);
    asTable(m_tree);
    m_tree->setItemDelegate(new BacklogDelegate(m_tree));
    m_tree->setAccessibleName(tr("Tasks by root cause"));
    m_tree->setDragDropMode(QAbstractItemView::InternalMove);
    m_tree->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_tree->addActions({m_up, m_down, m_park, m_unpark, m_merge, m_submit});
    const int widths[] = {84, 44, 220, 88, 80, 110, 72, 88};
    for (int column = 0; column < BacklogModel::Note; ++column)
        m_tree->setColumnWidth(column, widths[column]);
    m_tree->header()->setStretchLastSection(true);
    m_tree->header()->setFirstSectionMovable(false);

    auto *below = new QWidget(this);
    auto *rows = new QVBoxLayout(below);
    rows->setContentsMargins(0, gap, 0, 0);
    rows->setSpacing(gridStep);
    m_name->setFont(fontOf(Type::Section));
    rows->addWidget(m_name);
    rows->addWidget(m_ask);
    m_facts->setAccessibleName(tr("The chosen task"));
    rows->addWidget(m_facts, 1);
    auto *edit = new QHBoxLayout;
    auto *intent = new ElidedLabel(this, Qt::ElideRight);
    intent->setFont(fontOf(Type::Quiet));
    intent->setForegroundRole(QPalette::PlaceholderText);
    intent->setFullText(tr("Your own edit: change files in"));
    edit->addWidget(intent);
    auto *clone = new ElidedLabel(this);
    clone->setFont(monospace(Type::Quiet));
    clone->setFullText(document().folder().clone());
    edit->addWidget(clone, 1);
    edit->addWidget(button(m_copyPath));
    edit->addWidget(button(m_submit));
    rows->addLayout(edit);

    auto *split = new QSplitter(Qt::Vertical, this);
    split->addWidget(m_tree);
    split->addWidget(below);
    split->setSizes({360, 220});
    split->setChildrenCollapsible(false);
    m_empty = new EmptyOr(split, this);
    layout->addWidget(m_empty, 1);

    connect(m_tree->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        m_ask->dismiss();
        showChosen();
    });
    connect(m_model, &QAbstractItemModel::rowsInserted, this, &BacklogView::spanCauses);
    connect(m_model, &QAbstractItemModel::layoutChanged, this, &BacklogView::spanCauses);
    connect(m_model, &BacklogModel::moveAsked, this, &BacklogView::move);
    connect(m_facts, &FactsPanel::asked, this, [this](const QString &view, const QString &id) {
        if (view == objectName() || view == "backlog"_L1)
            reveal(id);
        else
            Q_EMIT asked(view, id);
    });
    enableCommands();
}

QAction *BacklogView::action(const QString &text, const QKeySequence &key, const std::function<void()> &what)
{
    auto *made = new QAction(text, this);
    made->setShortcut(key);
    made->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    connect(made, &QAction::triggered, this, what);
    addAction(made);
    return made;
}

RunView::Badge BacklogView::badge() const
{
    const auto open = std::ranges::count_if(document().state().tasks, [](const Task &task) {
        return task.state == TaskState::Open || task.state == TaskState::Blocked;
    });
    return {open > 0 ? Formats::count(open) : QString(), {}};
}

QWidget *BacklogView::focusWidgetOnEntry()
{
    return m_tree;
}

void BacklogView::refresh(Parts)
{
    if (state().tasks.isEmpty()) {
        m_empty->showEmpty(
            tr("What was found becomes tasks here, the worst first, once the first audit has been judged."));
        m_model->setTree({});
    } else {
        m_model->setMovable(!isPast());
        m_model->setTree(BacklogRows::tree(state()));
        m_empty->showContent();
        if (!m_tree->currentIndex().isValid())
            m_tree->setCurrentIndex(m_model->find([](const BacklogRow &row) { return !row.isCause; }));
    }
    showChosen();
}

/// A root cause has the whole row for its name and pips.
void BacklogView::spanCauses()
{
    for (int row = 0; row < m_model->rowCount(); ++row) {
        if (m_tree->isFirstColumnSpanned(row, {}))
            continue;
        m_tree->setFirstColumnSpanned(row, {}, true);
        m_tree->expand(m_model->index(row, 0));
    }
}

const Task *BacklogView::chosen() const
{
    const QModelIndex index = m_tree->currentIndex();
    return index.isValid() && !m_model->row(index).isCause ? state().task(TaskId(m_model->row(index).id)) : nullptr;
}

const QString *BacklogView::chosenCause() const
{
    const QModelIndex index = m_tree->currentIndex();
    return index.isValid() && m_model->row(index).isCause ? &m_model->row(index).id : nullptr;
}

void BacklogView::showChosen()
{
    if (const Task *task = chosen()) {
        m_name->setFullText(u"%1  %2"_s.arg(task->id.text(), m_model->row(m_tree->currentIndex()).title));
        m_facts->show(BacklogRows::facts(state(), *task, goesOn()));
    } else if (const QString *cause = chosenCause()) {
        m_name->setFullText(m_model->row(m_tree->currentIndex()).title);
        m_facts->show(BacklogRows::causeFacts(state(), *cause));
    } else {
        m_name->setFullText({});
        m_facts->show({});
    }
    enableCommands();
}

void BacklogView::enableCommands()
{
    const Task *task = chosen();
    const bool past = isPast();
    enable(m_up, tr("Work this task earlier among those of its severity (Alt+Up)"),
           BacklogRows::whyNotStep(state(), task, -1, past));
    enable(m_down, tr("Work this task later among those of its severity (Alt+Down)"),
           BacklogRows::whyNotStep(state(), task, +1, past));
    enable(m_park, tr("Give this task up for now, with a reason"), BacklogRows::whyNotPark(state(), task, past));
    enable(m_unpark, tr("Work this task again, with all its attempts"), BacklogRows::whyNotUnpark(task, past));
    enable(m_merge, tr("These findings and those of another root cause are one; strikes are counted anew"),
           BacklogRows::whyNotMerge(state(), chosenCause(), past));
    m_submit->setText(task ? tr("Submit my edit for %1").arg(task->id.text()) : tr("Submit my edit"));
    enable(m_submit, tr("Have what you changed in the clone verified as an attempt at this task"),
           BacklogRows::whyNotSubmit(state(), task, document().isLive(), past));
    m_copyPath->setToolTip(tr("Copy the path of the clone: edit there, then submit"));
}

bool BacklogView::reveal(const QString &id)
{
    const QModelIndex found = m_model->find([&](const BacklogRow &row) { return !row.isCause && row.id == id; });
    if (!found.isValid())
        return false;
    m_tree->setCurrentIndex(found);
    m_tree->scrollTo(found);
    return true;
}

void BacklogView::step(int direction)
{
    const Task *task = chosen();
    if (const auto wanted = task ? BacklogRows::stepOf(state(), task->id, direction) : std::nullopt)
        move(wanted->task.text(), wanted->neighbour.text(), wanted->after);
}

void BacklogView::move(const QString &task, const QString &neighbour, bool after)
{
    const auto order = BacklogRows::orderFor(state(), {TaskId(task), TaskId(neighbour), after});
    if (!order)
        return;
    QJsonArray tasks;
    for (const TaskId &id : *order)
        tasks.append(id.text());
    desk().tell(u"order"_s, {{u"tasks"_s, tasks}});
}

void BacklogView::park()
{
    const Task *task = chosen();
    if (!task)
        return;
    m_ask->ask(
        {.sentence = tr("Why is %1 given up for now? A task that you parked does not block convergence; it is listed.")
                         .arg(task->id.text()),
         .verb = tr("Park"),
         .missing = tr("Parking needs a reason: write why it is given up for now."),
         .initial = {},
         .known = {}},
        [this, id = task->id.text()](const QString &reason) {
            desk().tell(u"park"_s, {{u"task"_s, id}, {u"reason"_s, reason}});
        });
}

void BacklogView::merge()
{
    const QString *cause = chosenCause();
    if (!cause)
        return;
    QStringList others = BacklogRows::causes(state());
    others.removeAll(*cause);
    m_ask->ask(
        {.sentence = tr("All findings of \"%1\" get the root cause:").arg(Formats::line(*cause)),
         .verb = tr("Merge"),
         .missing = tr("Choose the root cause that they belong to."),
         .initial = others.value(0),
         .known = others,
         .problemOf =
             [this, from = *cause](const QString &to) {
                 return to == from ? tr("That is the root cause they have.")
                                   : refusalOf(u"merge"_s, {{u"from"_s, from}, {u"to"_s, to}});
             }},
        [this, from = *cause](const QString &to) { desk().tell(u"merge"_s, {{u"from"_s, from}, {u"to"_s, to}}); });
}

} // namespace assay::ui
