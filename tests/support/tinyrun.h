// A small real run whose processes are quick: a project of shell scripts with a TAP gate, and a recording for it.
#pragma once

#include "tests/support/enginerun.h"
#include "tests/support/scratchrepository.h"

namespace assay::test {

/// The target has two defects (F1 High: greet.sh forgets the name; F2 Medium: count.sh counts one too few) that its one
/// TAP case does not see. The recording: audit; T1 wrong fix (rolled back); T1 right fix with a toothed test (kept);
/// T2 fixed (kept, undefended); fresh audit, clean. One decision stays open. Converges at iteration 5 of 5.
class TinyProject {
public:
    explicit TinyProject(int extraFiles = 0); ///< that many small files more, for measuring
    [[nodiscard]] QString target() const { return m_repository.path(); }
    [[nodiscard]] QString recording() const { return m_recording; }
    [[nodiscard]] RunOptions options() const;
    [[nodiscard]] ScratchRepository &repository() { return m_repository; }

    /// Adds a session that starts from the current state of the recorded story: `files` are the change (empty bytes
    /// delete), `outbox` what it leaves. `kept` moves the story's tree on.
    struct Session {
        QString folder, purpose;
        QStringList findings;
        int attempt = 0;
        QList<std::pair<QByteArray, QByteArray>> files;
        QList<std::pair<QByteArray, QByteArray>> outbox;
        bool kept = false;
    };
    void record(const Session &session);
    /// Forgets the sessions of the story above; the recording is empty and stands at base again.
    void startRecordingAnew();

private:
    void writeRecordingIndex();

    ScratchRepository m_repository, m_story;
    QString m_recording;
    QStringList m_index;
};

} // namespace assay::test
