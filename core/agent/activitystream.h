// One compressed stream file a session: what the agent said and did, as JSON lines.
#pragma once

#include "core/domain/error.h"

#include <QJsonObject>

#include <functional>
#include <memory>

namespace assay {

/// Appends events to sessions/<id>.jsonl.zst; flushes a readable block at least every second, so that a live
/// session can be read. Stamps "at". Thread-safe.
class ActivityWriter {
public:
    [[nodiscard]] static Result<std::unique_ptr<ActivityWriter>> create(const QString &path);
    ~ActivityWriter();
    void write(const QJsonObject &event);
    [[nodiscard]] Status close(); ///< syncs

private:
    struct Private;
    explicit ActivityWriter(std::unique_ptr<Private> d);
    std::unique_ptr<Private> d;
};

/// Reads events; a torn end of a live file is fine.
[[nodiscard]] Status readActivity(const QString &path, const std::function<bool(const QJsonObject &)> &consume);

} // namespace assay
