#include "core/gate/checkoutsurroundings.h"

#include "core/process/toolchains.h"

#include <QFile>
#include <QThread>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace assay {

CheckoutSurroundings::CheckoutSurroundings(RunFolder run, ProcessHost &processHost, const Sandbox &box)
    : folder(std::move(run)),
      host(processHost),
      sandbox(box),
      cores(CoreSlots::standardFolder(), QThread::idealThreadCount())
{
    m_environment = cleanEnvironment();
    m_environment["LC_ALL"] = "C.UTF-8";
    m_environment["PYTHONDONTWRITEBYTECODE"] = "1"; // a frozen tree stays as it is, a copy compares equal
    m_environment["ASSAY_RUN"] = QFile::encodeName(folder.path()); // what a crashed engine left is found by it
    if (!sandbox.contains()) {
        // HOME is another one: the owner's toolchains would not be found there.
        for (const auto &[name, value] : findToolchains(wholeEnvironment()).variables.asKeyValueRange())
            m_environment.insert(name, value);
    }
}

SeenPaths CheckoutSurroundings::seenPaths() const
{
    if (sandbox.contains())
        return {kInsideTree.toByteArray(),  kInsideHome.toByteArray(), kInsideCheck.toByteArray(),
                kInsideFiles.toByteArray(), kInsideOut.toByteArray(),  "/tmp"};
    const QByteArray own = QFile::encodeName(onlyFolder());
    // Short, since sockets are made there; the same each time, as all paths; nobody else's.
    const QByteArray temporary = "/tmp/assay-" + QByteArray::number(::getuid()) + '-'
        + Digest::of(QFile::encodeName(folder.path())).hex().first(12);
    return {own + "/tree", own + "/home", own + "/check", own + "/bin", own + "/out", temporary};
}

QMap<QByteArray, QByteArray> CheckoutSurroundings::environment() const
{
    auto environment = m_environment;
    const SeenPaths seen = seenPaths();
    environment["HOME"] = seen.home;
    environment["TMPDIR"] = seen.temporary;
    if (networkCaches) {
        const QByteArray caches = seen.home + '/' + kCaches.toByteArray() + '/';
        environment["CARGO_HOME"] = caches + "cargo";
        environment["GOMODCACHE"] = caches + "go";
        environment["npm_config_cache"] = caches + "npm";
        environment["PIP_CACHE_DIR"] = caches + "pip";
        environment["GRADLE_USER_HOME"] = caches + "gradle";
        environment["MAVEN_ARGS"] = "-Dmaven.repo.local=" + caches + "maven";
    }
    return environment;
}

QByteArray CheckoutSurroundings::baseGitAsSeen() const
{
    return sandbox.contains() ? kInsideBaseGit.toByteArray() : baseGit;
}

} // namespace assay
