#include "app/cli/record_command.h"

#include "app/cli/prooftelling.h"
#include "core/delivery/recordsessions.h"
#include "core/domain/displaytext.h"

#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace assay::cli {

int recordCommand(const CommandContext &context)
{
    Terminal &terminal = context.terminal;
    const auto run = runOf(context);
    if (!run)
        return terminal.error(run.error());
    if (!context.invocation.has(u"to"_s))
        return terminal.error({.what = u"the recording's folder is missing"_s,
                               .subject = u"--to"_s,
                               .remedy = u"Name one that is missing or empty: --to DIR."_s,
                               .kind = ErrorKind::Usage});
    const QString folder = QDir::cleanPath(QFileInfo(context.invocation.value(u"to"_s)).absoluteFilePath());
    const auto recorded
        = recordSessions(*run, {.folder = folder, .withSecrets = context.invocation.has(u"with-secrets"_s)});
    if (!recorded)
        return terminal.error(recorded.error());
    for (const Secret &secret : recorded->seen)
        tellSecret(terminal, secret);
    if (recorded->blanked > 0)
        terminal.warning(u"%1 events of the activity held what looks like a secret and are written without it"_s.arg(
            recorded->blanked));
    if (recorded->skipped > 0)
        terminal.line(u"%1 interrupted sessions are not in it"_s.arg(recorded->skipped));
    terminal.line(
        u"%1 sessions; replay them with --agent %2"_s.arg(recorded->sessions).arg(shellWord(u"recorded:"_s + folder)));
    terminal.object({{u"type"_s, u"result"_s},
                     {u"command"_s, u"record"_s},
                     {u"recording"_s, folder},
                     {u"sessions"_s, recorded->sessions},
                     {u"skipped"_s, recorded->skipped},
                     {u"blanked"_s, recorded->blanked},
                     {u"exit"_s, 0}});
    terminal.result(folder);
    return 0;
}

} // namespace assay::cli
