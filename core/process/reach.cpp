#include "core/process/reach.h"

#include <QDir>
#include <QFile>

#include <algorithm>
#include <array>
#include <cstdio>

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

using Kind = ReachPlace::Kind;

constexpr std::array<std::pair<Kind, QByteArrayView>, 7> kWords{{{Kind::File, "file"},
                                                                 {Kind::NewFile, "new"},
                                                                 {Kind::UnixSocket, "socket"},
                                                                 {Kind::AbstractSocket, "abstract"},
                                                                 {Kind::LoopbackPort, "port"},
                                                                 {Kind::Process, "process"},
                                                                 {Kind::Variable, "variable"}}};

/// The address of a socket with a path, or of an abstract one; 0 bytes where the name does not fit.
socklen_t addressOf(sockaddr_un &address, const QByteArray &name, bool abstract)
{
    address = {};
    address.sun_family = AF_UNIX;
    const size_t start = abstract ? 1 : 0;
    if (size_t(name.size()) + start >= sizeof address.sun_path)
        return 0;
    memcpy(address.sun_path + start, name.constData(), size_t(name.size()));
    return socklen_t(offsetof(sockaddr_un, sun_path) + start + size_t(name.size()) + (abstract ? 0 : 1));
}

sockaddr_in loopback(quint16 port)
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return address;
}

bool connects(int family, const void *address, socklen_t size)
{
    const int fd = ::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const bool done = fd >= 0 && size > 0 && ::connect(fd, static_cast<const sockaddr *>(address), size) == 0;
    if (fd >= 0)
        ::close(fd);
    return done;
}

bool isReadable(const QByteArray &path)
{
    char byte = 0;
    const int fd = ::open(path.constData(), O_RDONLY | O_CLOEXEC);
    const bool read = fd >= 0 && ::read(fd, &byte, 1) == 1;
    if (fd >= 0)
        ::close(fd);
    return read;
}

bool makes(const QByteArray &path)
{
    const int fd = ::open(path.constData(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0)
        ::close(fd);
    return fd >= 0;
}

bool isReached(const ReachPlace &place)
{
    switch (place.kind) {
    case Kind::File:
        return isReadable(place.at);
    case Kind::NewFile:
        return makes(place.at);
    case Kind::UnixSocket:
    case Kind::AbstractSocket: {
        sockaddr_un address;
        const socklen_t size = addressOf(address, place.at, place.kind == Kind::AbstractSocket);
        return connects(AF_UNIX, &address, size);
    }
    case Kind::LoopbackPort: {
        const sockaddr_in address = loopback(place.at.toUShort());
        return connects(AF_INET, &address, sizeof address);
    }
    case Kind::Process: {
        // Inside a PID namespace the number may be somebody else's: the program tells which one it is.
        const QByteArray number = place.at.left(place.at.indexOf(' ')), start = place.at.mid(number.size() + 1);
        QFile facts(u"/proc/%1/stat"_s.arg(QString::fromLatin1(number)));
        return facts.open(QIODevice::ReadOnly) && facts.readAll().contains(' ' + start + ' ')
            && ::kill(number.toInt(), 0) == 0;
    }
    case Kind::Variable:
        break;
    }
    return qEnvironmentVariableIsSet(place.at.constData());
}

/// What was made inside may lie in a folder that is inside alone: it counts when it is seen here. It is taken away again.
bool isSeenHere(const ReachPlace &place)
{
    return place.kind != Kind::NewFile || ::unlink(place.at.constData()) == 0;
}

} // namespace

QList<ReachPlace> reachedHere(const QList<ReachPlace> &places)
{
    QList<ReachPlace> reached;
    std::ranges::copy_if(places, std::back_inserter(reached),
                         [](const ReachPlace &place) { return isReached(place) && isSeenHere(place); });
    return reached;
}

Canaries::Canaries(const QList<std::pair<QString, QString>> &folders)
{
    for (const auto &[folder, what] : folders)
        lay(folder, what);
    listen();
    QFile own(u"/proc/self/stat"_s);
    if (own.open(QIODevice::ReadOnly)) {
        // Behind the name, which may hold spaces, the start time is the 20th field: with the number, it is this process.
        const QByteArray facts = own.readAll();
        const QByteArray start = facts.mid(facts.lastIndexOf(')') + 2).split(' ').value(19);
        m_places.append({Kind::Process, QByteArray::number(::getpid()) + ' ' + start, u"another process of yours"_s});
    }
    m_places.append({Kind::Variable, variable(), u"a key in your environment"_s});
}

Canaries::~Canaries()
{
    for (const QString &file : std::as_const(m_files))
        QFile::remove(file);
    for (const int fd : std::as_const(m_sockets))
        ::close(fd);
}

void Canaries::lay(const QString &folder, const QString &what)
{
    const QString path = QDir::cleanPath(folder) + u"/.assay-probe-"_s + QString::number(::getpid());
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly | QIODevice::NewOnly))
        return;
    m_files.append(path);
    if (file.write("readable\n") < 0 || !file.flush())
        return;
    m_places.append({Kind::File, QFile::encodeName(path), u"a file in "_s + what});
    m_places.append({Kind::NewFile, QFile::encodeName(path + u"-new"_s), u"writing to "_s + what});
}

void Canaries::listen()
{
    const auto open = [&](int family, const void *address, socklen_t size) {
        const int fd = ::socket(family, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (fd < 0)
            return -1;
        m_sockets.append(fd);
        const bool listens
            = size > 0 && ::bind(fd, static_cast<const sockaddr *>(address), size) == 0 && ::listen(fd, 16) == 0;
        return listens ? fd : -1;
    };
    sockaddr_un named;
    const QByteArray path = QFile::encodeName(m_own.filePath(u"socket"_s));
    if (open(AF_UNIX, &named, addressOf(named, path, false)) >= 0)
        m_places.append({Kind::UnixSocket, path, u"a socket of yours"_s});
    const QByteArray name = "assay-probe-" + QByteArray::number(::getpid());
    if (open(AF_UNIX, &named, addressOf(named, name, true)) >= 0)
        m_places.append({Kind::AbstractSocket, name, u"an abstract socket of yours"_s});
    sockaddr_in any = loopback(0);
    socklen_t size = sizeof any;
    if (const int fd = open(AF_INET, &any, size);
        fd >= 0 && ::getsockname(fd, reinterpret_cast<sockaddr *>(&any), &size) == 0)
        m_places.append(
            {Kind::LoopbackPort, QByteArray::number(ntohs(any.sin_port)), u"a service on the loopback address"_s});
}

ProcessCommand reachCommand(const QByteArray &program, const QList<ReachPlace> &places)
{
    ProcessCommand command{.program = program, .arguments = {"--try-reach"}};
    for (const ReachPlace &place : places) {
        const auto word = std::ranges::find(kWords, place.kind, &std::pair<Kind, QByteArrayView>::first);
        command.arguments += {word->second.toByteArray(), place.at};
    }
    command.limits.timeout = std::chrono::seconds(20);
    return command;
}

Result<QList<ReachPlace>> reachedOf(const ProcessResult &result, const QList<ReachPlace> &places)
{
    const QByteArrayList lines = result.standardOutput.split('\n');
    if (!result.succeeded() || lines.size() != places.size() + 1)
        return failure(
            u"the probe did not try all places: "_s
                + (result.startError.isEmpty() ? QString::fromUtf8(result.standardError.trimmed()) : result.startError),
            u"containment"_s);
    QList<ReachPlace> reached;
    for (qsizetype i = 0; i < places.size(); ++i) {
        if (isSeenHere(places.at(i)) && lines.at(i) == "reached")
            reached.append(places.at(i));
    }
    return reached;
}

int tryReach(const QByteArrayList &arguments)
{
    for (qsizetype i = 0; i + 1 < arguments.size(); i += 2) {
        const auto word
            = std::ranges::find(kWords, QByteArrayView(arguments.at(i)), &std::pair<Kind, QByteArrayView>::second);
        if (word == kWords.end())
            return 2;
        std::puts(isReached({word->first, arguments.at(i + 1), {}}) ? "reached" : "not reached");
    }
    return std::fflush(stdout) == 0 ? 0 : 1;
}

Result<QList<ReachPlace>> reachedByCheck(ProcessHost &host, const Sandbox &sandbox, const QByteArray &program,
                                         const QList<ReachPlace> &places)
{
    const QTemporaryDir home;
    SandboxSpec spec{.home = QFile::encodeName(home.path())};
    spec.binds
        = {{program, program, SandboxBind::Mode::ReadOnly}, {spec.home, spec.home, SandboxBind::Mode::ReadWrite}};
    return reachedOf(host.run(sandbox.wrap(reachCommand(program, places), spec), {}), places);
}

} // namespace assay
