// The permissions that a session waits for: between what its agent speaks and the desk that answers.
#pragma once

#include "core/agent/agent.h"
#include "core/process/processinput.h"

#include <QHash>

namespace assay {

/// Tells each request and its answer as a "permission" event (activity.h). While one waits, the agent's silence is no
/// idleness. One thread. Of an agent that asks without end, the first kLimit are put to the desk and the rest refused.
class SessionPermissions {
public:
    static constexpr int kLimit = 10'000;
    /// Called once, from ask() or turn(): what was answered and why.
    using Answered = std::function<void(bool allowed, const QString &why)>;

    SessionPermissions(PermissionDesk *desk, const ActivitySink &sink, ProcessInput &input)
        : m_desk(desk),
          m_sink(sink),
          m_input(input)
    {}

    /// `request.key` is made here. Returns it, for withdraw().
    QString ask(PermissionRequest request, Answered answered);
    /// Takes what was answered meanwhile.
    void turn();
    /// The agent no longer wants to know; nobody is called.
    void withdraw(const QString &key);
    /// All that wait: the session ends. Calls nobody, and returns what they were asked with.
    QStringList cancelAll(const QString &why);
    [[nodiscard]] bool waits() const { return !m_waiting.isEmpty(); }

private:
    struct Waiting {
        PermissionRequest request;
        Answered answered;
    };
    void tell(const PermissionRequest &request, const QString &status, const QString &why) const;

    PermissionDesk *m_desk;
    const ActivitySink &m_sink;
    ProcessInput &m_input;
    QHash<QString, Waiting> m_waiting;
    int m_asked = 0;
};

} // namespace assay
