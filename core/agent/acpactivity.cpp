#include "core/agent/acpactivity.h"

#include "core/agent/activity.h"
#include "core/domain/displaytext.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

constexpr qsizetype kShown = qsizetype(64) << 10; ///< characters of one text or output that an event carries
constexpr qsizetype kTextEvent = 8000; ///< characters after which a message that goes on is passed on
constexpr qint64 kEventBytes = qint64(64) << 20; ///< of a session
constexpr qsizetype kCallsKnown = 4096; ///< such old calls are over

QString kindOf(const QJsonValue &kind)
{
    return permissionKinds().contains(kind.toString()) ? kind.toString() : u"other"_s;
}

/// Texts of a tool call's content, and which files its diffs change.
QString outputOf(const QJsonValue &content)
{
    QStringList parts;
    for (const QJsonValue part : content.toArray()) {
        const QString type = part[u"type"].toString();
        if (type == "content"_L1 && part[u"content"][u"type"].toString() == "text"_L1)
            parts.append(part[u"content"][u"text"].toString());
        else if (type == "diff"_L1)
            parts.append(u"changes "_s + part[u"path"].toString());
    }
    return parts.join(u'\n').left(kShown);
}

QString commandOf(const QJsonValue &command)
{
    if (command.isString())
        return command.toString();
    QStringList words;
    for (const QJsonValue word : command.toArray())
        words.append(word.toString());
    static const QStringList shells{u"sh"_s, u"bash"_s, u"zsh"_s, u"dash"_s};
    if (words.size() == 3 && shells.contains(words.at(0).section(u'/', -1))
        && (words.at(1) == "-c"_L1 || words.at(1) == "-lc"_L1))
        return words.at(2);
    for (QString &word : words)
        word = shellWord(word);
    return words.join(u' ');
}

} // namespace

void AcpActivity::take(const QJsonObject &update)
{
    const QString what = update[u"sessionUpdate"].toString();
    if (what == "agent_message_chunk"_L1)
        return text(u"message"_s, update);
    if (what == "agent_thought_chunk"_L1)
        return text(u"thought"_s, update);
    if (what == "usage_update"_L1)
        return usage(update); // says nothing of what is being said
    flush();
    if (what == "tool_call"_L1 || what == "tool_call_update"_L1)
        call(update);
    else if (what == "plan"_L1)
        plan(update);
}

void AcpActivity::text(const QString &type, const QJsonObject &update)
{
    if (m_textType != type)
        flush();
    m_textType = type;
    const QJsonValue content = update[u"content"];
    m_text += content[u"type"].toString() == "text"_L1 ? content[u"text"].toString().left(kShown)
                                                       : u"[%1]"_s.arg(content[u"type"].toString().left(40));
    if (m_text.size() >= kTextEvent)
        flush();
}

void AcpActivity::flush()
{
    if (m_text.isEmpty())
        return;
    const QString said = std::exchange(m_text, {});
    send({{u"type"_s, m_textType}, {u"text"_s, said}}, said.size());
}

void AcpActivity::call(const QJsonObject &update)
{
    const QString id = update[u"toolCallId"].toString().left(200);
    if (m_calls.size() >= kCallsKnown && !m_calls.contains(id))
        m_calls.clear();
    Call &known = m_calls[id];
    const QString title = update[u"title"].toString().left(kShown), status = update[u"status"].toString();
    if (update.contains("content"_L1))
        known.output = outputOf(update[u"content"]);
    const bool over = status == "completed"_L1 || status == "failed"_L1;
    if (known.shown && (title.isEmpty() || title == known.title) && (status.isEmpty() || status == known.status))
        return; // more of its output, which comes when it is over
    QJsonObject event{{u"type"_s, u"tool_call"_s}, {u"id"_s, id}};
    if (!known.shown || (!title.isEmpty() && title != known.title)) {
        QJsonArray places;
        for (const QJsonValue location : update[u"locations"].toArray()) {
            QJsonObject place{{u"path"_s, location[u"path"].toString()}};
            if (location[u"line"].isDouble())
                place[u"line"_s] = location[u"line"];
            places.append(place);
        }
        known.title = title;
        event[u"kind"_s] = kindOf(update[u"kind"]);
        event[u"title"_s] = title;
        event[u"locations"_s] = places;
    }
    known.shown = true;
    if (!status.isEmpty())
        known.status = status;
    event[u"status"_s] = known.status.isEmpty() ? u"pending"_s : known.status;
    if (over && !known.output.isEmpty())
        event[u"output"_s] = std::exchange(known.output, {});
    send(event, title.size() + event[u"output"_s].toString().size() + 200);
}

void AcpActivity::plan(const QJsonObject &update)
{
    QJsonArray entries;
    qsizetype size = 0;
    for (const QJsonValue entry : update[u"entries"].toArray()) {
        const QString content = entry[u"content"].toString().left(kShown);
        entries.append(QJsonObject{{u"content"_s, content}, {u"status"_s, entry[u"status"].toString()}});
        size += content.size() + 100;
    }
    send({{u"type"_s, u"plan"_s}, {u"entries"_s, entries}}, size);
}

void AcpActivity::usage(const QJsonObject &update)
{
    QJsonObject event{
        {u"type"_s, u"usage"_s}, {u"context_used"_s, update[u"used"]}, {u"context_size"_s, update[u"size"]}};
    // The agent tells the whole session's cost each time; ours add up.
    if (const double cost = update[u"cost"][u"amount"].toDouble(-1); cost > m_cost) {
        event[u"cost"_s] = cost - m_cost;
        m_cost = cost;
    }
    addUsage(m_usage, event);
    send(event, 200);
}

void AcpActivity::takeUsage(const QJsonObject &usage)
{
    if (usage.isEmpty())
        return;
    const qint64 input = usage[u"inputTokens"].toInteger() + usage[u"cachedReadTokens"].toInteger()
        + usage[u"cachedWriteTokens"].toInteger();
    const QJsonObject event{
        {u"type"_s, u"usage"_s}, {u"input_tokens"_s, input}, {u"output_tokens"_s, usage[u"outputTokens"].toInteger()}};
    addUsage(m_usage, event);
    send(event, 200);
}

void AcpActivity::finish()
{
    flush();
    if (m_leftOut > 0)
        m_sink({{u"type"_s, u"output"_s},
                {u"stream"_s, u"stdout"_s},
                {u"text"_s, u"… %1 bytes of activity left out …"_s.arg(m_leftOut)},
                {u"cut"_s, m_leftOut}});
}

void AcpActivity::send(const QJsonObject &event, qsizetype size)
{
    if (m_sent + size > kEventBytes) {
        m_leftOut += size;
        return;
    }
    m_sent += size;
    m_sink(event);
}

PermissionRequest acpPermission(const QJsonObject &toolCall)
{
    PermissionRequest request{.key = {},
                              .kind = kindOf(toolCall[u"kind"]),
                              .title = toolCall[u"title"].toString().left(kShown),
                              .paths = {},
                              .command = commandOf(toolCall[u"rawInput"][u"command"]),
                              .why = toolCall[u"rawInput"][u"description"].toString().left(2000)};
    const auto add = [&](const QString &path) {
        if (!path.isEmpty() && !request.paths.contains(path))
            request.paths.append(path);
    };
    for (const QJsonValue location : toolCall[u"locations"].toArray())
        add(location[u"path"].toString());
    for (const QJsonValue part : toolCall[u"content"].toArray()) {
        if (part[u"type"].toString() == "diff"_L1)
            add(part[u"path"].toString());
    }
    return request;
}

} // namespace assay
