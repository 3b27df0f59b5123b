#include "core/engine/ownersdesk.h"

#include "core/engine/approval.h"
#include "core/engine/configfile.h"
#include "core/journal/codec.h"

using namespace Qt::StringLiterals;

namespace assay {
namespace {

using Steady = std::chrono::steady_clock;

constexpr auto kLook = std::chrono::milliseconds(100); // between two looks into the inbox
constexpr QStringView kNoJournal = u"the journal cannot be written", kLimit = u"agent.permission_limit";
constexpr qsizetype kShown = 2000; ///< characters of an agent's text that the journal keeps

} // namespace

Prompt OwnersDesk::promptOf(const PermissionRequest &request) const
{
    const QString what = request.title.isEmpty() ? request.command : request.title;
    QStringList question{u"The agent of session %1 asks leave: %2."_s.arg(m_session, request.kind)};
    if (!request.command.isEmpty())
        question.append(u"Command: "_s + request.command.left(kShown));
    if (!request.paths.isEmpty())
        question.append(u"Files: "_s + request.paths.mid(0, 20).join(u", "_s).left(kShown));
    return {.id = PromptId(u"P%1"_s.arg(m_measurement.state().prompts.size() + 1)),
            .type = PromptType::Permission,
            .title = u"%1: %2"_s.arg(request.kind, what.simplified().left(300)),
            .question = question.join(u'\n'),
            .options = {{kAllow.toString(), u"the agent does it, this once"_s, false},
                        {kRefuse.toString(), u"the agent is told no, and goes on without"_s, false}},
            .why = request.why.left(kShown),
            .subject = u"permission"_s};
}

void OwnersDesk::ask(const PermissionRequest &request)
{
    if (!m_status)
        return m_ready.append({request.key, false, kNoJournal.toString()});
    const Policy &policy = m_measurement.policy();
    Prompt prompt = promptOf(request);
    const RuledPermission ruled = rulePermission(policy.permissions, request, m_ground);
    if (ruled.answer != PermissionRuling::Ask)
        return answeredBy(ruled.rule, prompt, request.key, ruled.answer == PermissionRuling::Allow, {});
    if (policy.permissionLimit.count() == 0)
        return answeredBy(kLimit.toString(), prompt, request.key, false, u"nobody is waited for"_s);
    if (m_open.size() >= kOpenLimit)
        return answeredBy(u"open permissions"_s, prompt, request.key, false,
                          u"%1 wait for you already"_s.arg(kOpenLimit));
    prompt.question += u"\nIts session is held until you answer; after %1 it is refused."_s.arg(
        formatDuration(policy.permissionLimit));
    m_status = m_measurement.append(u"prompt.filed"_s, codec::toJson(prompt));
    if (!m_status)
        return m_ready.append({request.key, false, kNoJournal.toString()});
    if (m_open.isEmpty())
        m_waiting.start();
    m_open.insert(prompt.id.text(), {request.key, Steady::now() + policy.permissionLimit});
}

Draft OwnersDesk::answerOf(const QString &prompt, bool allowed, const QString &why, const QString &rule) const
{
    Draft answered = m_measurement.draft(u"prompt.answered"_s,
                                         {{u"id"_s, prompt},
                                          {u"option"_s, (allowed ? kAllow : kRefuse).toString()},
                                          {u"reason"_s, why},
                                          {u"rule"_s, rule}});
    answered.actor = u"policy:"_s + rule;
    return answered;
}

void OwnersDesk::answeredBy(const QString &rule, const Prompt &prompt, const QString &key, bool allowed,
                            const QString &why)
{
    QJsonObject filed = codec::toJson(prompt);
    filed[u"ruled"_s] = true; // nobody waits for it
    m_status = m_measurement.ledger().append(
        {m_measurement.draft(u"prompt.filed"_s, filed), answerOf(prompt.id.text(), allowed, why, rule)});
    m_ready.append({key, allowed && m_status, u"by "_s + rule});
}

QList<PermissionDesk::Answer> OwnersDesk::answers()
{
    if (!m_open.isEmpty() && Steady::now() - m_looked >= kLook) {
        m_looked = Steady::now();
        if (const auto &take = m_measurement.instruments().takeAnswers; m_status && take)
            m_status = take();
        const QStringList open = m_open.keys();
        for (const QString &id : open) {
            const Prompt *prompt = m_measurement.state().prompt(PromptId(id));
            if (!m_status) {
                took(id, false, kNoJournal.toString());
            } else if (prompt->state == PromptState::Answered) {
                took(id, prompt->answer == kAllow,
                     prompt->answerReason.isEmpty() ? u"by the owner"_s : u"by the owner: "_s + prompt->answerReason);
            } else if (Steady::now() >= m_open.value(id).until) {
                const QString why
                    = u"no answer within %1"_s.arg(formatDuration(m_measurement.policy().permissionLimit));
                m_status = m_measurement.ledger().append(answerOf(id, false, why, kLimit.toString()));
                took(id, false, why);
            }
        }
    }
    return std::exchange(m_ready, {});
}

void OwnersDesk::took(const QString &prompt, bool allowed, const QString &why)
{
    m_ready.append({close(prompt), allowed, why});
}

QString OwnersDesk::close(const QString &prompt)
{
    const QString key = m_open.take(prompt).key;
    if (m_open.isEmpty())
        m_waited += std::chrono::milliseconds(m_waiting.elapsed());
    return key;
}

void OwnersDesk::withdraw(const QString &key, const QString &why)
{
    for (auto it = m_open.cbegin(); it != m_open.cend(); ++it) {
        if (it->key != key)
            continue;
        const QString id = it.key();
        (void)close(id);
        if (m_status)
            m_status = m_measurement.append(u"prompt.withdrawn"_s, {{u"id"_s, id}, {u"why"_s, why}});
        return;
    }
}

std::chrono::milliseconds OwnersDesk::waited() const
{
    return m_waited + std::chrono::milliseconds(m_open.isEmpty() ? 0 : m_waiting.elapsed());
}

} // namespace assay
