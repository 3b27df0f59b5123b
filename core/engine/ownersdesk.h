// Where a live session's permissions are answered: by the owner's rules, else by the owner.
#pragma once

#include "core/agent/agent.h"
#include "core/engine/measurement.h"

#include <QElapsedTimer>
#include <QHash>

namespace assay {

/// One session's. Each request is a prompt of type permission in the journal: answered with it, by `policy:<rule>`, where a
/// rule of `[[agent.permission]]` or the session's own folders answer; else open until the owner answers, until the policy's
/// limit refuses it (`policy:agent.permission_limit`), or until the session ends and it is withdrawn. Thread: the engine's,
/// in which the session runs.
class OwnersDesk final : public PermissionDesk {
public:
    /// An agent that asks for more at once is refused what goes beyond.
    static constexpr int kOpenLimit = 100;

    OwnersDesk(Measurement &measurement, const PermissionGround &ground, const QString &session)
        : m_measurement(measurement),
          m_ground(ground),
          m_session(session)
    {}

    void ask(const PermissionRequest &request) override;
    [[nodiscard]] QList<Answer> answers() override;
    void withdraw(const QString &key, const QString &why) override;

    /// What could not be written: everything is refused from then on.
    [[nodiscard]] const Status &status() const { return m_status; }
    /// How long the session waited for the owner.
    [[nodiscard]] std::chrono::milliseconds waited() const;

private:
    struct Open {
        QString key;
        std::chrono::steady_clock::time_point until;
    };
    [[nodiscard]] Prompt promptOf(const PermissionRequest &request) const;
    [[nodiscard]] Draft answerOf(const QString &prompt, bool allowed, const QString &why, const QString &rule) const;
    void answeredBy(const QString &rule, const Prompt &prompt, const QString &key, bool allowed, const QString &why);
    QString close(const QString &prompt); ///< its request's key
    void took(const QString &prompt, bool allowed, const QString &why);

    Measurement &m_measurement;
    PermissionGround m_ground;
    QString m_session;
    Status m_status;
    QMap<QString, Open> m_open; ///< by prompt
    QList<Answer> m_ready;
    std::chrono::steady_clock::time_point m_looked;
    QElapsedTimer m_waiting;
    std::chrono::milliseconds m_waited{0};
};

} // namespace assay
