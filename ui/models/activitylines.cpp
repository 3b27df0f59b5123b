#include "ui/models/activitylines.h"

#include "ui/look/formats.h"

#include <QDateTime>
#include <QJsonArray>
#include <QJsonDocument>
#include <QStringTokenizer>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

constexpr qsizetype toolsKnown = 5000;

ToolStatus toolStatus(QStringView word)
{
    if (word == u"pending")
        return ToolStatus::Pending;
    if (word == u"in_progress" || word == u"running")
        return ToolStatus::Running;
    if (word == u"completed")
        return ToolStatus::Completed;
    return word == u"failed" ? ToolStatus::Failed : ToolStatus::None;
}

QString placesOf(const QJsonObject &event)
{
    QStringList places;
    for (const QJsonValue place : event["locations"_L1].toArray()) {
        const QString path = place["path"_L1].toString();
        const int line = place["line"_L1].toInt();
        if (!path.isEmpty() && places.size() < 4)
            places.append(line > 0 ? u"%1:%2"_s.arg(path).arg(line) : path);
    }
    // Most titles name the file already.
    places.removeIf([title = event["title"_L1].toString()](const QString &place) { return title.contains(place); });
    return places.join(u", "_s);
}

/// Whatever a kind of agent calls it.
QString questionOf(const QJsonObject &event)
{
    for (const QJsonValue &text :
         {event["text"_L1], event["title"_L1], event["question"_L1], event["toolCall"_L1]["title"_L1]}) {
        if (!text.toString().isEmpty())
            return text.toString();
    }
    return {};
}

QStringList optionsOf(const QJsonObject &event)
{
    QStringList options;
    for (const QJsonValue option : event["options"_L1].toArray()) {
        const QString name = option.isString() ? option.toString() : option["name"_L1].toString();
        if (!name.isEmpty())
            options.append(name);
    }
    return options;
}

/// Of what nobody here knows a form: all of it.
QString wordsOf(QJsonObject event)
{
    event.remove("at"_L1);
    event.remove("type"_L1);
    const QString text = event.value("text"_L1).toString();
    return text.isEmpty() ? QString::fromUtf8(QJsonDocument(event).toJson(QJsonDocument::Compact)) : text;
}

} // namespace

void ActivityGrouping::append(ActivityKind kind, QStringView text, bool isHead, bool folded, ToolStatus status)
{
    QByteArray bytes = text.left(lineMost).toUtf8();
    if (bytes.size() > lineMost || text.size() > lineMost) {
        bytes.truncate(lineMost);
        bytes += " … " + QByteArray::number(text.size() - lineMost) + " more characters in the stream file";
    }
    ActivityLine line;
    line.offset = quint32(m_batch.text.size());
    line.length = quint32(bytes.size()) & 0xffffffu;
    line.isHead = isHead;
    line.isFolded = folded;
    line.kind = kind;
    line.status = status;
    line.after = m_after;
    m_batch.text += bytes;
    m_batch.lines.append(line);
    if (isHead) {
        ++m_groups;
        m_last = kind;
    }
}

void ActivityGrouping::head(ActivityKind kind, QStringView text, bool folded, ToolStatus status)
{
    append(kind, text, true, folded, status);
}

void ActivityGrouping::line(ActivityKind kind, QStringView text)
{
    append(kind, text, false, false, ToolStatus::None);
}

void ActivityGrouping::addText(ActivityKind kind, const QString &text, bool folded)
{
    bool first = true;
    for (const QStringView one : QStringTokenizer(text, u'\n')) {
        if (std::exchange(first, false))
            head(kind, one, folded);
        else
            line(kind, one);
    }
}

void ActivityGrouping::addTool(const QJsonObject &event)
{
    const QString id = event["id"_L1].toString(), title = event["title"_L1].toString();
    const ToolStatus status = toolStatus(event["status"_L1].toString());
    if (const auto known = m_tools.constFind(id);
        !id.isEmpty() && known != m_tools.cend() && (title.isEmpty() || title == known->second)) {
        m_batch.statuses.append({known->first, status});
        addResult(known->first, known->second, event["output"_L1].toString());
        return;
    }
    const QString kind = event["kind"_L1].toString(), places = placesOf(event);
    const QStringList titles = title.split(u'\n'); // a command may have many lines
    QStringList parts{kind, titles.first(), places};
    parts.removeAll(QString());
    const int number = m_groups;
    head(ActivityKind::Tool, parts.join(u"  ·  "_s), true, status);
    for (const QString &more : titles.sliced(1))
        line(ActivityKind::Tool, more);
    addResult(number, title, event["output"_L1].toString());
    if (id.isEmpty())
        return;
    if (m_tools.size() >= toolsKnown)
        m_tools.clear(); // such old calls are over
    m_tools.insert(id, {number, title});
}

void ActivityGrouping::addResult(int group, const QString &title, const QString &text)
{
    if (text.isEmpty())
        return;
    if (group != m_groups - 1)
        head(ActivityKind::Output, title.section(u'\n', 0, 0), true);
    for (const QStringView one : QStringTokenizer(text, u'\n'))
        line(ActivityKind::Output, one);
}

void ActivityGrouping::addOutput(const QJsonObject &event)
{
    const ActivityKind kind
        = event["stream"_L1].toString() == "stderr"_L1 ? ActivityKind::ErrorOutput : ActivityKind::Output;
    QString text = event["text"_L1].toString();
    if (const qint64 cut = event["cut"_L1].toInteger(); cut > 0)
        text += u" … %1 bytes left out"_s.arg(cut);
    const bool follows = m_groups > 0
        && (m_last == ActivityKind::Tool || m_last == ActivityKind::Output || m_last == ActivityKind::ErrorOutput);
    bool first = !follows;
    for (const QStringView one : QStringTokenizer(text, u'\n')) {
        if (std::exchange(first, false))
            head(kind, one, true);
        else
            line(kind, one);
    }
}

void ActivityGrouping::addPlan(const QJsonObject &event)
{
    const QJsonArray entries = event["entries"_L1].toArray();
    qsizetype done = 0;
    for (const QJsonValue entry : entries)
        done += entry["status"_L1].toString() == "completed"_L1;
    head(ActivityKind::Plan, u"%1/%2"_s.arg(done).arg(entries.size()), false);
    for (const QJsonValue entry : entries) {
        const ToolStatus status = toolStatus(entry["status"_L1].toString());
        const QString mark = status == ToolStatus::Completed ? u"✓ "_s
            : status == ToolStatus::Running                  ? u"▸ "_s
                                                             : u"· "_s;
        line(ActivityKind::Plan, mark + entry["content"_L1].toString());
    }
}

void ActivityGrouping::addQuestion(const QJsonObject &event)
{
    const QString question = questionOf(event);
    addText(ActivityKind::Asked, question.isEmpty() ? wordsOf(event) : question, false);
    for (const QString &option : optionsOf(event))
        line(ActivityKind::Asked, u"· "_s + option);
}

void ActivityGrouping::addLimit(const QJsonObject &event)
{
    const QString status = event["status"_L1].toString();
    QString words = status == "allowed"_L1 ? tr("within the rate limit")
        : status == "allowed_warning"_L1   ? tr("near the rate limit")
        : status == "rejected"_L1          ? tr("the rate limit is reached")
                                           : event["text"_L1].toString();
    if (const qint64 at = event["resets_at"_L1].toInteger(); at > 0 && !words.isEmpty())
        words = tr("%1; it begins anew %2").arg(words, Formats::exact(QDateTime::fromSecsSinceEpoch(at)));
    head(ActivityKind::Limit, words.isEmpty() ? wordsOf(event) : words, false);
}

void ActivityGrouping::add(const QJsonObject &event)
{
    const QDateTime at = QDateTime::fromString(event["at"_L1].toString(), Qt::ISODateWithMs);
    if (at.isValid()) {
        if (m_first < 0)
            m_first = at.toMSecsSinceEpoch();
        m_after = quint32(std::clamp<qint64>((at.toMSecsSinceEpoch() - m_first) / 100, 0, 0xffffffff));
    }
    const QString type = event["type"_L1].toString();
    if (type == "message"_L1)
        addText(ActivityKind::Message, event["text"_L1].toString(), false);
    else if (type == "thought"_L1)
        addText(ActivityKind::Thought, event["text"_L1].toString(), true);
    else if (type == "tool_call"_L1)
        addTool(event);
    else if (type == "output"_L1)
        addOutput(event);
    else if (type == "plan"_L1)
        addPlan(event);
    else if (type == "permission"_L1)
        addQuestion(event);
    else if (type == "rate_limit"_L1)
        addLimit(event);
    else if (type != "usage"_L1) // added up elsewhere
        head(ActivityKind::Other, wordsOf(event), false);
}

ActivityBatch ActivityGrouping::take()
{
    return std::exchange(m_batch, {});
}

} // namespace assay::ui
