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

namespace {

/// One or several bundles of one run, told as they are made.
class Exporting {
public:
    Exporting(const CommandContext &context, const RunFolder &folder, Ledger &ledger, const QString &resources)
        : m_context(context),
          m_folder(folder),
          m_ledger(ledger),
          m_resources(resources)
    {}

    Result<ExportResult> make(const QString &to, const QList<FindingId> &only)
    {
        Terminal &terminal = m_context.terminal;
        terminal.liveLine(u"proving on a pristine clone"_s);
        auto written = exportRun(
            m_ledger, m_context.host,
            {.folder = to,
             .resources = m_resources,
             .unproven = m_context.invocation.has(u"unproven"_s),
             .withSecrets = m_context.invocation.has(u"with-secrets"_s),
             .only = only,
             .secretSeen = [&](const Secret &secret) { tellSecret(terminal, secret); }},
            [&](const Proof &proof) {
                tellProof(terminal, proof);
                terminal.liveLine(u"proving on a pristine clone"_s);
            },
            m_stop.token());
        terminal.liveLine({});
        return written;
    }

    int tell(const ExportResult &written)
    {
        Terminal &terminal = m_context.terminal;
        const int status = written.proofs.exitStatus();
        const QStringList missing = partLines(written.part, m_ledger.state());
        QJsonObject result{{u"type"_s, u"result"_s},      {u"command"_s, u"export"_s},
                           {u"bundle"_s, written.folder}, {u"digest"_s, written.digest.text()},
                           {u"proven"_s, status == 0},    {u"exit"_s, status}};
        if (!written.part.isWhole())
            result[u"part"_s] = partToJson(written.part);
        terminal.object(result);
        for (const ReviewPlace &place : written.lapsed) {
            terminal.warning(
                u"%1 was left out once and has changed since: it is in the bundle; `%2 changes` shows it"_s.arg(
                    visible(place.text()), programName()));
        }
        if (status != 0)
            terminal.warning(u"the bundle is not proven, and says so"_s);
        if (!missing.isEmpty())
            terminal.line(u"not in this bundle:"_s);
        for (const QString &line : missing)
            terminal.line(u"  "_s + wrapped(visible(line), terminal.style().width - 2, 4));
        if (const QString earlier = besideEarlier(m_folder, written.folder); !earlier.isEmpty())
            terminal.line(visible(earlier));
        terminal.line(
            u"digest  %1 (of MANIFEST.sha256): tell it apart from the bundle to whoever is to verify it"_s.arg(
                written.digest.text()));
        const ReportPlace place = placeOf(m_folder, m_ledger.state());
        terminal.line(u"verify  %1 verify %2 --target %3"_s.arg(place.program, shellWord(written.folder),
                                                                shellWord(place.target)));
        terminal.result(written.folder);
        return status;
    }

    /// A bundle for each fixed finding, in a folder each; what cannot be made alone is said, with why.
    int each(const QString &to)
    {
        Terminal &terminal = m_context.terminal;
        QList<FindingId> fixed;
        for (const Finding &finding : m_ledger.state().findings) {
            if (finding.state == FindingState::Fixed)
                fixed.append(finding.id);
        }
        if (fixed.isEmpty())
            return terminal.error({.what = u"no finding is fixed"_s,
                                   .subject = m_folder.path(),
                                   .remedy = u"`%1 status` tells what is open."_s.arg(programName()),
                                   .kind = ErrorKind::Usage});
        QStringList without;
        int status = 0;
        for (const FindingId &id : std::as_const(fixed)) {
            terminal.line(inked(terminal.style(), Ink::Bold, id.text()));
            const auto written = make(to + u'/' + id.text(), {id});
            if (written) {
                status = std::max(status, tell(*written));
                continue;
            }
            if (written.error().kind == ErrorKind::Stopped)
                return terminal.error(written.error());
            terminal.warning(u"%1 has no bundle of its own: %2"_s.arg(id.text(), visible(written.error().text())));
            without.append(id.text());
        }
        if (!without.isEmpty()) {
            terminal.line(
                u"%1 of %2 findings have a bundle of their own; without one: %3"_s.arg(fixed.size() - without.size())
                    .arg(fixed.size())
                    .arg(without.join(u", "_s)));
            status = std::max(status, exitStatusOf(ErrorKind::CannotVerify));
        }
        return status;
    }

private:
    const CommandContext &m_context;
    const RunFolder &m_folder;
    Ledger &m_ledger;
    const QString m_resources;
    StopSource m_stop;
    const StopSignals m_signals{m_stop, {}};
};

} // namespace

int exportCommand(const CommandContext &context)
{
    Terminal &terminal = context.terminal;
    const auto folder = runOf(context);
    if (!folder)
        return terminal.error(folder.error());
    const auto resources = findResources();
    if (!resources)
        return terminal.error(resources.error());
    QList<FindingId> only;
    for (const QString &id : context.invocation.values(u"only"_s))
        only.append(FindingId(id));
    const bool each = context.invocation.has(u"each"_s);
    if (each && !only.isEmpty())
        return terminal.error({.what = u"--each and --only exclude each other"_s,
                               .subject = {},
                               .remedy = u"Give one of them."_s,
                               .kind = ErrorKind::Usage});
    auto ledger = openRun(*folder, context.clock);
    if (!ledger)
        return terminal.error(ledger.error());
    QString to = context.invocation.value(u"to"_s);
    if (!to.isEmpty())
        to = QDir::cleanPath(QFileInfo(to).absoluteFilePath());
    Exporting exporting(context, *folder, **ledger, *resources);
    if (each)
        return exporting.each(to.isEmpty() ? folder->bundle() + u"-each"_s : to);
    const auto written = exporting.make(to, only);
    return written ? exporting.tell(*written) : terminal.error(written.error());
}

} // namespace assay::cli
