// One export under way: proves and writes the bundle, or one for each finding.
#pragma once

#include "core/bundle/bundle.h"
#include "core/process/processhost.h"
#include "ui/run/lockedwork.h"

namespace assay::ui {

/// A bundle on disk.
struct ExportedBundle {
    QString folder;
    bool proven = true;
    qint64 bytes = 0;
    int files = 0;
    Digest digest; ///< of MANIFEST.sha256; null where it has none
    QStringList missing = {}; ///< what is not in it, a line each
};
/// Blocks; for a worker. Nothing when there is no folder of that name. What is not in it is not looked for.
[[nodiscard]] std::optional<ExportedBundle> lookAtBundle(const QString &folder);
/// Where the next bundle goes: that folder, or folder-2 and so on where it holds something. Blocks.
[[nodiscard]] QString freshBundleFolder(const QString &wanted);

struct ExportChoice {
    QString to; ///< missing or empty
    bool unproven = false;    ///< written even though a proof fails
    bool withSecrets = false; ///< written even though secrets were found in it
    QList<FindingId> only = {}; ///< the change of these alone; empty: everything
    bool each = false; ///< a bundle for each of `only`, in a folder of its own below `to`
};

/// Begins at once. What was written until it is cancelled stays.
class ExportWork : public LockedWork {
    Q_OBJECT
public:
    ExportWork(const RunFolder &run, ProcessHost &host, const ExportChoice &choice, QObject *parent = nullptr);

Q_SIGNALS:
    void began(const QString &what); ///< the next bundle: the finding it is for, or empty
    void secretsSeen(const QList<assay::Secret> &secrets); ///< all of them, before a proof or a refusal; not when none
    void judged(const assay::Proof &proof); ///< as each is
    void written(const assay::ui::ExportedBundle &bundle);
    /// Of several: this one could not be made alone, and the others go on.
    void without(const assay::FindingId &finding, const assay::Error &why);
};

} // namespace assay::ui
