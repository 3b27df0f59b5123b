// A clone, an outbox, a desk that answers permissions as told, and an ACP agent that is tests/agent/acpagent.py.
#pragma once

#include "core/agent/acpagent.h"
#include "tests/agent/sessionstage.h"
#include "tests/support/processtest.h"

#include <QTest>

namespace assay::test {

/// Answers by what `decide` says; without an answer it waits, and remembers.
class ScriptedDesk final : public PermissionDesk {
public:
    std::function<std::optional<bool>(const PermissionRequest &)> decide;
    QList<PermissionRequest> asked;
    QStringList withdrawn;
    std::function<void()> whenAsked;
    std::function<void(ScriptedDesk &)> whenPolled;

    void ask(const PermissionRequest &request) override
    {
        asked.append(request);
        if (const auto answer = decide ? decide(request) : std::nullopt)
            m_ready.append({request.key, *answer, u"by the script"_s});
        if (whenAsked)
            whenAsked();
    }
    QList<Answer> answers() override
    {
        if (whenPolled)
            whenPolled(*this);
        return std::exchange(m_ready, {});
    }
    void withdraw(const QString &key, const QString &) override { withdrawn.append(key); }
    void answer(const QString &key, bool allowed) { m_ready.append({key, allowed, u"by the script"_s}); }

private:
    QList<Answer> m_ready;
};

class AcpStage : public SessionStage {
public:
    AcpStage() : SessionStage(SessionPurpose::Task) { request.permissions = &desk; }
    [[nodiscard]] QByteArray left(const QString &name) const
    {
        return readFile(QFile::encodeName(request.outbox + u'/' + name));
    }
    SessionEnd run(const QString &words, StopToken stop = {})
    {
        auto command = AcpAgent::find(QStringLiteral(ASSAY_SOURCE_DIR "/tests/agent/acpagent.py ") + words, host);
        if (!command)
            return {SessionEndReason::Failed, u"find: "_s + command.error().text(), -1, -1, -1, {}, {}};
        AcpAgent agent(std::move(*command), host, policy);
        return agent.run(
            request,
            [this](const QJsonObject &event) {
                if (sees)
                    sees(event);
                if (keeps)
                    events << event;
            },
            std::move(stop));
    }
    /// The texts (or titles) of the events of a type, in order.
    [[nodiscard]] QStringList texts(const QString &type) const
    {
        QStringList texts;
        for (const QJsonObject &event : events) {
            if (event[u"type"].toString() == type)
                texts << (event.contains("text"_L1) ? event[u"text"] : event[u"title"]).toString();
        }
        return texts;
    }

    ScriptedDesk desk;
    bool keeps = true;
    std::function<void(const QJsonObject &)> sees;
};

} // namespace assay::test
