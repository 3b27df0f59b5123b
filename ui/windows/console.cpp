#include "ui/windows/console.h"

#include "ui/windows/runwindow.h"
#include "ui/windows/startwindow.h"

#include <QFileInfo>

namespace assay::ui {

Console::Console(EngineRoom &engines, QObject *parent) : QObject(parent), m_engines(engines) {}

Console::~Console()
{
    qDeleteAll(std::exchange(m_windows, {}));
    delete m_start;
}

RunWindow *Console::openRun(const RunFolder &folder)
{
    for (RunWindow *window : std::as_const(m_windows)) {
        if (QFileInfo(window->document().folder().path()) == QFileInfo(folder.path())) {
            window->raise();
            window->activateWindow();
            return window;
        }
    }
    auto *window = new RunWindow(folder, m_engines);
    m_windows.append(window);
    connect(window, &QObject::destroyed, this, [this, window] { m_windows.removeOne(window); });
    window->show();
    if (m_start)
        m_start->hide();
    Q_EMIT opened(window);
    return window;
}

EngineWork *Console::startRun(const NewRun &run)
{
    EngineWork *work = m_engines.begin(run);
    connect(work, &EngineWork::created, this, [this, folder = work->folder()] { openRun(folder); });
    connect(work, &EngineWork::failed, this, &Console::startFailed);
    return work;
}

void Console::showStartPage()
{
    if (!m_start)
        m_start = new StartWindow(*this, m_engines);
    m_start->show();
    m_start->raise();
    m_start->activateWindow();
}

} // namespace assay::ui
