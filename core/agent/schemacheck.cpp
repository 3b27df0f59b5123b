// valijson, a header-only template library, stays inside this file: it costs seconds of compile time, and its Qt
// adapter makes QStrings of char pointers.
#undef QT_NO_CAST_FROM_ASCII
#undef QT_NO_CAST_TO_ASCII

#include "core/agent/schemacheck.h"

#include <QJsonArray>
#include <QJsonDocument>

#include <valijson/adapters/qtjson_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include <set>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

/// The patterns of our schemas speak of short words. std::regex recurses once a character, so that a text of a
/// megabyte would overflow the stack: such a text never matches.
struct ShortTextRegex {
    explicit ShortTextRegex(const std::string &pattern) : regex(pattern) {}
    static bool search(const std::string &text, const ShortTextRegex &engine)
    {
        return text.size() <= 4096 && std::regex_search(text, engine.regex);
    }
    std::regex regex;
};

using Steps = std::vector<std::string>;

/// "<root>", "[findings]", "[0]" → findings, 0.
Steps stepsOf(const std::vector<std::string> &context)
{
    Steps steps;
    for (size_t i = 1; i < context.size(); ++i)
        steps.push_back(context[i].substr(1, context[i].size() - 2));
    return steps;
}

QString pointerOf(const Steps &steps)
{
    QString pointer;
    for (const std::string &step : steps)
        pointer = pointerTo(pointer, QString::fromStdString(step));
    return pointer;
}

QJsonValue valueAt(QJsonValue value, const Steps &steps)
{
    for (const std::string &step : steps)
        value = value.isArray() ? value.toArray().at(std::stoll(step))
                                : value.toObject().value(QString::fromStdString(step));
    return value;
}

QJsonObject resolved(QJsonObject node, const QJsonObject &root)
{
    for (int depth = 0; depth < 16 && node.contains("$ref"_L1); ++depth) {
        QJsonValue target = root;
        const QString reference = node.value("$ref"_L1).toString();
        for (const QString &step : reference.mid(2).split(u'/'))
            target = target.toObject().value(step);
        node = target.toObject();
    }
    return node;
}

QJsonObject schemaAt(const QJsonObject &root, QJsonValue value, const Steps &steps)
{
    QJsonObject node = resolved(root, root);
    for (const std::string &step : steps) {
        const bool inArray = value.isArray();
        const QString name = QString::fromStdString(step);
        node = resolved(inArray ? node.value("items"_L1).toObject()
                                : node.value("properties"_L1).toObject().value(name).toObject(),
                        root);
        value = inArray ? value.toArray().at(name.toLongLong()) : value.toObject().value(name);
    }
    return node;
}

QString listed(const QJsonArray &values)
{
    QStringList words;
    for (const QJsonValue value : values)
        words << shownValue(value);
    return words.join(u", "_s);
}

QString typeWords(const QString &type)
{
    return type == "array"_L1  ? u"a list"_s
        : type == "integer"_L1 ? u"a whole number"_s
        : type == "boolean"_L1 ? u"true or false"_s
        : type == "string"_L1  ? u"a text"_s
        : type == "object"_L1  ? u"an object"_s
                               : u"a "_s + type;
}

/// All that the schema asks of a value, in words.
QString wordsOf(const QJsonObject &node)
{
    if (node.contains("const"_L1))
        return shownValue(node.value("const"_L1));
    if (node.contains("enum"_L1))
        return u"one of "_s + listed(node.value("enum"_L1).toArray());
    QString words = typeWords(node.value("type"_L1).toString());
    const auto bound = [&](QLatin1StringView key, const QString &before, const QString &after) {
        if (node.contains(key))
            words += u", "_s + before + shownValue(node.value(key)) + after;
    };
    bound("minimum"_L1, u"at least "_s, {});
    bound("maximum"_L1, u"at most "_s, {});
    bound("minLength"_L1, u"at least "_s, u" long"_s);
    bound("maxLength"_L1, u"at most "_s, u" long"_s);
    bound("minItems"_L1, u"at least "_s, u" of them"_s);
    bound("maxItems"_L1, u"at most "_s, u" of them"_s);
    if (node.contains("pattern"_L1))
        words += u", matching "_s + node.value("pattern"_L1).toString();
    if (node.contains("description"_L1))
        words += u" ("_s + node.value("description"_L1).toString() + u')';
    return words;
}

bool startsWith(const Steps &steps, const Steps &prefix)
{
    return steps.size() >= prefix.size() && std::equal(prefix.begin(), prefix.end(), steps.begin());
}

class SchemaJudge {
public:
    SchemaJudge(const QJsonValue &form, const QJsonObject &schema, QString base)
        : m_form(form),
          m_schema(schema),
          m_base(std::move(base))
    {}

    QList<OutboxProblem> judge()
    {
        valijson::Schema compiled;
        valijson::SchemaParser(valijson::SchemaParser::kDraft7)
            .populateSchema(valijson::adapters::QtJsonAdapter(QJsonValue(m_schema)), compiled);
        valijson::ValidatorT<ShortTextRegex> validator;
        valijson::ValidationResults results;
        if (validator.validate(compiled, valijson::adapters::QtJsonAdapter(m_form), &results))
            return {};

        // An alternative that failed tells of every branch; only the one that was meant is of use.
        std::set<Steps> alternatives;
        for (const auto &error : results) {
            if (error.description.find("oneOf constraint") != std::string::npos)
                alternatives.insert(stepsOf(error.context));
        }
        for (const auto &error : results) {
            const Steps steps = stepsOf(error.context);
            const bool inside = std::any_of(alternatives.begin(), alternatives.end(),
                                            [&](const Steps &place) { return startsWith(steps, place); });
            if (!inside)
                tell(steps, error.description);
        }
        for (const Steps &place : alternatives)
            tellAlternative(place);
        if (m_problems.isEmpty())
            m_problems.append({m_base, u"does not fit: %1"_s.arg(wordsOf(m_schema))});
        return m_problems;
    }

private:
    void tell(const Steps &steps, const std::string &description)
    {
        const auto begins = [&](std::string_view text) { return description.starts_with(text); };
        // What failed inside has been told at its own place.
        if (begins("Failed to validate "))
            return;
        const QString pointer = m_base + pointerOf(steps);
        const QJsonValue found = valueAt(m_form, steps);
        const QJsonObject node = schemaAt(m_schema, m_form, steps);
        const QJsonObject properties = node.value("properties"_L1).toObject();
        if (begins("Missing required property '")) {
            const QString name = QString::fromStdString(description.substr(27, description.size() - 29));
            m_problems.append(
                {pointerTo(pointer, name),
                 u"missing; expected %1"_s.arg(wordsOf(resolved(properties.value(name).toObject(), m_schema)))});
        } else if (begins("Object contains a property")) {
            const QJsonObject object = found.toObject();
            for (const QString &name : object.keys()) {
                if (!properties.contains(name))
                    m_problems.append({pointerTo(pointer, name.left(200)),
                                       u"unknown member, found %1; expected only: %2"_s.arg(
                                           shownValue(object.value(name)), properties.keys().join(u", "_s))});
            }
        } else {
            // One value can break two bounds at once; the sentence names all bounds, so it is said once.
            const OutboxProblem problem{pointer, u"found %1, expected %2"_s.arg(shownValue(found), wordsOf(node))};
            if (m_problems.isEmpty() || m_problems.last().pointer != pointer || m_problems.last().what != problem.what)
                m_problems.append(problem);
        }
    }

    void tellAlternative(const Steps &place)
    {
        const QString pointer = m_base + pointerOf(place);
        const QJsonValue found = valueAt(m_form, place);
        const QJsonArray branches = schemaAt(m_schema, m_form, place).value("oneOf"_L1).toArray();
        const QJsonValue type = found.toObject().value("type"_L1);
        QJsonArray types;
        for (const QJsonValue entry : branches) {
            QJsonObject branch = resolved(entry.toObject(), m_schema);
            const QJsonValue wanted
                = branch.value("properties"_L1).toObject().value("type"_L1).toObject().value("const"_L1);
            types.append(wanted);
            if (wanted == type) {
                branch.insert("definitions"_L1, m_schema.value("definitions"_L1));
                m_problems += SchemaJudge(found, branch, pointer).judge();
                return;
            }
        }
        if (!found.isObject())
            m_problems.append(
                {pointer,
                 u"found %1, expected an object whose \"type\" is one of %2"_s.arg(shownValue(found), listed(types))});
        else
            m_problems.append({pointerTo(pointer, u"type"_s),
                               type.isUndefined()
                                   ? u"missing; expected one of %1"_s.arg(listed(types))
                                   : u"found %1, expected one of %2"_s.arg(shownValue(type), listed(types))});
    }

    QJsonValue m_form;
    QJsonObject m_schema;
    QString m_base;
    QList<OutboxProblem> m_problems;
};

/// Values in the form, counted no further than one past the limit.
qsizetype countValues(const QJsonValue &value, qsizetype limit)
{
    qsizetype count = 1;
    if (value.isArray()) {
        for (const QJsonValue entry : value.toArray()) {
            if (count > limit)
                break;
            count += countValues(entry, limit - count);
        }
    } else if (value.isObject()) {
        const QJsonObject object = value.toObject();
        for (auto it = object.begin(); it != object.end() && count <= limit; ++it)
            count += countValues(it.value(), limit - count);
    }
    return count;
}

} // namespace

QString pointerTo(const QString &base, const QString &member)
{
    QString escaped = member;
    escaped.replace(u'~', u"~0"_s).replace(u'/', u"~1"_s);
    return base + u'/' + escaped;
}

QString pointerTo(const QString &base, qsizetype index)
{
    return base + u'/' + QString::number(index);
}

QString shownValue(const QJsonValue &value)
{
    constexpr qsizetype kShown = 80;
    if (value.isObject())
        return value.toObject().isEmpty()
            ? u"an empty object"_s
            : u"an object with %1"_s.arg(value.toObject().keys().join(u", "_s).left(kShown));
    if (value.isArray())
        return value.toArray().isEmpty() ? u"an empty list"_s : u"a list of %1"_s.arg(value.toArray().size());
    QString text = value.toString();
    const qsizetype length = text.size();
    text.truncate(kShown);
    const QByteArray json
        = QJsonDocument(QJsonArray{value.isString() ? QJsonValue(text) : value}).toJson(QJsonDocument::Compact);
    const QString shown = QString::fromUtf8(json.mid(1, json.size() - 2));
    return length > kShown ? u"%1… (%2 characters)"_s.arg(shown).arg(length) : shown;
}

QList<OutboxProblem> checkSchema(const QJsonValue &form, const QJsonObject &schema)
{
    if (countValues(form, kValueLimit) > kValueLimit)
        return {{QString(), u"found more than %1 values, expected a form that a person could read"_s.arg(kValueLimit)}};
    QList<OutboxProblem> problems;
    try {
        problems = SchemaJudge(form, schema, {}).judge();
    } catch (const std::exception &problem) {
        problems
            = {{QString(),
                u"the form could not be checked against its schema: %1"_s.arg(QString::fromLocal8Bit(problem.what()))}};
    }
    if (problems.size() > kProblemLimit) {
        const qsizetype more = problems.size() - kProblemLimit;
        problems.resize(kProblemLimit);
        problems.append({QString(), u"and %1 more problems of the same form"_s.arg(more)});
    }
    return problems;
}

} // namespace assay
