#include "core/agent/jsonrpc.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace assay {

void JsonRpc::send(QJsonObject message)
{
    message[u"jsonrpc"_s] = u"2.0"_s;
    m_send(QJsonDocument(message).toJson(QJsonDocument::Compact) + '\n');
}

void JsonRpc::ask(const QString &method, const QJsonObject &parameters, Answered answered)
{
    m_waiting.insert(++m_lastId, std::move(answered));
    send({{u"id"_s, m_lastId}, {u"method"_s, method}, {u"params"_s, parameters}});
}

void JsonRpc::tell(const QString &method, const QJsonObject &parameters)
{
    send({{u"method"_s, method}, {u"params"_s, parameters}});
}

void JsonRpc::answer(const QJsonValue &id, const QJsonValue &result)
{
    send({{u"id"_s, id}, {u"result"_s, result}});
}

void JsonRpc::refuse(const QJsonValue &id, const RpcError &error)
{
    QJsonObject told{{u"code"_s, error.code}, {u"message"_s, error.message}};
    if (!error.data.isUndefined() && !error.data.isNull())
        told[u"data"_s] = error.data;
    send({{u"id"_s, id}, {u"error"_s, told}});
}

JsonRpc::Taken JsonRpc::take(QByteArrayView line)
{
    if (line.trimmed().isEmpty())
        return Taken::Blank;
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromRawData(line.data(), line.size()));
    const QJsonObject message = document.object();
    if (!document.isObject() || message[u"jsonrpc"] != u"2.0"_s)
        return Taken::Malformed;
    const QJsonValue id = message[u"id"];
    const QJsonObject parameters = message[u"params"].toObject();
    if (const QJsonValue method = message[u"method"]; method.isString()) {
        if (id.isUndefined()) {
            if (const auto handler = m_notifications.constFind(method.toString()); handler != m_notifications.cend())
                (*handler)(parameters);
            return Taken::Message;
        }
        if (!id.isString() && !id.isDouble() && !id.isNull())
            return Taken::Malformed;
        const auto handler = m_requests.constFind(method.toString());
        if (handler != m_requests.cend())
            (*handler)(id, parameters);
        else
            refuse(id, {RpcError::kMethodNotFound, u"Method not found: "_s + method.toString().left(200), {}});
        return Taken::Message;
    }
    const bool isAnswer = message.contains("result"_L1) != message.contains("error"_L1);
    if (!isAnswer || id.isUndefined())
        return Taken::Malformed;
    const Answered answered = m_waiting.take(id.toInteger());
    if (!answered)
        return Taken::Message;
    if (message.contains("result"_L1)) {
        answered(message[u"result"]);
    } else {
        const QJsonValue error = message[u"error"];
        answered(
            std::unexpected(RpcError{error[u"code"].toInt(), error[u"message"].toString().left(2000), error[u"data"]}));
    }
    return Taken::Message;
}

} // namespace assay
