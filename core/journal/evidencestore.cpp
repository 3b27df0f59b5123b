#include "core/journal/evidencestore.h"

#include "core/journal/durablefile.h"

#include <QFile>
#include <QFileInfo>
#include <QSet>

#include <mutex>

#include <fcntl.h>
#include <sys/stat.h>
#include <zstd.h>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

/// One piece of evidence; what is captured is bounded long before this.
constexpr qint64 sizeLimit = qint64(1) << 30;
constexpr int level = 3;

QString plainPath(const QString &folder, const Digest &digest)
{
    const QString name = digest.text();
    return folder + u"/sha256/"_s + name.first(2) + u'/' + name.sliced(2);
}

QString compressedPath(const QString &folder, const Digest &digest)
{
    return plainPath(folder, digest) + u".zst"_s;
}

/// Empty when the compressed form is not smaller.
QByteArray compressed(QByteArrayView bytes)
{
    QByteArray packed(static_cast<qsizetype>(ZSTD_compressBound(static_cast<size_t>(bytes.size()))), Qt::Uninitialized);
    const size_t size = ZSTD_compress(packed.data(), static_cast<size_t>(packed.size()), bytes.data(),
                                      static_cast<size_t>(bytes.size()), level);
    if (ZSTD_isError(size) || size >= static_cast<size_t>(bytes.size()))
        return {};
    packed.truncate(static_cast<qsizetype>(size));
    return packed;
}

std::unexpected<Error> damaged(const QString &what, const QString &path)
{
    return failure(what, path, u"The file was damaged or edited: restore it from a copy of the run folder."_s,
                   ErrorKind::CannotVerify);
}

Result<QByteArray> uncompressed(const QByteArray &packed, const QString &path)
{
    const auto size = ZSTD_getFrameContentSize(packed.constData(), static_cast<size_t>(packed.size()));
    if (size == ZSTD_CONTENTSIZE_ERROR || size == ZSTD_CONTENTSIZE_UNKNOWN)
        return damaged(u"the evidence is no zstd frame with its size"_s, path);
    if (size > static_cast<unsigned long long>(sizeLimit)) {
        return damaged(u"the evidence claims to be %1 bytes where at most %2 are written"_s.arg(size).arg(sizeLimit),
                       path);
    }
    QByteArray bytes(static_cast<qsizetype>(size), Qt::Uninitialized);
    const size_t got = ZSTD_decompress(bytes.data(), static_cast<size_t>(size), packed.constData(),
                                       static_cast<size_t>(packed.size()));
    if (ZSTD_isError(got)) {
        return damaged(u"the evidence cannot be uncompressed (%1)"_s.arg(QLatin1StringView(ZSTD_getErrorName(got))),
                       path);
    }
    bytes.truncate(static_cast<qsizetype>(got));
    return bytes;
}

Result<QByteArray> readWhole(const QString &path)
{
    const auto file = FileHandle::open(path, O_RDONLY);
    if (!file)
        return failure(file.error());
    struct stat info{};
    if (::fstat(file->fd(), &info) != 0)
        return failure(systemError(u"cannot be looked at"_s, path));
    if (info.st_size > sizeLimit)
        return damaged(u"the evidence has %1 bytes where at most %2 are written"_s.arg(info.st_size).arg(sizeLimit),
                       path);
    return readFully(file->fd(), 0, info.st_size, path);
}

} // namespace

/// What was synced by this store: an empty output is put a hundred times in a run.
class EvidenceStore::Durable {
public:
    [[nodiscard]] bool contains(const Digest &digest) const
    {
        const std::lock_guard lock(m_mutex);
        return m_digests.contains(digest);
    }
    void insert(const Digest &digest)
    {
        const std::lock_guard lock(m_mutex);
        m_digests.insert(digest);
    }

private:
    mutable std::mutex m_mutex;
    QSet<Digest> m_digests;
};

EvidenceStore::EvidenceStore(QString folder) : m_folder(std::move(folder)), m_durable(std::make_shared<Durable>()) {}

Result<Digest> EvidenceStore::put(QByteArrayView bytes) const
{
    if (bytes.size() > sizeLimit) {
        return failure(
            u"%1 bytes are too many for one piece of evidence; at most %2"_s.arg(bytes.size()).arg(sizeLimit), m_folder,
            u"This is a fault of Assay: please report it."_s, ErrorKind::Internal);
    }
    const Digest digest = Digest::of(bytes);
    const QString plain = plainPath(m_folder, digest);
    const QString folder = QFileInfo(plain).path();
    if (has(digest) && get(digest)) {
        // Another thread or process may have put it there this moment and not yet synced the folder.
        if (const Status status = m_durable->contains(digest) ? Status() : syncFolder(folder); !status)
            return failure(status.error());
        m_durable->insert(digest);
        return digest;
    }
    if (Status status = makeDurableFolder(folder); !status)
        return failure(status.error());
    // What is there, if anything, is damaged; in its other form it would hide the new file.
    const QByteArray packed = compressed(bytes);
    QFile::remove(packed.isEmpty() ? compressedPath(m_folder, digest) : plain);
    const Status status
        = packed.isEmpty() ? writeDurably(plain, bytes) : writeDurably(compressedPath(m_folder, digest), packed);
    if (!status)
        return failure(status.error());
    m_durable->insert(digest);
    return digest;
}

Result<QByteArray> EvidenceStore::get(const Digest &digest) const
{
    if (digest.isNull()) {
        return failure(u"what should name evidence is no SHA-256 in lower-case hexadecimal"_s, m_folder,
                       u"See what is intact: `assay journal --verify`."_s, ErrorKind::CannotVerify);
    }
    const QString packedPath = compressedPath(m_folder, digest);
    const QString plain = plainPath(m_folder, digest);
    const bool isPacked = QFileInfo::exists(packedPath);
    const QString &path = isPacked ? packedPath : plain;
    if (!isPacked && !QFileInfo::exists(plain)) {
        return failure(u"the evidence is missing"_s, plain, u"Restore it from a copy of the run folder."_s,
                       ErrorKind::CannotVerify);
    }
    auto bytes = readWhole(path);
    if (bytes && isPacked)
        bytes = uncompressed(*bytes, path);
    if (!bytes)
        return failure(bytes.error());
    if (const Digest found = Digest::of(*bytes); found != digest)
        return damaged(u"the evidence's bytes have the SHA-256 %1"_s.arg(found.text()), path);
    return bytes;
}

bool EvidenceStore::has(const Digest &digest) const
{
    return !digest.isNull()
        && (QFileInfo::exists(compressedPath(m_folder, digest)) || QFileInfo::exists(plainPath(m_folder, digest)));
}

} // namespace assay
