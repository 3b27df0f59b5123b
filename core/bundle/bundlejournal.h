// A bundle's journal.jsonl: what everything else in the bundle is compared with.
#pragma once

#include "core/bundle/bundlefacts.h"
#include "core/journal/journalreader.h"

namespace assay {

struct BundleJournal {
    RunState state;                       ///< folded to the end
    ChainReport chain;
    Entry last;                           ///< a whole bundle's journal ends with `export.proven`
    QHash<QByteArray, qint64> seqOfHash;
    QStringList newer;                    ///< kinds and versions of entries that this version does not understand
};

/// Fails when the file cannot be read or holds a line that is no entry.
[[nodiscard]] Result<BundleJournal> readBundleJournal(const QString &path);

/// The files that are written from the journal alone, path in the bundle → bytes: the texts for readers and programs,
/// and what the runner reads. `runner` is resources/bundle/run.
[[nodiscard]] QMap<QByteArray, QByteArray> writtenFromJournal(const BundleFacts &facts, const RunState &state,
                                                              const QByteArray &runner);

/// Whether that file of a bundle has its run bit: the runner and the checks.
[[nodiscard]] bool isExecutablePart(QByteArrayView path);

} // namespace assay
