// Prepared trees and the throw-away copies in which gates and checks run.
//
// A tree is written out and prepared once per key (tree, preparation commands, toolchain) and frozen under the run
// folder's prepared/. What runs in it runs in a copy that is thrown away: an overlay in memory where the machine can,
// else a folder under checkouts/, cloned by reflink or copied. Contained, every copy is at kInsideTree; not contained,
// at one fixed path, so that one thing runs at a time. See "Preparation, checkouts, containment" in the loop's rules.
#pragma once

#include "core/domain/policy.h"
#include "core/git/worktree.h"
#include "core/journal/evidencestore.h"
#include "core/journal/runfolder.h"
#include "core/process/sandbox.h"

#include <functional>
#include <memory>

namespace assay {

/// A tree after preparation, frozen on disk. Shared; the folder is read-only by convention.
struct PreparedTree {
    Digest key;              ///< tree, commands, toolchain
    ObjectId tree;
    QString folder;          ///< the frozen tree
    QString home;            ///< what preparation left in HOME, frozen too
    bool reused = false;     ///< found frozen from before
    QString broken;          ///< why preparation failed; empty = fine. Then there is nothing frozen
    Digest output;           ///< of the preparation commands; null when there are none
    std::chrono::milliseconds duration{0};
};

/// One throw-away copy, gone when destroyed, whatever was done in it. Runs one command; belongs to one thread.
class Checkout {
public:
    virtual ~Checkout() = default;
    [[nodiscard]] virtual QString folder() const = 0;      ///< on the host (the lower folder when overlaid)
    /// Runs a command inside: the tree at treePath(), HOME as preparation left it, contained as the pool is.
    struct Call {
        QString title;                   ///< ProcessCommand::title
        QByteArrayList argv;             ///< e.g. {"/bin/sh", "-c", line}
        QByteArray folder;               ///< working folder, relative to the tree
        bool inCheckFolder = false;      ///< working folder = an empty folder instead of the tree
        QList<std::pair<QByteArray, QByteArray>> files; ///< name, bytes: laid executable into filesPath()
        QMap<QByteArray, QByteArray> environment;       ///< on top of the clean one, HOME, TMPDIR and ASSAY_RUN
        bool network = false;
        bool services = true;            ///< the policy's services run beside it
        ProcessLimits limits;
        QByteArrayList collect;          ///< globs relative to the tree, read back into `collected`
        std::function<void(int stream, QByteArrayView bytes)> onOutput; ///< as in ProcessCommand
        bool seeTree = false;            ///< what the command did to the tree can be seen in folder() afterwards
        QByteArrayList keep;             ///< names of files in outPath(), read back into `collected`
    };
    struct Outcome {
        ProcessResult process;
        QList<std::pair<QByteArray, QByteArray>> collected; ///< path or name, bytes: files not older than the start
        QByteArrayList stale;            ///< files that fit `collect` and are older than the start
        QString collectProblem;          ///< why not all of it could be read back; empty = it was
        QByteArray serviceOutput;        ///< what the services printed, for people; the last 64 KB of each
    };
    /// Waits for one of the machine's cores, which all runs of the user share. Errors: what the run folder's disk refuses; a second call; stopped
    /// (ErrorKind::Stopped). That the command did not start or failed is an outcome.
    [[nodiscard]] virtual Result<Outcome> run(const Call &call, StopToken stop) = 0;
    [[nodiscard]] virtual QByteArray treePath() const = 0; ///< as the command sees it (ASSAY_TREE)
    [[nodiscard]] virtual QByteArray filesPath() const = 0; ///< where Call::files are, as the command sees it
    [[nodiscard]] virtual QByteArray outPath() const = 0; ///< an empty folder outside the tree that it may write to
};

inline constexpr QByteArrayView kInsideTree = "/assay/tree";
inline constexpr QByteArrayView kInsideCheck = "/assay/check";
inline constexpr QByteArrayView kInsideFiles = "/assay/bin";
inline constexpr QByteArrayView kInsideOut = "/assay/out";
inline constexpr QByteArrayView kInsideHome = "/assay/home";
inline constexpr QByteArrayView kInsideBaseGit = "/assay/base.git";

enum class Freshness { Reuse, Fresh /*prepared anew: convergence, export, verify*/ };

/// Thread-safe: proofs run side by side (as many as cores; one when not contained, since paths must be the same).
/// Not contained, a checkout that lives keeps every other take() and prepare() waiting: take, run, let go.
class CheckoutPool {
public:
    /// Deletes what a crash left of unfinished preparations and checkouts. `baseCommit` null, or no base.git in the
    /// run folder: checkouts have no .git. `host` must outlive the pool.
    CheckoutPool(RunFolder folder, ProcessHost &host, const Sandbox &sandbox, Policy policy, ObjectId baseCommit);
    ~CheckoutPool(); ///< its checkouts must be gone
    /// A frozen tree; the same call from several threads prepares once. A failed preparation is a value with `broken`
    /// set, and is remembered until this pool ends. Frozen trees of an earlier start of the machine are not trusted.
    [[nodiscard]] Result<PreparedTree> prepare(const ObjectId &tree, Freshness freshness, StopToken stop);
    /// A copy of a prepared tree (overlay, reflink or copy, whatever this machine does best).
    [[nodiscard]] Result<std::unique_ptr<Checkout>> take(const PreparedTree &prepared);
    /// The control run's checkout: an empty folder at the same path; HOME as preparation left it.
    [[nodiscard]] Result<std::unique_ptr<Checkout>> takeEmpty(const PreparedTree &prepared);
    [[nodiscard]] int parallel() const; ///< how many may run at once
    [[nodiscard]] QString copyMethod() const; ///< "overlay", "reflink", "copy"
    /// Frozen trees that no longer serve go; those that were used last stay, and those in use. What needed no
    /// preparation is cheap to lay again: few of it stay, and one that goes becomes the next one where that is quicker.
    void trim();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace assay
