// A run driven in this process, for tests: real folder, real git, real processes, the recorded agent.
#pragma once

#include "core/engine/engine.h"
#include "core/engine/setup.h"

#include <QTemporaryDir>

namespace assay::test {

/// Where the program's data is, for tests.
[[nodiscard]] QString resources();

/// Copies resources/demo/tally into a fresh repository below `parent` and commits it. Returns its path.
[[nodiscard]] QString makeDemoRepository(const QString &parent);

/// The options of `assay demo`.
[[nodiscard]] RunOptions demoOptions();

/// Run folders lie in memory where there is /dev/shm: what a killed process leaves is the same there, and thousands of
/// syncs cost nothing. Benchmarks ask for the disk.
enum class Storage { Memory, Disk };

class EngineRun {
public:
    explicit EngineRun(const QString &target, RunOptions options = {}, Storage storage = Storage::Memory);

    /// Creates the run folder; false (with error()) when that failed.
    [[nodiscard]] bool create(const QString &base = QStringLiteral("HEAD"));
    /// Runs, or goes on, to an end.
    [[nodiscard]] Result<Outcome> go(StopToken stop = {}, std::function<void(const Entry &)> onEntry = {},
                                     bool waitForOwner = false);
    /// The state as the journal tells it now.
    [[nodiscard]] RunState state() const;
    [[nodiscard]] QList<Entry> entriesOf(QLatin1StringView kind) const;
    [[nodiscard]] Status command(const QString &verb, const QJsonObject &args);
    [[nodiscard]] const RunFolder &folder() const { return m_folder; }
    [[nodiscard]] QString error() const { return m_error; }
    [[nodiscard]] ProcessHost &host() { return m_host; }

private:
    QTemporaryDir m_dir;
    RunFolder m_folder;
    QString m_target;
    RunOptions m_options;
    QString m_error;
    SystemClock m_clock;
    ProcessHost m_host;
};

/// One line an iteration and a finding, for messages of failing tests.
[[nodiscard]] QString story(const RunState &state);

} // namespace assay::test
