#include "ui/run/exportwork.h"

#include "core/delivery/bundleexport.h"
#include "core/places/resources.h"

#include <QDir>
#include <QDirIterator>

using namespace Qt::StringLiterals;

namespace assay::ui {

std::optional<ExportedBundle> lookAtBundle(const QString &folder)
{
    if (!QFileInfo(folder).isDir())
        return std::nullopt;
    ExportedBundle bundle{.folder = folder};
    QDirIterator files(folder, QDir::Files | QDir::Hidden | QDir::NoSymLinks, QDirIterator::Subdirectories);
    while (files.hasNext()) {
        bundle.bytes += files.nextFileInfo().size();
        ++bundle.files;
    }
    bundle.digest = bundleDigest(folder).value_or(Digest());
    return bundle;
}

QString freshBundleFolder(const QString &wanted)
{
    QString folder = wanted;
    for (int number = 2; QFileInfo::exists(folder) && !QDir(folder).isEmpty(); ++number)
        folder = u"%1-%2"_s.arg(wanted).arg(number);
    return folder;
}

ExportWork::ExportWork(const RunFolder &run, ProcessHost &host, const ExportChoice &choice, QObject *parent)
    : LockedWork(parent)
{
    const auto make = [this, &host, choice](Ledger &ledger, const StopToken &stop, const QString &to,
                                            const QList<FindingId> &only) -> Status {
        const auto resources = findResources();
        if (!resources)
            return failure(resources.error());
        QList<Secret> secrets; // they are looked for before anything is proven
        const auto tellSecrets = [this, &secrets] {
            if (!secrets.isEmpty())
                tell([this, all = std::exchange(secrets, {})] { Q_EMIT secretsSeen(all); });
        };
        const auto judging = [this, &tellSecrets](const Proof &proof) {
            tellSecrets();
            tell([this, proof] { Q_EMIT judged(proof); });
        };
        const auto exported = exportRun(ledger, host,
                                        {.folder = to,
                                         .resources = *resources,
                                         .unproven = choice.unproven,
                                         .withSecrets = choice.withSecrets,
                                         .only = only,
                                         .secretSeen = [&](const Secret &secret) { secrets.append(secret); }},
                                        judging, stop);
        tellSecrets();
        if (!exported)
            return failure(exported.error());
        ExportedBundle bundle = lookAtBundle(exported->folder).value_or(ExportedBundle{.folder = exported->folder});
        bundle.proven = exported->proofs.exitStatus() == 0;
        bundle.digest = exported->digest;
        bundle.missing = partLines(exported->part, ledger.state());
        tell([this, bundle] { Q_EMIT written(bundle); });
        return {};
    };
    begin(run, [this, make, choice](Ledger &ledger, const StopToken &stop) -> Status {
        if (!choice.each)
            return make(ledger, stop, choice.to, choice.only);
        for (const FindingId &finding : choice.only) {
            tell([this, finding] { Q_EMIT began(finding.text()); });
            const auto done = make(ledger, stop, choice.to + u'/' + finding.text(), {finding});
            if (!done && done.error().kind == ErrorKind::Stopped)
                return done;
            if (!done)
                tell([this, finding, why = done.error()] { Q_EMIT without(finding, why); });
        }
        return {};
    });
}

} // namespace assay::ui
