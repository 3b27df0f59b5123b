// Makes a frozen tree: writes it out, gives it a .git and a HOME, runs the owner's preparation. Private to core/gate.
#pragma once

#include "core/gate/checkoutsurroundings.h"

namespace assay {

/// Prepared trees on disk: prepared/<key>.<number>/{tree,home,done.json}. The folder appears by a rename when all is
/// done. Thread-safe, one key at a time for the caller to see to.
class Preparation {
public:
    Preparation(const CheckoutSurroundings &surroundings, QList<ShellCommand> commands, bool hasBase)
        : m_surroundings(surroundings),
          m_commands(std::move(commands)),
          m_hasBase(hasBase)
    {}

    [[nodiscard]] bool hasCommands() const { return !m_commands.isEmpty(); }
    [[nodiscard]] Digest keyFor(const ObjectId &tree) const;
    /// Prepares into the folder prepared/<name>, which must not exist. Not contained it works at the checkouts' own
    /// path, for the caller to hold meanwhile. `cachesFrom`: the frozen HOME of another tree, whose package caches
    /// spare the download; empty = everything anew. `spare`: the folder of a tree that no command prepared and that no
    /// longer serves: it becomes this one, which of many files writes only those that differ; empty = none.
    [[nodiscard]] Result<PreparedTree> make(const ObjectId &tree, const QString &name, const QString &cachesFrom,
                                            const QString &spare, StopToken stop) const;
    /// The frozen tree in a folder; nothing if it is not whole, or was made before the machine was last started (a
    /// machine that lost power may have lost what was not yet on its disk).
    [[nodiscard]] std::optional<PreparedTree> load(const QString &folder) const;

private:
    [[nodiscard]] Status layTree(const ObjectId &tree, const QString &folder, const StopToken &stop) const;
    [[nodiscard]] Status layHome(const QString &folder, const QString &cachesFrom, const StopToken &stop) const;
    [[nodiscard]] Result<QString> runCommands(const QString &folder, QByteArray &output, const StopToken &stop) const;

    const CheckoutSurroundings &m_surroundings;
    QList<ShellCommand> m_commands;
    bool m_hasBase;
};

} // namespace assay
