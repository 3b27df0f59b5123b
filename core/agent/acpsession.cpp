#include "core/agent/acpsession.h"

#include "core/agent/activity.h"

#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

constexpr int kVersion = 1;
constexpr int kLoginNeeded = -32000;
constexpr auto kPause = std::chrono::milliseconds(700); ///< after which half a message is passed on
constexpr qsizetype kCallsKnown = 4096;

/// How one logs in, from the typed list that the agent gave.
QString howToLogIn(const QJsonArray &methods, const QString &known)
{
    QStringList ways;
    for (const QJsonValue method : methods) {
        const QString name = method[u"name"].toString(method[u"id"].toString()).left(200);
        const QString description = method[u"description"].toString().simplified().left(300);
        QString way = description.isEmpty() || description == name ? name : u"%1: %2"_s.arg(name, description);
        if (method[u"type"].toString() == "terminal"_L1) {
            QStringList words;
            for (const QJsonValue word : method[u"args"].toArray())
                words.append(word.toString());
            way += u" (in a terminal, with: %1)"_s.arg(words.isEmpty() ? u"no arguments"_s : words.join(u' '));
        }
        ways.append(way);
    }
    QStringList texts;
    if (!known.isEmpty())
        texts.append(u"Log in with "_s + known);
    if (!ways.isEmpty())
        texts.append(u"It offers: "_s + ways.join(u"; "_s));
    return texts.isEmpty() ? u"It does not say how"_s : texts.join(u". "_s);
}

/// The option of that side that holds for this once: what holds longer is the owner's to say, in assay.toml.
QString optionOf(const QJsonArray &options, QLatin1StringView kind)
{
    for (const QJsonValue option : options) {
        if (option[u"kind"].toString() == kind)
            return option[u"optionId"].toString();
    }
    return {};
}

QJsonObject outcome(const QString &option)
{
    return {{u"outcome"_s,
             option.isEmpty() ? QJsonObject{{u"outcome"_s, u"cancelled"_s}}
                              : QJsonObject{{u"outcome"_s, u"selected"_s}, {u"optionId"_s, option}}}};
}

} // namespace

AcpSession::AcpSession(const SessionRequest &request, const AcpManners &manners, const ActivitySink &sink,
                       ProcessInput &input)
    : m_request(request),
      m_manners(manners),
      m_input(input),
      m_beside(sink),
      m_activity(sink, m_end),
      m_permissions(request.permissions, sink, input),
      m_rpc([this](const QByteArray &line) { (void)m_input.write(line); }),
      m_heard(std::chrono::steady_clock::now())
{
    m_rpc.onNotification(u"session/update"_s, [this](const QJsonObject &told) {
        const QJsonObject update = told[u"update"].toObject();
        if (update[u"sessionUpdate"].toString().startsWith("tool_call"_L1))
            remember(update);
        m_activity.take(update);
    });
    m_rpc.onNotification(u"$/cancel_request"_s, [this](const QJsonObject &told) {
        const QJsonValue id = told[u"requestId"];
        const QString key = m_asked.key(id);
        if (key.isEmpty())
            return;
        m_permissions.withdraw(key);
        m_asked.remove(key);
        m_rpc.answer(id, outcome({}));
    });
    m_rpc.onRequest(u"session/request_permission"_s,
                    [this](const QJsonValue &id, const QJsonObject &parameters) { askedPermission(id, parameters); });
}

void AcpSession::begin()
{
    m_waitsFor = u"initialize"_s;
    m_rpc.ask(u"initialize"_s,
              {{u"protocolVersion"_s, kVersion},
               {u"clientCapabilities"_s,
                QJsonObject{{u"fs"_s, QJsonObject{{u"readTextFile"_s, false}, {u"writeTextFile"_s, false}}},
                            {u"terminal"_s, false}}},
               {u"clientInfo"_s,
                QJsonObject{
                    {u"name"_s, u"assay"_s}, {u"title"_s, u"Assay"_s}, {u"version"_s, QStringLiteral(ASSAY_VERSION)}}}},
              [this](const Answer &answer) { initialized(answer); });
}

void AcpSession::initialized(const Answer &answer)
{
    if (!answer)
        return endWithError(u"initialize"_s, answer.error());
    const QJsonValue spoken = (*answer)[u"protocolVersion"];
    if (!spoken.isDouble() || spoken.toInt() != kVersion) {
        return endWith(
            SessionEndReason::Unavailable,
            u"it answered initialize with version %1 of the Agent Client Protocol, expected %2. Use a release "
            "of the agent that speaks version %2"_s
                .arg(spoken.isDouble() ? QString::number(spoken.toInt()) : u"(none)"_s)
                .arg(kVersion));
    }
    m_logins = (*answer)[u"authMethods"].toArray();
    m_agentName = (*answer)[u"agentInfo"][u"title"].toString((*answer)[u"agentInfo"][u"name"].toString()).left(100);
    QJsonObject parameters{{u"cwd"_s, m_request.clone}, {u"mcpServers"_s, QJsonArray()}};
    if ((*answer)[u"agentCapabilities"][u"sessionCapabilities"][u"additionalDirectories"].isObject())
        parameters[u"additionalDirectories"_s] = QJsonArray{m_request.outbox};
    m_waitsFor = u"session/new"_s;
    m_rpc.ask(u"session/new"_s, parameters, [this](const Answer &made) { created(made); });
}

void AcpSession::created(const Answer &answer)
{
    if (!answer)
        return endWithError(u"session/new"_s, answer.error());
    m_session = (*answer)[u"sessionId"].toString();
    if (m_session.isEmpty())
        return endWith(SessionEndReason::Failed, u"it answered session/new without a sessionId"_s);
    const QJsonValue modes = (*answer)[u"modes"];
    const QJsonArray offered = modes[u"availableModes"].toArray();
    const auto asks = [this](const QJsonValue &mode) { return mode[u"id"].toString() == m_manners.askingMode; };
    if (modes[u"currentModeId"].toString() == m_manners.askingMode || std::ranges::none_of(offered, asks))
        return prompt();
    // What it may do is the owner's to rule; an agent that decides by itself would never ask.
    m_waitsFor = u"session/set_mode"_s;
    m_rpc.ask(u"session/set_mode"_s, {{u"sessionId"_s, m_session}, {u"modeId"_s, m_manners.askingMode}},
              [this](const Answer &set) {
                  if (!set)
                      return endWithError(u"session/set_mode"_s, set.error());
                  prompt();
              });
}

void AcpSession::prompt()
{
    if (m_cancelled)
        return endWith(SessionEndReason::Stopped, u"stopped"_s);
    m_waitsFor = u"session/prompt"_s;
    m_rpc.ask(u"session/prompt"_s,
              {{u"sessionId"_s, m_session},
               {u"prompt"_s, QJsonArray{QJsonObject{{u"type"_s, u"text"_s}, {u"text"_s, m_request.prompt}}}}},
              [this](const Answer &ended) { prompted(ended); });
}

void AcpSession::prompted(const Answer &answer)
{
    if (!answer)
        return endWithError(u"session/prompt"_s, answer.error());
    const QJsonObject result = answer->toObject();
    m_activity.takeUsage(result[u"usage"].toObject());
    const QString stop = result[u"stopReason"].toString();
    if (stop == "end_turn"_L1)
        return endWith(SessionEndReason::Finished, u"it ended its turn"_s);
    if (stop == "cancelled"_L1 && m_cancelled)
        return endWith(SessionEndReason::Stopped, u"stopped"_s);
    static const QHash<QString, QString> reasons{
        {u"max_tokens"_s, u"the model reached its limit of tokens (max_tokens) before it was done"_s},
        {u"max_turn_requests"_s, u"the agent reached its limit of requests in one turn (max_turn_requests)"_s},
        {u"refusal"_s, u"the model refused to go on (refusal)"_s},
        {u"cancelled"_s, u"the agent says that its turn was cancelled, which Assay did not ask for"_s}};
    endWith(
        SessionEndReason::Failed,
        reasons.value(stop, u"the agent ended its turn for a reason that is not known: \"%1\""_s.arg(stop.left(100))));
}

/// A later word replaces an earlier one. What it printed is not needed, and may be long.
void AcpSession::remember(const QJsonObject &update)
{
    if (m_calls.size() >= kCallsKnown)
        m_calls.clear();
    QJsonObject &call = m_calls[update[u"toolCallId"].toString()];
    for (const QString &member : {u"kind"_s, u"title"_s, u"rawInput"_s, u"locations"_s}) {
        if (const QJsonValue told = update[member]; !told.isUndefined() && !told.isNull())
            call[member] = told;
    }
}

void AcpSession::askedPermission(const QJsonValue &id, const QJsonObject &parameters)
{
    const QJsonArray options = parameters[u"options"].toArray();
    const QString allow = optionOf(options, "allow_once"_L1);
    const QString reject = optionOf(options, "reject_once"_L1);
    if (m_cancelled || m_over)
        return m_rpc.answer(id, outcome({}));
    // The request may be sparse: what was told of the call before stands.
    QJsonObject call = m_calls.value(parameters[u"toolCall"][u"toolCallId"].toString());
    const QJsonObject told = parameters[u"toolCall"].toObject();
    for (auto it = told.begin(); it != told.end(); ++it) {
        if (!it->isNull())
            call[it.key()] = it.value();
    }
    m_activity.flush();
    const PermissionRequest request = acpPermission(call);
    if (allow.isEmpty()) {
        m_beside.report(
            {1, "a permission was refused unasked: the agent offers no way to allow it once: " + request.title.toUtf8(),
             0});
        return m_rpc.answer(id, outcome(reject));
    }
    const auto answered = std::make_shared<bool>(false);
    const QString key = m_permissions.ask(request, [this, id, allow, reject, answered](bool allowed, const QString &) {
        *answered = true;
        m_asked.removeIf([&](const auto &one) { return one.value() == id; });
        m_rpc.answer(id, outcome(allowed ? allow : reject));
    });
    if (!*answered)
        m_asked.insert(key, id);
}

void AcpSession::endWithError(const QString &asked, const RpcError &error)
{
    const QString who = m_agentName.isEmpty() ? u"the agent"_s : m_agentName;
    if (error.code == kLoginNeeded)
        return endWith(SessionEndReason::Unavailable,
                       u"%1 is not logged in. %2"_s.arg(who, howToLogIn(m_logins, m_manners.login)));
    if (m_cancelled)
        return endWith(SessionEndReason::Stopped, u"stopped"_s);
    QString details = error.data[u"details"].toString(error.data.toString()).simplified().left(300);
    if (!details.isEmpty())
        details = u": "_s + details;
    endWith(SessionEndReason::Failed,
            u"%1 answered %2 with error %3 (%4%5)"_s.arg(who, asked)
                .arg(error.code)
                .arg(error.message.simplified().left(300), details));
}

void AcpSession::endWith(SessionEndReason reason, const QString &detail)
{
    if (std::exchange(m_over, true))
        return;
    m_end.reason = reason;
    m_end.detail = detail;
    for (const QString &key : m_permissions.cancelAll(u"the session ended"_s))
        m_rpc.answer(m_asked.take(key), outcome({}));
}

void AcpSession::take(const OutputLine &line)
{
    m_heard = std::chrono::steady_clock::now();
    if (line.stream == 2)
        return m_beside.report(line);
    if (line.cut > 0 || m_rpc.take(line.bytes) == JsonRpc::Taken::Malformed)
        m_beside.report(line);
}

void AcpSession::turn()
{
    m_permissions.turn();
    if (m_activity.isHalfSaid() && std::chrono::steady_clock::now() - m_heard > kPause)
        m_activity.flush();
}

void AcpSession::cancel()
{
    if (std::exchange(m_cancelled, true) || m_over)
        return;
    if (!m_session.isEmpty())
        m_rpc.tell(u"session/cancel"_s, {{u"sessionId"_s, m_session}});
    for (const QString &key : m_permissions.cancelAll(u"the session was stopped"_s))
        m_rpc.answer(m_asked.take(key), outcome({}));
}

bool AcpSession::tellEnd(SessionEnd &end) const
{
    takeTold(end, m_end, m_over);
    return m_over;
}

QString AcpSession::whereItStands() const
{
    return m_waitsFor == "session/prompt"_L1
        ? u"its turn was not over"_s
        : u"it never answered %1: does it speak the Agent Client Protocol on its standard streams?"_s.arg(m_waitsFor);
}

void AcpSession::finish(qint64 dropped)
{
    (void)m_permissions.cancelAll(u"the session ended"_s);
    m_activity.finish();
    m_beside.finish(dropped);
}

} // namespace assay
