// JSON-RPC 2.0 (https://www.jsonrpc.org/specification), a message a line: lines in, messages out. No process, no I/O.
#pragma once

#include <QByteArray>
#include <QHash>
#include <QJsonObject>
#include <QJsonValue>

#include <expected>
#include <functional>

namespace assay {

struct RpcError {
    int code = 0;
    QString message;
    QJsonValue data;
    static constexpr int kMethodNotFound = -32601;
    static constexpr int kInvalidParameters = -32602;
};

/// Both sides may ask: the ids that we give and those that the other side gives have nothing to do with each other.
/// Belongs to one thread; every handler is called from within take().
class JsonRpc {
public:
    using Send = std::function<void(const QByteArray &line)>; ///< with its end of line
    using Answered = std::function<void(const std::expected<QJsonValue, RpcError> &answer)>;
    /// `id` is what answer() and refuse() want; the answer may come at any later time.
    using Asked = std::function<void(const QJsonValue &id, const QJsonObject &parameters)>;
    using Told = std::function<void(const QJsonObject &parameters)>;
    enum class Taken { Message, Blank, Malformed };

    explicit JsonRpc(Send send) : m_send(std::move(send)) {}

    void onRequest(const QString &method, Asked handler) { m_requests.insert(method, std::move(handler)); }
    void onNotification(const QString &method, Told handler) { m_notifications.insert(method, std::move(handler)); }

    void ask(const QString &method, const QJsonObject &parameters, Answered answered);
    void tell(const QString &method, const QJsonObject &parameters);
    void answer(const QJsonValue &id, const QJsonValue &result);
    void refuse(const QJsonValue &id, const RpcError &error);

    /// A line without its end. Unknown requests are refused (-32601), unknown notifications and answers to what was never
    /// asked, or was answered already, are passed over. Malformed: no JSON object, or no message of the protocol; nothing
    /// was done, the caller keeps the line in its log. Batches, which version 2.0 has, are malformed here: ACP sends none.
    Taken take(QByteArrayView line);
    [[nodiscard]] qsizetype unanswered() const { return m_waiting.size(); } ///< questions of ours

private:
    void send(QJsonObject message);

    Send m_send;
    QHash<QString, Asked> m_requests;
    QHash<QString, Told> m_notifications;
    QHash<qint64, Answered> m_waiting;
    qint64 m_lastId = 0;
};

} // namespace assay
