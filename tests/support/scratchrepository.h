// A real git repository in a temporary folder, made with the real git program.
#pragma once

#include <QByteArrayList>
#include <QString>
#include <QTemporaryDir>

namespace assay::test {

/// Runs a program to its end and gives its standard output; QFAILs are the caller's: status in `*status`.
QByteArray runProgram(const QString &program, const QStringList &arguments, const QString &folder,
                      int *status = nullptr);

class ScratchRepository {
public:
    ScratchRepository(); ///< initialised, branch main, identity set in its own config
    [[nodiscard]] QString path() const { return m_dir.filePath(QStringLiteral("repo")); }
    [[nodiscard]] QString sibling(const QString &name) const { return m_dir.filePath(name); }
    void write(const QByteArray &path, const QByteArray &bytes, bool executable = false);
    void remove(const QByteArray &path);
    QByteArray commitAll(const QString &message); ///< full hash
    QByteArray git(const QStringList &arguments, int *status = nullptr);

private:
    QTemporaryDir m_dir;
};

} // namespace assay::test
