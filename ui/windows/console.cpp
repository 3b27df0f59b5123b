#include "ui/windows/console.h"

#include "ui/windows/comparewindow.h"
#include "ui/windows/runwindow.h"
#include "ui/windows/startwindow.h"

#include <QCoreApplication>
#include <QFileInfo>

namespace assay::ui {

Console::Console(EngineRoom &engines, QObject *parent) : QObject(parent), m_engines(engines)
{
    connect(&engines, &EngineRoom::changed, this, [this] {
        if (m_leaving && m_engines.running() == 0)
            QCoreApplication::quit();
    });
}

Console::~Console()
{
    m_leaving = true;
    qDeleteAll(std::exchange(m_windows, {}));
    qDeleteAll(std::exchange(m_comparisons, {}));
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
    connect(window, &QObject::destroyed, this, [this, window] { windowGone(window); });
    window->show();
    window->raise();
    window->activateWindow(); // where nobody else gives the keyboard to what was asked for
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

CompareWindow *Console::compare(const Comparing &what)
{
    auto *window = new CompareWindow;
    m_comparisons.append(window);
    connect(window, &QObject::destroyed, this, [this, window] {
        m_comparisons.removeOne(window);
        // Begun with a comparison alone, the program ends with it.
        if (m_comparisons.isEmpty() && m_windows.isEmpty() && !(m_start && m_start->isVisible()) && !m_leaving)
            leave(false);
    });
    window->show();
    window->raise();
    window->activateWindow();
    if (!what.repository.isEmpty())
        window->compare(what);
    return window;
}

/// Nobody is left without a window by closing one: the start page comes back, and says what goes on.
void Console::windowGone(RunWindow *window)
{
    m_windows.removeOne(window);
    if (m_windows.isEmpty() && !m_leaving)
        showStartPage();
}

int Console::running() const
{
    return m_engines.running();
}

void Console::leave(bool stopEngines)
{
    m_leaving = true;
    if (stopEngines)
        m_engines.stopAll();
    if (m_engines.running() == 0)
        QCoreApplication::quit();
}

} // namespace assay::ui
