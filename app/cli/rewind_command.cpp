#include "app/cli/rewind_command.h"

#include "app/cli/ownercommand.h"

using namespace Qt::StringLiterals;

namespace assay::cli {
namespace {

/// The checkpoint's number; -1 when the word names none.
int numberOf(const RunState &state, const QString &word)
{
    bool isNumber = false;
    const int number = word.toInt(&isNumber);
    if (isNumber && number >= 0 && number < state.checkpoints.size())
        return number;
    int found = -1;
    for (const CheckpointFact &checkpoint : state.checkpoints) {
        if (word.size() < 4 || !checkpoint.commit.text().startsWith(word, Qt::CaseInsensitive))
            continue;
        if (found >= 0)
            return -1; // fits several
        found = checkpoint.number;
    }
    return found;
}

} // namespace

int rewindCommand(const CommandContext &context)
{
    const auto folder = runOf(context);
    if (!folder)
        return context.terminal.error(folder.error());
    RunState state;
    if (const auto read = readState(*folder, state); !read)
        return context.terminal.error(read.error());
    const QString word = context.invocation.argument(u"CHECKPOINT"_s);
    const int number = numberOf(state, word);
    if (number < 0) {
        QStringList known;
        for (const CheckpointFact &checkpoint : state.checkpoints)
            known.append(u"%1 (%2)"_s.arg(checkpoint.number).arg(checkpoint.commit.shortText()));
        return context.terminal.error({.what = u"no checkpoint has that number, or a hash that begins so"_s,
                                       .subject = word,
                                       .remedy = u"Checkpoints: %1."_s.arg(known.join(u", "_s)),
                                       .kind = ErrorKind::Usage});
    }
    return tellOwnersCommand(context, *folder, u"rewind"_s,
                             {{u"checkpoint"_s, number}, {u"reason"_s, context.invocation.value(u"reason"_s)}});
}

} // namespace assay::cli
