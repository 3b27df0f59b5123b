#include "app/cli/review_command.h"

#include "app/cli/ownercommand.h"
#include "core/engine/approval.h"

using namespace Qt::StringLiterals;

namespace assay::cli {

int reviewCommand(const CommandContext &context)
{
    const auto folder = runOf(context);
    if (!folder)
        return context.terminal.error(folder.error());
    QString answer = context.invocation.argument(u"ANSWER"_s);
    if (answer == "send-back"_L1)
        answer = kSendBack.toString();
    return tellOwnersCommand(context, *folder, u"review"_s,
                             {{u"answer"_s, answer}, {u"comments"_s, context.invocation.value(u"comment"_s)}});
}

} // namespace assay::cli
