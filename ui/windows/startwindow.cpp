#include "ui/windows/startwindow.h"

#include "ui/look/metrics.h"
#include "ui/look/problem.h"
#include "ui/look/scrolled.h"
#include "ui/windows/comparewindow.h"
#include "ui/windows/console.h"
#include "ui/windows/newrunpage.h"
#include "ui/windows/startpage.h"

#include <QDragEnterEvent>
#include <QFileInfo>
#include <QLabel>
#include <QMimeData>
#include <QPushButton>
#include <QSettings>
#include <QStackedWidget>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

constexpr QSize firstSize{980, 640};

/// The one folder that is dragged, or empty.
QString folderOf(const QMimeData *data)
{
    if (data->urls().size() != 1 || !data->urls().constFirst().isLocalFile())
        return {};
    const QString path = data->urls().constFirst().toLocalFile();
    return QFileInfo(path).isDir() ? path : QString();
}

} // namespace

StartWindow::StartWindow(Console &console, EngineRoom &engines)
    : m_console(console),
      m_stack(new QStackedWidget(this)),
      m_problem(new Problem(this)),
      m_leaving(new QWidget(this)),
      m_leavingText(new QLabel(m_leaving))
{
    setObjectName(u"start"_s);
    setWindowTitle(tr("Assay"));
    setAcceptDrops(true);
    m_page = new StartPage(m_stack);
    m_new = new NewRunPage(engines, m_stack);
    m_stack->addWidget(m_page);
    m_stack->addWidget(m_new);
    auto *centre = new QWidget(this);
    auto *layout = new QVBoxLayout(centre);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_problem);
    layout->addWidget(m_leaving);
    layout->addWidget(m_stack, 1);
    auto *asks = new QHBoxLayout(m_leaving);
    asks->setContentsMargins(pageEdge, gap, pageEdge, gap);
    asks->addWidget(m_leavingText, 1);
    const auto button = [&](const QString &text, const std::function<void()> &what) {
        auto *made = new QPushButton(text, m_leaving);
        connect(made, &QPushButton::clicked, this, what);
        asks->addWidget(made);
    };
    button(tr("&Keep running without a window"), [this] {
        hide();
        m_console.leave(false);
    });
    button(tr("&Stop them and quit"), [this] {
        m_leavingText->setText(tr("Stopping: each run ends its processes and closes its journal, within seconds."));
        for (QPushButton *one : m_leaving->findChildren<QPushButton *>())
            one->setEnabled(false);
        m_console.leave(true);
    });
    button(tr("&Back"), [this] { m_leaving->hide(); });
    m_leaving->hide();
    centre->setAutoFillBackground(true);
    centre->setBackgroundRole(QPalette::Base);
    // A screen may be smaller than what the parts need: then all of it scrolls.
    setCentralWidget(scrolled(centre, this));
    if (!restoreGeometry(QSettings().value(u"start/geometry"_s).toByteArray()))
        resize(firstSize);
    connect(m_page, &StartPage::runChosen, this,
            [this](const QString &folder) { m_console.openRun(RunFolder(folder)); });
    connect(m_page, &StartPage::newRunAsked, this, [this] { (void)newRun(); });
    connect(m_page, &StartPage::compareAsked, this, [this] { m_console.compare({}); });
    connect(m_page, &StartPage::demoAsked, this,
            [this] { m_console.startRun({.options = {.supervision = Supervision::Review}, .demo = true}); });
    connect(m_new, &NewRunPage::cancelled, this, [this] { m_stack->setCurrentWidget(m_page); });
    connect(m_new, &NewRunPage::startAsked, this, [this](const NewRun &run) { m_console.startRun(run); });
    connect(&console, &Console::startFailed, this, [this](const Error &error) {
        if (m_stack->currentWidget() == m_new)
            m_new->showProblem(error);
        else
            m_problem->show(error);
    });
    connect(&console, &Console::opened, this, [this] { m_stack->setCurrentWidget(m_page); });
}

StartWindow::~StartWindow()
{
    QSettings().setValue(u"start/geometry"_s, saveGeometry());
}

NewRunPage *StartWindow::newRun(const QString &target)
{
    m_stack->setCurrentWidget(m_new);
    m_new->setTarget(target);
    return m_new;
}

void StartWindow::closeEvent(QCloseEvent *event)
{
    const int running = m_console.running();
    if (m_console.isLeaving()) { // what it waits for stands in it
        event->setAccepted(running == 0);
        return;
    }
    if (running == 0) {
        event->accept();
        if (m_console.isComparing())
            return; // the last of those ends the program
        m_console.leave(false);
        return;
    }
    event->ignore();
    m_leavingText->setText(tr("%n run(s) are at work. A stopped run can be resumed at any time.", nullptr, running));
    m_leaving->show();
}

void StartWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (!folderOf(event->mimeData()).isEmpty())
        event->acceptProposedAction();
}

void StartWindow::dropEvent(QDropEvent *event)
{
    const QString folder = folderOf(event->mimeData());
    if (QFileInfo::exists(folder + u"/journal.jsonl"_s))
        m_console.openRun(RunFolder(folder));
    else
        (void)newRun(folder);
}

} // namespace assay::ui
