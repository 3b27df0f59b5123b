#include "core/engine/configvalue.h"

#include "core/agent/knownagents.h"
#include "core/domain/ids.h"
#include "core/domain/permission.h"
#include "core/engine/configfile.h"

#include <QRegularExpression>

#include <cmath>
#include <sstream>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

bool isWritten(const QString &text)
{
    return !text.trimmed().isEmpty() && !text.contains(QChar(0));
}

} // namespace

QString fromUtf8(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

void ConfigValue::setTo(bool &target) const
{
    if (const auto value = m_node.value_exact<bool>())
        target = *value;
    else
        refuse(u"true or false"_s);
}

void ConfigValue::setTo(int &target, int least, int most) const
{
    const auto value = m_node.value_exact<int64_t>();
    if (value && *value >= least && *value <= most)
        target = static_cast<int>(*value);
    else
        refuse(u"a whole number from %1 to %2"_s.arg(least).arg(most));
}

void ConfigValue::setTo(double &target) const
{
    const auto value = m_node.is_number() ? m_node.value<double>() : std::nullopt;
    if (value && std::isfinite(*value) && *value >= 0)
        target = *value;
    else
        refuse(u"a number that is not negative"_s);
}

void ConfigValue::setTo(std::chrono::milliseconds &target, std::chrono::milliseconds least) const
{
    const auto text = m_node.value_exact<std::string>();
    if (!text)
        return refuse(u"a duration in quotes, such as \"90s\", \"10m\" or \"1h30m\""_s);
    const auto duration = parseDuration(fromUtf8(*text));
    if (!duration)
        refuse(u"a duration such as \"90s\", \"10m\" or \"1h30m\""_s);
    else if (*duration < least)
        refuse(u"a duration of at least %1"_s.arg(formatDuration(least)));
    else
        target = *duration;
}

void ConfigValue::setTo(QStringList &target) const
{
    const toml::array *array = m_node.as_array();
    if (!array)
        return refuse(u"a list of texts, such as [\"…\"]"_s);
    QStringList texts;
    for (const toml::node &item : *array) {
        const auto text = item.value_exact<std::string>();
        if (!text || !isWritten(fromUtf8(*text)))
            return ConfigValue(m_key, item, m_problems).refuse(u"texts that are not empty in this list"_s);
        texts.append(fromUtf8(*text));
    }
    target = texts;
}

void ConfigValue::setToGlobs(QStringList &target) const
{
    QStringList globs;
    setTo(globs);
    for (const QString &glob : globs) {
        if (glob.startsWith(u'/') || glob.startsWith(u"./"_s) || glob.split(u'/').contains(u".."_s))
            return refuse(
                u"globs relative to the tree and inside it, such as \"tests/**\", without / or ./ at the start"_s);
    }
    if (m_node.is_array())
        target = globs;
}

void ConfigValue::setToLine(QString &target) const
{
    const auto text = m_node.value_exact<std::string>();
    if (text && isWritten(fromUtf8(*text)))
        target = fromUtf8(*text);
    else
        refuse(u"a command line for sh in quotes"_s);
}

void ConfigValue::setToPath(QByteArray &target) const
{
    const auto text = m_node.value_exact<std::string>();
    const QByteArray path = text ? QByteArray::fromStdString(*text) : QByteArray();
    if (!text || path.startsWith('/') || path.contains('\0') || path.split('/').contains(".."))
        return refuse(u"a path in quotes, relative to the tree and inside it"_s);
    target = path;
    while (target.startsWith("./"))
        target.remove(0, 2);
    while (target.endsWith('/'))
        target.chop(1);
    if (target == ".")
        target.clear();
}

void ConfigValue::setToAgent(QString &target) const
{
    const QString text = fromUtf8(m_node.value_exact<std::string>().value_or(std::string()));
    const qsizetype colon = text.indexOf(u':');
    const QString kind = text.left(colon);
    const bool needsMore = kind == u"recorded" || kind == u"command" || kind == u"acp";
    if ((needsMore && isWritten(text.mid(colon + 1))) || (kind == u"claude" && (colon < 0 || isWritten(text))))
        target = text;
    else
        refuse(agentFormsLine());
}

void ConfigValue::setToKinds(QStringList &target) const
{
    QStringList kinds;
    setTo(kinds);
    for (const QString &kind : std::as_const(kinds)) {
        if (!permissionKinds().contains(kind))
            return refuse(u"kinds of tools: \"%1\""_s.arg(permissionKinds().join(u"\", \""_s)));
    }
    if (m_node.is_array())
        target = kinds;
}

void ConfigValue::setToEnvironment(QMap<QString, QString> &target) const
{
    const toml::table *table = m_node.as_table();
    if (!table)
        return refuse(u"a table, such as { PYTHONPATH = \"${TREE}\" }"_s);
    QMap<QString, QString> variables;
    for (const auto &[key, node] : *table) {
        const QString name = fromUtf8(key.str());
        static const QRegularExpression isName(u"\\A[A-Za-z_][A-Za-z0-9_]*\\z"_s);
        const auto value = node.value_exact<std::string>();
        if (!isName.match(name).hasMatch() || name.startsWith(u"ASSAY_"_s))
            return m_problems.add(key.source(), u"%1 names the variable \"%2\""_s.arg(m_key, name),
                                  u"Expected letters, digits and _; names that begin with ASSAY_ are Assay's own."_s);
        if (!value || fromUtf8(*value).contains(QChar(0)))
            return ConfigValue(m_key + u'.' + name, node, m_problems).refuse(u"a text in quotes"_s);
        variables.insert(name, fromUtf8(*value));
    }
    target = variables;
}

void ConfigValue::refuse(const QString &expected) const
{
    m_problems.add(m_node.source(), u"%1 is %2"_s.arg(m_key, shown()), u"Expected %1."_s.arg(expected));
}

QString ConfigValue::shown() const
{
    if (m_node.is_table())
        return u"a table"_s;
    if (m_node.is_array_of_tables())
        return u"a list of tables"_s;
    if (const auto text = m_node.value_exact<std::string>())
        return u"\"%1\""_s.arg(RepoPath(fromUtf8(*text).left(60).toUtf8()).display()); // control characters as \xNN
    std::ostringstream stream;
    m_node.visit([&](const auto &value) { stream << value; });
    const QString text = fromUtf8(stream.str()).simplified();
    return text.size() > 60 ? text.left(60) + u'…' : text;
}

} // namespace assay
