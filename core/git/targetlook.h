// Private to core/git: looking at a repository that is not ours.
#pragma once

#include "core/git/target.h"

#include <QTemporaryDir>

namespace assay {

/// Runs git with a home folder of its own that trusts every folder's owner: the caller has judged ownership itself,
/// since the owner's own `safe.directory` is among the configuration that GitProgram leaves out.
class TargetLook {
public:
    TargetLook(const GitProgram &git, const QString &folder);
    [[nodiscard]] Status ready() const;
    [[nodiscard]] Result<QByteArray> run(const QByteArrayList &arguments, const QByteArray &standardInput = {},
                                         const StopToken &stop = {}) const;
    [[nodiscard]] ProcessResult tryRun(const QByteArrayList &arguments) const;
    /// Output of a call that prints one value, without the line's end.
    [[nodiscard]] Result<QByteArray> line(const QByteArrayList &arguments) const;

private:
    [[nodiscard]] GitProgram::Call call(const QByteArrayList &arguments) const;

    const GitProgram &m_git;
    QByteArray m_folder;
    QTemporaryDir m_home;
};

/// Refuses a tree whose files are not all in the repository: submodules, Git LFS pointers. Names them.
[[nodiscard]] Status refuseIncomplete(const TargetLook &look, const ObjectId &tree, const QString &subject);

/// True for an address ("https://…", "ssh://…", "host:path"); a file:// address is a path.
[[nodiscard]] bool isAddress(const QString &target);
/// As inspectTarget, for an address.
[[nodiscard]] Result<TargetFacts> inspectAddress(const GitProgram &git, const QString &address, const QString &base);

} // namespace assay
