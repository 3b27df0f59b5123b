#include "core/git/laidstamps.h"

#include "core/git/folder.h"

#include <QDataStream>
#include <QFile>

#include <ctime>
#include <fcntl.h>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

constexpr quint32 kMagic = 0x41737301; // and the format's number in the last byte
constexpr qint64 kMoment = 100'000'000; // ns: file systems keep times no finer than a timer tick, 10 ms at most

qint64 nanoseconds(const timespec &time)
{
    return qint64(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

} // namespace

FileStamp FileStamp::of(const struct stat &facts)
{
    return {.inode = facts.st_ino,
            .device = facts.st_dev,
            .mode = facts.st_mode,
            .size = facts.st_size,
            .modified = nanoseconds(facts.st_mtim),
            .changed = nanoseconds(facts.st_ctim)};
}

std::optional<LaidStamps> LaidStamps::load(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    QDataStream stream(&file);
    quint32 magic = 0;
    qint64 count = 0;
    QByteArray tree;
    stream >> magic >> tree >> count;
    if (magic != kMagic)
        return std::nullopt;
    LaidStamps stamps{.tree = ObjectId(tree), .files = {}};
    for (qint64 i = 0; i < count && stream.status() == QDataStream::Ok; ++i) {
        QByteArray name;
        FileStamp stamp;
        stream >> name >> stamp.inode >> stamp.device >> stamp.mode >> stamp.size >> stamp.modified >> stamp.changed;
        stamps.files.insert(name, stamp);
    }
    if (stream.status() != QDataStream::Ok)
        return std::nullopt;
    return stamps;
}

Status LaidStamps::save(const QString &path) const
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate))
        return failure(u"it cannot be written: "_s + file.errorString(), path);
    QDataStream stream(&file);
    stream << kMagic << tree.hex() << qint64(files.size());
    for (const auto &[name, stamp] : files.asKeyValueRange())
        stream << name << stamp.inode << stamp.device << stamp.mode << stamp.size << stamp.modified << stamp.changed;
    if (stream.status() != QDataStream::Ok || !file.flush())
        return failure(u"it cannot be written: "_s + file.errorString(), path);
    return {};
}

LaidStamps LaidStamps::take(int root, const ObjectId &tree, const QByteArrayList &paths)
{
    timespec now = {};
    ::clock_gettime(CLOCK_REALTIME, &now);
    LaidStamps stamps{.tree = tree, .files = {}};
    stamps.files.reserve(paths.size());
    FileDescriptor parent;
    QByteArray parentPath("/"); // no path of a tree: nothing is open yet
    for (const QByteArray &path : paths) { // sorted: those of a folder come together
        const qsizetype slash = path.lastIndexOf('/');
        const QByteArray folder = path.left(std::max(qsizetype(0), slash));
        if (folder != parentPath) {
            parent = openBelow(root, folder);
            parentPath = folder;
        }
        struct stat facts;
        if (parent.isOpen()
            && ::fstatat(parent.get(), path.mid(slash + 1).constData(), &facts, AT_SYMLINK_NOFOLLOW) == 0
            && nanoseconds(facts.st_ctim) < nanoseconds(now) - kMoment)
            stamps.files.insert(path, FileStamp::of(facts));
    }
    return stamps;
}

} // namespace assay
