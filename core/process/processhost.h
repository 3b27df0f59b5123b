// Starts every child process of Assay, with limits, and ends whole trees.
//
// What it promises: arguments, environment and paths are bytes; memory is bounded by the limits however much a child
// prints; when a result is there, nothing that the command started is left, whether it ignored signals, left its
// session or lost its parent (contained or not); and if Assay itself is killed, its children are ended too.
// How: one thread polls pipes and clocks, one small starter process forks a keeper for each command (see starter.h,
// keeper.h). Linux 5.11 or later.
#pragma once

#include "core/domain/error.h"
#include "core/domain/stoptoken.h"
#include "core/process/processinput.h"

#include <QByteArrayList>
#include <QMap>
#include <QStringList>

#include <chrono>
#include <functional>
#include <future>
#include <memory>

namespace assay {

struct ProcessLimits {
    std::chrono::milliseconds timeout{std::chrono::minutes(10)}; ///< 0 = none
    std::chrono::milliseconds idle{0};        ///< no output for this long ends it; 0 = no watchdog
    qint64 outputBytes = 4 << 20;             ///< kept of each stream: the first and the last half; rest is counted
    qint64 fileBytes = qint64(4) << 30;       ///< RLIMIT_FSIZE
    int processes = 1024; ///< descendants alive at once; more ends the tree. Looked at every 100 ms
    qint64 diskFloor = qint64(256) << 20; ///< free bytes under diskPath that must stay; less ends the tree
    QByteArray diskPath; ///< empty = not watched; looked at every 100 ms
};

struct ProcessCommand {
    QByteArray program; ///< looked up in PATH of `environment` when it has no '/'
    QByteArrayList arguments;
    QByteArray workingFolder; ///< empty = "/"
    QMap<QByteArray, QByteArray> environment; ///< the whole environment; nothing is inherited
    QByteArray standardInput; ///< the child reads it as a file; empty = /dev/null
    std::shared_ptr<ProcessInput> input; ///< in its place: a pipe that stays open. Nobody else's
    ProcessLimits limits;
    /// Called in the host's thread as output arrives (stream 1 or 2); must be quick. Optional.
    std::function<void(int stream, QByteArrayView bytes)> onOutput;
    /// Asked in the host's thread before it reads; false leaves the output in its pipe, where the child waits. Optional.
    std::function<bool()> mayRead;
    QString title; ///< what the owner sees it called ("check repro.py"); those that have one can be ended by the owner
    bool contained = false; ///< set by Sandbox::wrap: what bubblewrap itself says is no exit status
};

enum class ProcessEnd {
    Exited,
    Signalled,
    TimedOut,
    Idle,
    Stopped,
    EndedByOwner,
    TooManyProcesses,
    DiskFloor,
    NotStarted
};

struct ProcessResult {
    ProcessEnd end = ProcessEnd::NotStarted;
    int exitStatus = -1;
    int signal = 0;
    QString startError; ///< why it did not start, for people
    QByteArray standardOutput, standardError; ///< bounded; a line says how many bytes were left out
    qint64 outputTotal = 0, errorTotal = 0; ///< bytes seen
    std::chrono::milliseconds duration{0};
    /// Descendants that outlived the main process by 100 ms and were killed. Contained, bubblewrap's own end may have
    /// killed them first: then 0.
    int childrenLeft = 0;
    [[nodiscard]] bool succeeded() const { return end == ProcessEnd::Exited && exitStatus == 0; }
};

/// One a program, made early in main (it forks) and handed in. Thread-safe: run() may be called from any thread but
/// the host's own.
class ProcessHost {
public:
    ProcessHost();
    ~ProcessHost(); ///< ends what still runs, at once
    /// Blocks the caller until the process and all it started are gone. The stop token is looked at every 20 ms; a tree
    /// that is ended gets SIGTERM, and SIGKILL after 300 ms.
    [[nodiscard]] ProcessResult run(ProcessCommand command, StopToken stop = {});
    [[nodiscard]] std::future<ProcessResult> start(ProcessCommand command, StopToken stop = {});
    /// Ends what runs now and has a title, as a stop does; each one's result says EndedByOwner. What starts later is not
    /// touched. Returns the titles, empty when there was nothing to end. Thread-safe, answers at once.
    [[nodiscard]] QStringList endTitled();
    /// Sum of the wall time of finished children: the benchmark's "not ours" time.
    [[nodiscard]] std::chrono::milliseconds childTime() const;
    /// Wall time during which at least one contained command (gate, check, preparation) ran through run(): what a
    /// benchmark takes off to see the engine's own.
    [[nodiscard]] std::chrono::milliseconds containedTime() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// The parent's environment reduced to PATH, LANG, LC_*, TZ, TERM, USER and what `keep` names.
[[nodiscard]] QMap<QByteArray, QByteArray> cleanEnvironment(const QByteArrayList &keep = {});

/// All of it, byte for byte.
[[nodiscard]] QMap<QByteArray, QByteArray> wholeEnvironment();

/// SIGKILLs what a crashed engine of this run left behind: processes whose environment carries
/// ASSAY_RUN=<run folder> (every child is started with it), but neither the caller nor its ancestors. Returns how many.
[[nodiscard]] int reapLeftovers(const QByteArray &runFolder);

} // namespace assay
