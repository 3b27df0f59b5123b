// Starts every child process of Assay, from one long-lived thread, with limits, and ends whole trees.
#pragma once

#include "core/domain/error.h"
#include "core/domain/stoptoken.h"

#include <QByteArrayList>
#include <QMap>

#include <chrono>
#include <functional>
#include <future>
#include <memory>

namespace assay {

struct ProcessLimits {
    std::chrono::milliseconds timeout{std::chrono::minutes(10)};
    std::chrono::milliseconds idle{0};        ///< no output for this long ends it; 0 = no watchdog
    qint64 outputBytes = 4 << 20;             ///< kept of each stream: the first and the last half; rest is counted
    qint64 fileBytes = qint64(4) << 30;       ///< RLIMIT_FSIZE
    int processes = 1024;                     ///< descendants alive at once; more ends the tree
    qint64 diskFloor = qint64(256) << 20;     ///< free bytes under diskPath that must stay; less ends the tree
    QByteArray diskPath;                      ///< empty = not watched
};

struct ProcessCommand {
    QByteArray program;                       ///< looked up in PATH of `environment` when it has no '/'
    QByteArrayList arguments;
    QByteArray workingFolder;
    QMap<QByteArray, QByteArray> environment; ///< the whole environment; nothing is inherited
    QByteArray standardInput;                 ///< written, then closed; empty = /dev/null
    ProcessLimits limits;
    /// Called in the host's thread as output arrives (stream 1 or 2); must be quick. Optional.
    std::function<void(int stream, QByteArrayView bytes)> onOutput;
};

enum class ProcessEnd { Exited, Signalled, TimedOut, Idle, Stopped, TooManyProcesses, DiskFloor, NotStarted };

struct ProcessResult {
    ProcessEnd end = ProcessEnd::NotStarted;
    int exitStatus = -1;
    int signal = 0;
    QString startError;       ///< why it did not start
    QByteArray standardOutput, standardError; ///< bounded; a line says how many bytes were left out
    qint64 outputTotal = 0, errorTotal = 0;   ///< bytes seen
    std::chrono::milliseconds duration{0};
    int childrenLeft = 0;     ///< descendants that outlived the main process and were killed
    [[nodiscard]] bool succeeded() const { return end == ProcessEnd::Exited && exitStatus == 0; }
};

/// One a program, made by main and handed in. Thread-safe: run() may be called from any thread but the host's own.
class ProcessHost {
public:
    ProcessHost();
    ~ProcessHost(); ///< ends what still runs
    /// Blocks the caller until the process and all it started are gone. The stop token is looked at every 20 ms.
    [[nodiscard]] ProcessResult run(ProcessCommand command, StopToken stop = {});
    [[nodiscard]] std::future<ProcessResult> start(ProcessCommand command, StopToken stop = {});
    /// Sum of the wall time of finished children, by caller-given kind: the benchmark's "not ours" time.
    [[nodiscard]] std::chrono::milliseconds childTime() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// The parent's environment reduced to PATH, LANG, LC_*, TZ, TERM, USER and what `keep` names.
[[nodiscard]] QMap<QByteArray, QByteArray> cleanEnvironment(const QByteArrayList &keep = {});

/// SIGKILLs what a crashed engine of this run left behind: processes whose environment carries
/// ASSAY_RUN=<run folder> (every child is started with it). Returns how many.
[[nodiscard]] int reapLeftovers(const QByteArray &runFolder);

} // namespace assay
