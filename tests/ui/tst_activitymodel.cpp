// An agent's activity as lines and as rows that fold.
#include "core/agent/claudestream.h"
#include "ui/models/activitymodel.h"
#include "ui/views/activitypane.h"

#include <QAbstractItemModelTester>
#include <QJsonArray>
#include <QRandomGenerator>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace assay::ui;

namespace {

QJsonObject said(const QString &type, const QString &text)
{
    return {{u"type"_s, type}, {u"text"_s, text}};
}

QJsonObject output(const QString &text, const QString &stream = u"stdout"_s)
{
    return {{u"type"_s, u"output"_s}, {u"stream"_s, stream}, {u"text"_s, text}};
}

QJsonObject tool(const QString &id, const QString &title, const QString &status)
{
    return {{u"type"_s, u"tool_call"_s},
            {u"id"_s, id},
            {u"kind"_s, u"execute"_s},
            {u"title"_s, title},
            {u"status"_s, status}};
}

/// "0:01 tool ▸2 execute · make [failed]"
QStringList dump(const ActivityModel &model)
{
    QStringList lines;
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex at = model.index(row);
        QString line = ActivityModel::kindWord(ActivityKind(at.data(ActivityModel::KindRole).toInt())) + u": "_s
            + at.data().toString();
        if (!at.data(ActivityModel::HeadRole).toBool())
            line.prepend(u"  "_s);
        const QVariant folded = at.data(ActivityModel::FoldedRole);
        if (folded.isValid())
            line += folded.toBool() ? u" ▸%1"_s.arg(at.data(ActivityModel::HiddenRole).toInt()) : u" ▾"_s;
        if (const QString status = ActivityModel::statusWord(ToolStatus(at.data(ActivityModel::StatusRole).toInt()));
            !status.isEmpty())
            line += u" ["_s + status + u']';
        lines.append(line);
    }
    return lines;
}

} // namespace

class TestActivityModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aSessionOfClaudeCodeIsShownAsItWent()
    {
        // As `claude -p --output-format stream-json` prints it.
        const QByteArrayList lines{
            R"({"type":"system","subtype":"init","model":"m"})",
            R"({"type":"rate_limit_event","rate_limit_info":{"status":"allowed","resetsAt":1764547200}})",
            R"({"type":"assistant","message":{"content":[{"type":"thinking","thinking":"Where is it?\nIn a.py."}]}})",
            R"({"type":"assistant","message":{"content":[{"type":"text","text":"I will look and do it."},
                {"type":"tool_use","id":"t1","name":"Bash","input":{"command":"make\nmake check"}}]}})",
            R"({"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t1","content":"ok 1\nok 2"}]}})",
            R"({"type":"assistant","message":{"content":[
                {"type":"tool_use","id":"t2","name":"Read","input":{"file_path":"/x/a.py"}},
                {"type":"tool_use","id":"t3","name":"Bash","input":{"command":"false"}}]}})",
            R"({"type":"user","message":{"content":[
                {"type":"tool_result","tool_use_id":"t2","content":[{"type":"text","text":"def a():"}]},
                {"type":"tool_result","tool_use_id":"t3","is_error":true,"content":"exit 1"}]}})",
            R"({"type":"result","subtype":"success","num_turns":3,"usage":{"input_tokens":10,"output_tokens":5}})"};
        ActivityGrouping grouping;
        const assay::ActivitySink sink = [&](const QJsonObject &event) { grouping.add(event); };
        assay::ClaudeStream stream(sink);
        for (const QByteArray &line : lines)
            stream.take(line);
        ActivityModel model;
        model.append(grouping.take());
        for (int row = model.rowCount() - 1; row >= 0; --row)
            model.setFolded(row, false);
        QStringList seen = dump(model);
        QVERIFY2(seen.first().startsWith(u"limit: within the rate limit; it begins anew 2025-"_s),
                 qPrintable(seen.first()));
        seen.removeFirst();
        QCOMPARE(seen,
                 QStringList({u"thinks: Where is it? ▾"_s, u"  thinks: In a.py."_s, u"says: I will look and do it."_s,
                              u"tool: execute  ·  Bash: make ▾ [done]"_s, u"  tool: make check"_s, u"  output: ok 1"_s,
                              u"  output: ok 2"_s, u"tool: read  ·  Read: /x/a.py [done]"_s,
                              u"tool: execute  ·  Bash: false [failed]"_s, u"output: Read: /x/a.py ▾"_s,
                              u"  output: def a():"_s, u"output: Bash: false ▾"_s, u"  output: exit 1"_s}));
    }

    void whatIsAskedAndLimitedIsSaidInWords()
    {
        ActivityGrouping grouping;
        grouping.add({{u"type"_s, u"permission"_s},
                      {u"toolCall"_s, QJsonObject{{u"title"_s, u"rm -r build"_s}}},
                      {u"options"_s, QJsonArray{QJsonObject{{u"name"_s, u"Allow once"_s}}, u"Refuse"_s}}});
        grouping.add({{u"type"_s, u"rate_limit"_s}, {u"status"_s, u"rejected"_s}});
        grouping.add({{u"type"_s, u"weather"_s}, {u"sun"_s, true}});
        ActivityModel model;
        model.append(grouping.take());
        QCOMPARE(dump(model),
                 QStringList({u"asks: rm -r build ▾"_s, u"  asks: · Allow once"_s, u"  asks: · Refuse"_s,
                              u"limit: the rate limit is reached"_s, u"other: {\"sun\":true}"_s}));
    }

    void outputFoldsBelowItsToolCall()
    {
        ActivityGrouping grouping;
        grouping.add(said(u"message"_s, u"I look.\nThen I mend."_s));
        grouping.add(tool(u"t1"_s, u"make"_s, u"in_progress"_s));
        grouping.add(output(u"one"_s));
        grouping.add(output(u"two\nthree"_s, u"stderr"_s));
        grouping.add(said(u"thought"_s, u"hm\nhm"_s));
        grouping.add(output(u"loose"_s));
        grouping.add(output(u"looser"_s));
        ActivityModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.append(grouping.take());
        QCOMPARE(dump(model),
                 QStringList({u"says: I look. ▾"_s, u"  says: Then I mend."_s, u"tool: execute  ·  make ▸3 [running]"_s,
                              u"thinks: hm ▸1"_s, u"output: loose ▸1"_s}));
        model.setFolded(2, false);
        QCOMPARE(dump(model).mid(2, 4),
                 QStringList({u"tool: execute  ·  make ▾ [running]"_s, u"  output: one"_s, u"  error output: two"_s,
                              u"  error output: three"_s}));
        model.setFolded(4, true); // from a line below the head
        QCOMPARE(model.rowCount(), 5);
        model.foldAll(true);
        QCOMPARE(model.rowCount(), 4);
        model.foldAll(false);
        QCOMPARE(model.rowCount(), 10);
    }

    void aToolCallToldAgainChangesItsGroup()
    {
        ActivityGrouping grouping;
        ActivityModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        grouping.add(tool(u"t1"_s, u"make"_s, u"pending"_s));
        grouping.add(output(u"one"_s));
        model.append(grouping.take());
        grouping.add(output(u"two"_s)); // another batch, the same group
        grouping.add(said(u"message"_s, u"wait"_s));
        grouping.add(tool(u"t2"_s, u"test"_s, u"in_progress"_s));
        grouping.add(tool(u"t1"_s, {}, u"completed"_s));
        grouping.add(tool(u"t2"_s, u"test"_s, u"failed"_s));
        model.append(grouping.take());
        QCOMPARE(dump(model),
                 QStringList(
                     {u"tool: execute  ·  make ▸2 [done]"_s, u"says: wait"_s, u"tool: execute  ·  test [failed]"_s}));
    }

    void plansAndQuestionsAndUnknownEventsAreShown()
    {
        ActivityGrouping grouping;
        grouping.add({{u"type"_s, u"plan"_s},
                      {u"entries"_s,
                       QJsonArray{QJsonObject{{u"content"_s, u"read"_s}, {u"status"_s, u"completed"_s}},
                                  QJsonObject{{u"content"_s, u"mend"_s}, {u"status"_s, u"pending"_s}}}}});
        grouping.add(said(u"permission"_s, u"May I?"_s));
        grouping.add({{u"type"_s, u"usage"_s}, {u"input_tokens"_s, 3}});
        grouping.add({{u"type"_s, u"new_thing"_s}, {u"n"_s, 1}});
        ActivityModel model;
        model.append(grouping.take());
        QCOMPARE(dump(model),
                 QStringList({u"plan: 1/2 ▾"_s, u"  plan: ✓ read"_s, u"  plan: · mend"_s, u"asks: May I?"_s,
                              u"other: {\"n\":1}"_s}));
    }

    void aLongLineIsCutAndSaysSo()
    {
        ActivityGrouping grouping;
        grouping.add(output(QString(1'000'000, u'x')));
        ActivityModel model;
        model.append(grouping.take());
        QVERIFY(model.pieces().first()->text.size() < 5000);
        QVERIFY(model.pieces().first()->text.endsWith("995904 more characters in the stream file"));
    }

    void textsOfOthersCannotTurnTheLine()
    {
        ActivityGrouping grouping;
        grouping.add(output(u"a\u202e\tb\x1b[31m"_s));
        ActivityModel model;
        model.append(grouping.take());
        const QString shown = model.index(0).data().toString();
        QVERIFY2(!shown.contains(QChar(0x202e)) && !shown.contains(QChar(0x1b)), qPrintable(shown));
    }

    void theOldestLinesGoWhenThereIsNoRoom()
    {
        ActivityGrouping grouping;
        ActivityModel model(nullptr, 64 * 1024);
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        for (int batch = 0; batch < 60; ++batch) {
            if (batch % 7 == 0)
                grouping.add(tool(u"t%1"_s.arg(batch), u"make"_s, u"in_progress"_s));
            for (int i = 0; i < 50; ++i)
                grouping.add(
                    output(u"batch %1 line %2 of some length, so that it costs something"_s.arg(batch).arg(i)));
            if (batch % 7 == 6)
                grouping.add(tool(u"t%1"_s.arg(batch - 6), {}, u"completed"_s));
            model.append(grouping.take());
            if (batch == 3)
                model.setFolded(0, false);
        }
        QCOMPARE(model.lines(), 60 * 50 + 9);
        QVERIFY(model.dropped() > 1000);
        const int row = model.showLine(model.lines() - 1);
        QCOMPARE(model.index(row).data().toString(), u"batch 59 line 49 of some length, so that it costs something"_s);
        QCOMPARE(model.showLine(0), -1);
        QCOMPARE(model.lineOf(row), model.lines() - 1);
        // The calls that are still here carry what was told of them.
        QVERIFY(dump(model).filter(u"[done]"_s).size() >= 2);
    }

    void rowsAndLinesAgreeWhateverIsFolded()
    {
        ActivityGrouping grouping;
        ActivityModel model;
        QRandomGenerator random(7);
        for (int i = 0; i < 3000; ++i) {
            if (random.bounded(5) == 0)
                grouping.add(tool(QString::number(i), u"call"_s, u"completed"_s));
            grouping.add(output(QString::number(i)));
            if (random.bounded(50) == 0)
                model.append(grouping.take());
        }
        model.append(grouping.take());
        for (int i = 0; i < 500; ++i)
            model.setFolded(int(random.bounded(model.rowCount())), random.bounded(2) == 0);
        qint64 before = -1;
        for (int row = 0; row < model.rowCount(); ++row) {
            const qint64 line = model.lineOf(row);
            QVERIFY(line > before);
            QCOMPARE(model.index(row).data(IdRole).toString(), QString::number(line));
            before = line;
        }
        for (int i = 0; i < 200; ++i) {
            const qint64 line = random.bounded(int(model.lines()));
            QCOMPARE(model.lineOf(model.showLine(line)), line);
        }
    }

    void searchFindsLinesWhateverIsFolded()
    {
        ActivityGrouping grouping;
        ActivityModel model;
        for (int i = 0; i < 5000; ++i) {
            grouping.add(output(i % 1000 == 999 ? u"a Needle"_s : u"hay"_s));
            if (i % 700 == 0)
                model.append(grouping.take());
        }
        model.append(grouping.take());
        ActivityHits hits = searchActivity(model.pieces(), model.dropped(), 0, u"needle"_s);
        QCOMPARE(hits.lines, QList<qint64>({999, 1999, 2999, 3999, 4999}));
        QCOMPARE(hits.searchedUpTo, 5000);
        hits = searchActivity(model.pieces(), model.dropped(), 2000, u"needle"_s);
        QCOMPARE(hits.lines, QList<qint64>({2999, 3999, 4999}));
        hits = searchActivity(model.pieces(), model.dropped(), 0, u"hay"_s);
        QCOMPARE(hits.count, 4995);
    }

    void sumsFindTheirPlace()
    {
        RowSums sums;
        QList<qint64> plain;
        QRandomGenerator random(3);
        for (int i = 0; i < 300; ++i) {
            plain.append(random.bounded(4));
            sums.append(plain.last());
        }
        for (int i = 0; i < 100; ++i) {
            const int at = int(random.bounded(300));
            plain[at] += 2;
            sums.change(at, 2);
        }
        qint64 before = 0;
        for (int i = 0; i < 300; ++i) {
            QCOMPARE(sums.before(i), before);
            for (qint64 k = 0; k < plain.at(i); ++k)
                QCOMPARE(sums.at(before + k), std::pair(qsizetype(i), k));
            before += plain.at(i);
        }
    }
};

QTEST_MAIN(TestActivityModel)
#include "tst_activitymodel.moc"
