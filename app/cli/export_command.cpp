#include "app/cli/export_command.h"

#include "app/cli/prooftelling.h"
#include "app/cli/stopsignals.h"
#include "core/delivery/bundleexport.h"
#include "core/domain/displaytext.h"
#include "core/engine/engine.h"
#include "core/places/resources.h"

#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace assay::cli {

int exportCommand(const CommandContext &context)
{
    Terminal &terminal = context.terminal;
    const auto folder = runOf(context);
    if (!folder)
        return terminal.error(folder.error());
    const auto resources = findResources();
    if (!resources)
        return terminal.error(resources.error());
    auto ledger = openRun(*folder, context.clock);
    if (!ledger)
        return terminal.error(ledger.error());
    QString to = context.invocation.value(u"to"_s);
    if (!to.isEmpty())
        to = QDir::cleanPath(QFileInfo(to).absoluteFilePath());
    StopSource stop;
    const StopSignals signals_(stop, {});
    terminal.liveLine(u"proving on a pristine clone"_s);
    const auto written = exportRun(
        **ledger, context.host,
        {.folder = to,
         .resources = *resources,
         .unproven = context.invocation.has(u"unproven"_s),
         .withSecrets = context.invocation.has(u"with-secrets"_s),
         .secretSeen = [&](const Secret &secret) { tellSecret(terminal, secret); }},
        [&](const Proof &proof) {
            tellProof(terminal, proof);
            terminal.liveLine(u"proving on a pristine clone"_s);
        },
        stop.token());
    if (!written)
        return terminal.error(written.error());
    terminal.liveLine({});
    const int status = written->proofs.exitStatus();
    terminal.object({{u"type"_s, u"result"_s},
                     {u"command"_s, u"export"_s},
                     {u"bundle"_s, written->folder},
                     {u"digest"_s, written->digest.text()},
                     {u"proven"_s, status == 0},
                     {u"exit"_s, status}});
    if (status != 0)
        terminal.warning(u"the bundle is not proven, and says so"_s);
    if (const QString earlier = besideEarlier(*folder, written->folder); !earlier.isEmpty())
        terminal.line(visible(earlier));
    terminal.line(u"digest  %1 (of MANIFEST.sha256): tell it apart from the bundle to whoever is to verify it"_s.arg(
        written->digest.text()));
    const ReportPlace place = placeOf(*folder, (*ledger)->state());
    terminal.line(
        u"verify  %1 verify %2 --target %3"_s.arg(place.program, shellWord(written->folder), shellWord(place.target)));
    terminal.result(written->folder);
    return status;
}

} // namespace assay::cli
