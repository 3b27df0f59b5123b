// The engines that this process runs: each one function on a thread of its own, watched from the GUI thread.
#pragma once

#include "core/domain/clock.h"
#include "core/domain/stoptoken.h"
#include "core/engine/engine.h"
#include "core/engine/runoptions.h"
#include "core/journal/runfolder.h"
#include "core/process/processhost.h"

#include <QFutureWatcher>
#include <QObject>
#include <QThreadPool>

namespace assay::ui {

/// What a new run is made from.
struct NewRun {
    QString target, base = QStringLiteral("HEAD");
    RunOptions options;
    bool demo
        = false; ///< target is the demo's repository, made when it is not there; agent and budget are the recording's
};

/// One engine at work. Thread: GUI.
class EngineWork : public QObject {
    Q_OBJECT
public:
    [[nodiscard]] const RunFolder &folder() const { return m_folder; }
    [[nodiscard]] bool isRunning() const { return m_watcher.isRunning(); }
    /// Ends within two seconds, the agent's whole process tree included; the run can be resumed.
    void stop() { m_stop.requestStop(); }

Q_SIGNALS:
    void created();                          ///< the run folder has its journal: it can be opened
    void failed(const assay::Error &error);  ///< an end that could not be journalled, or no run was made
    void ended(assay::Outcome outcome);

private:
    friend class EngineRoom;
    explicit EngineWork(QObject *parent) : QObject(parent)
    {
        m_thread.setMaxThreadCount(1);
        m_thread.setExpiryTimeout(-1); // the engine's handles belong to the thread
    }
    RunFolder m_folder;
    StopSource m_stop;
    QThreadPool m_thread;
    QFutureWatcher<Result<Outcome>> m_watcher;
};

/// Owns the engines; one in the program. Thread: GUI. The process host is the caller's, made early in main.
class EngineRoom : public QObject {
    Q_OBJECT
public:
    explicit EngineRoom(ProcessHost &host, QObject *parent = nullptr);
    ~EngineRoom() override; ///< stops what runs, and waits for it

    EngineWork *begin(const NewRun &run);
    EngineWork *resume(const RunFolder &folder);
    [[nodiscard]] EngineWork *workOn(const RunFolder &folder) const; ///< null when this process runs no engine on it
    [[nodiscard]] int running() const;
    void stopAll();
    [[nodiscard]] ProcessHost &host() { return m_host; }

Q_SIGNALS:
    void changed(); ///< an engine was started or ended

private:
    /// Opens or makes the run, in the engine's thread.
    using Opening = std::function<Result<std::unique_ptr<Ledger>>()>;
    EngineWork *launch(EngineWork *work, Opening opening);
    QList<EngineWork *> m_works;
    std::shared_ptr<const Clock> m_clock;
    ProcessHost &m_host;
};

} // namespace assay::ui
