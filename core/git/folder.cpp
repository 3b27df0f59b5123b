#include "core/git/folder.h"

#include <QFile>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

constexpr int kFolderFlags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;

} // namespace

FileDescriptor::~FileDescriptor()
{
    if (m_fd >= 0)
        ::close(m_fd);
}

std::unexpected<Error> systemFailure(const QString &what, const QString &subject, const QString &remedy)
{
    const int number = errno;
    return failure(what + u": "_s + QString::fromStdString(std::generic_category().message(number)), subject, remedy);
}

FileDescriptor openFolder(const QByteArray &path)
{
    return FileDescriptor(::open(path.constData(), kFolderFlags));
}

bool isFolderAt(int parent, const QByteArray &name)
{
    struct stat facts;
    return ::fstatat(parent, name.constData(), &facts, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(facts.st_mode);
}

FileDescriptor openFolderAt(int parent, const QByteArray &name, bool force)
{
    if (force) {
        struct stat facts;
        if (::fstatat(parent, name.constData(), &facts, AT_SYMLINK_NOFOLLOW) == 0 && S_ISDIR(facts.st_mode)
            && (facts.st_mode & S_IRWXU) != S_IRWXU)
            ::fchmodat(parent, name.constData(), (facts.st_mode & 07777) | S_IRWXU, AT_SYMLINK_NOFOLLOW);
    }
    return FileDescriptor(::openat(parent, name.constData(), kFolderFlags));
}

Result<QByteArrayList> namesIn(int folder, const QString &subject)
{
    // fdopendir takes over what it is given, and shares the position: read through a descriptor of its own.
    const int copy = ::openat(folder, ".", kFolderFlags);
    DIR *stream = copy < 0 ? nullptr : ::fdopendir(copy);
    if (!stream) {
        const auto error = systemFailure(u"a folder cannot be listed"_s, subject);
        if (copy >= 0)
            ::close(copy);
        return error;
    }
    QByteArrayList names;
    errno = 0;
    while (const dirent *entry = ::readdir(stream)) { // NOLINT(concurrency-mt-unsafe): the stream is this call's own
        if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0)
            names.append(QByteArray(entry->d_name));
    }
    const int number = errno;
    ::closedir(stream);
    if (number != 0) {
        errno = number;
        return systemFailure(u"a folder cannot be listed"_s, subject);
    }
    std::ranges::sort(names, [](const QByteArray &a, const QByteArray &b) { return a < b; });
    return names;
}

FileDescriptor openBelow(int root, const QByteArray &path)
{
    FileDescriptor folder(::openat(root, ".", kFolderFlags));
    for (const QByteArray &name : path.isEmpty() ? QByteArrayList() : path.split('/')) {
        if (!folder.isOpen())
            break;
        folder = openFolderAt(folder.get(), name);
    }
    return folder;
}

bool sameContent(int a, int b)
{
    std::array<char, 65536> left, right;
    for (off_t at = 0;;) {
        const auto n = ::pread(a, left.data(), left.size(), at);
        if (n < 0)
            return false;
        // pread gives less than asked for only at the end of a regular file, or on a signal, which is tried again.
        ssize_t got = 0;
        while (got < n) {
            const auto m = ::pread(b, right.data() + got, size_t(n - got), at + got);
            if (m <= 0)
                return false;
            got += m;
        }
        if (std::memcmp(left.data(), right.data(), size_t(n)) != 0)
            return false;
        if (n == 0)
            return ::pread(b, right.data(), 1, at) == 0;
        at += n;
    }
}

Status makeFolder(const QString &path)
{
    const QByteArray bytes = QFile::encodeName(path);
    for (qsizetype slash = bytes.indexOf('/', 1); slash >= 0; slash = bytes.indexOf('/', slash + 1))
        if (::mkdir(bytes.left(slash).constData(), 0777) != 0 && errno != EEXIST)
            return systemFailure(u"the folder cannot be made"_s, QString::fromUtf8(bytes.left(slash)));
    if (::mkdir(bytes.constData(), 0777) == 0)
        return {};
    if (errno == EEXIST && isFolderAt(AT_FDCWD, bytes))
        return {};
    return systemFailure(u"the folder cannot be made"_s, path, u"Something that is no folder may be in its place."_s);
}

} // namespace assay
