#include "ui/windows/startwindow.h"

#include "core/places/runfinder.h"
#include "ui/look/labels.h"
#include "ui/look/problem.h"
#include "ui/windows/console.h"

#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace assay::ui {

StartWindow::StartWindow(Console &console) : m_console(console), m_problem(new Problem(this))
{
    setObjectName(u"start"_s);
    setWindowTitle(tr("Assay"));
    auto *centre = new QWidget(this);
    auto *layout = new QVBoxLayout(centre);
    asPage(layout);
    layout->addWidget(label(tr("Runs"), Type::Sentence, centre));
    layout->addWidget(m_problem);
    auto *runs = new QListWidget(centre);
    runs->setAccessibleName(tr("Recent runs"));
    for (const FoundRun &run : knownRuns()) {
        auto *item = new QListWidgetItem(run.name, runs);
        item->setData(Qt::UserRole, run.path);
    }
    layout->addWidget(runs, 1);
    auto *demo = new QPushButton(tr("Try the demo"), centre);
    layout->addWidget(demo, 0, Qt::AlignLeft);
    setCentralWidget(centre);
    resize(900, 600);
    connect(runs, &QListWidget::itemActivated, this, [this](const QListWidgetItem *item) {
        m_console.openRun(RunFolder(item->data(Qt::UserRole).toString()));
    });
    connect(demo, &QPushButton::clicked, this, [this] {
        m_console.startRun({.options = {.supervision = Supervision::Review}, .demo = true});
    });
    connect(&console, &Console::startFailed, this, [this](const Error &error) { m_problem->show(error); });
}

} // namespace assay::ui
