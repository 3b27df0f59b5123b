// One compressed stream file a session: what the agent said and did, as JSON lines.
#pragma once

#include "core/domain/clock.h"
#include "core/domain/error.h"

#include <QJsonObject>

#include <functional>
#include <memory>

namespace assay {

/// Appends events to sessions/<id>.jsonl.zst; flushes a readable block within a second of an event, so that a live
/// session can be read. Stamps "at". Thread-safe. The format is zstd (RFC 8878): one frame a writer, frames one behind
/// the other where a session had more than one.
class ActivityWriter {
public:
    /// Makes the file and its folder, or goes on behind a stream that was closed. Refuses one that ends in the middle of
    /// a frame (its writer died): what would be written behind that could not be read.
    [[nodiscard]] static Result<std::unique_ptr<ActivityWriter>>
    create(const QString &path, std::shared_ptr<const Clock> clock = std::make_shared<SystemClock>());
    ~ActivityWriter(); ///< closes; use close() to learn whether all was written
    /// Never fails: the first failure (full disk) ends the writing and is told by close().
    void write(const QJsonObject &event);
    [[nodiscard]] Status close(); ///< ends the frame and syncs; later events are dropped

private:
    struct Private;
    explicit ActivityWriter(std::unique_ptr<Private> state);
    std::unique_ptr<Private> d;
};

/// Reads events in order, in bounded memory; a torn end of a live file is fine. Stops when the consumer returns false.
/// Fails, after the events before it, on bytes that are no zstd stream, a line that is no JSON object or is longer than
/// 64 MiB.
[[nodiscard]] Status readActivity(const QString &path, const std::function<bool(const QJsonObject &)> &consume);

/// Reads a stream that may be growing: poll() delivers what came since, and costs nothing where nothing did.
/// Thread: one at a time.
class ActivityFollower {
public:
    explicit ActivityFollower(const QString &path);
    ~ActivityFollower();
    /// The number of events delivered. A consumer that returns false is not asked again in this poll; the next one goes on
    /// behind that event. Fails as readActivity() does, and when the file became shorter; then, begin anew.
    [[nodiscard]] Result<qint64> poll(const std::function<bool(const QJsonObject &)> &consume);

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace assay
