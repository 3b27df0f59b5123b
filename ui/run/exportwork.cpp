#include "ui/run/exportwork.h"

#include "core/delivery/bundleexport.h"
#include "core/engine/engine.h"
#include "core/places/resources.h"

#include <QDir>
#include <QDirIterator>
#include <QtConcurrent>

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
    return bundle;
}

QString freshBundleFolder(const RunFolder &run)
{
    QString folder = run.bundle();
    for (int number = 2; QFileInfo::exists(folder) && !QDir(folder).isEmpty(); ++number)
        folder = u"%1-%2"_s.arg(run.bundle()).arg(number);
    return folder;
}

ExportWork::ExportWork(const RunFolder &run, ProcessHost &host, const ExportChoice &choice, QObject *parent)
    : QObject(parent)
{
    m_thread.setMaxThreadCount(1);
    connect(&m_watcher, &QFutureWatcherBase::finished, this, [this] {
        const auto result = m_watcher.result();
        if (result)
            Q_EMIT written(*result);
        else
            Q_EMIT failed(result.error());
        Q_EMIT ended();
    });
    const auto work = [this, run, &host, choice, stop = m_stop.token()]() -> Result<ExportedBundle> {
        const auto resources = findResources();
        if (!resources)
            return failure(resources.error());
        const SystemClock clock;
        const auto ledger = openRun(run, clock);
        if (!ledger)
            return failure(ledger.error());
        QList<Secret> secrets; // they are looked for before anything is proven
        const auto tellSecrets = [this, &secrets] {
            if (!secrets.isEmpty())
                QMetaObject::invokeMethod(
                    this, [this, all = std::exchange(secrets, {})] { Q_EMIT secretsSeen(all); }, Qt::QueuedConnection);
        };
        const auto tell = [this, &tellSecrets](const Proof &proof) {
            tellSecrets();
            QMetaObject::invokeMethod(this, [this, proof] { Q_EMIT judged(proof); }, Qt::QueuedConnection);
        };
        const auto exported = exportRun(**ledger, host,
                                        {.folder = choice.to,
                                         .resources = *resources,
                                         .unproven = choice.unproven,
                                         .withSecrets = choice.withSecrets,
                                         .secretSeen = [&](const Secret &secret) { secrets.append(secret); }},
                                        tell, stop);
        tellSecrets();
        if (!exported)
            return failure(exported.error());
        ExportedBundle bundle = lookAtBundle(exported->folder).value_or(ExportedBundle{.folder = exported->folder});
        bundle.proven = exported->proofs.exitStatus() == 0;
        return bundle;
    };
    m_watcher.setFuture(QtConcurrent::run(&m_thread, work));
}

ExportWork::~ExportWork()
{
    cancel();
    m_watcher.waitForFinished();
}

} // namespace assay::ui
