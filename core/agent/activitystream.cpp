#include "core/agent/activitystream.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>

#include <condition_variable>
#include <mutex>
#include <thread>

#include <unistd.h>
#include <zstd.h>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

constexpr std::chrono::milliseconds flushInterval{500};
constexpr qsizetype lineLimit = 64 << 20;
constexpr int level = 3;

std::unexpected<Error> fileError(const QString &what, const QFile &file)
{
    return failure(what + u": "_s + file.errorString(), file.fileName(), u"Check the space and the rights there."_s);
}

struct FreeCompressor {
    void operator()(ZSTD_CCtx *context) const { ZSTD_freeCCtx(context); }
};
struct FreeDecompressor {
    void operator()(ZSTD_DCtx *context) const { ZSTD_freeDCtx(context); }
};

/// Uncompresses the whole file in pieces; `take` gets each. Returns whether the file ends with the end of a frame.
Result<bool> uncompress(QFile &file, const std::function<bool(QByteArrayView)> &take)
{
    const std::unique_ptr<ZSTD_DCtx, FreeDecompressor> context(ZSTD_createDCtx());
    QByteArray out(static_cast<qsizetype>(ZSTD_DStreamOutSize()), Qt::Uninitialized);
    size_t hint = 0; // 0: at the end of a frame
    for (;;) {
        const QByteArray in = file.read(static_cast<qint64>(ZSTD_DStreamInSize()));
        if (in.isEmpty()) {
            if (file.error() != QFileDevice::NoError)
                return fileError(u"cannot be read"_s, file);
            return hint == 0;
        }
        ZSTD_inBuffer input{in.constData(), static_cast<size_t>(in.size()), 0};
        bool full = false;
        while (input.pos < input.size || full) {
            ZSTD_outBuffer output{out.data(), static_cast<size_t>(out.size()), 0};
            hint = ZSTD_decompressStream(context.get(), &output, &input);
            if (ZSTD_isError(hint)) {
                return failure(
                    u"the activity cannot be uncompressed (%1)"_s.arg(QLatin1StringView(ZSTD_getErrorName(hint))),
                    file.fileName(), u"The file was damaged; what was before is intact."_s);
            }
            full = output.pos == output.size && hint != 0;
            if (output.pos > 0 && !take(QByteArrayView(out.constData(), static_cast<qsizetype>(output.pos))))
                return true;
        }
    }
}

} // namespace

struct ActivityWriter::Private {
    QFile file;
    std::shared_ptr<const Clock> clock;
    std::unique_ptr<ZSTD_CCtx, FreeCompressor> context;
    std::mutex mutex;
    std::condition_variable wake;
    bool dirty = false;  ///< events that no flush has covered
    bool closed = false;
    Status status;       ///< the first failure
    std::thread flusher;

    /// With the mutex held.
    void compress(QByteArrayView bytes, ZSTD_EndDirective directive)
    {
        if (!status)
            return;
        QByteArray out(static_cast<qsizetype>(ZSTD_CStreamOutSize()), Qt::Uninitialized);
        ZSTD_inBuffer input{bytes.data(), static_cast<size_t>(bytes.size()), 0};
        for (bool more = true; more;) {
            ZSTD_outBuffer output{out.data(), static_cast<size_t>(out.size()), 0};
            const size_t left = ZSTD_compressStream2(context.get(), &output, &input, directive);
            if (ZSTD_isError(left)) {
                status = failure(
                    u"the activity cannot be compressed (%1)"_s.arg(QLatin1StringView(ZSTD_getErrorName(left))),
                    file.fileName());
                return;
            }
            const auto size = static_cast<qint64>(output.pos);
            if (file.write(out.constData(), size) != size) {
                status = fileError(u"cannot be written"_s, file);
                return;
            }
            more = directive == ZSTD_e_continue ? input.pos < input.size : left != 0;
        }
    }

    void flushNowAndThen()
    {
        std::unique_lock lock(mutex);
        while (!closed) {
            wake.wait(lock, [this] { return dirty || closed; });
            // Events come in bursts: one block for all of them.
            wake.wait_for(lock, flushInterval, [this] { return closed; });
            if (!closed && dirty) {
                dirty = false;
                compress({}, ZSTD_e_flush);
            }
        }
    }
};

ActivityWriter::ActivityWriter(std::unique_ptr<Private> state) : d(std::move(state)) {}

Result<std::unique_ptr<ActivityWriter>> ActivityWriter::create(const QString &path, std::shared_ptr<const Clock> clock)
{
    const QString folder = QFileInfo(path).path();
    if (!QDir().mkpath(folder))
        return failure(u"the folder cannot be made"_s, folder, u"Check the space and the rights there."_s);
    if (QFile before(path); before.exists()) {
        if (!before.open(QIODevice::ReadOnly))
            return fileError(u"cannot be opened"_s, before);
        const auto whole = uncompress(before, [](QByteArrayView) { return true; });
        if (!whole)
            return failure(whole.error());
        if (!*whole) {
            return failure(u"the session's activity ends in the middle: its writer died"_s, path,
                           u"Give the next session another name."_s);
        }
    }
    auto state = std::make_unique<Private>();
    state->file.setFileName(path);
    if (!state->file.open(QIODevice::WriteOnly | QIODevice::Append | QIODevice::Unbuffered))
        return fileError(u"cannot be opened"_s, state->file);
    state->clock = std::move(clock);
    state->context.reset(ZSTD_createCCtx());
    ZSTD_CCtx_setParameter(state->context.get(), ZSTD_c_compressionLevel, level);
    Private *raw = state.get();
    raw->flusher = std::thread([raw] { raw->flushNowAndThen(); });
    return std::unique_ptr<ActivityWriter>(new ActivityWriter(std::move(state)));
}

ActivityWriter::~ActivityWriter()
{
    static_cast<void>(close());
}

void ActivityWriter::write(const QJsonObject &event)
{
    QJsonObject stamped = event;
    {
        const std::lock_guard lock(d->mutex);
        if (d->closed)
            return;
        stamped.insert(u"at"_s, d->clock->now().toUTC().toString(Qt::ISODateWithMs));
        d->compress(QJsonDocument(stamped).toJson(QJsonDocument::Compact) + '\n', ZSTD_e_continue);
        d->dirty = true;
    }
    d->wake.notify_all();
}

Status ActivityWriter::close()
{
    {
        const std::lock_guard lock(d->mutex);
        if (d->closed)
            return d->status;
        d->closed = true;
        d->compress({}, ZSTD_e_end);
        if (d->status && ::fsync(d->file.handle()) != 0)
            d->status = failure(u"cannot be synced"_s, d->file.fileName(), u"Check the space and the rights there."_s);
        d->file.close();
    }
    d->wake.notify_all();
    d->flusher.join();
    return d->status;
}

Status readActivity(const QString &path, const std::function<bool(const QJsonObject &)> &consume)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return fileError(u"cannot be opened"_s, file);
    QByteArray pending;
    qint64 lines = 0;
    Status status;
    const auto read = uncompress(file, [&](QByteArrayView bytes) {
        pending += bytes;
        qsizetype start = 0;
        for (qsizetype end = pending.indexOf('\n'); end >= 0; end = pending.indexOf('\n', start)) {
            ++lines;
            QJsonParseError parsed;
            const auto document = QJsonDocument::fromJson(pending.sliced(start, end - start), &parsed);
            if (!document.isObject()) {
                status = failure(u"line %1 is no JSON object (%2)"_s.arg(QString::number(lines), parsed.errorString()),
                                 path);
                return false;
            }
            if (!consume(document.object()))
                return false;
            start = end + 1;
        }
        pending.remove(0, start);
        if (pending.size() > lineLimit) {
            status = failure(u"line %1 is longer than %2 bytes"_s.arg(lines + 1).arg(lineLimit), path);
            return false;
        }
        return true;
    });
    if (!status)
        return status;
    return read ? Status() : Status(failure(read.error()));
}

} // namespace assay
