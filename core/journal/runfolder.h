// The layout of a run folder: every path in one place.
#pragma once

#include <QString>

namespace assay {

class RunFolder {
public:
    RunFolder() = default;
    explicit RunFolder(QString path) : m_path(std::move(path)) {}
    [[nodiscard]] const QString &path() const { return m_path; }
    [[nodiscard]] QString journal() const { return m_path + QStringLiteral("/journal.jsonl"); }
    [[nodiscard]] QString lock() const { return m_path + QStringLiteral("/run.lock"); }
    [[nodiscard]] QString inbox() const { return m_path + QStringLiteral("/inbox"); }
    [[nodiscard]] QString evidence() const { return m_path + QStringLiteral("/evidence"); }
    [[nodiscard]] QString vault() const { return m_path + QStringLiteral("/vault.git"); }
    /// Objects of base and its ancestors only: what checkouts and the clone may see.
    [[nodiscard]] QString baseGit() const { return m_path + QStringLiteral("/base.git"); }
    [[nodiscard]] QString clone() const { return m_path + QStringLiteral("/clone"); }
    [[nodiscard]] QString outbox(const QString &session) const { return m_path + QStringLiteral("/outbox/") + session; }
    [[nodiscard]] QString streams() const { return m_path + QStringLiteral("/sessions"); }
    [[nodiscard]] QString prepared() const { return m_path + QStringLiteral("/prepared"); }
    [[nodiscard]] QString checkouts() const { return m_path + QStringLiteral("/checkouts"); }
    [[nodiscard]] QString scratch() const { return m_path + QStringLiteral("/scratch"); }
    [[nodiscard]] QString bundle() const { return m_path + QStringLiteral("/bundle"); }

private:
    QString m_path;
};

} // namespace assay
