#include "core/journal/policycodec.h"

#include "core/journal/entry.h"

#include <QJsonArray>

#include <cmath>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

// ── Writing ──────────────────────────────────────────────────────────────────────────────────────

QJsonObject commandToJson(const ShellCommand &command)
{
    return {{u"run"_s, command.line},
            {u"folder"_s, pathToJson(RepoPath(command.folder))},
            {u"network"_s, command.network},
            {u"timeout_ms"_s, static_cast<qint64>(command.timeout.count())}};
}

QJsonArray commandsToJson(const QList<ShellCommand> &commands)
{
    QJsonArray array;
    for (const ShellCommand &command : commands)
        array.append(commandToJson(command));
    return array;
}

// ── Reading: each function leaves the value where the member is absent ───────────────────────────

/// Remembers the first member that does not fit; its path reads "gate[1].timeout_ms".
class Members {
public:
    Members(const QJsonObject &object, QString path, std::optional<Error> &problem)
        : m_object(object),
          m_path(std::move(path)),
          m_problem(problem)
    {}

    void read(const QString &name, bool &value) const
    {
        take(name, QJsonValue::Bool, u"true or false"_s, [&](const QJsonValue &json) { value = json.toBool(); });
    }
    void read(const QString &name, QString &value) const
    {
        take(name, QJsonValue::String, u"a text"_s, [&](const QJsonValue &json) { value = json.toString(); });
    }
    void read(const QString &name, double &value) const
    {
        take(name, QJsonValue::Double, u"a number"_s, [&](const QJsonValue &json) { value = json.toDouble(); });
    }
    void read(const QString &name, int &value) const
    {
        readWhole(name, std::numeric_limits<int>::max(), [&](qint64 number) { value = static_cast<int>(number); });
    }
    void read(const QString &name, std::chrono::milliseconds &value) const
    {
        readWhole(name, 1LL << 53, [&](qint64 number) { value = std::chrono::milliseconds(number); });
    }
    void read(const QString &name, QStringList &value) const
    {
        take(name, QJsonValue::Array, u"a list of texts"_s, [&](const QJsonValue &json) {
            QStringList texts;
            for (const QJsonValue item : json.toArray()) {
                if (!item.isString())
                    return refuse(name, u"a list of texts"_s);
                texts.append(item.toString());
            }
            value = texts;
        });
    }
    void read(const QString &name, QMap<QString, QString> &value) const
    {
        take(name, QJsonValue::Object, u"an object of texts"_s, [&](const QJsonValue &json) {
            const QJsonObject object = json.toObject();
            QMap<QString, QString> texts;
            for (auto it = object.begin(); it != object.end(); ++it) {
                if (!it->isString())
                    return refuse(name, u"an object of texts"_s);
                texts.insert(it.key(), it->toString());
            }
            value = texts;
        });
    }
    void readPath(const QString &name, QByteArray &value) const
    {
        if (const QJsonValue json = m_object.value(name); !json.isUndefined()) {
            if (!json.isString() && !json.isObject())
                return refuse(name, u"a path"_s);
            value = pathFromJson(json).bytes();
        }
    }
    template <class Enum>
    void readWord(const QString &name, Enum &value, std::optional<Enum> (*fromWord)(QStringView)) const
    {
        take(name, QJsonValue::String, u"a word"_s, [&](const QJsonValue &json) {
            const std::optional<Enum> known = fromWord(json.toString());
            if (!known)
                return refuse(name, u"a word that this version knows"_s);
            value = *known;
        });
    }
    /// Calls `readItem` with the members of each object of a list.
    template <class T, class ReadItem>
    void readList(const QString &name, QList<T> &value, ReadItem readItem) const
    {
        take(name, QJsonValue::Array, u"a list of objects"_s, [&](const QJsonValue &json) {
            QList<T> items;
            for (const QJsonValue item : json.toArray()) {
                if (!item.isObject())
                    return refuse(name, u"a list of objects"_s);
                T one;
                const QJsonObject object = item.toObject();
                readItem(Members(object, u"%1%2[%3]."_s.arg(m_path, name).arg(items.size()), m_problem), one);
                items.append(one);
            }
            value = items;
        });
    }
    template <class ReadMembers>
    void readObject(const QString &name, ReadMembers readMembers) const
    {
        take(name, QJsonValue::Object, u"an object"_s, [&](const QJsonValue &json) {
            const QJsonObject object = json.toObject();
            readMembers(Members(object, m_path + name + u'.', m_problem));
        });
    }

private:
    template <class Store>
    void take(const QString &name, QJsonValue::Type type, const QString &expected, Store store) const
    {
        const QJsonValue json = m_object.value(name);
        if (json.isUndefined())
            return;
        if (json.type() != type)
            refuse(name, expected);
        else
            store(json);
    }
    template <class Store>
    void readWhole(const QString &name, qint64 most, Store store) const
    {
        const QString expected = u"a whole number from 0 to %1"_s.arg(most);
        take(name, QJsonValue::Double, expected, [&](const QJsonValue &json) {
            const double number = json.toDouble();
            if (number < 0 || number > static_cast<double>(most) || number != std::floor(number))
                return refuse(name, expected);
            store(json.toInteger());
        });
    }
    void refuse(const QString &name, const QString &expected) const
    {
        if (m_problem)
            return;
        const QJsonValue found = m_object.value(name);
        QString shown = found.toVariant().toString().left(60);
        if (found.isArray() || found.isObject() || found.isNull())
            shown = found.isArray() ? u"a list"_s : found.isObject() ? u"an object"_s : u"null"_s;
        m_problem = Error{u"the recorded policy has %1 there, expected %2"_s.arg(shown, expected), m_path + name,
                          u"Open the run with the version of Assay that wrote it."_s, ErrorKind::Failed};
    }

    const QJsonObject &m_object;
    QString m_path;
    std::optional<Error> &m_problem;
};

void readCommand(const Members &members, ShellCommand &command)
{
    members.read(u"run"_s, command.line);
    members.readPath(u"folder"_s, command.folder);
    members.read(u"network"_s, command.network);
    members.read(u"timeout_ms"_s, command.timeout);
}

void readPermission(const Members &members, PermissionRule &rule)
{
    members.readWord(u"answer"_s, rule.answer, &permissionRulingFromWord);
    members.read(u"kinds"_s, rule.kinds);
    members.read(u"paths"_s, rule.paths);
    members.read(u"commands"_s, rule.commands);
}

void readGate(const Members &members, GateCommand &gate)
{
    readCommand(members, gate.run);
    members.readWord(u"format"_s, gate.format, &reportFormatFromWord);
    members.readPath(u"report"_s, gate.report);
    members.read(u"detected"_s, gate.detected);
    members.read(u"why"_s, gate.why);
}

} // namespace

QJsonObject policyToJson(const Policy &policy)
{
    QJsonArray gates;
    for (const GateCommand &gate : policy.gate) {
        QJsonObject json = commandToJson(gate.run);
        json[u"format"_s] = toWord(gate.format);
        json[u"report"_s] = pathToJson(RepoPath(gate.report));
        json[u"detected"_s] = gate.detected;
        json[u"why"_s] = gate.why;
        gates.append(json);
    }
    QJsonArray permissions;
    for (const PermissionRule &rule : policy.permissions) {
        permissions.append(QJsonObject{{u"answer"_s, toWord(rule.answer)},
                                       {u"kinds"_s, QJsonArray::fromStringList(rule.kinds)},
                                       {u"paths"_s, QJsonArray::fromStringList(rule.paths)},
                                       {u"commands"_s, QJsonArray::fromStringList(rule.commands)}});
    }
    QJsonObject reproEnv;
    for (const auto &[name, value] : policy.reproEnv.asKeyValueRange())
        reproEnv[name] = value;
    const auto ms = [](std::chrono::milliseconds duration) { return static_cast<qint64>(duration.count()); };
    return {
        {u"gate"_s, gates},
        {u"prepare"_s, commandsToJson(policy.prepare)},
        {u"services"_s, commandsToJson(policy.services)},
        {u"test_paths"_s, QJsonArray::fromStringList(policy.testPaths)},
        {u"sensitive_paths"_s, QJsonArray::fromStringList(policy.sensitivePaths)},
        {u"protected_paths"_s, QJsonArray::fromStringList(policy.protectedPaths)},
        {u"sensitive_named_is_enough"_s, policy.sensitiveNamedIsEnough},
        {u"repro_env"_s, reproEnv},
        {u"check_timeout_ms"_s, ms(policy.checkTimeout)},
        {u"repeats"_s, policy.repeats},
        {u"attempts_before_parking"_s, policy.attemptsBeforeParking},
        {u"agent"_s, policy.agent},
        {u"agent_timeout_ms"_s, ms(policy.agentTimeout)},
        {u"agent_idle_ms"_s, ms(policy.agentIdle)},
        {u"agent_contained"_s, policy.agentContained},
        {u"agent_reads"_s, QJsonArray::fromStringList(policy.agentReads)},
        {u"agent_writes"_s, QJsonArray::fromStringList(policy.agentWrites)},
        {u"permissions"_s, permissions},
        {u"permission_limit_ms"_s, ms(policy.permissionLimit)},
        {u"rate_limit_wait_ms"_s, ms(policy.rateLimitWait)},
        {u"budget"_s,
         QJsonObject{{u"iterations"_s, policy.budget.iterations},
                     {u"wall_clock_ms"_s, ms(policy.budget.wallClock)},
                     {u"cost"_s, policy.budget.cost}}},
        {u"supervision"_s, toWord(policy.supervision)},
        {u"suspect_tests"_s, toWord(policy.suspectTests)},
        {u"undefended"_s, toWord(policy.undefended)},
        {u"evaluation"_s, policy.evaluation},
        {u"contained"_s, policy.contained},
        {u"compare_uncontained"_s, policy.compareUncontained},
        {u"envelope"_s, QJsonArray::fromStringList(policy.envelope)},
        {u"declined"_s, QJsonArray::fromStringList(policy.declined)},
    };
}

Result<Policy> policyFromJson(const QJsonObject &json)
{
    Policy policy;
    std::optional<Error> problem;
    const Members members(json, u"policy."_s, problem);
    members.readList(u"gate"_s, policy.gate, readGate);
    members.readList(u"prepare"_s, policy.prepare, readCommand);
    members.readList(u"services"_s, policy.services, readCommand);
    members.read(u"test_paths"_s, policy.testPaths);
    members.read(u"sensitive_paths"_s, policy.sensitivePaths);
    members.read(u"protected_paths"_s, policy.protectedPaths);
    members.read(u"sensitive_named_is_enough"_s, policy.sensitiveNamedIsEnough);
    members.read(u"repro_env"_s, policy.reproEnv);
    members.read(u"check_timeout_ms"_s, policy.checkTimeout);
    members.read(u"repeats"_s, policy.repeats);
    members.read(u"attempts_before_parking"_s, policy.attemptsBeforeParking);
    members.read(u"agent"_s, policy.agent);
    members.read(u"agent_timeout_ms"_s, policy.agentTimeout);
    members.read(u"agent_idle_ms"_s, policy.agentIdle);
    members.read(u"agent_contained"_s, policy.agentContained);
    members.read(u"agent_reads"_s, policy.agentReads);
    members.read(u"agent_writes"_s, policy.agentWrites);
    members.readList(u"permissions"_s, policy.permissions, readPermission);
    members.read(u"permission_limit_ms"_s, policy.permissionLimit);
    members.read(u"rate_limit_wait_ms"_s, policy.rateLimitWait);
    members.readObject(u"budget"_s, [&](const Members &budget) {
        budget.read(u"iterations"_s, policy.budget.iterations);
        budget.read(u"wall_clock_ms"_s, policy.budget.wallClock);
        budget.read(u"cost"_s, policy.budget.cost);
    });
    members.readWord(u"supervision"_s, policy.supervision, &supervisionFromWord);
    members.readWord(u"suspect_tests"_s, policy.suspectTests, &suspectPolicyFromWord);
    members.readWord(u"undefended"_s, policy.undefended, &undefendedPolicyFromWord);
    members.read(u"evaluation"_s, policy.evaluation);
    members.read(u"contained"_s, policy.contained);
    members.read(u"compare_uncontained"_s, policy.compareUncontained);
    members.read(u"envelope"_s, policy.envelope);
    members.read(u"declined"_s, policy.declined);
    if (problem)
        return failure(*problem);
    return policy;
}

} // namespace assay
