#include "core/process/sandbox.h"

#include "core/process/requestfile.h"
#include "core/process/sandboxrefusal.h"
#include "core/process/toolchains.h"

#include <QFile>
#include <QTemporaryDir>

#include <climits>
#include <cstdlib>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

QByteArray linkTarget(const QByteArray &path)
{
    char target[PATH_MAX];
    const ssize_t n = ::readlink(path.constData(), target, sizeof target);
    return n > 0 ? QByteArray(target, n) : QByteArray();
}

bool isThere(const QByteArray &path)
{
    struct stat info{};
    return ::stat(path.constData(), &info) == 0;
}

/// Empty when the path does not lead anywhere.
QByteArray resolved(const QByteArray &path)
{
    const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.constData(), nullptr), &std::free);
    return real ? QByteArray(real.get()) : QByteArray();
}

void addFresh(QByteArrayList &arguments, const QByteArray &inside, const char *mode)
{
    arguments << "--perms" << mode << "--size" << QByteArray::number(Sandbox::kFreshBytes) << "--tmpfs" << inside;
}

QByteArrayList namespaces()
{
    // As root bubblewrap would keep every capability and make no user namespace: both are said.
    return {"--unshare-user",       "--cap-drop", "ALL",   "--unshare-pid", "--unshare-ipc",    "--unshare-uts",
            "--unshare-cgroup-try", "--hostname", "assay", "--new-session", "--die-with-parent"};
}

void addSystem(QByteArrayList &arguments)
{
    for (const QByteArray &folder : systemFolders()) {
        // On merged systems /bin and its like are links, and programs look at them with readlink.
        if (const QByteArray target = linkTarget(folder); !target.isEmpty())
            arguments << "--symlink" << target << folder;
        else if (isThere(folder))
            arguments << "--ro-bind" << folder << folder;
    }
    arguments << "--proc" << "/proc" << "--dev" << "/dev";
    addFresh(arguments, "/dev/shm", "1777");
    arguments << "--remount-ro" << "/dev";
    addFresh(arguments, "/tmp", "1777");
    arguments << "--symlink" << "/tmp" << "/var/tmp";
}

/// Name resolution through a file that lives in /run (systemd-resolved, NetworkManager).
void addResolver(QByteArrayList &arguments)
{
    const QByteArray real = resolved("/etc/resolv.conf");
    if (real.startsWith("/run/") || real.startsWith("/mnt/"))
        arguments << "--ro-bind" << real << real;
}

} // namespace

void Sandbox::addBind(QByteArrayList &arguments, const SandboxBind &bind) const
{
    switch (bind.mode) {
    case SandboxBind::Mode::Fresh:
        addFresh(arguments, bind.inside, "0755");
        return;
    case SandboxBind::Mode::ReadWrite:
        arguments << "--bind" << bind.host << bind.inside;
        return;
    case SandboxBind::Mode::Overlay:
        if (m_ability.overlay) {
            arguments << "--overlay-src" << bind.host << "--tmp-overlay" << bind.inside;
            return;
        }
        [[fallthrough]];
    case SandboxBind::Mode::ReadOnly:
        arguments << "--ro-bind" << bind.host << bind.inside;
        return;
    }
}

ProcessCommand Sandbox::wrap(ProcessCommand command, const SandboxSpec &spec) const
{
    if (!contains())
        return command;
    QByteArrayList arguments = m_base;
    if (!spec.network)
        arguments << "--unshare-net";
    else
        addResolver(arguments);
    for (const SandboxBind &bind : spec.binds)
        addBind(arguments, bind);
    // Last: until here mount points are made in the root, which is memory and empty.
    arguments << "--remount-ro" << "/" << "--chdir" << (spec.workingFolder.isEmpty() ? "/"_ba : spec.workingFolder);
    arguments << "--" << command.program << command.arguments;

    for (const auto &[name, value] : m_cacheVariables.asKeyValueRange()) {
        if (!command.environment.contains(name))
            command.environment.insert(name, value);
    }
    if (!spec.home.isEmpty())
        command.environment.insert("HOME", spec.home);
    command.environment.insert("TMPDIR", "/tmp");
    command.program = m_program;
    command.arguments = std::move(arguments);
    command.workingFolder = "/";
    command.contained = true;
    return command;
}

Sandbox Sandbox::detect(ProcessHost &host, bool enabled)
{
    Sandbox sandbox;
    SandboxAbility &ability = sandbox.m_ability;
    if (!enabled) {
        ability.reason = u"containment is switched off"_s;
        return sandbox;
    }
    ProcessCommand probe{.program = "bwrap", .arguments = {"--version"}, .environment = cleanEnvironment()};
    probe.limits.timeout = std::chrono::seconds(20);
    const auto program = findProgram(probe);
    if (!program) {
        ability.reason = u"bubblewrap (bwrap) is not installed; install the package bubblewrap "
                         "(Debian, Ubuntu: sudo apt install bubblewrap)"_s;
        return sandbox;
    }
    sandbox.m_program = probe.program = *program;
    ability.version = QString::fromUtf8(host.run(probe).standardOutput).section(u' ', -1).trimmed();

    // Tried with what every command gets, toolchains too: a mount that fails here would fail each of them.
    const auto tryIt = [&](const QByteArray &script, const QList<SandboxBind> &binds) {
        ProcessCommand command = probe;
        command.program = "/bin/sh";
        command.arguments = {"-c", script};
        return host.run(sandbox.wrap(command, {.binds = binds}));
    };
    const Toolchains toolchains = findToolchains(wholeEnvironment());
    sandbox.m_cacheVariables = toolchains.variables;
    const auto lay = [&](bool overlay) {
        ability.available = true;
        ability.overlay = overlay;
        sandbox.m_base = namespaces();
        addSystem(sandbox.m_base);
        for (const SandboxBind &bind : toolchains.binds)
            sandbox.addBind(sandbox.m_base, bind);
    };
    // Writing below an overlay, with what is below left as it was, or it is none.
    const QTemporaryDir below;
    const QByteArray folder = below.path().toUtf8();
    QFile file(below.filePath(u"file"_s));
    if (file.open(QIODevice::WriteOnly) && file.write("below") == 5)
        file.close();
    lay(true);
    const bool overlaid = tryIt("echo above > /assay/probe/file && test \"$(cat /assay/probe/file)\" = above",
                                {{folder, "/assay/probe", SandboxBind::Mode::Overlay}})
                              .succeeded();
    if (overlaid && file.open(QIODevice::ReadOnly) && file.readAll() == "below")
        return sandbox;
    lay(false);
    const ProcessResult plain = tryIt("true", {});
    if (plain.succeeded())
        return sandbox;
    ability.available = ability.overlay = false;
    const QString says = plain.startError.isEmpty() ? QString::fromUtf8(plain.standardError) : plain.startError;
    ability.reason = refusalText(says.trimmed().section(u'\n', -1), readNamespaceSwitches(), ::geteuid() == 0);
    return sandbox;
}

} // namespace assay
