// What every fallible function of Assay returns when the world, not our own code, said no.
//
// An error names what happened, to what, and what to do about it; the three parts are kept apart so that
// the command line, the console and JSON can each lay them out in their own way.
#pragma once

#include <QString>

#include <expected>

namespace assay {

/// Decides the exit status and nothing else; the texts tell the rest.
enum class ErrorKind {
    Usage,            ///< the caller asked for something that does not exist or does not fit (exit 2)
    Failed,           ///< the outside world failed: disk, permission, git (exit 1)
    GateBroken,       ///< the instrument itself cannot measure (exit 6)
    AgentUnavailable, ///< the agent cannot be started or reached (exit 7)
    Stopped,          ///< a stop token was pulled while this was under way (exit 8)
    Refuted,          ///< what was run contradicts what is claimed (exit 9)
    CannotVerify,     ///< a proof could not be run at all (exit 10)
    Internal,         ///< our own mistake, caught (exit 70)
};

struct Error {
    QString what;    ///< what happened: "the journal ends in the middle of an entry"
    QString subject; ///< to what: a file, a command, a key
    QString remedy;  ///< what to do; empty only when nothing can be done
    ErrorKind kind = ErrorKind::Failed;

    /// One paragraph for people: "subject: what. remedy."
    [[nodiscard]] QString text() const;
};

template <class T>
using Result = std::expected<T, Error>;
using Status = std::expected<void, Error>;

[[nodiscard]] inline std::unexpected<Error> failure(QString what, QString subject, QString remedy = {},
                                                    ErrorKind kind = ErrorKind::Failed)
{
    return std::unexpected(Error{std::move(what), std::move(subject), std::move(remedy), kind});
}

/// Hands an error on unchanged: `return failure(result.error())`.
[[nodiscard]] inline std::unexpected<Error> failure(Error error)
{
    return std::unexpected(std::move(error));
}

} // namespace assay
