#include "core/process/coreslots.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QThread>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

constexpr auto kPause = std::chrono::milliseconds(20); // the kernel tells nobody that one of several locks is free

QString inFolderOf(const char *variable)
{
    const QString folder = qEnvironmentVariable(variable);
    return folder.startsWith(u'/') && QFileInfo(folder).isWritable() ? folder : QString();
}

} // namespace

CoreSlots::CoreSlots(QString folder, int count) : m_folder(std::move(folder)), m_count(std::max(1, count)) {}

QString CoreSlots::standardFolder()
{
    if (const QString runtime = inFolderOf("XDG_RUNTIME_DIR"); !runtime.isEmpty())
        return runtime + u"/assay/proofs"_s;
    const QString cache = qEnvironmentVariable("XDG_CACHE_HOME");
    return (cache.startsWith(u'/') ? cache : QDir::homePath() + u"/.cache"_s) + u"/assay/proofs"_s;
}

CoreSlots::Slot &CoreSlots::Slot::operator=(Slot &&other) noexcept
{
    std::swap(m_fd, other.m_fd);
    return *this;
}

CoreSlots::Slot::~Slot()
{
    if (m_fd < 0)
        return;
    ::flock(m_fd, LOCK_UN); // said aloud: a child that is being started may have the descriptor still
    ::close(m_fd);
}

QByteArray CoreSlots::fileOf(int number) const
{
    return QFile::encodeName(m_folder) + "/slot-" + QByteArray::number(number);
}

Result<CoreSlots::Slot> CoreSlots::take(const StopToken &stop) const
{
    const auto refused = [&](const QString &what, const QByteArray &file) {
        return failure(u"%1: %2"_s.arg(what, QString::fromLocal8Bit(::strerror(errno))), QFile::decodeName(file),
                       u"Make the folder writable, or name another with XDG_CACHE_HOME."_s);
    };
    if (!QDir().mkpath(m_folder))
        return failure(u"the folder by which runs share the machine's cores cannot be made"_s, m_folder,
                       u"Make it writable, or name another with XDG_CACHE_HOME."_s);
    while (!stop.stopRequested()) {
        for (int number = 1; number <= m_count; ++number) {
            const QByteArray file = fileOf(number);
            const int fd = ::open(file.constData(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
            if (fd < 0)
                return refused(u"the file of a slot cannot be opened"_s, file);
            Slot slot(fd);
            if (::flock(fd, LOCK_EX | LOCK_NB) == 0)
                return slot;
            if (errno != EWOULDBLOCK && errno != EINTR)
                return refused(u"the file of a slot cannot be locked"_s, file);
        }
        QThread::sleep(kPause);
    }
    return failure(u"stopped while waiting for a free core"_s, m_folder, {}, ErrorKind::Stopped);
}

} // namespace assay
