// The owner's standing answers and limits, and the commands that the owner lets the engine execute.
// Read from assay.toml and the command line by core/engine; kept whole in the journal entry `configured`.
#pragma once

#include "core/domain/gatereport.h"
#include "core/domain/permission.h"

#include <QMap>

namespace assay {

/// A command line for /bin/sh -c, run in a folder of the checkout.
struct ShellCommand {
    QString line;
    QByteArray folder;  ///< relative to the tree; empty = its root
    bool network = false;
    std::chrono::milliseconds timeout{std::chrono::minutes(10)};
    friend bool operator==(const ShellCommand &, const ShellCommand &) = default;
};

struct GateCommand {
    ShellCommand run;
    ReportFormat format = ReportFormat::StatusOnly;
    QByteArray report;  ///< for JUnit: the file the command writes, relative to the tree; may be a glob
    bool detected = false; ///< found, not named by the owner
    QString why;        ///< what it was found by: "tests/ has unittest cases"
    friend bool operator==(const GateCommand &, const GateCommand &) = default;
};

enum class Supervision { Auto, Review, Step };
enum class SuspectPolicy { Ask, AcceptCovered };
enum class UndefendedPolicy { List, Refuse };

struct Budget {
    int iterations = 20;
    std::chrono::milliseconds wallClock{std::chrono::hours(8)};
    double cost = 0; ///< in the agent's currency; 0 = no limit
    friend bool operator==(const Budget &, const Budget &) = default;
};

struct Policy {
    QList<GateCommand> gate;
    QList<ShellCommand> prepare;
    QList<ShellCommand> services;
    QStringList testPaths;      ///< globs over '/'-paths; ** crosses folders
    QStringList sensitivePaths;
    QStringList protectedPaths; ///< beside .git, assay.toml and whatever is outside the tree
    QMap<QString, QString> reproEnv; ///< extra environment of checks, "${TREE}" stands for the checkout
    std::chrono::milliseconds checkTimeout{std::chrono::seconds(60)};
    int repeats = 3;            ///< N of the repro contract
    int attemptsBeforeParking = 3;
    QString agent; ///< as makeAgent() takes it: "claude", "acp:PROGRAM", "command:PROGRAM", "recorded:DIR"
    std::chrono::milliseconds agentTimeout{std::chrono::minutes(60)};
    std::chrono::milliseconds agentIdle{std::chrono::minutes(10)};
    bool agentContained = false; ///< the agent runs under bubblewrap, too
    QStringList agentReads, agentWrites; ///< what it then reaches beside the clone: absolute, or "~/…"
    QList<PermissionRule> permissions; ///< what is answered in the owner's place, in order
    std::chrono::milliseconds permissionLimit{std::chrono::minutes(10)}; ///< unanswered, a permission is refused then
    std::chrono::milliseconds rateLimitWait{std::chrono::hours(6)}; ///< how far off a rate limit's end is waited for
    Budget budget;
    Supervision supervision = Supervision::Auto;
    SuspectPolicy suspectTests = SuspectPolicy::Ask;
    UndefendedPolicy undefended = UndefendedPolicy::List;
    bool sensitiveNamedIsEnough = true; ///< a sensitive path named with its reason passes without asking
    bool evaluation = false;
    bool contained = true; ///< gates, checks and preparation run under bubblewrap
    bool compareUncontained = false; ///< consent: set-up runs the gate once uncontained too, to list what differs
    QStringList envelope; ///< lines that tell the agent which inputs are adversarial, user-error, …
    QStringList declined; ///< titles declined beforehand by the owner
    friend bool operator==(const Policy &, const Policy &) = default;
};

[[nodiscard]] QString toWord(Supervision supervision);
[[nodiscard]] QString toWord(SuspectPolicy policy);
[[nodiscard]] QString toWord(UndefendedPolicy policy);
[[nodiscard]] std::optional<Supervision> supervisionFromWord(QStringView word);
[[nodiscard]] std::optional<SuspectPolicy> suspectPolicyFromWord(QStringView word);
[[nodiscard]] std::optional<UndefendedPolicy> undefendedPolicyFromWord(QStringView word);

} // namespace assay
