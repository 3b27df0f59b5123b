// Runs by name, by path, or the newest: what RUN means on the command line.
#pragma once

#include "core/domain/error.h"
#include "core/journal/runfolder.h"

#include <QDateTime>
#include <QStringList>

namespace assay {

struct FoundRun {
    QString name;        ///< of its folder
    QString path;        ///< absolute
    QDateTime created;   ///< as its first entry says
};

/// ${XDG_STATE_HOME:-~/.local/state}/assay/runs
[[nodiscard]] QString runsFolder();

/// Runs of the runs folder, newest first.
[[nodiscard]] QList<FoundRun> knownRuns();

/// "<target name>-<date>-<six hexadecimal digits>" in the runs folder, not there yet.
[[nodiscard]] QString freshRunPath(const QString &target);

/// A folder's path, a name in the runs folder, or, when empty, the newest run. Errors (Usage): there is none, it holds
/// no journal; they name the nearest run.
[[nodiscard]] Result<RunFolder> findRun(const QString &word);

/// How a command line names this run: its name when it is in the runs folder, else its path.
[[nodiscard]] QString runWord(const RunFolder &folder);

} // namespace assay
