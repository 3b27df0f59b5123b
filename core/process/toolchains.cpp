#include "core/process/toolchains.h"

#include <algorithm>
#include <sys/stat.h>
#include <unistd.h>

namespace assay {

namespace {

using Mode = SandboxBind::Mode;

struct Part {
    const char *name; ///< below the cache's folder; empty = all of it
    Mode mode;
};

struct Cache {
    const char *variable; ///< names the folder, outside and inside; null: its program finds it by the user's name
    const char *folder;   ///< below home, when the variable is not set
    std::vector<Part> parts;
};

/// Where only parts are shown, the folder itself is fresh and writable: locks, logs and daemons' files go there.
const std::vector<Cache> &caches()
{
    static const std::vector<Cache> table{
        {"CARGO_HOME",
         ".cargo",
         {{"bin", Mode::ReadOnly},
          {"registry", Mode::Overlay},
          {"git", Mode::Overlay},
          {"config.toml", Mode::ReadOnly}}},
        {"RUSTUP_HOME", ".rustup", {{"", Mode::ReadOnly}}},
        {"GOMODCACHE", "go/pkg/mod", {{"", Mode::Overlay}}},
        {"GRADLE_USER_HOME",
         ".gradle",
         {{"caches", Mode::Overlay}, {"wrapper", Mode::Overlay}, {"jdks", Mode::ReadOnly}}},
        // Java takes the home folder from the user database, so Maven looks here whatever HOME says.
        {nullptr, ".m2", {{"repository", Mode::Overlay}, {"wrapper", Mode::Overlay}}},
        {"npm_config_cache", ".npm", {{"_cacache", Mode::Overlay}}},
        {"PIP_CACHE_DIR", ".cache/pip", {{"", Mode::Overlay}}},
        {"PYENV_ROOT", ".pyenv", {{"", Mode::ReadOnly}}},
        {"NVM_DIR", ".nvm", {{"", Mode::ReadOnly}}},
    };
    return table;
}

bool exists(const QByteArray &path)
{
    return ::access(path.constData(), R_OK) == 0;
}

bool isFolder(const QByteArray &path)
{
    struct stat info{};
    return ::stat(path.constData(), &info) == 0 && S_ISDIR(info.st_mode)
        && ::access(path.constData(), R_OK | X_OK) == 0;
}

bool isWithin(const QByteArray &path, const QByteArray &folder)
{
    return path == folder || (path.startsWith(folder) && (folder.endsWith('/') || path.at(folder.size()) == '/'));
}

/// Without doubled or closing slashes; empty for what is not absolute or climbs.
QByteArray tidied(const QByteArray &path)
{
    if (!path.startsWith('/'))
        return {};
    QByteArray tidy;
    for (const QByteArray &part : path.split('/')) {
        if (part == "..")
            return {};
        if (!part.isEmpty() && part != ".")
            tidy += '/' + part;
    }
    return tidy;
}

bool isShownBySystem(const QByteArray &path)
{
    return std::ranges::any_of(systemFolders(), [&](const QByteArray &folder) { return isWithin(path, folder); });
}

class Search {
public:
    explicit Search(const QMap<QByteArray, QByteArray> &environment)
        : m_environment(environment),
          m_home(tidied(environment.value("HOME")))
    {}

    Toolchains run()
    {
        for (const Cache &cache : caches())
            addCache(cache);
        for (const QByteArray &entry : m_environment.value("PATH").split(':'))
            addPathFolder(tidied(entry));
        return std::move(m_found);
    }

private:
    QByteArray folderOf(const Cache &cache) const
    {
        if (cache.variable && m_environment.contains(cache.variable))
            return tidied(m_environment.value(cache.variable));
        const QByteArray goPath = m_environment.value("GOPATH").split(':').first();
        if (cache.variable == QByteArrayView("GOMODCACHE") && !goPath.isEmpty())
            return tidied(goPath + "/pkg/mod");
        return m_home.isEmpty() ? QByteArray() : m_home + '/' + cache.folder;
    }

    void addCache(const Cache &cache)
    {
        const QByteArray folder = folderOf(cache);
        if (folder.isEmpty() || !isFolder(folder) || isWithin(m_home, folder))
            return;
        if (cache.variable)
            m_found.variables.insert(cache.variable, folder);
        if (cache.parts.front().name[0] != '\0')
            m_found.binds.append({folder, folder, Mode::Fresh});
        for (const Part &part : cache.parts) {
            const QByteArray path = part.name[0] == '\0' ? folder : folder + '/' + part.name;
            const bool whole = path == folder;
            if (exists(path) && !(whole && part.mode == Mode::ReadOnly && isShownBySystem(path)))
                m_found.binds.append({path, path, part.mode});
        }
    }

    void addPathFolder(const QByteArray &folder)
    {
        // A PATH entry inside /tmp or at home would show more than programs, or be hidden by what is mounted there.
        if (folder.isEmpty() || isShownBySystem(folder) || !isFolder(folder) || isWithin(m_home, folder))
            return;
        const QByteArray shown = prefixOf(folder);
        const bool covered = std::ranges::any_of(m_found.binds, [&](const SandboxBind &bind) {
            return bind.mode != Mode::Fresh && isWithin(shown, bind.inside);
        });
        const bool intoCache
            = std::ranges::any_of(m_found.binds, [&](const SandboxBind &bind) { return isWithin(bind.inside, shown); });
        if (!covered)
            m_found.binds.append({intoCache ? folder : shown, intoCache ? folder : shown, Mode::ReadOnly});
    }

    /// PREFIX for PREFIX/bin with libraries beside it: what is in bin needs them. Not home, nor what is shared by all.
    QByteArray prefixOf(const QByteArray &folder) const
    {
        const QByteArray parent = folder.left(folder.lastIndexOf('/'));
        if (!folder.endsWith("/bin") || parent.isEmpty() || isWithin(m_home, parent) || parent == m_home + "/.local")
            return folder;
        const bool libraries
            = std::ranges::any_of(QByteArrayList{"lib", "lib64", "libexec"},
                                  [&](const QByteArray &name) { return isFolder(parent + '/' + name); });
        return libraries ? parent : folder;
    }

    const QMap<QByteArray, QByteArray> &m_environment;
    QByteArray m_home;
    Toolchains m_found;
};

} // namespace

const QByteArrayList &systemFolders()
{
    static const QByteArrayList folders{"/usr",    "/bin", "/sbin", "/lib",       "/lib32",    "/lib64",
                                        "/libx32", "/opt", "/etc",  "/nix/store", "/gnu/store"};
    return folders;
}

Toolchains findToolchains(const QMap<QByteArray, QByteArray> &environment)
{
    return Search(environment).run();
}

QList<SandboxBind> toolchainBinds()
{
    return findToolchains(wholeEnvironment()).binds;
}

} // namespace assay
