// Which windows there are: one for each open run, those that compare, and the start page while no run is open.
#pragma once

#include "ui/run/engineroom.h"

#include <QObject>

namespace assay::ui {

class CompareWindow;
class RunWindow;
struct Comparing;

/// One in the program. Thread: GUI.
class Console : public QObject {
    Q_OBJECT
public:
    explicit Console(EngineRoom &engines, QObject *parent = nullptr);
    ~Console() override;

    /// The window of a run that is there; brought to the front when it is open already.
    RunWindow *openRun(const RunFolder &folder);
    /// Starts a run and opens its window as soon as its journal exists.
    EngineWork *startRun(const NewRun &run);
    void showStartPage();
    /// A window of its own; without a repository it asks for one.
    CompareWindow *compare(const Comparing &what);
    [[nodiscard]] bool isComparing() const { return !m_comparisons.isEmpty(); }
    [[nodiscard]] const QList<RunWindow *> &windows() const { return m_windows; }
    /// Engines of this process that are at work.
    [[nodiscard]] int running() const;
    /// The last window was closed: ends the program, at once or when the engines are done.
    void leave(bool stopEngines);
    [[nodiscard]] bool isLeaving() const { return m_leaving; }

Q_SIGNALS:
    void opened(assay::ui::RunWindow *window);
    /// No run was made.
    void startFailed(const assay::Error &error);

private:
    void windowGone(RunWindow *window);
    EngineRoom &m_engines;
    QList<RunWindow *> m_windows;
    QList<CompareWindow *> m_comparisons;
    class StartWindow *m_start = nullptr;
    bool m_leaving = false;
};

} // namespace assay::ui
