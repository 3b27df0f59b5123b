// Replays a recording in place of a live agent: the demo, the tests, the evaluation set.
#pragma once

#include "core/agent/recording.h"
#include "core/git/gitprogram.h"

namespace assay {

/// A session plays its activity with the pauses recorded, changes the clone by its patch, then fills the outbox.
/// A request that no session fits ends NoRecording, its detail naming the one wanted and those there are.
///
/// A second round (outboxErrors not empty) replays the session's folder "retry" when it has one; else the same
/// activity and outbox again, without the patch, which the clone has already.
/// A stop is honoured within 100 ms while it plays; a stopped session has changed nothing.
class RecordedAgent final : public Agent {
public:
    RecordedAgent(Recording recording, ProcessHost &host);

    [[nodiscard]] QString name() const override { return m_recording.agent(); }
    [[nodiscard]] QString version() const override { return m_recording.version(); }
    [[nodiscard]] SessionEnd run(const SessionRequest &request, const ActivitySink &sink, StopToken stop) override;

private:
    [[nodiscard]] std::optional<SessionEnd> play(const QString &file, const ActivitySink &sink, const StopToken &stop,
                                                 SessionEnd &usage) const;
    [[nodiscard]] Status applyPatch(const QString &file, const QString &clone, StopToken stop) const;

    Recording m_recording;
    GitProgram m_git;
};

} // namespace assay
