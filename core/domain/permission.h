// What a live agent session asks leave for, and the rules that answer in the owner's place. Pure.
#pragma once

#include <QStringList>

#include <optional>

namespace assay {

enum class PermissionRuling { Allow, Reject, Ask };

/// One `[[agent.permission]]`. Applies where each of its three lists that is not empty has something that fits.
struct PermissionRule {
    PermissionRuling answer = PermissionRuling::Ask;
    QStringList kinds;    ///< of tools: see permissionKinds()
    QStringList paths;    ///< globs (globMatches() in rules.h) relative to the tree
    QStringList commands; ///< patterns (commandMatches())
    friend bool operator==(const PermissionRule &, const PermissionRule &) = default;
};

struct PermissionRequest {
    QString key; ///< the asker's own, one in its session
    QString kind; ///< one of permissionKinds()
    QString title; ///< for people: what is to be done
    QStringList paths; ///< as the agent named them: absolute, or relative to the clone
    QString command; ///< where it is one
    QString why; ///< the agent's words, may be empty
};

/// Where the session may work: the clone (also as it reads without links) and its outbox, absolute and clean.
struct PermissionGround {
    QStringList clones, outboxes;
};

struct RuledPermission {
    PermissionRuling answer = PermissionRuling::Ask;
    QString rule; ///< "agent.permission[2]", "own folders"; empty where none applied
};

/// The first rule that applies. Where rejecting or asking, a path or command that fits is enough; an allowing rule needs
/// every path inside the clone and fitting, and a command none of whose operators were written by the agent alone.
/// Behind the owner's rules stands one of ours, "own folders": reading, searching, editing, moving and deleting in the
/// clone and the outbox is what the session is for. Nothing else is allowed without being said.
[[nodiscard]] RuledPermission rulePermission(const QList<PermissionRule> &rules, const PermissionRequest &request,
                                             const PermissionGround &ground);

/// `*` stands for any text, everything else for itself; the whole command has to fit, blanks at its ends aside. Where
/// `plainOnly`, `*` does not stand for what makes a shell run something else: ; & | < > $ ` ( ) { } and line ends.
[[nodiscard]] bool commandMatches(QStringView pattern, QStringView command, bool plainOnly);

/// read, edit, delete, move, search, execute, think, fetch, switch_mode, other
[[nodiscard]] const QStringList &permissionKinds();

[[nodiscard]] QString toWord(PermissionRuling ruling);
[[nodiscard]] std::optional<PermissionRuling> permissionRulingFromWord(QStringView word);

} // namespace assay
