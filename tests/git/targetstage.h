// What tests of targets share.
#pragma once

#include "tests/git/gitstage.h"

#include <netinet/in.h>
#include <sys/socket.h>

namespace assay::test {

inline QByteArray commitSome(ScratchRepository &repository)
{
    repository.write("a.txt", "one\n");
    repository.write("dir/b.txt", "two\n");
    return repository.commitAll(QStringLiteral("first"));
}
/// A port of the loopback address that nobody listens on.
inline int freePort()
{
    const FileDescriptor socket(::socket(AF_INET, SOCK_STREAM, 0));
    sockaddr_in address{.sin_family = AF_INET, .sin_port = 0, .sin_addr = {htonl(INADDR_LOOPBACK)}, .sin_zero = {}};
    socklen_t size = sizeof address;
    if (::bind(socket.get(), reinterpret_cast<const sockaddr *>(&address), size) != 0
        || ::getsockname(socket.get(), reinterpret_cast<sockaddr *>(&address), &size) != 0)
        qFatal("no port");
    return ntohs(address.sin_port);
}
inline QString resolved(const QString &path)
{
    return QFileInfo(path).canonicalFilePath();
}

} // namespace assay::test
