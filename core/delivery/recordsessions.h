// A run's sessions as a recording: whatever agent they were, they replay to the same verdicts, with no key and no network.
// The format is described in resources/demo/recording/README.md.
#pragma once

#include "core/bundle/secrets.h"
#include "core/domain/stoptoken.h"
#include "core/journal/runfolder.h"

namespace assay {

struct RecordOptions {
    QString folder; ///< missing or empty
    bool withSecrets = false; ///< write changes and forms though there seem to be secrets in them
};

struct RecordedSessions {
    int sessions = 0;
    int skipped = 0; ///< interrupted ones: what they left was never read
    int blanked = 0; ///< activity events whose text held what looks like a secret
    QList<Secret> seen; ///< in changes and forms, by their file in the recording
};

/// Reads the journal, the evidence and the activity streams alone; an engine may be at work. Events keep their order and not
/// their pauses. An event with a secret is written without its text; a change or a form with one cannot be, so that it is an
/// error without `withSecrets`. Errors: the folder holds something; evidence is missing; the disk. Blocks; any thread.
[[nodiscard]] Result<RecordedSessions> recordSessions(const RunFolder &run, const RecordOptions &options,
                                                      const StopToken &stop = {});

} // namespace assay
