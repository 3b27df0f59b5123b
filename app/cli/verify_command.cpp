#include "app/cli/verify_command.h"

#include "app/cli/prooftelling.h"
#include "app/cli/stopsignals.h"
#include "core/domain/displaytext.h"
#include "core/places/resources.h"

using namespace Qt::StringLiterals;

namespace assay::cli {

int verifyCommand(const CommandContext &context)
{
    Terminal &terminal = context.terminal;
    const Invocation &given = context.invocation;
    const QString bundle = given.argument(u"BUNDLE"_s);
    if (!given.has(u"target"_s)) {
        return terminal.error({.what = u"the target is missing"_s,
                               .subject = u"--target"_s,
                               .remedy = u"Name a clone of the repository that the bundle is for: --target REPO."_s,
                               .kind = ErrorKind::Usage});
    }
    const auto resources = findResources();
    if (!resources)
        return terminal.error(resources.error());
    StopSource stop;
    const StopSignals signals_(stop, {});
    terminal.liveLine(u"verifying"_s);
    const auto proofs = verifyBundle(
        context.host,
        {.bundle = bundle,
         .target = given.value(u"target"_s),
         .resources = *resources,
         .at = given.value(u"at"_s),
         .contained = !given.has(u"uncontained"_s)},
        [&](const Proof &proof) {
            tellProof(terminal, proof);
            terminal.liveLine(u"verifying"_s);
        },
        stop.token());
    terminal.liveLine({});
    if (!proofs)
        return terminal.error(proofs.error());
    QJsonObject facts;
    if (const auto digest = bundleDigest(bundle)) {
        facts[u"digest"_s] = digest->text();
        terminal.line(
            wrapped(u"digest  %1 (of MANIFEST.sha256). Who exported it was told the same one: ask, since a bundle "
                    "forged down to its whole journal agrees with itself."_s.arg(digest->text()),
                    terminal.style().width, 8));
    }
    return tellProofs(terminal, u"verify"_s, bundle, *proofs, facts);
}

} // namespace assay::cli
