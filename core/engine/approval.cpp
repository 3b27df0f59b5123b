#include "core/engine/approval.h"

#include "core/journal/codec.h"

using namespace Qt::StringLiterals;

namespace assay {

Result<Approval> askOwner(Measurement &measurement, const ApprovalRequest &request, QString *reason)
{
    const RunState &state = measurement.state();
    for (const Prompt &prompt : state.prompts) {
        if (prompt.iteration != measurement.iteration() || prompt.subject != request.subject)
            continue;
        if (prompt.state != PromptState::Answered)
            return Approval::Waiting;
        if (reason)
            *reason = prompt.answerReason;
        if (prompt.answer == kAccept)
            return Approval::Accepted;
        return prompt.answer == kSendBack ? Approval::SentBack : Approval::Rejected;
    }
    Prompt prompt{.id = PromptId(u"P%1"_s.arg(state.prompts.size() + 1)),
                  .type = PromptType::Approval,
                  .title = request.title,
                  .question = request.question,
                  .options = {{kAccept.toString(), u"the candidate goes on"_s, false},
                              {kReject.toString(), u"the candidate is rolled back; it counts as an attempt"_s, false}},
                  .why = request.why,
                  .subject = request.subject};
    if (request.canSendBack) {
        prompt.options.append(
            {kSendBack.toString(), u"the candidate is rolled back with your comments; it does not count"_s, false});
    }
    const auto filed = measurement.append(u"prompt.filed"_s, codec::toJson(prompt));
    if (!filed)
        return failure(filed.error());
    return Approval::Waiting;
}

} // namespace assay
