// A clone and an outbox, and what is asked of an agent there.
#pragma once

#include "core/agent/agent.h"
#include "core/process/processhost.h"

#include <QDir>
#include <QTemporaryDir>

namespace assay::test {

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

class SessionStage {
public:
    explicit SessionStage(SessionPurpose purpose)
    {
        for (const QString &name : {u"clone"_s, u"outbox"_s})
            QDir(m_dir.path()).mkpath(name);
        request.id = u"A7"_s;
        request.purpose = purpose;
        request.checkpointTree = ObjectId(QByteArray(40, 'c'));
        request.prompt = u"Do this: naïve\n"_s;
        request.clone = path(u"clone"_s);
        request.outbox = path(u"outbox"_s);
        request.runFolder = m_dir.path();
        policy.agentTimeout = 300s;
        policy.agentIdle = 0s;
    }
    [[nodiscard]] QString path(const QString &name) const { return m_dir.path() + u'/' + name; }

    ProcessHost host;
    Policy policy;
    SessionRequest request;
    QList<QJsonObject> events;

private:
    QTemporaryDir m_dir;
};

} // namespace assay::test
