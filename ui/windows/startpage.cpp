#include "ui/windows/startpage.h"

#include "ui/look/arrangement.h"
#include "ui/look/chip.h"
#include "ui/look/emptyview.h"
#include "ui/look/folderdialog.h"
#include "ui/look/labels.h"
#include "ui/look/roles.h"
#include "ui/windows/recentruns.h"
#include "ui/windows/runsmodel.h"

#include <QAction>
#include <QFileInfo>
#include <QHeaderView>
#include <QPushButton>
#include <QSettings>
#include <QTreeView>
#include <QVBoxLayout>
#include <QtConcurrent>

#include <algorithm>

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
    auto *compare
        = button(tr("&Compare…"), tr("Two revisions of any repository, in the viewer of changes; no run is made"));
    buttons->addStretch();
    layout->addLayout(buttons);

    connect(fresh, &QPushButton::clicked, this, &StartPage::newRunAsked);
    connect(demo, &QPushButton::clicked, this, &StartPage::demoAsked);
    connect(compare, &QPushButton::clicked, this, &StartPage::compareAsked);
    connect(open, &QPushButton::clicked, this, &StartPage::open);
    connect(m_table, &QTreeView::activated, this,
            [this](const QModelIndex &index) { Q_EMIT runChosen(index.data(IdRole).toString()); });
    connect(&m_reading, &QFutureWatcherBase::finished, this, [this] {
        if (!m_reading.isCanceled())
            show(m_reading.future().results());
    });
    m_again.setInterval(3s); // other processes start, answer and end runs too
    connect(&m_again, &QTimer::timeout, this, &StartPage::refresh);
    m_empty->showEmpty(tr("Looking for runs…"));
    arrange(this, QSettings().value(u"start/table"_s).toMap());
}

StartPage::~StartPage()
{
    QSettings().setValue(u"start/table"_s, arrangementOf(this));
}

void StartPage::show(const QList<RunSummary> &runs)
{
    m_model->setRows(runs);
    if (runs.isEmpty()) {
        m_empty->showEmpty(tr("No run yet. The demo shows in a minute what a run finds and why green tests hid it."));
        return;
    }
    m_empty->showContent();
    if (m_table->currentIndex().isValid())
        return;
    // The one that was open last is the one that Enter opens.
    const QList<RecentRun> recent = recentRuns();
    const int row = recent.isEmpty() ? -1 : m_model->rowOf(recent.first().path);
    m_table->setCurrentIndex(m_model->index(std::max(row, 0), 0));
}

void StartPage::refresh()
{
    if (m_reading.isRunning())
        return;
    m_reading.setFuture(
        QtConcurrent::run([shown = m_model->rows(), recent = recentRuns()](QPromise<RunSummary> &promise) {
            QHash<QString, const RunSummary *> known;
            for (const RunSummary &summary : shown)
                known.insert(summary.path, &summary);
            QList<FoundRun> runs = knownRuns();
        // Those that lie elsewhere, and were opened here before.
            for (const RecentRun &run : recent) {
                const QFileInfo journal(RunFolder(run.path).journal());
                const bool listed = std::ranges::contains(runs, run.path, &FoundRun::path);
                if (!listed && journal.exists())
                    runs.append({QFileInfo(run.path).fileName(), run.path, journal.lastModified()});
            }
            for (const FoundRun &run : std::as_const(runs)) {
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
    auto *dialog = folderDialog(this, tr("Open a run folder"), runsFolder());
    connect(dialog, &QFileDialog::fileSelected, this, &StartPage::runChosen);
    dialog->open();
}

} // namespace assay::ui
