// Prepared trees and the throw-away copies in which gates and checks run.
#pragma once

#include "core/domain/policy.h"
#include "core/git/worktree.h"
#include "core/journal/evidencestore.h"
#include "core/journal/runfolder.h"
#include "core/process/sandbox.h"

#include <memory>

namespace assay {

/// A tree after preparation, frozen on disk. Shared; the folder is read-only by convention.
struct PreparedTree {
    Digest key;              ///< tree, commands, toolchain
    ObjectId tree;
    QString folder;          ///< the frozen tree
    QString home;            ///< what preparation left in HOME, frozen too
    bool reused = false;     ///< found frozen from before
    QString broken;          ///< why preparation failed; empty = fine
    Digest output;           ///< of the preparation commands
    std::chrono::milliseconds duration{0};
};

/// One throw-away copy, gone when destroyed. Same path inside the sandbox for every one: kInsideTree.
class Checkout {
public:
    virtual ~Checkout() = default;
    [[nodiscard]] virtual QString folder() const = 0;      ///< on the host (the lower folder when overlaid)
    /// Runs a command inside: the tree at kInsideTree, HOME fresh, extra binds, contained as the pool is.
    /// `folder` is relative to the tree. `files` are laid in an empty folder of its own (kInsideCheck), executable.
    struct Call {
        QByteArrayList argv;             ///< e.g. {"/bin/sh", "-c", line}
        QByteArray folder;
        bool inCheckFolder = false;      ///< working folder = the empty folder instead of the tree
        QList<std::pair<QByteArray, QByteArray>> files;
        QMap<QByteArray, QByteArray> environment;
        bool network = false;
        ProcessLimits limits;
        QByteArrayList collect;          ///< globs relative to the tree, read back into `collected`
    };
    struct Outcome {
        ProcessResult process;
        QList<std::pair<QByteArray, QByteArray>> collected; ///< path, bytes: files newer than the start
    };
    [[nodiscard]] virtual Result<Outcome> run(const Call &call, StopToken stop) = 0;
    [[nodiscard]] virtual QByteArray treePath() const = 0; ///< as the command sees it (ASSAY_TREE)
};

inline constexpr QByteArrayView kInsideTree = "/assay/tree";
inline constexpr QByteArrayView kInsideCheck = "/assay/check";
inline constexpr QByteArrayView kInsideHome = "/assay/home";
inline constexpr QByteArrayView kInsideBaseGit = "/assay/base.git";

enum class Freshness { Reuse, Fresh /*prepared anew: convergence, export, verify*/ };

/// Thread-safe: proofs run side by side (as many as cores; one when not contained, since paths must be the same).
class CheckoutPool {
public:
    CheckoutPool(RunFolder folder, ProcessHost &host, const Sandbox &sandbox, Policy policy, ObjectId baseCommit);
    ~CheckoutPool();
    [[nodiscard]] Result<PreparedTree> prepare(const ObjectId &tree, Freshness freshness, StopToken stop);
    /// A copy of a prepared tree (overlay, reflink or copy, whatever this machine does best).
    [[nodiscard]] Result<std::unique_ptr<Checkout>> take(const PreparedTree &prepared);
    /// The control run's checkout: an empty folder at the same path; HOME as preparation left it.
    [[nodiscard]] Result<std::unique_ptr<Checkout>> takeEmpty(const PreparedTree &prepared);
    [[nodiscard]] int parallel() const;   ///< how many may run at once
    [[nodiscard]] QString copyMethod() const; ///< "overlay", "reflink", "copy"
    /// Frozen trees that no longer serve are deleted, the newest `keep` stay.
    void trim(int keep);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace assay
