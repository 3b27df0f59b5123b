// What a test does to files, as the kernel sees it: the test runs itself again under strace.
#pragma once

#include <QByteArrayList>
#include <QFile>
#include <QTemporaryDir>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace assay::test {

/// Set in the second process, where the test does what is to be looked at.
inline bool isTraced()
{
    return qEnvironmentVariableIsSet("ASSAY_TRACED");
}

/// A mark among the calls: a write to a file that is not open.
inline void mark()
{
    static_cast<void>(::write(-1, "MARK", 4) + 0);
}

/// The names of the calls of `function` (a test function of this program), in order, of those that `calls` lists; "mark"
/// for a mark. Empty when it could not be traced or failed.
inline QByteArrayList tracedCalls(const QByteArray &function, const QByteArray &calls)
{
    const QTemporaryDir dir;
    const QByteArray log = QFile::encodeName(dir.filePath(QStringLiteral("trace")));
    const QByteArray self = QFile::encodeName(QFile::symLinkTarget(QStringLiteral("/proc/self/exe")));
    const pid_t child = ::fork();
    if (child == 0) {
        // Its totals are not those of this program.
        const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
        ::dup2(nowhere, STDOUT_FILENO);
        ::setenv("ASSAY_TRACED", "1", 1);
        ::setenv("ASAN_OPTIONS", "detect_leaks=0", 1); // no leak check inside a tracer
        const QByteArray filter = "trace=write," + calls;
        ::execlp("strace", "strace", "-f", "-o", log.constData(), "-e", filter.constData(), self.constData(),
                 function.constData(), "-silent", nullptr);
        ::_exit(127);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    QFile file(QFile::decodeName(log));
    if (status != 0 || !file.open(QIODevice::ReadOnly))
        return {};
    QByteArrayList names;
    for (const QByteArray &line : file.readAll().split('\n')) {
        const QByteArray call = line.mid(line.indexOf(' ') + 1).trimmed(); // behind the process's number
        const QByteArray name = call.first(std::max<qsizetype>(call.indexOf('('), 0));
        if (name == "write" && call.contains("\"MARK\""))
            names.append("mark");
        else if (!name.isEmpty() && name != "write")
            names.append(name);
    }
    return names;
}

} // namespace assay::test
