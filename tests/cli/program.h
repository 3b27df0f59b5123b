// The real program, started in a home of its own.
#pragma once

#include <QDir>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace assay::test {

class Program {
public:
    struct Ended {
        int status = -1;
        QByteArray out, err;
        [[nodiscard]] QByteArrayList lines() const
        {
            QByteArrayList all = out.split('\n');
            while (!all.isEmpty() && all.last().isEmpty())
                all.removeLast();
            return all;
        }
        /// Every line of the output as an object; an invalid one is null.
        [[nodiscard]] QList<QJsonObject> objects() const
        {
            QList<QJsonObject> all;
            for (const QByteArray &line : lines())
                all.append(QJsonDocument::fromJson(line).object());
            return all;
        }
        [[nodiscard]] QByteArray all() const { return out + err; }
    };

    Program()
    {
        m_environment = QProcessEnvironment::systemEnvironment();
        for (const char *name : {"NO_COLOR", "ASSAY_PROGRAM", "TERM"})
            m_environment.remove(QString::fromLatin1(name));
        set("HOME", path("home"));
        set("XDG_STATE_HOME", path("state"));
        set("XDG_CACHE_HOME", path("cache"));
        QDir().mkpath(path("home"));
    }
    [[nodiscard]] QString path(const char *name) const { return m_dir.filePath(QString::fromLatin1(name)); }
    [[nodiscard]] QString runs() const { return path("state") + QStringLiteral("/assay/runs"); }
    void set(const char *name, const QString &value) { m_environment.insert(QString::fromLatin1(name), value); }
    void unset(const char *name) { m_environment.remove(QString::fromLatin1(name)); }

    [[nodiscard]] std::unique_ptr<QProcess> start(const QStringList &arguments, const QString &folder = {}) const
    {
        auto process = std::make_unique<QProcess>();
        process->setProcessEnvironment(m_environment);
        process->setWorkingDirectory(folder.isEmpty() ? m_dir.path() : folder);
        process->start(binary(), arguments);
        if (!process->waitForStarted())
            qWarning("%s did not start: %s", qPrintable(binary()), qPrintable(process->errorString()));
        return process;
    }
    static Ended wait(QProcess &process, int seconds = 300)
    {
        if (!process.waitForFinished(seconds * 1000)) {
            process.kill();
            process.waitForFinished();
        }
        return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2, process.readAllStandardOutput(),
                process.readAllStandardError()};
    }
    Ended run(const QStringList &arguments, const QByteArray &input = {}, const QString &folder = {}) const
    {
        const auto process = start(arguments, folder);
        process->write(input);
        process->closeWriteChannel();
        return wait(*process);
    }
    /// On a terminal of 100 columns: what it printed, escape sequences and all.
    Ended runOnTerminal(const QStringList &arguments) const
    {
        const int terminal = ::posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
        if (terminal < 0 || ::grantpt(terminal) != 0 || ::unlockpt(terminal) != 0)
            qFatal("no terminal");
        const QByteArray name = ::ptsname(terminal);
        const int side
            = ::open(name.constData(), O_RDWR | O_NOCTTY | O_CLOEXEC); // kept open, so that the end is not lost
        const winsize size{.ws_row = 30, .ws_col = 100, .ws_xpixel = 0, .ws_ypixel = 0};
        ::ioctl(side, TIOCSWINSZ, &size);
        QProcess process;
        QProcessEnvironment environment = m_environment;
        environment.insert(QStringLiteral("TERM"), QStringLiteral("xterm"));
        process.setProcessEnvironment(environment);
        process.setWorkingDirectory(m_dir.path());
        process.setChildProcessModifier([side] {
            ::dup2(side, STDOUT_FILENO);
            ::dup2(side, STDERR_FILENO);
        });
        process.start(binary(), arguments);
        Ended ended;
        const auto drain = [&] {
            char bytes[4096];
            pollfd ready{.fd = terminal, .events = POLLIN, .revents = 0};
            while (::poll(&ready, 1, 20) > 0 && (ready.revents & POLLIN)) {
                const ssize_t n = ::read(terminal, bytes, sizeof bytes);
                if (n <= 0)
                    break;
                ended.out.append(bytes, n);
            }
        };
        for (int i = 0; i < 6000 && process.state() != QProcess::NotRunning; ++i) {
            drain();
            process.waitForFinished(1);
        }
        drain();
        ended.status = process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -2;
        ::close(side);
        ::close(terminal);
        return ended;
    }

private:
    [[nodiscard]] static QString binary() { return QStringLiteral(ASSAY_BINARY_DIR "/bin/assay"); }

    QTemporaryDir m_dir;
    QProcessEnvironment m_environment;
};

} // namespace assay::test
