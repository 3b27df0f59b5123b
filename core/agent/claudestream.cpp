#include "core/agent/claudestream.h"

#include "core/agent/activity.h"
#include "core/agent/claudecontrol.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTimeZone>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

constexpr qsizetype kShown = qsizetype(64) << 10; ///< characters of one text or output that an event carries

QString textOf(const QJsonValue &content)
{
    if (content.isString())
        return content.toString();
    QStringList texts;
    for (const QJsonValue part : content.toArray()) {
        if (part[u"type"].toString() == "text"_L1)
            texts.append(part[u"text"].toString());
    }
    return texts.join(u'\n');
}

bool isLogin(const QString &error, int status)
{
    return error == "authentication_failed"_L1 || error == "billing_error"_L1 || status == 401 || status == 403;
}

} // namespace

void ClaudeStream::take(QByteArrayView line)
{
    const QJsonObject object = QJsonDocument::fromJson(QByteArray::fromRawData(line.data(), line.size())).object();
    const QString type = object[u"type"].toString();
    if (type == "assistant"_L1) {
        m_error = object[u"error"].toString();
        assistant(object[u"message"].toObject());
    } else if (type == "user"_L1) {
        user(object[u"message"].toObject());
    } else if (type == "system"_L1 && object[u"subtype"].toString() == "init"_L1) {
        m_model = object[u"model"].toString();
    } else if (type == "rate_limit_event"_L1) {
        const QJsonObject info = object.contains(u"rate_limit_info"_s) ? object[u"rate_limit_info"].toObject() : object;
        m_resetsAt = info[u"resetsAt"].toInteger();
        m_sink({{u"type"_s, u"rate_limit"_s}, {u"status"_s, info[u"status"].toString()}, {u"resets_at"_s, m_resetsAt}});
    } else if (type == "result"_L1 && !m_over) {
        result(object);
    } else if (type == "control_request"_L1 && m_asked) {
        m_asked(object[u"request_id"].toString(), object[u"request"].toObject());
    } else if (type == "control_cancel_request"_L1 && m_tookBack) {
        m_tookBack(object[u"request_id"].toString());
    }
}

void ClaudeStream::assistant(const QJsonObject &message)
{
    for (const QJsonValue block : message[u"content"].toArray()) {
        const QString type = block[u"type"].toString();
        if (type == "text"_L1) {
            m_sink({{u"type"_s, u"message"_s}, {u"text"_s, block[u"text"].toString().left(kShown)}});
        } else if (type == "thinking"_L1) {
            m_sink({{u"type"_s, u"thought"_s}, {u"text"_s, block[u"thinking"].toString().left(kShown)}});
        } else if (type == "tool_use"_L1) {
            const QString tool = block[u"name"].toString();
            const QJsonObject input = block[u"input"].toObject();
            QJsonArray places;
            for (const QString &path : claude::toolPaths(input))
                places.append(QJsonObject{{u"path"_s, path}});
            m_sink({{u"type"_s, u"tool_call"_s},
                    {u"id"_s, block[u"id"].toString()},
                    {u"kind"_s, claude::toolKind(tool)},
                    {u"title"_s, claude::toolTitle(tool, input)},
                    {u"status"_s, u"in_progress"_s},
                    {u"locations"_s, places}});
        }
    }
}

void ClaudeStream::user(const QJsonObject &message)
{
    for (const QJsonValue block : message[u"content"].toArray()) {
        if (block[u"type"].toString() != "tool_result"_L1)
            continue;
        m_sink({{u"type"_s, u"tool_call"_s},
                {u"id"_s, block[u"tool_use_id"].toString()},
                {u"status"_s, block[u"is_error"].toBool() ? u"failed"_s : u"completed"_s},
                {u"output"_s, textOf(block[u"content"]).left(kShown)}});
    }
}

void ClaudeStream::result(const QJsonObject &line)
{
    m_over = true;
    const QJsonObject usage = line[u"usage"].toObject();
    const qint64 input = usage[u"input_tokens"].toInteger() + usage[u"cache_read_input_tokens"].toInteger()
        + usage[u"cache_creation_input_tokens"].toInteger();
    const QJsonObject event{{u"type"_s, u"usage"_s},
                            {u"input_tokens"_s, input},
                            {u"output_tokens"_s, usage[u"output_tokens"].toInteger()},
                            {u"cost"_s, line[u"total_cost_usd"].toDouble()}};
    addUsage(m_end, event);
    m_sink(event);
    const QString subtype = line[u"subtype"].toString(), words = line[u"result"].toString();
    const int status = line[u"api_error_status"].toInt();
    const QString said = words.isEmpty() ? QString() : u": "_s + words.left(300);
    if (!line[u"is_error"].toBool() && subtype == "success"_L1) {
        const int turns = line[u"num_turns"].toInt();
        m_end.detail = turns == 1 ? u"1 turn"_s : u"%1 turns"_s.arg(turns);
        return;
    }
    m_end.reason = SessionEndReason::Unavailable;
    const QString answered = status > 0 ? u" (HTTP %1)"_s.arg(status) : QString();
    if (isLogin(m_error, status)) {
        m_end.detail
            = u"Claude Code is not logged in, or its key was refused%1%2. Log in with `claude` and /login, or set "
              "ANTHROPIC_API_KEY"_s.arg(answered, said);
    } else if (m_error == "rate_limit"_L1 || status == 429) {
        const QString until = m_resetsAt > 0
            ? u"; it ends at "_s + QDateTime::fromSecsSinceEpoch(m_resetsAt, QTimeZone::UTC).toString(Qt::ISODate)
            : QString();
        if (m_resetsAt > 0)
            m_end.resetsAt = QDateTime::fromSecsSinceEpoch(m_resetsAt, QTimeZone::UTC);
        m_end.detail = u"the rate limit of Claude Code's account is reached%1%2%3"_s.arg(answered, until, said);
    } else if (m_error == "server_error"_L1 || status >= 500) {
        m_end.detail = u"the model's service is overloaded or fails%1%2. Resume the run later"_s.arg(answered, said);
    } else {
        m_end.reason = SessionEndReason::Failed;
        m_end.detail = u"Claude Code ended with %1%2"_s.arg(subtype == "success"_L1 ? u"an error"_s : subtype, said);
    }
}

bool ClaudeStream::tellEnd(SessionEnd &end) const
{
    takeTold(end, m_end, m_over);
    return m_over;
}

} // namespace assay
