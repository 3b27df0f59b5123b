// Private to core/git: what in a folder git must not be shown, found by looking at every entry ourselves.
#pragma once

#include "core/domain/error.h"
#include "core/domain/ids.h"

#include <QSet>
#include <QStringList>

namespace assay {

struct SurveyRequest {
    QSet<QByteArray> tracked;        ///< files of the tree that the folder is compared with
    QSet<QByteArray> trackedFolders; ///< and every folder above one
    QSet<QByteArray> ignored;        ///< files and whole folders that ignore files hide: not entered
    QSet<QByteArray> leaveOut;       ///< by request: not entered
};

struct Oddity {
    QByteArray path;
    QString what, mend;
};

struct FolderSurvey {
    QList<QByteArray> caches;    ///< known caches that the tree does not track
    QList<QByteArray> skipped;   ///< of `leaveOut`, those that exist
    QList<Oddity> excluded;      ///< refused, and not to be shown to git: nested repositories, devices, unreadable
    QList<Oddity> refused;       ///< refused though git can read them: set-uid bits
};

/// Walks the open folder without following links; its own top `.git` is not entered.
[[nodiscard]] Result<FolderSurvey> surveyFolder(int root, const QString &folder, const SurveyRequest &request);

/// True for names under which well-known tools keep what they can make again: "__pycache__", "node_modules", …
[[nodiscard]] bool isKnownCache(const QByteArray &name);

} // namespace assay
