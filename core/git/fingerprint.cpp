// What a folder holds, to the byte and the nanosecond, as one number.

#include "core/git/folder.h"
#include "core/git/target.h"

#include <QCryptographicHash>
#include <QFile>

#include <array>
#include <climits>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

class Fingerprint {
public:
    Status addFolder(int folder, const QByteArray &path)
    {
        struct stat facts;
        if (::fstat(folder, &facts) != 0)
            return systemFailure(u"it cannot be looked at"_s, QString::fromUtf8(path));
        addFacts(path, facts);
        const auto names = namesIn(folder, QString::fromUtf8(path));
        if (!names)
            return failure(names.error());
        for (const QByteArray &name : *names)
            if (const auto added = addEntry(folder, name, path + '/' + name); !added)
                return added;
        return {};
    }
    [[nodiscard]] Digest digest() const { return Digest(m_hash.result().toHex()); }

private:
    Status addEntry(int folder, const QByteArray &name, const QByteArray &path)
    {
        struct stat facts;
        if (::fstatat(folder, name.constData(), &facts, AT_SYMLINK_NOFOLLOW) != 0)
            return systemFailure(u"it cannot be looked at"_s, QString::fromUtf8(path));
        if (S_ISDIR(facts.st_mode)) {
            const FileDescriptor child = openFolderAt(folder, name);
            if (!child.isOpen())
                return systemFailure(u"it cannot be opened"_s, QString::fromUtf8(path));
            return addFolder(child.get(), path);
        }
        addFacts(path, facts);
        if (S_ISLNK(facts.st_mode)) {
            QByteArray target(PATH_MAX, Qt::Uninitialized);
            const auto size = ::readlinkat(folder, name.constData(), target.data(), size_t(target.size()));
            if (size < 0)
                return systemFailure(u"the link cannot be read"_s, QString::fromUtf8(path));
            m_hash.addData(QByteArrayView(target).first(size));
        } else if (S_ISREG(facts.st_mode)) {
            QFile file;
            const int fd = ::openat(folder, name.constData(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
            if (fd < 0)
                return systemFailure(u"it cannot be opened"_s, QString::fromUtf8(path));
            if (!file.open(fd, QIODevice::ReadOnly, QFile::AutoCloseHandle) || !m_hash.addData(&file))
                return failure(u"it cannot be read: "_s + file.errorString(), QString::fromUtf8(path));
        }
        return {};
    }

    void addFacts(const QByteArray &path, const struct stat &facts)
    {
        m_hash.addData(path);
        m_hash.addData(QByteArrayView("\0", 1));
        // A folder's size is the file system's affair; its time tells that a file came or went.
        const std::array<qint64, 4> numbers{qint64(facts.st_mode), S_ISDIR(facts.st_mode) ? 0 : qint64(facts.st_size),
                                            qint64(facts.st_mtim.tv_sec), qint64(facts.st_mtim.tv_nsec)};
        m_hash.addData(QByteArrayView(reinterpret_cast<const char *>(numbers.data()), sizeof numbers));
    }

    QCryptographicHash m_hash{QCryptographicHash::Sha256};
};

} // namespace

Result<Digest> fingerprintFolder(const QString &path)
{
    const FileDescriptor folder(::open(QFile::encodeName(path).constData(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (!folder.isOpen())
        return systemFailure(u"it cannot be opened"_s, path);
    Fingerprint fingerprint;
    if (const auto added = fingerprint.addFolder(folder.get(), {}); !added)
        return failure(added.error());
    return fingerprint.digest();
}

} // namespace assay
