#include "core/engine/runoptions.h"

#include "core/gate/detect.h"
#include "core/journal/codec.h"

using namespace Qt::StringLiterals;

namespace assay {

RunOptions demoOptions(const QString &resources)
{
    return {.agent = u"recorded:"_s + resources + u"/demo/recording"_s,
            .iterations = 8,
            .suspectTests = SuspectPolicy::AcceptCovered};
}

QJsonObject RunOptions::toJson() const
{
    QJsonObject json;
    if (!gate.isEmpty())
        json[u"gate"_s] = codec::toJson(gate);
    if (prepare)
        json[u"prepare"_s] = codec::toJson(*prepare);
    if (!agent.isEmpty())
        json[u"agent"_s] = agent;
    if (iterations)
        json[u"iterations"_s] = *iterations;
    if (maxTime)
        json[u"max_time_ms"_s] = qint64(maxTime->count());
    if (supervision)
        json[u"supervise"_s] = toWord(*supervision);
    if (suspectTests)
        json[u"suspect_tests"_s] = toWord(*suspectTests);
    if (contained)
        json[u"contained"_s] = *contained;
    if (compareUncontained)
        json[u"compare_uncontained"_s] = *compareUncontained;
    if (agentContained)
        json[u"agent_contained"_s] = *agentContained;
    if (!config.isEmpty()) {
        json[u"config"_s] = config;
        json[u"config_name"_s] = configName;
    }
    return json;
}

RunOptions RunOptions::fromJson(const QJsonObject &json)
{
    RunOptions options{.gate = codec::toTexts(json[u"gate"]),
                       .agent = json[u"agent"].toString(),
                       .supervision = supervisionFromWord(json[u"supervise"].toString()),
                       .suspectTests = suspectPolicyFromWord(json[u"suspect_tests"].toString()),
                       .config = json[u"config"].toString(),
                       .configName = json[u"config_name"].toString()};
    if (json.contains(u"prepare"))
        options.prepare = codec::toTexts(json[u"prepare"]);
    if (json.contains(u"iterations"))
        options.iterations = json[u"iterations"].toInt();
    if (json.contains(u"max_time_ms"))
        options.maxTime = std::chrono::milliseconds(json[u"max_time_ms"].toInteger());
    if (json.contains(u"contained"))
        options.contained = json[u"contained"].toBool();
    if (json.contains(u"compare_uncontained"))
        options.compareUncontained = json[u"compare_uncontained"].toBool();
    if (json.contains(u"agent_contained"))
        options.agentContained = json[u"agent_contained"].toBool();
    return options;
}

void RunOptions::applyTo(Policy &policy) const
{
    if (!gate.isEmpty()) {
        policy.gate.clear();
        for (const QString &line : gate)
            policy.gate.append(gateFromLine(line));
    }
    if (prepare) {
        policy.prepare.clear();
        for (const QString &line : *prepare)
            policy.prepare.append({.line = line});
    }
    if (!agent.isEmpty())
        policy.agent = agent;
    if (iterations)
        policy.budget.iterations = *iterations;
    if (maxTime)
        policy.budget.wallClock = *maxTime;
    if (supervision)
        policy.supervision = *supervision;
    if (suspectTests)
        policy.suspectTests = *suspectTests;
    if (contained)
        policy.contained = *contained;
    if (compareUncontained)
        policy.compareUncontained = *compareUncontained;
    if (agentContained)
        policy.agentContained = *agentContained;
}

} // namespace assay
