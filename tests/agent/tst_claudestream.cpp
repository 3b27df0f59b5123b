// What Claude Code prints, as events and an end: by typed fields, whatever the words are.
#include "core/agent/claudestream.h"

#include <QJsonDocument>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace assay;

class TstClaudeStream : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void linesBecomeEvents();
    void theEndIsToldByTypedFields_data();
    void theEndIsToldByTypedFields();
    void whatIsNoLineOfItsIsPassedOver();
    void withoutAResultTheProcessTells();
};

void TstClaudeStream::linesBecomeEvents()
{
    QStringList events;
    const ActivitySink sink = [&](const QJsonObject &event) {
        events.append(QString::fromUtf8(QJsonDocument(event).toJson(QJsonDocument::Compact)));
    };
    ClaudeStream stream(sink);
    for (
        const char *line :
        {R"({"type":"system","subtype":"init","model":"claude-x"})",
         R"({"type":"assistant","message":{"content":[{"type":"thinking","thinking":"hm"},{"type":"text","text":"I look."},
             {"type":"tool_use","id":"t1","name":"Edit","input":{"file_path":"a/b.py","old_string":"x"}}]}})",
         R"({"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"done"}]}]}})",
         R"({"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t2","content":"no","is_error":true}]}})",
         R"({"type":"result","subtype":"success","is_error":false,"num_turns":2,"total_cost_usd":0.5,
             "usage":{"input_tokens":10,"cache_read_input_tokens":5,"output_tokens":7}})"})
        stream.take(line);
    QCOMPARE(
        events,
        (QStringList{
            uR"({"text":"hm","type":"thought"})"_s, uR"({"text":"I look.","type":"message"})"_s,
            uR"({"id":"t1","kind":"edit","locations":[{"path":"a/b.py"}],"status":"in_progress","title":"Edit: a/b.py","type":"tool_call"})"_s,
            uR"({"id":"t1","output":"done","status":"completed","type":"tool_call"})"_s,
            uR"({"id":"t2","output":"no","status":"failed","type":"tool_call"})"_s,
            uR"({"cost":0.5,"input_tokens":15,"output_tokens":7,"type":"usage"})"_s}));
    QCOMPARE(stream.model(), u"claude-x"_s);
    SessionEnd end;
    QVERIFY(stream.isOver() && stream.tellEnd(end));
    QCOMPARE(end.reason, SessionEndReason::Finished);
    QCOMPARE(end.inputTokens, 15);
    QCOMPARE(end.outputTokens, 7);
    QCOMPARE(end.cost, 0.5);
}

void TstClaudeStream::theEndIsToldByTypedFields_data()
{
    QTest::addColumn<QByteArrayList>("lines");
    QTest::addColumn<SessionEndReason>("reason");
    QTest::addColumn<QString>("said");
    const auto failed = [](const QByteArray &error, const QByteArray &more) {
        return QByteArrayList{R"({"type":"assistant","error":")" + error + R"(","message":{"content":[]}})",
                              R"({"type":"result","is_error":true,"result":"words",)" + more + "}"};
    };
    QTest::newRow("no login") << failed("authentication_failed", R"("subtype":"success")")
                              << SessionEndReason::Unavailable << u"not logged in"_s;
    QTest::newRow("key refused") << failed("", R"("subtype":"success","api_error_status":401)")
                                 << SessionEndReason::Unavailable << u"HTTP 401"_s;
    QTest::newRow("limit") << QByteArrayList{R"({"type":"rate_limit_event","rate_limit_info":{"resetsAt":1800000000}})"}
            + failed("rate_limit", R"("subtype":"success","api_error_status":429)")
                           << SessionEndReason::Unavailable << u"ends at 2027-01-15T08:00:00Z"_s;
    QTest::newRow("overloaded") << failed("server_error", R"("subtype":"success","api_error_status":529)")
                                << SessionEndReason::Unavailable << u"overloaded"_s;
    QTest::newRow("too many turns") << failed("", R"("subtype":"error_max_turns")") << SessionEndReason::Failed
                                    << u"error_max_turns"_s;
    QTest::newRow("money spent") << failed("", R"("subtype":"error_max_budget_usd")") << SessionEndReason::Failed
                                 << u"error_max_budget_usd"_s;
    // An agent that writes of a rate limit has none.
    QTest::newRow("prose")
        << QByteArrayList{R"({"type":"assistant","message":{"content":[{"type":"text","text":"API Error: 429 rate limit, not logged in"}]}})",
                          R"({"type":"result","subtype":"success","is_error":false,"num_turns":1,"result":"429 rate limit"})"}
        << SessionEndReason::Finished << u"1 turn"_s;
}

void TstClaudeStream::theEndIsToldByTypedFields()
{
    QFETCH(const QByteArrayList, lines);
    QFETCH(const SessionEndReason, reason);
    QFETCH(const QString, said);
    const ActivitySink sink = [](const QJsonObject &) {};
    ClaudeStream stream(sink);
    for (const QByteArray &line : lines)
        stream.take(line);
    SessionEnd end;
    QVERIFY(stream.tellEnd(end));
    QCOMPARE(end.reason, reason);
    QVERIFY2(end.detail.contains(said), qPrintable(end.detail));
}

void TstClaudeStream::whatIsNoLineOfItsIsPassedOver()
{
    int events = 0;
    const ActivitySink sink = [&](const QJsonObject &) { ++events; };
    ClaudeStream stream(sink);
    for (const QByteArray &line : QByteArrayList{
             "", "not JSON", "[1]", "{}", R"({"type":7})", R"({"type":"stream_event","event":{}})",
             R"({"type":"assistant"})", R"({"type":"assistant","message":{"content":"text"}})",
             R"({"type":"user","message":{"content":[7,{"type":"tool_result"}]}})", QByteArray(5 << 20, '{')})
        stream.take(line);
    QCOMPARE(events, 1); // the tool result without anything in it
    QVERIFY(!stream.isOver());
}

void TstClaudeStream::withoutAResultTheProcessTells()
{
    const ActivitySink sink = [](const QJsonObject &) {};
    ClaudeStream stream(sink);
    stream.take(R"({"type":"assistant","message":{"content":[{"type":"text","text":"I"}]}})");
    SessionEnd end;
    QVERIFY(!stream.tellEnd(end));
}

QTEST_GUILESS_MAIN(TstClaudeStream)
#include "tst_claudestream.moc"
