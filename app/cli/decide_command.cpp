#include "app/cli/decide_command.h"

#include "app/cli/ownercommand.h"
#include "core/engine/approval.h"
#include "core/review/heldcandidate.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace assay::cli {
namespace {

/// The option's label; a number that is no label stands for the option at that place, as the report numbers them.
QString labelOf(const RunFolder &folder, const QString &prompt, const QString &option)
{
    RunState state;
    if (!readState(folder, state))
        return option;
    const Prompt *asked = state.prompt(PromptId(prompt));
    if (!asked)
        return option;
    for (const PromptOption &known : asked->options) {
        if (known.label == option)
            return option;
    }
    bool isNumber = false;
    const int place = option.toInt(&isNumber);
    return isNumber && place >= 1 && place <= asked->options.size() ? asked->options.at(place - 1).label : option;
}

} // namespace

int decideCommand(const CommandContext &context)
{
    const Invocation &given = context.invocation;
    const auto folder = runOf(context);
    if (!folder)
        return context.terminal.error(folder.error());
    const QString prompt = given.argument(u"PROMPT"_s);
    const QString reason = given.value(u"reason"_s);
    if (given.has(u"decline"_s) && given.has(u"defer"_s)) {
        return context.terminal.error({.what = u"--decline and --defer exclude each other"_s,
                                       .subject = prompt,
                                       .remedy = u"Give one of them."_s,
                                       .kind = ErrorKind::Usage});
    }
    if (given.has(u"defer"_s))
        return tellOwnersCommand(context, *folder, u"defer"_s, {{u"prompt"_s, prompt}});
    if (given.has(u"decline"_s))
        return tellOwnersCommand(context, *folder, u"decline"_s, {{u"prompt"_s, prompt}, {u"reason"_s, reason}});
    const QString option = labelOf(*folder, prompt, given.argument(u"OPTION"_s));
    QJsonObject args{{u"prompt"_s, prompt}, {u"option"_s, option}, {u"reason"_s, reason}};
    RunState state;
    if (option == kSendBack && readState(*folder, state)) {
        const auto marks = review::commentsOfHeld(*folder, state);
        if (!marks)
            return context.terminal.error(marks.error());
        if (!marks->isEmpty())
            args[u"marks"_s] = *marks;
    }
    return tellOwnersCommand(context, *folder, u"decide"_s, args);
}

} // namespace assay::cli
