#include "core/agent/outboxfolder.h"

#include "core/domain/ids.h"

#include <QFile>

#include <cerrno>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

class Descriptor {
public:
    explicit Descriptor(int fd) : m_fd(fd) {}
    Descriptor(Descriptor &&other) noexcept : m_fd(std::exchange(other.m_fd, -1)) {}
    Descriptor &operator=(Descriptor &&other) noexcept
    {
        std::swap(m_fd, other.m_fd);
        return *this;
    }
    ~Descriptor()
    {
        if (m_fd >= 0)
            ::close(m_fd);
    }
    [[nodiscard]] int get() const { return m_fd; }
    [[nodiscard]] bool isOpen() const { return m_fd >= 0; }

private:
    int m_fd;
};

QString shown(const QByteArray &name)
{
    return u'"' + RepoPath(name.left(200)).display() + (name.size() > 200 ? u"…\""_s : u"\""_s);
}

QString systemText(int number)
{
    return QString::fromLocal8Bit(std::strerror(number));
}

QString typeWord(mode_t mode)
{
    switch (mode & S_IFMT) {
    case S_IFDIR:
        return u"a folder"_s;
    case S_IFLNK:
        return u"a symbolic link"_s;
    case S_IFIFO:
        return u"a FIFO"_s;
    case S_IFSOCK:
        return u"a socket"_s;
    case S_IFCHR:
    case S_IFBLK:
        return u"a device"_s;
    default:
        return u"no regular file"_s;
    }
}

/// What an open that failed met; `part` is looked at, never followed.
QString whyNotOpened(int folder, const QByteArray &part, const QByteArray &name, int number, bool last)
{
    struct stat found = {};
    const bool seen = ::fstatat(folder, part.constData(), &found, AT_SYMLINK_NOFOLLOW) == 0;
    if (seen && S_ISLNK(found.st_mode))
        return u"%1 is%2 a symbolic link, which is never followed; expected a regular file in the outbox"_s.arg(
            shown(name), last ? QString() : u" reached through"_s);
    if (seen && number == ENOTDIR)
        return u"%1 in %2 is %3, expected a folder"_s.arg(
            shown(part), shown(name), S_ISREG(found.st_mode) ? u"a file"_s : typeWord(found.st_mode));
    if (seen && number == ENXIO)
        return u"%1 is %2, expected a regular file"_s.arg(shown(name), typeWord(found.st_mode));
    if (number == ENOENT)
        return u"there is no file %1 in the outbox; expected one"_s.arg(shown(name));
    return u"%1 cannot be read (%2); expected a readable regular file"_s.arg(shown(name), systemText(number));
}

} // namespace

OutboxFolder::~OutboxFolder()
{
    if (m_folder >= 0)
        ::close(m_folder);
}

std::expected<void, QString> OutboxFolder::open(const QString &path)
{
    Q_ASSERT(m_folder < 0);
    m_folder = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (m_folder >= 0)
        return {};
    const int number = errno;
    struct stat found = {};
    if (::lstat(QFile::encodeName(path).constData(), &found) == 0 && !S_ISDIR(found.st_mode))
        return std::unexpected(u"the outbox %1 is %2, expected the folder it was"_s.arg(
            path, S_ISREG(found.st_mode) ? u"a file"_s : typeWord(found.st_mode)));
    return std::unexpected(u"the outbox %1 cannot be opened (%2); expected a folder"_s.arg(path, systemText(number)));
}

QString OutboxFolder::whyNotRelative(const QByteArray &name)
{
    if (name.isEmpty())
        return u"the name is empty, expected a relative path"_s;
    if (name.size() > 4096)
        return u"the name has %1 bytes, expected at most 4096"_s.arg(name.size());
    if (name.startsWith('/'))
        return u"%1 is absolute, expected a relative path"_s.arg(shown(name));
    for (const char c : name) {
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
            return u"%1 has a control character, expected a plain path"_s.arg(shown(name));
    }
    for (const QByteArray &part : name.split('/')) {
        if (part == "..")
            return u"%1 has a part \"..\", expected a path that stays inside"_s.arg(shown(name));
        if (part.isEmpty() || part == ".")
            return u"%1 has an empty part or \".\", expected parts parted by single slashes"_s.arg(shown(name));
    }
    return {};
}

std::expected<OutboxFolder::File, QString> OutboxFolder::read(const QByteArray &name, qint64 limit)
{
    if (const QString why = whyNotRelative(name); !why.isEmpty())
        return std::unexpected(why);

    const QByteArrayList parts = name.split('/');
    Descriptor at(::fcntl(m_folder, F_DUPFD_CLOEXEC, 0));
    if (!at.isOpen())
        return std::unexpected(u"the outbox cannot be opened (%1)"_s.arg(systemText(errno)));
    for (qsizetype i = 0; i < parts.size(); ++i) {
        const bool last = i + 1 == parts.size();
        // Non-blocking, or opening a FIFO would wait for a writer for ever.
        const int flags = O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | (last ? 0 : O_DIRECTORY);
        Descriptor next(::openat(at.get(), parts.at(i).constData(), flags));
        if (!next.isOpen())
            return std::unexpected(whyNotOpened(at.get(), parts.at(i), name, errno, last));
        at = std::move(next);
    }

    struct stat found = {};
    if (::fstat(at.get(), &found) != 0)
        return std::unexpected(u"%1 cannot be looked at (%2)"_s.arg(shown(name), systemText(errno)));
    if (!S_ISREG(found.st_mode))
        return std::unexpected(u"%1 is %2, expected a regular file"_s.arg(shown(name), typeWord(found.st_mode)));
    if (found.st_size > limit)
        return std::unexpected(
            u"%1 has %2 bytes, expected at most %3"_s.arg(shown(name)).arg(found.st_size).arg(limit));
    if (m_total + found.st_size > kTotalLimit)
        return std::unexpected(
            u"%1 brings what is read from the outbox to %2 bytes, expected at most %3"_s.arg(shown(name))
                .arg(m_total + found.st_size)
                .arg(kTotalLimit));

    File file;
    file.executable = (found.st_mode & S_IXUSR) != 0;
    // A file that grows meanwhile is read up to the size that was checked, never further.
    file.bytes.resize(found.st_size);
    qsizetype have = 0;
    while (have < file.bytes.size()) {
        const ssize_t n = ::read(at.get(), file.bytes.data() + have, static_cast<size_t>(file.bytes.size() - have));
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0)
            return std::unexpected(u"%1 cannot be read (%2)"_s.arg(shown(name), systemText(errno)));
        if (n == 0)
            break;
        have += n;
    }
    file.bytes.truncate(have);
    m_total += have;
    return file;
}

} // namespace assay
