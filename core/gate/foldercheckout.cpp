#include "core/gate/foldercheckout.h"

#include "core/gate/collectfiles.h"
#include "core/gate/copyfolder.h"
#include "core/gate/servicescript.h"
#include "core/gate/temporaryfolder.h"
#include "core/git/trash.h"

#include <QFile>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

std::unexpected<Error> stopped(const Checkout::Call &call)
{
    return failure(u"stopped"_s, QString::fromUtf8(call.argv.value(0)), {}, ErrorKind::Stopped);
}

/// What runs is ended when less is left. Where it is so before anything ran, the command had no part in it: a verdict
/// on it would be one on the disk.
Status checkRoom(const QString &folder, qint64 floor)
{
    struct statvfs room{};
    if (::statvfs(QFile::encodeName(folder).constData(), &room) != 0)
        return systemFailure(u"its free space cannot be told"_s, folder);
    const qint64 free = qint64(room.f_bavail) * qint64(room.f_frsize);
    if (free >= floor)
        return {};
    return failure(
        u"its disk is almost full: %1 MB are free, and gates and checks are ended below %2 MB"_s.arg(free >> 20)
            .arg(floor >> 20),
        folder, u"Free some space on it and resume the run, or start one with --run-dir on another disk."_s);
}

bool isInside(const QByteArray &folder)
{
    return !folder.startsWith('/') && !folder.split('/').contains("..");
}

/// The last bytes of a service's log; empty when it has none.
QByteArray tailOf(const QString &path)
{
    constexpr qint64 kTail = 64 << 10;
    const int fd = ::open(QFile::encodeName(path).constData(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    struct stat facts{};
    QFile file;
    if (fd < 0 || !file.open(fd, QIODevice::ReadOnly, QFileDevice::AutoCloseHandle) || ::fstat(fd, &facts) != 0
        || !S_ISREG(facts.st_mode))
        return {};
    file.seek(std::max<qint64>(0, file.size() - kTail));
    return file.read(kTail);
}

} // namespace

FolderCheckout::FolderCheckout(CheckoutSurroundings &surroundings, QString own, QString lowerTree, QString lowerHome,
                               std::function<void()> released)
    : m_surroundings(surroundings),
      m_own(std::move(own)),
      m_lowerTree(std::move(lowerTree)),
      m_lowerHome(std::move(lowerHome)),
      m_released(std::move(released)),
      m_seen(surroundings.seenPaths())
{}

// What would not go is seen by the next lay() there, which says so.
FolderCheckout::~FolderCheckout()
{
    if (contained()) {
        for (const QByteArray &path : std::as_const(m_laid))
            ::unlink(path.constData());
        for (const auto &[isThere, part] :
             {std::pair(m_hasOut, u"/out"_s), std::pair(m_treeIsCopy, u"/tree"_s), std::pair(m_homeIsCopy, u"/home"_s)})
            if (isThere)
                (void)discard(m_own + part);
    } else {
        (void)discard(m_own);
    }
    m_released();
}

bool FolderCheckout::isBare() const
{
    const FileDescriptor own = openFolder(QFile::encodeName(m_own));
    if (!own.isOpen())
        return false;
    const FileDescriptor bin = openFolderAt(own.get(), "bin", false);
    const auto names = namesIn(own.get(), m_own);
    const auto files = bin.isOpen() ? namesIn(bin.get(), m_own) : failure(u"no folder"_s, m_own);
    return names && files && names->size() == 1 && files->isEmpty();
}

QString FolderCheckout::folder() const
{
    return m_treeIsCopy || m_lowerTree.isEmpty() ? m_own + u"/tree"_s : m_lowerTree;
}

Status FolderCheckout::layTree(const StopToken &stop)
{
    if (m_treeIsCopy)
        return {};
    if (const auto copied = copyFolder(m_lowerTree, m_own + u"/tree"_s, stop); !copied)
        return copied;
    m_treeIsCopy = true;
    return {};
}

Status FolderCheckout::lay()
{
    // A folder that serves again is cheaper than a new one: for each file it makes, ext4 looks past every inode that was
    // deleted in the last minutes (recently_deleted() in Linux' fs/ext4/ialloc.c). That was most of the engine's own time.
    if (!contained() || !isBare()) {
        if (const auto gone = discard(m_own); !gone)
            return gone;
        for (const QString &part :
             contained() ? QStringList{u"/bin"_s} : QStringList{u"/bin"_s, u"/out"_s, u"/check"_s})
            if (const auto made = makeFolder(m_own + part); !made)
                return made;
    }
    if (m_lowerTree.isEmpty()) {
        if (const auto made = makeFolder(m_own + u"/tree"_s); !made)
            return made;
        m_treeIsCopy = true;
    }
    if (m_surroundings.overlay)
        return {};
    if (const auto laid = layTree({}); !laid)
        return laid;
    if (const auto copied = copyFolder(m_lowerHome, m_own + u"/home"_s); !copied)
        return copied;
    m_homeIsCopy = true;
    return {};
}

Status FolderCheckout::layFiles(const Call &call)
{
    for (const auto &[name, bytes] : call.files) {
        if (name.isEmpty() || name == "." || name == ".." || name.contains('/') || name.contains('\0'))
            return failure(u"a file's name must be one component of a path"_s, RepoPath(name).display());
        const QByteArray path = QFile::encodeName(m_own) + "/bin/" + name;
        const int fd = ::open(path.constData(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0700);
        QFile file;
        if (fd < 0 || !file.open(fd, QIODevice::WriteOnly, QFileDevice::AutoCloseHandle))
            return systemFailure(u"the file cannot be made"_s, QFile::decodeName(path));
        m_laid += path;
        if (file.write(bytes) != bytes.size() || !file.flush() || ::fchmod(fd, 0755) != 0)
            return failure(u"it cannot be written: "_s + file.errorString(), QFile::decodeName(path),
                           u"Free some space on the disk that holds the run folder."_s);
    }
    return {};
}

SandboxSpec FolderCheckout::spec(const Call &call, const QByteArray &workingFolder) const
{
    using Mode = SandboxBind::Mode;
    const QByteArray own = QFile::encodeName(m_own);
    SandboxSpec spec{.workingFolder = workingFolder, .home = m_seen.home, .network = call.network};
    spec.binds = {{own + "/bin", m_seen.files, Mode::ReadOnly},
                  {own + "/out", m_seen.out, m_hasOut ? Mode::ReadWrite : Mode::Fresh},
                  {{}, m_seen.check, Mode::Fresh}};
    spec.binds += m_treeIsCopy ? SandboxBind{own + "/tree", m_seen.tree, Mode::ReadWrite}
                               : SandboxBind{QFile::encodeName(m_lowerTree), m_seen.tree, Mode::Overlay};
    spec.binds += m_homeIsCopy ? SandboxBind{own + "/home", m_seen.home, Mode::ReadWrite}
                               : SandboxBind{QFile::encodeName(m_lowerHome), m_seen.home, Mode::Overlay};
    if (!m_surroundings.baseGit.isEmpty())
        spec.binds += SandboxBind{m_surroundings.baseGit, kInsideBaseGit.toByteArray(), Mode::ReadOnly};
    return spec;
}

Result<Checkout::Outcome> FolderCheckout::run(const Call &call, StopToken stop)
{
    if (m_used)
        return failure(u"a checkout runs one command, since the first may have changed it"_s, m_own, {},
                       ErrorKind::Internal);
    m_used = true;
    if (!isInside(call.folder))
        return failure(u"the working folder must lie in the tree"_s, RepoPath(call.folder).display(),
                       u"Name a folder relative to the repository's root, without '..'."_s, ErrorKind::Usage);
    // Files that are read back must outlive the sandbox, where an overlay's end with it.
    if (!call.collect.isEmpty() || call.seeTree) {
        if (const auto laid = layTree(stop); !laid)
            return failure(laid.error());
    }
    if (const auto laid = layFiles(call); !laid)
        return failure(laid.error());
    const QList<ShellCommand> services = call.services ? m_surroundings.services : QList<ShellCommand>();
    m_hasOut = !call.keep.isEmpty() || !services.isEmpty();
    if (const auto made = m_hasOut ? makeFolder(m_own + u"/out"_s) : Status(); !made)
        return failure(made.error());
    const TemporaryFolder temporary(contained() ? QByteArray() : m_seen.temporary);
    if (const auto made = temporary.made(); !made)
        return failure(made.error());

    const QByteArrayList argv = withServices(call.argv, services, m_seen.tree, m_seen.out);
    ProcessCommand command{.program = argv.value(0), .arguments = argv.mid(1)};
    command.environment = m_surroundings.environment();
    command.environment.insert(call.environment);
    command.workingFolder = call.inCheckFolder ? m_seen.check
        : call.folder.isEmpty()                ? m_seen.tree
                                               : m_seen.tree + '/' + call.folder;
    command.title = call.title;
    command.onOutput = call.onOutput;
    command.limits = call.limits;
    if (command.limits.diskPath.isEmpty())
        command.limits.diskPath = QFile::encodeName(m_own);
    if (const auto room = checkRoom(m_own, command.limits.diskFloor); !room)
        return failure(room.error());
    command = m_surroundings.sandbox.wrap(std::move(command), spec(call, command.workingFolder));

    // Other runs of the machine wait for the same cores. Where they cannot be shared - no folder that can be written -
    // this one goes on all the same: it harms nobody's result.
    const auto core = m_surroundings.cores.take(stop);
    if (!core && core.error().kind == ErrorKind::Stopped)
        return stopped(call);
    const bool readsBack = !call.collect.isEmpty() || !call.keep.isEmpty();
    const auto start = readsBack ? fileSystemTime(m_own) : timespec();
    if (!start)
        return failure(start.error());
    Outcome outcome{.process = m_surroundings.host.run(std::move(command), stop)};
    if (outcome.process.end == ProcessEnd::Stopped)
        return stopped(call);
    readBack(call, *start, outcome);
    for (qsizetype n = 1; n <= services.size(); ++n) {
        const QByteArray log = tailOf(m_own + u"/out/service-%1.log"_s.arg(n));
        outcome.serviceOutput += "$ " + services.at(n - 1).line.toUtf8() + " &\n" + log;
    }
    return outcome;
}

void FolderCheckout::readBack(const Call &call, const timespec &start, Outcome &outcome) const
{
    const auto read = [&](const QString &folder, const QByteArrayList &globs) {
        if (globs.isEmpty())
            return;
        CollectedFiles files = collectFiles(folder, globs, start);
        outcome.collected += std::move(files.fresh);
        outcome.stale += files.stale;
        if (outcome.collectProblem.isEmpty())
            outcome.collectProblem = files.problem;
    };
    read(m_own + u"/tree"_s, call.collect);
    read(m_own + u"/out"_s, call.keep);
}

} // namespace assay
