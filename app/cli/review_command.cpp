#include "app/cli/review_command.h"

#include "app/cli/ownercommand.h"
#include "core/engine/approval.h"
#include "core/review/heldcandidate.h"

#include <QJsonArray>

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
    QJsonObject args{{u"answer"_s, answer}, {u"comments"_s, context.invocation.value(u"comment"_s)}};
    if (answer == kSendBack) {
        RunState state;
        if (const auto read = readState(*folder, state); !read)
            return context.terminal.error(read.error());
        const auto marks = review::commentsOfHeld(*folder, state);
        if (!marks)
            return context.terminal.error(marks.error());
        if (!marks->isEmpty())
            args[u"marks"_s] = *marks;
    }
    return tellOwnersCommand(context, *folder, u"review"_s, args);
}

} // namespace assay::cli
