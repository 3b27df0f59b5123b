#include "app/cli/journal_command.h"

#include "app/cli/entryobject.h"
#include "app/cli/prooftelling.h"
#include "app/cli/stopsignals.h"
#include "app/cli/storyline.h"
#include "core/domain/nearestword.h"
#include "core/journal/journalreader.h"
#include "core/journal/kinds.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay::cli {
namespace {

bool fits(const QString &kind, const QStringList &wanted)
{
    return wanted.isEmpty() || std::any_of(wanted.begin(), wanted.end(), [&](const QString &one) {
               return kind == one || kind.startsWith(one + u'.');
           });
}

int verify(const CommandContext &context, const RunFolder &folder)
{
    StopSource stop;
    const StopSignals signals_(stop, {});
    const auto proofs = verifyRun(folder, stop.token());
    if (!proofs)
        return context.terminal.error(proofs.error());
    for (const Proof &proof : proofs->proofs)
        tellProof(context.terminal, proof);
    return tellProofs(context.terminal, u"journal"_s, folder.path(), *proofs);
}

} // namespace

int journalCommand(const CommandContext &context)
{
    Terminal &terminal = context.terminal;
    const auto folder = runOf(context);
    if (!folder)
        return terminal.error(folder.error());
    if (context.invocation.has(u"verify"_s))
        return verify(context, *folder);
    const QStringList kinds = context.invocation.values(u"kind"_s);
    for (const QString &kind : kinds) {
        const auto known = [&](const QString &name) { return fits(name, {kind}); };
        if (std::none_of(knownKinds().begin(), knownKinds().end(), known)) {
            const QString nearest = nearestWord(kind, knownKinds());
            return terminal.error({.what = u"there is no such kind of entry"_s,
                                   .subject = kind,
                                   .remedy = nearest.isEmpty() ? u"Kinds: %1."_s.arg(knownKinds().join(u", "_s))
                                                               : u"Did you mean %1?"_s.arg(nearest),
                                   .kind = ErrorKind::Usage});
        }
    }
    const TextStyle style = terminal.style();
    const auto read = readJournal(folder->journal(), 0, false, [&](Entry &&entry) {
        if (fits(entry.kind, kinds)) {
            terminal.result(entryLine(entry, style));
            terminal.object(entryObject(entry));
        }
        return terminal.isRead();
    });
    return read ? 0 : terminal.error(read.error());
}

} // namespace assay::cli
