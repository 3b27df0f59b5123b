#include "core/agent/sessionpermissions.h"

using namespace Qt::StringLiterals;

namespace assay {

QString SessionPermissions::ask(PermissionRequest request, Answered answered)
{
    request.key = QString::number(++m_asked);
    const QString key = request.key;
    if (!m_desk || m_asked > kLimit) {
        const QString why = m_desk ? u"the session asked more than %1 times"_s.arg(kLimit) : u"nobody can be asked"_s;
        if (!m_desk || m_asked == kLimit + 1)
            tell(request, u"rejected"_s, why);
        answered(false, why);
        return key;
    }
    tell(request, u"asked"_s, {});
    m_waiting.insert(key, {request, std::move(answered)});
    m_input.holdIdle(true);
    m_desk->ask(request);
    turn(); // a rule may have answered
    return key;
}

void SessionPermissions::turn()
{
    if (m_waiting.isEmpty())
        return;
    for (const PermissionDesk::Answer &answer : m_desk->answers()) {
        const auto found = m_waiting.constFind(answer.key);
        if (found == m_waiting.cend())
            continue;
        const Waiting waiting = *found;
        m_waiting.erase(found);
        tell(waiting.request, answer.allowed ? u"allowed"_s : u"rejected"_s, answer.why);
        waiting.answered(answer.allowed, answer.why);
    }
    m_input.holdIdle(!m_waiting.isEmpty());
}

void SessionPermissions::withdraw(const QString &key)
{
    const auto found = m_waiting.constFind(key);
    if (found == m_waiting.cend())
        return;
    tell(found->request, u"cancelled"_s, u"the agent took it back"_s);
    m_desk->withdraw(key, u"the agent took it back"_s);
    m_waiting.erase(found);
    m_input.holdIdle(!m_waiting.isEmpty());
}

QStringList SessionPermissions::cancelAll(const QString &why)
{
    const QStringList keys = m_waiting.keys();
    for (const QString &key : keys) {
        tell(m_waiting.value(key).request, u"cancelled"_s, why);
        m_desk->withdraw(key, why);
    }
    m_waiting.clear();
    m_input.holdIdle(false);
    return keys;
}

void SessionPermissions::tell(const PermissionRequest &request, const QString &status, const QString &why) const
{
    const QString what = request.title.isEmpty() ? request.kind : request.title;
    const QString told = why.isEmpty() ? status : u"%1, %2"_s.arg(status, why);
    m_sink({{u"type"_s, u"permission"_s},
            {u"id"_s, request.key},
            {u"kind"_s, request.kind},
            {u"title"_s, request.title},
            {u"status"_s, status},
            {u"text"_s, u"%1 (%2): %3"_s.arg(request.kind, told, what.left(2000))}});
}

} // namespace assay
