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

/// Uncompresses a file as far as it goes; the next call goes on from there.
class Unpacker {
public:
    explicit Unpacker(const QString &path) : m_file(path), m_context(ZSTD_createDCtx()) {}
    [[nodiscard]] Status open()
    {
        // Unbuffered: a buffer would not see that the file has grown.
        if (!m_file.isOpen() && !m_file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
            return fileError(u"cannot be opened"_s, m_file);
        if (m_file.size() < m_file.pos())
            return failure(u"the activity is shorter than it was"_s, m_file.fileName(), u"Open the session anew."_s);
        return {};
    }
    /// In pieces, until `take` returns false. Returns whether what was read ends with the end of a frame.
    [[nodiscard]] Result<bool> read(const std::function<bool(QByteArrayView)> &take)
    {
        QByteArray out(static_cast<qsizetype>(ZSTD_DStreamOutSize()), Qt::Uninitialized);
        for (;;) {
            if (m_taken == m_in.size() && !m_full) {
                m_in = m_file.read(static_cast<qint64>(ZSTD_DStreamInSize()));
                m_taken = 0;
                if (m_in.isEmpty()) {
                    if (m_file.error() != QFileDevice::NoError)
                        return fileError(u"cannot be read"_s, m_file);
                    return m_hint == 0;
                }
            }
            ZSTD_inBuffer input{m_in.constData(), static_cast<size_t>(m_in.size()), static_cast<size_t>(m_taken)};
            ZSTD_outBuffer output{out.data(), static_cast<size_t>(out.size()), 0};
            m_hint = ZSTD_decompressStream(m_context.get(), &output, &input);
            if (ZSTD_isError(m_hint)) {
                return failure(
                    u"the activity cannot be uncompressed (%1)"_s.arg(QLatin1StringView(ZSTD_getErrorName(m_hint))),
                    m_file.fileName(), u"The file was damaged; what was before is intact."_s);
            }
            m_taken = static_cast<qsizetype>(input.pos);
            m_full = output.pos == output.size && m_hint != 0;
            if (output.pos > 0 && !take(QByteArrayView(out.constData(), static_cast<qsizetype>(output.pos))))
                return false;
        }
    }
    [[nodiscard]] QString path() const { return m_file.fileName(); }

private:
    QFile m_file;
    std::unique_ptr<ZSTD_DCtx, FreeDecompressor> m_context;
    QByteArray m_in;
    qsizetype m_taken = 0; ///< of m_in
    size_t m_hint = 0;     ///< 0: at the end of a frame
    bool m_full = false;   ///< more output waits without more input
};

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
    if (QFileInfo::exists(path)) {
        Unpacker before(path);
        if (const Status opened = before.open(); !opened)
            return failure(opened.error());
        const auto whole = before.read([](QByteArrayView) { return true; });
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

struct ActivityFollower::Private {
    explicit Private(const QString &path) : unpacker(path) {}
    Unpacker unpacker;
    QByteArray pending; ///< uncompressed, from the first line that was not delivered
    qint64 lines = 0;   ///< delivered in all
    Status status;

    /// Delivers whole lines of `pending`; false when the consumer has enough or a line is none.
    bool deliver(const std::function<bool(const QJsonObject &)> &consume)
    {
        qsizetype start = 0;
        bool more = true;
        for (qsizetype end = pending.indexOf('\n'); end >= 0 && more; end = pending.indexOf('\n', start)) {
            ++lines;
            QJsonParseError parsed;
            const auto document
                = QJsonDocument::fromJson(QByteArray::fromRawData(pending.constData() + start, end - start), &parsed);
            if (!document.isObject()) {
                status = failure(u"line %1 is no JSON object (%2)"_s.arg(QString::number(lines), parsed.errorString()),
                                 unpacker.path());
                return false;
            }
            start = end + 1;
            more = consume(document.object());
        }
        pending.remove(0, start);
        if (pending.size() > lineLimit && !pending.contains('\n')) {
            status = failure(u"line %1 is longer than %2 bytes"_s.arg(lines + 1).arg(lineLimit), unpacker.path());
            return false;
        }
        return more;
    }
};

ActivityFollower::ActivityFollower(const QString &path) : d(std::make_unique<Private>(path)) {}

ActivityFollower::~ActivityFollower() = default;

Result<qint64> ActivityFollower::poll(const std::function<bool(const QJsonObject &)> &consume)
{
    const qint64 before = d->lines;
    if (d->status)
        d->status = d->unpacker.open();
    if (d->status && d->deliver(consume)) {
        const auto read = d->unpacker.read([&](QByteArrayView bytes) {
            d->pending += bytes;
            return d->deliver(consume);
        });
        if (d->status && !read)
            d->status = failure(read.error());
    }
    if (!d->status)
        return failure(d->status.error());
    return d->lines - before;
}

Status readActivity(const QString &path, const std::function<bool(const QJsonObject &)> &consume)
{
    const auto read = ActivityFollower(path).poll(consume);
    return read ? Status() : Status(failure(read.error()));
}

} // namespace assay
