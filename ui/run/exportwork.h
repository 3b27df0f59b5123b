// One export under way: proves and writes the bundle on a thread of its own, holding the run's lock meanwhile.
#pragma once

#include "core/bundle/bundle.h"
#include "core/domain/stoptoken.h"
#include "core/process/processhost.h"

#include <QFutureWatcher>
#include <QObject>
#include <QThreadPool>

namespace assay::ui {

/// A bundle on disk.
struct ExportedBundle {
    QString folder;
    bool proven = true;
    qint64 bytes = 0;
    int files = 0;
};
/// Blocks; for a worker. Nothing when there is no folder of that name.
[[nodiscard]] std::optional<ExportedBundle> lookAtBundle(const QString &folder);
/// Where the next bundle of a run goes: its bundle/, or bundle-2/ and so on where that holds something. Blocks.
[[nodiscard]] QString freshBundleFolder(const RunFolder &run);

struct ExportChoice {
    QString to; ///< missing or empty
    bool unproven = false;    ///< written even though a proof fails
    bool withSecrets = false; ///< written even though secrets were found in it
};

/// Thread: GUI. Begins at once. Its end cancels and waits: within two seconds, as a stop does.
class ExportWork : public QObject {
    Q_OBJECT
public:
    ExportWork(const RunFolder &run, ProcessHost &host, const ExportChoice &choice, QObject *parent = nullptr);
    ~ExportWork() override;
    void cancel() { m_stop.requestStop(); }

Q_SIGNALS:
    void secretsSeen(const QList<assay::Secret> &secrets); ///< all of them, before a proof or a refusal; not when none
    void judged(const assay::Proof &proof); ///< as each is
    void written(const assay::ui::ExportedBundle &bundle);
    void failed(const assay::Error &error);
    void ended(); ///< last, however it ended; the lock is given back

private:
    StopSource m_stop;
    QThreadPool m_thread;
    QFutureWatcher<Result<ExportedBundle>> m_watcher;
};

} // namespace assay::ui
