// The git program, for what libgit2 must not or cannot do: fetch, checkout, add, apply, format-patch, am.
#pragma once

#include "core/process/processhost.h"

namespace assay {

/// Runs git without system or user configuration, hooks, fsmonitor, prompts, external protocols or optional locks.
/// Thread-safe as ProcessHost is.
class GitProgram {
public:
    /// `runFolder` marks the processes as this run's (ASSAY_RUN), so that a crashed engine's are found. The host
    /// must outlive this.
    explicit GitProgram(ProcessHost &host, QByteArray runFolder = {}) : m_host(host), m_runFolder(std::move(runFolder))
    {}

    struct Call {
        QByteArrayList arguments;
        QByteArray folder = "/";                   ///< working folder
        QMap<QByteArray, QByteArray> environment;  ///< GIT_DIR, GIT_INDEX_FILE, … on top of the clean one
        QByteArray standardInput;
        qint64 outputBytes = qint64(1) << 30;
        std::chrono::milliseconds timeout{std::chrono::minutes(30)};
    };
    /// Standard output; an error carries git's own words and the command.
    [[nodiscard]] Result<QByteArray> run(const Call &call, const StopToken &stop = {}) const;
    /// Like run() but gives the result whatever the status: for `git apply --check` and the like.
    [[nodiscard]] ProcessResult tryRun(const Call &call, const StopToken &stop = {}) const;
    [[nodiscard]] Result<QString> version() const; ///< fails with a clear error when git is missing or < 2.30

private:
    ProcessHost &m_host;
    QByteArray m_runFolder;
};

} // namespace assay
