#include "app/cli/gate_command.h"

#include "app/cli/ownercommand.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace assay::cli {

int gateCommand(const CommandContext &context)
{
    const auto folder = runOf(context);
    if (!folder)
        return context.terminal.error(folder.error());
    const QStringList lines = context.invocation.values(u"gate"_s);
    if (lines.isEmpty()) {
        return context.terminal.error({.what = u"say what the gate is to be"_s,
                                       .subject = u"gate"_s,
                                       .remedy = u"Give --gate COMMAND, once for each command."_s,
                                       .kind = ErrorKind::Usage});
    }
    return tellOwnersCommand(context, *folder, u"gate"_s, {{u"gate"_s, QJsonArray::fromStringList(lines)}});
}

} // namespace assay::cli
