#include "core/agent/activity.h"

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace assay {

bool isActivityType(QStringView type)
{
    static constexpr auto kTypes = std::to_array<QStringView>(
        {u"message", u"thought", u"tool_call", u"plan", u"usage", u"permission", u"rate_limit", u"output"});
    return std::ranges::contains(kTypes, type);
}

void addUsage(SessionEnd &end, const QJsonObject &event)
{
    if (event.value("type"_L1).toString() != "usage"_L1)
        return;
    const auto add = [&](QLatin1StringView key, qint64 &sum) {
        const qint64 tokens = event.value(key).toInteger(-1);
        // An agent's number is bounded before it is added: a sum must not overflow.
        if (tokens >= 0)
            sum = qMax<qint64>(sum, 0) + qMin(tokens, qint64(1) << 40);
    };
    add("input_tokens"_L1, end.inputTokens);
    add("output_tokens"_L1, end.outputTokens);
    const double cost = event.value("cost"_L1).toDouble(-1);
    if (cost >= 0)
        end.cost = qMax(end.cost, 0.0) + cost;
}

void takeTold(SessionEnd &end, const SessionEnd &told, bool isOver)
{
    end.inputTokens = told.inputTokens;
    end.outputTokens = told.outputTokens;
    end.cost = told.cost;
    if (!isOver)
        return;
    end.reason = told.reason;
    end.detail = told.detail;
    end.resetsAt = told.resetsAt;
}

} // namespace assay
