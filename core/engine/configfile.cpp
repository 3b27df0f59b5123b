// Reading assay.toml: every key has one setter, and a key without one is refused.
#include "core/engine/configfile.h"

#include "core/engine/configvalue.h"
#include "core/gate/detect.h"

#include <algorithm>
#include <functional>
#include <vector>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

using std::chrono::milliseconds;

/// Where values go while one file is read. Entries of a list are read into `gate` or `permission` and appended when
/// complete.
struct Draft {
    Policy policy;
    GateCommand gate;
    bool formatGiven = false;
    PermissionRule permission;
};

using Setter = std::function<void(const ConfigValue &, Draft &)>;

constexpr milliseconds Shortest{100}, OneSecond{1000};

void setEnvelope(const ConfigValue &value, Draft &draft, const QString &trust)
{
    QStringList lines;
    value.setTo(lines);
    draft.policy.envelope.removeIf([&](const QString &line) { return line.startsWith(trust + u": "_s); });
    for (const QString &line : lines)
        draft.policy.envelope.append(u"%1: %2"_s.arg(trust, line));
}

const QHash<QString, Setter> &setters()
{
    static const QHash<QString, Setter> table = [] {
        QHash<QString, Setter> set{
            {u"run.agent"_s, [](const ConfigValue &v, Draft &d) { v.setToAgent(d.policy.agent); }},
            {u"run.supervise"_s,
             [](const ConfigValue &v, Draft &d) {
                 v.setToWord(d.policy.supervision, &supervisionFromWord, u"\"auto\", \"review\", \"step\""_s);
             }},
            {u"run.contained"_s, [](const ConfigValue &v, Draft &d) { v.setTo(d.policy.contained); }},
            {u"run.compare_uncontained"_s,
             [](const ConfigValue &v, Draft &d) { v.setTo(d.policy.compareUncontained); }},
            {u"run.evaluation"_s, [](const ConfigValue &v, Draft &d) { v.setTo(d.policy.evaluation); }},
            {u"budget.iterations"_s,
             [](const ConfigValue &v, Draft &d) { v.setTo(d.policy.budget.iterations, 1, 10'000); }},
            {u"budget.time"_s, [](const ConfigValue &v, Draft &d) { v.setTo(d.policy.budget.wallClock, OneSecond); }},
            {u"budget.cost"_s, [](const ConfigValue &v, Draft &d) { v.setTo(d.policy.budget.cost); }},
            {u"gate[].format"_s,
             [](const ConfigValue &v, Draft &d) {
                 v.setToWord(d.gate.format, &reportFormatFromWord,
                             u"\"status\", \"unittest\", \"pytest\", \"ctest\", \"junit\", \"tap\""_s);
                 d.formatGiven = true;
             }},
            {u"gate[].report"_s, [](const ConfigValue &v, Draft &d) { v.setToPath(d.gate.report); }},
            {u"tests.paths"_s, [](const ConfigValue &v, Draft &d) { v.setToGlobs(d.policy.testPaths); }},
            {u"tests.suspect"_s,
             [](const ConfigValue &v, Draft &d) {
                 v.setToWord(d.policy.suspectTests, &suspectPolicyFromWord, u"\"ask\", \"accept-covered\""_s);
             }},
            {u"tests.undefended"_s,
             [](const ConfigValue &v, Draft &d) {
                 v.setToWord(d.policy.undefended, &undefendedPolicyFromWord, u"\"list\", \"refuse\""_s);
             }},
            {u"paths.sensitive"_s, [](const ConfigValue &v, Draft &d) { v.setToGlobs(d.policy.sensitivePaths); }},
            {u"paths.protected"_s, [](const ConfigValue &v, Draft &d) { v.setToGlobs(d.policy.protectedPaths); }},
            {u"paths.sensitive_named_is_enough"_s,
             [](const ConfigValue &v, Draft &d) { v.setTo(d.policy.sensitiveNamedIsEnough); }},
            {u"repro.env"_s, [](const ConfigValue &v, Draft &d) { v.setToEnvironment(d.policy.reproEnv); }},
            {u"repro.timeout"_s, [](const ConfigValue &v, Draft &d) { v.setTo(d.policy.checkTimeout, Shortest); }},
            {u"repro.repeats"_s, [](const ConfigValue &v, Draft &d) { v.setTo(d.policy.repeats, 1, 100); }},
            {u"agent.timeout"_s, [](const ConfigValue &v, Draft &d) { v.setTo(d.policy.agentTimeout, OneSecond); }},
            {u"agent.idle"_s, [](const ConfigValue &v, Draft &d) { v.setTo(d.policy.agentIdle, OneSecond); }},
            {u"agent.contained"_s, [](const ConfigValue &v, Draft &d) { v.setTo(d.policy.agentContained); }},
            {u"agent.read"_s, [](const ConfigValue &v, Draft &d) { v.setTo(d.policy.agentReads); }},
            {u"agent.write"_s, [](const ConfigValue &v, Draft &d) { v.setTo(d.policy.agentWrites); }},
            {u"agent.permission_limit"_s,
             [](const ConfigValue &v, Draft &d) { v.setTo(d.policy.permissionLimit, milliseconds(0)); }},
            {u"agent.rate_limit_wait"_s,
             [](const ConfigValue &v, Draft &d) { v.setTo(d.policy.rateLimitWait, milliseconds(0)); }},
            {u"agent.permission[].answer"_s,
             [](const ConfigValue &v, Draft &d) {
                 v.setToWord(d.permission.answer, &permissionRulingFromWord, u"\"allow\", \"reject\", \"ask\""_s);
             }},
            {u"agent.permission[].kind"_s, [](const ConfigValue &v, Draft &d) { v.setToKinds(d.permission.kinds); }},
            {u"agent.permission[].path"_s, [](const ConfigValue &v, Draft &d) { v.setToGlobs(d.permission.paths); }},
            {u"agent.permission[].command"_s, [](const ConfigValue &v, Draft &d) { v.setTo(d.permission.commands); }},
            {u"decline.titles"_s, [](const ConfigValue &v, Draft &d) { v.setTo(d.policy.declined); }},
        };
        for (const QString &trust : {u"adversarial"_s, u"user-error"_s, u"machine-generated"_s, u"state-at-rest"_s})
            set.insert(u"envelope."_s + trust, [trust](const ConfigValue &v, Draft &d) { setEnvelope(v, d, trust); });
        for (const QString &list : {u"gate[]."_s, u"prepare[]."_s, u"service[]."_s}) {
            set.insert(list + u"run"_s, [](const ConfigValue &v, Draft &d) { v.setToLine(d.gate.run.line); });
            set.insert(list + u"folder"_s, [](const ConfigValue &v, Draft &d) { v.setToPath(d.gate.run.folder); });
        }
        for (const QString &list : {u"gate[]."_s, u"prepare[]."_s}) {
            set.insert(list + u"network"_s, [](const ConfigValue &v, Draft &d) { v.setTo(d.gate.run.network); });
            set.insert(list + u"timeout"_s,
                       [](const ConfigValue &v, Draft &d) { v.setTo(d.gate.run.timeout, Shortest); });
        }
        return set;
    }();
    return table;
}

bool isSection(const QString &prefix)
{
    return std::ranges::any_of(configKeys(), [&](const ConfigKey &key) { return key.name.startsWith(prefix); });
}

class ConfigReader {
public:
    ConfigReader(const QString &fileName, Policy policy) : m_problems(fileName) { m_draft.policy = std::move(policy); }

    Result<Policy> read(const toml::table &root)
    {
        for (const auto &[key, node] : root) {
            const QString name = fromUtf8(key.str());
            if (isSection(name + u"[]."_s))
                readList(name, node);
            else if (!isSection(name + u'.'))
                refuseUnknown(key, name);
            else if (const toml::table *table = node.as_table())
                readTable(*table, name + u'.');
            else
                ConfigValue(name, node, m_problems).refuse(u"a section [%1]"_s.arg(name));
        }
        if (m_problems.first())
            return failure(*m_problems.first());
        return m_draft.policy;
    }

private:
    void readTable(const toml::table &table, const QString &prefix)
    {
        // In the order of the file, which the library does not keep: the envelope is shown as its owner wrote it.
        std::vector<std::pair<const toml::key *, const toml::node *>> inOrder;
        for (const auto &[key, node] : table)
            inOrder.emplace_back(&key, &node);
        std::ranges::sort(
            inOrder, [](const auto &a, const auto &b) { return a.first->source().begin < b.first->source().begin; });
        for (const auto &[key, node] : inOrder) {
            const QString name = prefix + fromUtf8(key->str());
            const auto setter = setters().constFind(name);
            if (name == u"agent.permission")
                readPermissions(*node);
            else if (setter == setters().constEnd())
                refuseUnknown(*key, name);
            else
                (*setter)(ConfigValue(name, *node, m_problems), m_draft);
        }
    }

    void readList(const QString &name, const toml::node &node)
    {
        const toml::array *list = node.as_array();
        if (!list || (!list->empty() && !list->is_array_of_tables()))
            return ConfigValue(name, node, m_problems).refuse(u"a section [[%1]] for each command"_s.arg(name));
        QList<GateCommand> commands;
        for (const toml::node &item : *list) {
            m_draft.gate = {};
            m_draft.formatGiven = false;
            const int before = m_problems.count();
            readTable(*item.as_table(), name + u"[]."_s);
            if (m_problems.count() > before) // what is missing may be there, misspelt
                continue;
            if (!item.as_table()->contains("run"))
                m_problems.add(item.source(), u"this [[%1]] has no run"_s.arg(name),
                               u"Expected run = \"…\", the command line for sh."_s);
            if (name == u"gate")
                settleFormat(item);
            commands.append(m_draft.gate);
        }
        if (name == u"gate") {
            m_draft.policy.gate = commands;
            return;
        }
        QList<ShellCommand> lines;
        for (const GateCommand &command : commands)
            lines.append(command.run);
        (name == u"prepare" ? m_draft.policy.prepare : m_draft.policy.services) = lines;
    }

    void readPermissions(const toml::node &node)
    {
        const QString name = u"agent.permission"_s;
        const toml::array *list = node.as_array();
        if (!list || (!list->empty() && !list->is_array_of_tables()))
            return ConfigValue(name, node, m_problems).refuse(u"a section [[agent.permission]] for each rule"_s);
        QList<PermissionRule> rules;
        for (const toml::node &item : *list) {
            m_draft.permission = {};
            const int before = m_problems.count();
            readTable(*item.as_table(), name + u"[]."_s);
            if (m_problems.count() == before && !item.as_table()->contains("answer"))
                m_problems.add(item.source(), u"this [[agent.permission]] has no answer"_s,
                               u"Expected answer = \"allow\", \"reject\" or \"ask\"."_s);
            rules.append(m_draft.permission);
        }
        m_draft.policy.permissions = rules;
    }

    void settleFormat(const toml::node &item)
    {
        GateCommand &gate = m_draft.gate;
        if (!m_draft.formatGiven)
            gate.format = gate.report.isEmpty() ? gateFromLine(gate.run.line).format : ReportFormat::JUnit;
        else if (gate.format == ReportFormat::JUnit && gate.report.isEmpty())
            m_problems.add(item.source(), u"this [[gate]] has the format junit and no report"_s,
                           u"Expected report = \"…\", the JUnit XML file that the command writes."_s);
        else if (gate.format != ReportFormat::JUnit && !gate.report.isEmpty())
            m_problems.add(item.source(), u"this [[gate]] has a report and the format %1"_s.arg(toWord(gate.format)),
                           u"Expected format = \"junit\" with a report; leave one of the two out."_s);
    }

    void refuseUnknown(const toml::key &key, const QString &name)
    {
        m_problems.add(key.source(), u"unknown key %1"_s.arg(name.left(100)),
                       u"The nearest known one is %1."_s.arg(nearestConfigKey(name)));
    }

    ConfigProblems m_problems;
    Draft m_draft;
};

} // namespace

Status readConfig(QByteArrayView toml, const QString &fileName, Policy &policy)
{
    const std::string_view text(toml.data(), static_cast<size_t>(toml.size()));
    try {
        const toml::table root = toml::parse(text);
        Result<Policy> read = ConfigReader(fileName, policy).read(root);
        if (!read)
            return failure(read.error());
        policy = *read;
    } catch (const toml::parse_error &error) { // the packaged library is built to throw; it goes no further
        const auto &at = error.source().begin;
        return failure(u"not TOML: %1"_s.arg(fromUtf8(error.description())),
                       u"%1:%2:%3"_s.arg(fileName).arg(at.line).arg(at.column),
                       u"Mend the file there; every key is described by `assay doctor --config-keys`."_s,
                       ErrorKind::Usage);
    }
    return {};
}

} // namespace assay
