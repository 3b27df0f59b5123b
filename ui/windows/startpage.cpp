#include "ui/windows/startpage.h"

#include "ui/look/chip.h"
#include "ui/look/emptyview.h"
#include "ui/look/labels.h"
#include "ui/look/roles.h"
#include "ui/windows/runsmodel.h"

#include <QAction>
#include <QFileDialog>
#include <QHeaderView>
#include <QPushButton>
#include <QTreeView>
#include <QVBoxLayout>
#include <QtConcurrent>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace assay::ui {

StartPage::StartPage(QWidget *parent)
    : QWidget(parent),
      m_model(new RunsModel(this)),
      m_table(new QTreeView(this)),
      m_empty(new EmptyOr(m_table, this))
{
    auto *layout = new QVBoxLayout(this);
    asPage(layout);
    layout->addWidget(label(tr("Runs on this machine"), Type::Sentence, this));
    auto *intent = quietLabel(tr("A run improves a local clone of a repository and believes only what it saw itself. "
                                 "Your repository is never written to."),
                              this);
    intent->setWordWrap(true);
    layout->addWidget(intent);
    layout->addSpacing(gap);

    m_table->setModel(m_model);
    asTable(m_table);
    m_table->setRootIsDecorated(false);
    m_table->setItemDelegate(new ChipDelegate(m_table));
    m_table->setAccessibleName(tr("Recent runs"));
    const int widths[] = {150, 300, 90, 120, 110};
    for (int i = 0; i < 5; ++i)
        m_table->setColumnWidth(i, widths[i]);
    layout->addWidget(m_empty, 1);

    auto *buttons = new QHBoxLayout;
    const auto button = [&](const QString &text, const QString &toolTip) {
        auto *made = new QPushButton(text, this);
        made->setToolTip(toolTip);
        buttons->addWidget(made);
        return made;
    };
    auto *fresh = button(tr("&New run…"), tr("On a repository of yours; dropping its folder here does the same"));
    fresh->setDefault(true);
    auto *open = button(tr("&Open run folder…"), tr("A run that lies elsewhere"));
    auto *demo
        = button(tr("Try the &demo"),
                 tr("A small library whose 31 green tests hide six defects, and a recorded agent: no key, no network"));
    buttons->addStretch();
    layout->addLayout(buttons);

    connect(fresh, &QPushButton::clicked, this, &StartPage::newRunAsked);
    connect(demo, &QPushButton::clicked, this, &StartPage::demoAsked);
    connect(open, &QPushButton::clicked, this, &StartPage::open);
    connect(m_table, &QTreeView::activated, this,
            [this](const QModelIndex &index) { Q_EMIT runChosen(index.data(IdRole).toString()); });
    connect(&m_reading, &QFutureWatcherBase::finished, this, [this] {
        const QList<RunSummary> runs = m_reading.future().results();
        m_model->setRows(runs);
        if (runs.isEmpty())
            m_empty->showEmpty(
                tr("No run yet. The demo shows in a minute what a run finds and why green tests hid it."));
        else
            m_empty->showContent();
    });
    m_again.setInterval(3s); // other processes start, answer and end runs too
    connect(&m_again, &QTimer::timeout, this, &StartPage::refresh);
    m_empty->showEmpty(tr("Looking for runs…"));
}

void StartPage::refresh()
{
    if (m_reading.isRunning())
        return;
    m_reading.setFuture(QtConcurrent::run([shown = m_model->rows()](QPromise<RunSummary> &promise) {
        QHash<QString, const RunSummary *> known;
        for (const RunSummary &summary : shown)
            known.insert(summary.path, &summary);
        for (const FoundRun &run : knownRuns()) {
            if (promise.isCanceled())
                return;
            promise.addResult(summarise(run, known.value(run.path)));
        }
    }));
}

void StartPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
    m_again.start();
    m_table->setFocus();
}

void StartPage::hideEvent(QHideEvent *event)
{
    QWidget::hideEvent(event);
    m_again.stop();
    m_reading.cancel();
}

void StartPage::open()
{
    auto *dialog = new QFileDialog(this, tr("Open a run folder"), runsFolder());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    connect(dialog, &QFileDialog::fileSelected, this, &StartPage::runChosen);
    dialog->open();
}

} // namespace assay::ui
