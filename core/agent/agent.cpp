#include "core/agent/agent.h"

#include "core/agent/acpagent.h"
#include "core/agent/claudeagent.h"
#include "core/agent/commandagent.h"
#include "core/agent/knownagents.h"
#include "core/agent/recordedagent.h"

#include <array>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

constexpr auto kPurposes = std::to_array<std::pair<SessionPurpose, QStringView>>({
    {SessionPurpose::Audit, u"audit"},
    {SessionPurpose::Task, u"task"},
    {SessionPurpose::Gate, u"gate"},
    {SessionPurpose::Evaluation, u"evaluation"},
});

} // namespace

QString toWord(SessionPurpose purpose)
{
    for (const auto &[value, word] : kPurposes) {
        if (value == purpose)
            return word.toString();
    }
    Q_UNREACHABLE_RETURN(QString());
}

std::optional<SessionPurpose> sessionPurposeFromWord(QStringView word)
{
    for (const auto &[value, text] : kPurposes) {
        if (text == word)
            return value;
    }
    return std::nullopt;
}

QString toWord(SessionEndReason reason)
{
    switch (reason) {
    case SessionEndReason::Finished:
        return u"finished"_s;
    case SessionEndReason::Failed:
        return u"failed"_s;
    case SessionEndReason::TimedOut:
        return u"timed-out"_s;
    case SessionEndReason::Idle:
        return u"idle"_s;
    case SessionEndReason::EndedByOwner:
        return u"ended-by-owner"_s;
    case SessionEndReason::Stopped:
        return u"stopped"_s;
    case SessionEndReason::Unavailable:
        return u"unavailable"_s;
    case SessionEndReason::NoRecording:
        return u"no-recording"_s;
    }
    Q_UNREACHABLE_RETURN(QString());
}

Result<std::unique_ptr<Agent>> makeAgent(const QString &spec, ProcessHost &host, const Policy &policy)
{
    const qsizetype colon = spec.indexOf(u':');
    const QString kind = spec.left(colon);
    const QString rest = colon < 0 ? QString() : spec.mid(colon + 1);
    if (kind == "recorded"_L1 && !rest.isEmpty()) {
        auto recording = Recording::load(rest);
        if (!recording)
            return failure(recording.error());
        return std::make_unique<RecordedAgent>(std::move(*recording), host);
    }
    if (kind == "command"_L1 && !rest.isEmpty()) {
        auto command = CommandAgent::parse(rest);
        if (!command)
            return failure(command.error());
        return std::make_unique<CommandAgent>(std::move(*command), host, policy);
    }
    if (kind == "claude"_L1) {
        auto command = ClaudeAgent::find(rest, host);
        if (!command)
            return failure(command.error());
        return std::make_unique<ClaudeAgent>(std::move(*command), host, policy);
    }
    if (kind == "acp"_L1 && !rest.isEmpty()) {
        auto command = AcpAgent::find(rest, host);
        if (!command)
            return failure(command.error());
        return std::make_unique<AcpAgent>(std::move(*command), host, policy);
    }
    return failure(spec.isEmpty() ? u"no agent is named"_s : u"found agent \"%1\""_s.arg(spec), u"--agent"_s,
                   u"Expected "_s + agentFormsLine(), ErrorKind::Usage);
}

} // namespace assay
