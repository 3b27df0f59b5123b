// What containment claims, each claim tried from the inside.
#include "core/process/processtree.h"
#include "core/process/sandbox.h"
#include "core/process/sandboxrefusal.h"
#include "tests/support/processtest.h"

#include <QElapsedTimer>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <arpa/inet.h>
#include <csignal>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;
using namespace std::chrono_literals;

using Mode = SandboxBind::Mode;

class SandboxTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_dir;
    std::unique_ptr<ProcessHost> m_host = std::make_unique<ProcessHost>();
    Sandbox m_sandbox = Sandbox::detect(*m_host);

    QByteArray path(const QByteArray &name) const { return m_dir.path().toUtf8() + '/' + name; }

    void write(const QByteArray &name, const QByteArray &text) const
    {
        QFile file(QString::fromUtf8(path(name)));
        QVERIFY(file.open(QIODevice::WriteOnly));
        QCOMPARE(file.write(text), text.size());
    }

    /// A home of its own for each test, fresh.
    SandboxSpec spec(const QList<SandboxBind> &binds = {}) const
    {
        QDir(m_dir.filePath(u"home"_s)).removeRecursively();
        ::mkdir(path("home").constData(), 0755);
        return {.binds = QList<SandboxBind>{{path("home"), "/assay/home", Mode::ReadWrite}} + binds,
                .workingFolder = "/assay/home",
                .home = "/assay/home"};
    }

    ProcessResult inside(const QByteArray &script, const SandboxSpec &spec)
    {
        return m_host->run(m_sandbox.wrap(shell(script), spec));
    }

    /// The daemons of this test; the name tells them from those of others.
    const QByteArray m_daemon = "/assay/home/daemon-of-" + QByteArray::number(::getpid());
    QList<int> daemons() const { return processesWith(m_daemon + '\0' + "1000"); }
    QByteArray daemonNote() const { return path("home") + m_daemon.mid(m_daemon.lastIndexOf('/')); }

    ProcessCommand misbehaveInside(const QByteArrayList &arguments)
    {
        ProcessCommand command = misbehave(arguments);
        command.arguments[1] = "/assay/support/misbehave.py";
        return m_sandbox.wrap(command, spec({{ASSAY_SOURCE_DIR "/tests/support", "/assay/support", Mode::ReadOnly}}));
    }

    /// Says "in" and closes each connection; its address text, or "" when there is none.
    struct Listener {
        int fd = -1;
        ~Listener() { ::close(fd); }
    };

    static QByteArray connectScript(const QByteArray &family, const QByteArray &address)
    {
        return "python3 -S -c 'import socket\n"
               "s = socket.socket(socket."
            + family
            + ")\n"
              "s.settimeout(3)\n"
              "try:\n    s.connect("
            + address
            + ")\n    print(\"connected\")\n"
              "except OSError as e:\n    print(\"refused\")'";
    }

private Q_SLOTS:
    void init()
    {
        QVERIFY(m_dir.isValid());
        if (!m_sandbox.contains())
            QSKIP(qPrintable(m_sandbox.ability().reason));
    }

    void homeRunAndEveryOtherFolderAreAbsent()
    {
        write("secret", "s");
        const QByteArray home = qgetenv("HOME");
        const ProcessResult result = inside(
            "ls -A / | tr '\\n' ' '; for f in /run /home /root/.bashrc /var/lib /sys /mnt " ASSAY_SOURCE_DIR " "
                + path("secret") + " " + home + "/.profile " + home + "/.ssh; do test ! -e $f || echo seen $f; done",
            spec());
        QByteArrayList roots = result.standardOutput.trimmed().split(' ');
        // Toolchains in the owner's home make its parents appear, empty but for them.
        roots.removeAll(home.split('/').value(1));
        for (const char *system : {"bin", "sbin", "lib", "lib32", "lib64", "libx32", "opt", "nix", "gnu"})
            roots.removeAll(system);
        QCOMPARE(roots.join(' '), "assay dev etc proc tmp usr var");
        QCOMPARE(result.standardError, "");
    }

    void writesOutsideWhatIsBoundFail()
    {
        const QByteArray temporary = "/tmp/assay-test-" + QByteArray::number(::getpid());
        const ProcessResult result
            = inside("for f in /new /usr/new /etc/new /assay/new /dev/new /bin/new /var/new; do "
                     "(echo x > $f) 2>/dev/null && echo wrote $f; done; echo ok > /assay/home/here; echo ok > "
                         + temporary
                         + "; "
                           "echo ok > /dev/shm/here; echo ok > /dev/null",
                     spec());
        QCOMPARE(result.standardOutput, "");
        QCOMPARE(result.standardError, "");
        QCOMPARE(readFile(path("home/here")), "ok\n");
        QVERIFY(!QFile::exists(QString::fromUtf8(temporary)));
    }

    void bindsAreWhatTheySay()
    {
        for (const char *name : {"ro", "rw", "over"}) {
            ::mkdir(path(name).constData(), 0755);
            write(QByteArray(name) + "/file", "before\n");
        }
        const ProcessResult result = inside("cat /a/ro/file /a/rw/file /a/over/file; for f in ro rw over fresh; do "
                                            "(echo after > /a/$f/file) 2>/dev/null && echo wrote $f; done",
                                            spec({{path("ro"), "/a/ro", Mode::ReadOnly},
                                                  {path("rw"), "/a/rw", Mode::ReadWrite},
                                                  {path("over"), "/a/over", Mode::Overlay},
                                                  {{}, "/a/fresh", Mode::Fresh}}));
        const QByteArray over = m_sandbox.ability().overlay ? "wrote over\n"_ba : QByteArray();
        QCOMPARE(result.standardOutput, "before\nbefore\nbefore\nwrote rw\n" + over + "wrote fresh\n");
        QCOMPARE(readFile(path("ro/file")), "before\n");
        QCOMPARE(readFile(path("rw/file")), "after\n");
        QCOMPARE(readFile(path("over/file")), "before\n");
    }

    void freshFoldersAreLimited()
    {
        const ProcessResult result = inside("df -B1 --output=size /tmp /dev/shm | tail -n +2", spec());
        const QByteArrayList sizes = result.standardOutput.simplified().split(' ');
        QCOMPARE(sizes, QByteArrayList(2, QByteArray::number(Sandbox::kFreshBytes)));
    }

    void namespacesAreItsOwn()
    {
        const ProcessResult result
            = inside("hostname; echo $(ls /proc | grep -c '^[0-9]'); grep -E 'Cap(Eff|Bnd|Prm)' /proc/self/status; "
                     "id -u; for n in pid ipc net uts user mnt; do readlink /proc/self/ns/$n; done",
                     spec());
        const QByteArrayList lines = result.standardOutput.trimmed().split('\n');
        QCOMPARE(lines.size(), 12);
        QCOMPARE(lines[0], "assay");
        QVERIFY2(lines[1].toInt() < 8, lines[1]);
        for (int i = 2; i < 5; ++i)
            QVERIFY2(lines[i].endsWith("\t0000000000000000"), lines[i]);
        QCOMPARE(lines[5].toUInt(), ::getuid());
        const ProcessResult outside
            = m_host->run(shell("for n in pid ipc net uts user mnt; do readlink /proc/self/ns/$n; done"));
        QCOMPARE(outside.standardOutput.count('\n'), 6);
        for (const QByteArray &space : outside.standardOutput.trimmed().split('\n'))
            QVERIFY2(!lines.contains(space), space);
    }

    void theHostsLoopbackIsOutOfReachUnlessAskedFor()
    {
        Listener listener{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
        sockaddr_in address{.sin_family = AF_INET, .sin_port = 0, .sin_addr = {htonl(INADDR_LOOPBACK)}, .sin_zero = {}};
        socklen_t size = sizeof address;
        QCOMPARE(::bind(listener.fd, reinterpret_cast<sockaddr *>(&address), size), 0);
        QCOMPARE(::listen(listener.fd, 8), 0);
        QCOMPARE(::getsockname(listener.fd, reinterpret_cast<sockaddr *>(&address), &size), 0);
        const QByteArray script
            = connectScript("AF_INET", "(\"127.0.0.1\", " + QByteArray::number(ntohs(address.sin_port)) + ')');
        SandboxSpec reach = spec();
        QCOMPARE(inside(script, reach).standardOutput, "refused\n");
        reach.network = true;
        QCOMPARE(inside(script, reach).standardOutput, "connected\n");
    }

    void unixSocketsElsewhereAreOutOfReach()
    {
        const auto serve = [](const QByteArray &name, bool abstract) {
            Listener listener{::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)};
            sockaddr_un address{};
            address.sun_family = AF_UNIX;
            std::copy(name.begin(), name.end(), address.sun_path + (abstract ? 1 : 0));
            const auto size = socklen_t(offsetof(sockaddr_un, sun_path) + size_t(name.size()) + 1);
            const bool listening = ::bind(listener.fd, reinterpret_cast<sockaddr *>(&address), size) == 0
                && ::listen(listener.fd, 8) == 0;
            return listening ? std::exchange(listener.fd, -1) : -1;
        };
        const Listener named{serve(path("socket"), false)};
        const Listener abstract{serve("assay-test-" + QByteArray::number(::getpid()), true)};
        QVERIFY(named.fd >= 0 && abstract.fd >= 0);
        const QByteArray toNamed = connectScript("AF_UNIX", '"' + path("socket") + '"');
        const QByteArray toAbstract
            = connectScript("AF_UNIX", "\"\\0assay-test-" + QByteArray::number(::getpid()) + '"');
        QCOMPARE(m_host->run(shell(toNamed)).standardOutput, "connected\n");
        QCOMPARE(m_host->run(shell(toAbstract)).standardOutput, "connected\n");
        QCOMPARE(inside(toNamed, spec()).standardOutput, "refused\n");
        QCOMPARE(inside(toAbstract, spec()).standardOutput, "refused\n");
    }

    void servicesInsideHaveTheirOwnLoopback()
    {
        const ProcessResult result = inside("python3 -S -c 'import socket\n"
                                            "s = socket.create_server((\"127.0.0.1\", 0))\n"
                                            "c = socket.create_connection(s.getsockname())\n"
                                            "s.accept()[0].send(b\"hi\")\n"
                                            "print(c.recv(2))'",
                                            spec());
        QCOMPARE(result.standardOutput, "b'hi'\n");
    }

    void theEnvironmentIsTheCommandsOwn()
    {
        ProcessCommand command = test::command("env", {"-0"});
        command.environment = {{"PATH", command.environment.value("PATH")}, {"ODD", "a\xff\nb"}};
        const ProcessResult result = m_host->run(m_sandbox.wrap(command, spec()));
        QByteArrayList lines = result.standardOutput.split('\0');
        for (const char *known : {"PIP_CACHE_DIR=", "PYENV_ROOT=", "NVM_DIR=", "RUSTUP_HOME=", "GOMODCACHE=",
                                  "GRADLE_USER_HOME=", "CARGO_HOME=", "npm_config_cache="})
            lines.removeIf([&](const QByteArray &line) { return line.startsWith(known); });
        std::ranges::sort(lines);
        QCOMPARE(lines,
                 (QByteArrayList{"", "HOME=/assay/home", "ODD=a\xff\nb", "PATH=" + command.environment.value("PATH"),
                                 "PWD=/assay/home", "TMPDIR=/tmp"}));
    }

    void theOwnersToolsAndCachesAreThereTheirLoginsAreNot()
    {
        const QByteArray owner = path("owner");
        QVERIFY(QDir().mkpath(QString::fromUtf8(owner + "/.cargo/bin")));
        QVERIFY(QDir().mkpath(QString::fromUtf8(owner + "/.cargo/registry")));
        write("owner/.cargo/bin/assay-tool", "#!/bin/sh\necho tool\n");
        write("owner/.cargo/registry/crate", "crate\n");
        write("owner/.cargo/credentials.toml", "secret\n");
        write("owner/.profile", "secret\n");
        ::chmod((owner + "/.cargo/bin/assay-tool").constData(), 0755);
        const QByteArray home = qgetenv("HOME"), cargo = qgetenv("CARGO_HOME");
        qputenv("HOME", owner);
        qunsetenv("CARGO_HOME");
        const Sandbox sandbox = Sandbox::detect(*m_host);
        qputenv("HOME", home);
        cargo.isNull() ? qunsetenv("CARGO_HOME") : qputenv("CARGO_HOME", cargo);

        ProcessCommand command = shell("$CARGO_HOME/bin/assay-tool; cat $CARGO_HOME/registry/crate; ls -A " + owner
                                       + " $CARGO_HOME/; echo x > $CARGO_HOME/lock && echo written;"
                                         "(echo x > $CARGO_HOME/registry/crate) 2>/dev/null; true");
        const ProcessResult result = m_host->run(sandbox.wrap(command, spec()));
        QCOMPARE(result.standardOutput,
                 "tool\ncrate\n" + owner + ":\n.cargo\n\n" + owner + "/.cargo/:\nbin\nregistry\nwritten\n");
        QCOMPARE(readFile(owner + "/.cargo/registry/crate"), "crate\n");
        command = shell("echo $CARGO_HOME");
        command.environment.insert("CARGO_HOME", "/mine");
        QCOMPARE(m_host->run(sandbox.wrap(command, spec())).standardOutput, "/mine\n");
    }

    void statusesComeThrough()
    {
        QCOMPARE(inside("exit 3", spec()).exitStatus, 3);
        QCOMPARE(inside("kill -SEGV $$", spec()).exitStatus, 128 + SIGSEGV);
        const ProcessResult lookalike = inside("echo out; echo 'bwrap: no' >&2; exit 1", spec());
        QCOMPARE(lookalike.end, ProcessEnd::Exited);
    }

    void whatCannotStartInsideIsNotStarted()
    {
        const ProcessResult program = m_host->run(m_sandbox.wrap(command("/no/such/program"), spec()));
        QCOMPARE(program.end, ProcessEnd::NotStarted);
        QVERIFY2(program.startError.contains(u"/no/such/program"_s), qPrintable(program.startError));
        const ProcessResult bind = inside("true", spec({{"/no/such/folder", "/a", Mode::ReadOnly}}));
        QCOMPARE(bind.end, ProcessEnd::NotStarted);
        QVERIFY2(bind.startError.contains(u"/no/such/folder"_s), qPrintable(bind.startError));
    }

    void aForkBombEndsAtTheLimitAndNothingIsLeft()
    {
        ProcessCommand command = misbehaveInside({"bomb", "3000"});
        command.limits.processes = 64;
        QElapsedTimer timer;
        timer.start();
        const ProcessResult result = m_host->run(command);
        QCOMPARE(result.end, ProcessEnd::TooManyProcesses);
        QVERIFY2(timer.elapsed() < 4000, QByteArray::number(timer.elapsed()));
        QCOMPARE(processesWith("misbehave.py\0bomb"_ba), QList<int>());
    }

    void aStopLeavesNothing()
    {
        StopSource stop;
        ProcessCommand command = misbehaveInside({"daemon", m_daemon, "stay"});
        QElapsedTimer timer;
        command.onOutput = [&](int, QByteArrayView) {
            stop.requestStop();
            timer.start();
        };
        const ProcessResult result = m_host->run(command, stop.token());
        QCOMPARE(result.end, ProcessEnd::Stopped);
        QVERIFY2(timer.elapsed() < 2000, QByteArray::number(timer.elapsed()));
        QVERIFY(readFile(daemonNote()).toInt() > 0);
        QCOMPARE(processesWith(m_daemon), QList<int>());
    }

    void daemonsEndWithTheMainProcess()
    {
        const ProcessResult result = m_host->run(misbehaveInside({"daemon", m_daemon}));
        QCOMPARE(result.end, ProcessEnd::Exited);
        QVERIFY(result.duration < 2s);
        QVERIFY(readFile(daemonNote()).toInt() > 0);
        QCOMPARE(daemons(), QList<int>());
    }

    void aKilledEngineLeavesNothing()
    {
        const pid_t engine = ::fork();
        QVERIFY(engine >= 0);
        if (engine == 0) {
            ProcessHost host;
            (void)host.run(misbehaveInside({"daemon", m_daemon, "stay"}));
            ::_exit(0);
        }
        QVERIFY(QTest::qWaitFor([&] { return !daemons().isEmpty(); }));
        ::kill(engine, SIGKILL);
        ::waitpid(engine, nullptr, 0);
        QVERIFY(QTest::qWaitFor([&] { return processesWith(m_daemon).isEmpty(); }, 2000));
    }

    void switchedOffItChangesNothing()
    {
        const Sandbox off = Sandbox::detect(*m_host, false);
        QVERIFY(!off.contains());
        const ProcessCommand wrapped = off.wrap(shell("pwd"), spec());
        QCOMPARE(wrapped.program, "/bin/sh");
        QCOMPARE(wrapped.arguments, QByteArrayList({"-c", "pwd"}));
        QVERIFY(!wrapped.contained);
    }

    void withoutBubblewrapTheOwnerIsToldToInstallIt()
    {
        const QByteArray before = qgetenv("PATH");
        qputenv("PATH", m_dir.path().toUtf8());
        const Sandbox none = Sandbox::detect(*m_host);
        qputenv("PATH", before);
        QVERIFY(!none.contains());
        QVERIFY2(none.ability().reason.contains(u"install bubblewrap"_s), qPrintable(none.ability().reason));
    }

    void aBubblewrapThatFailsIsNoContainment()
    {
        write("bwrap",
              "#!/bin/sh\ntest \"$1\" = --version && echo bubblewrap 0.4.0 && exit\n"
              "echo 'bwrap: Unknown option --size' >&2; exit 1\n");
        ::chmod(path("bwrap").constData(), 0755);
        const QByteArray before = qgetenv("PATH");
        qputenv("PATH", m_dir.path().toUtf8() + ':' + before);
        const Sandbox none = Sandbox::detect(*m_host);
        qputenv("PATH", before);
        QFile::remove(QString::fromUtf8(path("bwrap")));
        QVERIFY(!none.contains());
        QCOMPARE(none.ability().version, u"0.4.0"_s);
        QVERIFY2(none.ability().reason.contains(u"too old"_s), qPrintable(none.ability().reason));
    }

    void refusalsNameTheSwitch_data()
    {
        QTest::addColumn<NamespaceSwitches>("switches");
        QTest::addColumn<bool>("root");
        QTest::addColumn<QString>("says");
        QTest::newRow("none at all") << NamespaceSwitches{{}, {}, "0"} << true << u"user.max_user_namespaces=15000"_s;
        QTest::newRow("Debian's") << NamespaceSwitches{{}, "0", "9"} << false << u"unprivileged_userns_clone=1"_s;
        QTest::newRow("Ubuntu's") << NamespaceSwitches{"1", "1", "9"} << false << u"restrict_unprivileged_userns=0"_s;
        QTest::newRow("not root's") << NamespaceSwitches{"1", "0", "9"} << true << u"Inside a container"_s;
    }

    void refusalsNameTheSwitch()
    {
        QFETCH(NamespaceSwitches, switches);
        QFETCH(bool, root);
        QFETCH(QString, says);
        const QString text = refusalText(u"No permissions"_s, switches, root);
        QVERIFY2(text.contains(says) && text.contains(u"(No permissions)"_s), qPrintable(text));
    }
};

QTEST_GUILESS_MAIN(SandboxTest)
#include "tst_sandbox.moc"
