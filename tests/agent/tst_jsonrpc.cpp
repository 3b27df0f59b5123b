// JSON-RPC 2.0 as lines: two directions of questions, and whatever else a line may hold.
#include "core/agent/jsonrpc.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace assay;

class TstJsonRpc : public QObject {
    Q_OBJECT

    QList<QJsonObject> m_sent;
    std::unique_ptr<JsonRpc> m_rpc;

private Q_SLOTS:
    void init();
    void anAnswerReachesWhoAsked();
    void theIdsOfBothDirectionsAreApart();
    void anUnknownRequestIsRefusedAndAnUnknownNotificationPassedOver();
    void whatIsNoMessageIsSaid_data();
    void whatIsNoMessageIsSaid();
    void aLineOfFiftyMegabytesIsAMessage();
    void aHandlerMayAskAgain();
};

void TstJsonRpc::init()
{
    m_sent.clear();
    m_rpc = std::make_unique<JsonRpc>([this](const QByteArray &line) {
        QVERIFY(line.endsWith('\n') && line.count('\n') == 1);
        m_sent.append(QJsonDocument::fromJson(line).object());
    });
}

void TstJsonRpc::anAnswerReachesWhoAsked()
{
    QStringList answers;
    const auto note = [&](const QString &who) {
        return [&answers, who](const std::expected<QJsonValue, RpcError> &answer) {
            answers.append(who + (answer ? answer->toString() : QString::number(answer.error().code)));
        };
    };
    m_rpc->ask(u"first"_s, {{u"text"_s, u"two\nlines"_s}}, note(u"1:"_s));
    m_rpc->ask(u"second"_s, {}, note(u"2:"_s));
    QCOMPARE(m_sent.at(0)[u"params"][u"text"].toString(), u"two\nlines"_s);
    QCOMPARE(m_rpc->unanswered(), 2);
        // In another order than asked.
    QCOMPARE(m_rpc->take(R"({"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"no"}})"),
             JsonRpc::Taken::Message);
    QCOMPARE(m_rpc->take(R"({"jsonrpc":"2.0","id":1,"result":"yes"})"), JsonRpc::Taken::Message);
        // Once more, and to what was never asked.
    QCOMPARE(m_rpc->take(R"({"jsonrpc":"2.0","id":1,"result":"again"})"), JsonRpc::Taken::Message);
    QCOMPARE(m_rpc->take(R"({"jsonrpc":"2.0","id":99,"result":"what"})"), JsonRpc::Taken::Message);
    QCOMPARE(answers, (QStringList{u"2:-32000"_s, u"1:yes"_s}));
    QCOMPARE(m_rpc->unanswered(), 0);
}

void TstJsonRpc::theIdsOfBothDirectionsAreApart()
{
    QStringList seen;
    m_rpc->ask(u"ours"_s, {}, [&](const auto &answer) { seen.append(u"answer "_s + answer->toString()); });
    m_rpc->onRequest(u"theirs"_s, [&](const QJsonValue &id, const QJsonObject &parameters) {
        seen.append(u"asked "_s + parameters[u"what"].toString());
        m_rpc->answer(id, u"here"_s);
    });
        // Their first request carries the id of ours, which stays unanswered.
    (void)m_rpc->take(R"({"jsonrpc":"2.0","id":1,"method":"theirs","params":{"what":"a"}})");
    (void)m_rpc->take(R"({"jsonrpc":"2.0","id":"x-1","method":"theirs","params":{"what":"b"}})");
    (void)m_rpc->take(R"({"jsonrpc":"2.0","id":1,"result":"done"})");
    QCOMPARE(seen, (QStringList{u"asked a"_s, u"asked b"_s, u"answer done"_s}));
    QCOMPARE(m_sent.at(1)[u"id"].toInt(), 1);
    QCOMPARE(m_sent.at(2)[u"id"].toString(), u"x-1"_s);
}

void TstJsonRpc::anUnknownRequestIsRefusedAndAnUnknownNotificationPassedOver()
{
    QCOMPARE(m_rpc->take(R"({"jsonrpc":"2.0","id":"7","method":"fs/read_text_file","params":{}})"),
             JsonRpc::Taken::Message);
    QCOMPARE(m_sent.size(), 1);
    QCOMPARE(m_sent.first()[u"id"].toString(), u"7"_s);
    QCOMPARE(m_sent.first()[u"error"][u"code"].toInt(), -32601);
    QCOMPARE(m_rpc->take(R"({"jsonrpc":"2.0","method":"session/whatever","params":{}})"), JsonRpc::Taken::Message);
    QCOMPARE(m_sent.size(), 1);
}

void TstJsonRpc::whatIsNoMessageIsSaid_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<bool>("blank");
    QTest::newRow("empty") << ""_ba << true;
    QTest::newRow("white") << " \t\r"_ba << true;
    QTest::newRow("prose") << "Starting the agent…"_ba << false;
    QTest::newRow("cut off") << R"({"jsonrpc":"2.0","id":1,"res)"_ba << false;
    QTest::newRow("two in one line") << R"({"jsonrpc":"2.0","id":1,"result":1}{"a":2})"_ba << false;
    QTest::newRow("a batch") << R"([{"jsonrpc":"2.0","id":1,"result":1}])"_ba << false;
    QTest::newRow("another version") << R"({"jsonrpc":"1.0","id":1,"result":1})"_ba << false;
    QTest::newRow("neither result nor error") << R"({"jsonrpc":"2.0","id":1})"_ba << false;
    QTest::newRow("both") << R"({"jsonrpc":"2.0","id":1,"result":1,"error":{}})"_ba << false;
    QTest::newRow("no id") << R"({"jsonrpc":"2.0","result":1})"_ba << false;
    QTest::newRow("an id that is an object") << R"({"jsonrpc":"2.0","id":{},"method":"m"})"_ba << false;
    QTest::newRow("not UTF-8") << QByteArray("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":\"\xff\"}") << false;
    QTest::newRow("zero byte") << QByteArray("{\"jsonrpc\":\"2.0\"\0}", 18) << false;
    QTest::newRow("nested too deep") << QByteArray(100000, '[') << false;
}

void TstJsonRpc::whatIsNoMessageIsSaid()
{
    QFETCH(const QByteArray, line);
    QFETCH(const bool, blank);
    int answers = 0;
    m_rpc->ask(u"ours"_s, {}, [&](const auto &) { ++answers; });
    QCOMPARE(m_rpc->take(line), blank ? JsonRpc::Taken::Blank : JsonRpc::Taken::Malformed);
    QCOMPARE(answers, 0);
    QCOMPARE(m_sent.size(), 1);
        // And what follows is understood.
    QCOMPARE(m_rpc->take(R"({"jsonrpc":"2.0","id":1,"result":null})"), JsonRpc::Taken::Message);
    QCOMPARE(answers, 1);
}

void TstJsonRpc::aLineOfFiftyMegabytesIsAMessage()
{
    qsizetype length = 0;
    m_rpc->onNotification(u"big"_s, [&](const QJsonObject &told) { length = told[u"text"].toString().size(); });
    QByteArray line = R"({"jsonrpc":"2.0","method":"big","params":{"text":")";
    line += QByteArray(qsizetype(52) << 20, 'x') + "\"}}";
    QCOMPARE(m_rpc->take(line), JsonRpc::Taken::Message);
    QCOMPARE(length, qsizetype(52) << 20);
}

void TstJsonRpc::aHandlerMayAskAgain()
{
        // From within an answer: the table of those who wait changes under way.
    bool second = false;
    m_rpc->ask(u"a"_s, {}, [&](const auto &) { m_rpc->ask(u"b"_s, {}, [&](const auto &) { second = true; }); });
    (void)m_rpc->take(R"({"jsonrpc":"2.0","id":1,"result":{}})");
    (void)m_rpc->take(R"({"jsonrpc":"2.0","id":2,"result":{}})");
    QVERIFY(second);
}

QTEST_GUILESS_MAIN(TstJsonRpc)
#include "tst_jsonrpc.moc"
