#include "core/agent/claudecontrol.h"

#include <QHash>
#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace assay::claude {
namespace {

constexpr qsizetype kShown = qsizetype(64) << 10; ///< characters of a title

QByteArray line(const QJsonObject &object)
{
    return QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n';
}

QByteArray responseLine(const QString &request, const QJsonObject &answer)
{
    return line({{u"type"_s, u"control_response"_s},
                 {u"response"_s,
                  QJsonObject{{u"subtype"_s, u"success"_s}, {u"request_id"_s, request}, {u"response"_s, answer}}}});
}

} // namespace

QByteArray promptLine(const QString &prompt)
{
    const QJsonArray content{QJsonObject{{u"type"_s, u"text"_s}, {u"text"_s, prompt}}};
    return line({{u"type"_s, u"user"_s}, {u"message"_s, QJsonObject{{u"role"_s, u"user"_s}, {u"content"_s, content}}}});
}

QByteArray allowLine(const QString &request, const QJsonObject &input)
{
    return responseLine(request, {{u"behavior"_s, u"allow"_s}, {u"updatedInput"_s, input}});
}

QByteArray denyLine(const QString &request, const QString &why)
{
    return responseLine(request, {{u"behavior"_s, u"deny"_s}, {u"message"_s, why}});
}

QByteArray errorLine(const QString &request, const QString &why)
{
    return line(
        {{u"type"_s, u"control_response"_s},
         {u"response"_s, QJsonObject{{u"subtype"_s, u"error"_s}, {u"request_id"_s, request}, {u"error"_s, why}}}});
}

PermissionRequest permissionOf(const QJsonObject &request)
{
    const QString tool = request[u"tool_name"].toString();
    const QJsonObject input = request[u"input"].toObject();
    return {.key = {},
            .kind = toolKind(tool),
            .title = toolTitle(tool, input),
            .paths = toolPaths(input),
            .command = tool == "Bash"_L1 ? input[u"command"].toString() : QString(),
            .why = request[u"decision_reason"].toString().left(2000)};
}

QString toolKind(const QString &tool)
{
    static const QHash<QString, QString> kinds{
        {u"Read"_s, u"read"_s},      {u"NotebookRead"_s, u"read"_s}, {u"Glob"_s, u"search"_s},
        {u"Grep"_s, u"search"_s},    {u"LS"_s, u"search"_s},         {u"ToolSearch"_s, u"search"_s},
        {u"Edit"_s, u"edit"_s},      {u"MultiEdit"_s, u"edit"_s},    {u"Write"_s, u"edit"_s},
        {u"WebFetch"_s, u"fetch"_s}, {u"WebSearch"_s, u"fetch"_s},   {u"NotebookEdit"_s, u"edit"_s},
        {u"Bash"_s, u"execute"_s},   {u"TodoWrite"_s, u"think"_s},   {u"Task"_s, u"think"_s}};
    return kinds.value(tool, u"other"_s);
}

QString toolTitle(const QString &tool, const QJsonObject &input)
{
    for (const QString &member : {u"command"_s, u"file_path"_s, u"notebook_path"_s, u"pattern"_s, u"url"_s, u"query"_s,
                                  u"description"_s, u"prompt"_s}) {
        if (const QString text = input[member].toString(); !text.isEmpty())
            return u"%1: %2"_s.arg(tool, text.left(kShown));
    }
    return tool;
}

QStringList toolPaths(const QJsonObject &input)
{
    QStringList paths;
    for (const QString &member : {u"file_path"_s, u"notebook_path"_s, u"path"_s}) {
        if (const QString path = input[member].toString(); !path.isEmpty())
            paths.append(path);
    }
    return paths;
}

} // namespace assay::claude
