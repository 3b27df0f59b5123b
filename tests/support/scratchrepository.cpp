#include "tests/support/scratchrepository.h"

#include <QDir>
#include <QProcess>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace assay::test {

QByteArray runProgram(const QString &program, const QStringList &arguments, const QString &folder, int *status)
{
    QProcess process;
    process.setWorkingDirectory(folder);
    auto environment = QProcessEnvironment::systemEnvironment();
    environment.insert(u"GIT_CONFIG_GLOBAL"_s, u"/dev/null"_s);
    environment.insert(u"GIT_CONFIG_NOSYSTEM"_s, u"1"_s);
    environment.insert(u"GIT_AUTHOR_DATE"_s, u"2026-01-01T00:00:00Z"_s);
    environment.insert(u"GIT_COMMITTER_DATE"_s, u"2026-01-01T00:00:00Z"_s);
    process.setProcessEnvironment(environment);
    process.start(program, arguments);
    process.waitForFinished(-1);
    const int exitCode = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1;
    if (status)
        *status = exitCode;
    else if (exitCode != 0)
        qWarning("%s failed: %s", qPrintable(program + u' ' + arguments.join(u' ')),
                 process.readAllStandardError().constData());
    return process.readAllStandardOutput();
}

ScratchRepository::ScratchRepository()
{
    QDir().mkpath(path());
    git({u"init"_s, u"-q"_s, u"-b"_s, u"main"_s});
    git({u"config"_s, u"user.name"_s, u"Test"_s});
    git({u"config"_s, u"user.email"_s, u"test@localhost"_s});
}

// Plain system calls: names may hold bytes that no QString keeps.
void ScratchRepository::write(const QByteArray &path, const QByteArray &bytes, bool executable)
{
    const QByteArray root = this->path().toUtf8() + '/';
    for (qsizetype slash = path.indexOf('/'); slash >= 0; slash = path.indexOf('/', slash + 1))
        ::mkdir((root + path.left(slash)).constData(), 0755);
    const int fd
        = ::open((root + path).constData(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, executable ? 0755 : 0644);
    qsizetype done = 0;
    while (fd >= 0 && done < bytes.size()) {
        const auto n = ::write(fd, bytes.constData() + done, size_t(bytes.size() - done));
        if (n <= 0)
            break;
        done += n;
    }
    if (fd < 0 || done != bytes.size())
        qWarning("cannot write %s", path.constData());
    if (fd >= 0) {
        ::fchmod(fd, executable ? 0755 : 0644);
        ::close(fd);
    }
}

void ScratchRepository::remove(const QByteArray &path)
{
    ::unlink((this->path().toUtf8() + '/' + path).constData());
}

QByteArray ScratchRepository::commitAll(const QString &message)
{
    git({u"add"_s, u"-A"_s});
    git({u"commit"_s, u"-q"_s, u"--allow-empty"_s, u"-m"_s, message});
    return git({u"rev-parse"_s, u"HEAD"_s}).trimmed();
}

QByteArray ScratchRepository::git(const QStringList &arguments, int *status)
{
    return runProgram(u"git"_s, arguments, path(), status);
}

} // namespace assay::test
