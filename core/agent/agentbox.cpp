#include "core/agent/agentbox.h"

#include "core/agent/agentsettings.h"
#include "core/process/sandbox.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <array>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

/// Variables that stay; a name that ends in '*' stands for all that begin so.
constexpr auto kKept = std::to_array<QByteArrayView>({"PATH",
                                                      "HOME",
                                                      "USER",
                                                      "LOGNAME",
                                                      "SHELL",
                                                      "LANG",
                                                      "LANGUAGE",
                                                      "LC_*",
                                                      "TZ",
                                                      "TERM",
                                                      "COLORTERM",
                                                      "NO_COLOR",
                                                      "ASSAY_*",
                                                      "http_proxy",
                                                      "https_proxy",
                                                      "all_proxy",
                                                      "no_proxy",
                                                      "HTTP_PROXY",
                                                      "HTTPS_PROXY",
                                                      "ALL_PROXY",
                                                      "NO_PROXY",
                                                      "SSL_CERT_FILE",
                                                      "SSL_CERT_DIR",
                                                      "NODE_EXTRA_CA_CERTS",
                                                      "REQUESTS_CA_BUNDLE",
                                                      "CURL_CA_BUNDLE",
                                                      "ANTHROPIC_*",
                                                      "CLAUDE_*",
                                                      "OPENAI_*",
                                                      "CODEX_*",
                                                      "GEMINI_*",
                                                      "GOOGLE_*",
                                                      "OPENCODE_*",
                                                      "DISABLE_AUTOUPDATER"});

bool stays(const QByteArray &name)
{
    return std::ranges::any_of(kKept, [&](QByteArrayView kept) {
        return kept.endsWith('*') ? name.startsWith(kept.chopped(1)) : name == kept;
    });
}

QString homePath()
{
    return QDir::cleanPath(QDir::homePath());
}

QString absolute(const QString &path)
{
    return QDir::cleanPath(path == u"~" || path.startsWith(u"~/") ? homePath() + path.mid(1) : path);
}

class Reached {
public:
    void add(const QString &path, SandboxBind::Mode mode)
    {
        const QByteArray bytes = QFile::encodeName(path);
        binds.append({bytes, bytes, mode});
    }
    void addUsual(const QStringList &paths, SandboxBind::Mode mode)
    {
        for (const QString &path : paths) {
            if (QFileInfo::exists(absolute(path)))
                add(absolute(path), mode);
        }
    }
    Status addWanted(const QStringList &paths, SandboxBind::Mode mode, const QString &key)
    {
        for (const QString &path : paths) {
            const QString real = absolute(path);
            if (!QDir::isAbsolutePath(real) || !QFileInfo::exists(real))
                return failure(u"%1 names it, and it is not there"_s.arg(key), path,
                               u"Give absolute paths, or such as begin with ~/."_s, ErrorKind::AgentUnavailable);
            add(real, mode);
        }
        return {};
    }
    /// The file alone: its folder may hold the owner's work, and the target itself. What npm installed is read with the
    /// packages beside it, by its real name: it looks for them from there. Returns what is to be started.
    QByteArray addProgram(const QString &program)
    {
        const QString real = QFileInfo(program).canonicalFilePath();
        const QString packages = u"/node_modules/"_s;
        if (const qsizetype at = real.indexOf(packages); at >= 0) {
            add(real.left(at + packages.size() - 1), SandboxBind::Mode::ReadOnly);
            return QFile::encodeName(real);
        }
        for (const QString &path : {program, real}) {
            if (!path.isEmpty() && QFileInfo::exists(path))
                add(path, SandboxBind::Mode::ReadOnly);
        }
        return QFile::encodeName(program);
    }

    /// Lays something empty over what the repository has agents run. What the agent writes there is gone with the session.
    Status hideSettings(const SessionRequest &request)
    {
        const QString clone = QFileInfo(request.clone).canonicalFilePath();
        const QString empty = request.outbox + u".settings.json"_s;
        for (const RepoPath &path : agentSettingsIn(request.clone)) {
            const QFileInfo file(QFileInfo(clone + u'/' + QFile::decodeName(path.bytes())).canonicalFilePath());
            if (!file.filePath().startsWith(clone + u'/')) // a link that leads nowhere in the sandbox
                continue;
            // The clone is bound by the name it was given, which may lead through a link.
            const QByteArray inside = QFile::encodeName(request.clone + file.filePath().sliced(clone.size()));
            if (file.isDir()) {
                binds.append({{}, inside, SandboxBind::Mode::Fresh});
                continue;
            }
            QFile nothing(empty);
            if (!nothing.open(QIODevice::WriteOnly | QIODevice::Truncate) || nothing.write("{}\n") != 3
                || !nothing.flush())
                return failure(u"it cannot be written: "_s + nothing.errorString(), empty);
            binds.append({QFile::encodeName(empty), inside, SandboxBind::Mode::ReadOnly});
        }
        return {};
    }

    QList<SandboxBind> binds;
};

} // namespace

Result<ProcessCommand> boxed(ProcessHost &host, ProcessCommand command, const SessionRequest &request,
                             const AgentReach &reach)
{
    using Mode = SandboxBind::Mode;
    if (!reach.contained)
        return command;
    const Sandbox sandbox = Sandbox::detect(host);
    if (!sandbox.contains())
        return failure(u"the agent cannot be contained: "_s + sandbox.ability().reason, u"bubblewrap"_s,
                       u"Install bubblewrap, or let the agent run as you: agent.contained = false."_s,
                       ErrorKind::AgentUnavailable);
    Reached reached;
    if (homePath() != u"/")
        reached.binds.append({{}, QFile::encodeName(homePath()), Mode::Fresh});
    reached.binds += toolchainBinds(); // those that lie in the home that was just emptied
    command.program = reached.addProgram(QFile::decodeName(command.program));
    reached.addUsual(reach.usualReads, Mode::ReadOnly);
    reached.addUsual(reach.usualWrites, Mode::ReadWrite);
    if (const auto added = reached.addWanted(reach.reads, Mode::ReadOnly, u"agent.read"_s); !added)
        return failure(added.error());
    if (const auto added = reached.addWanted(reach.writes, Mode::ReadWrite, u"agent.write"_s); !added)
        return failure(added.error());
    // Last, and so on top of whatever was named above.
    reached.addUsual({request.baseGit, request.outbox + u".prompt.md"_s}, Mode::ReadOnly);
    for (const QString &path : {request.clone, request.outbox})
        reached.add(path, Mode::ReadWrite);
    if (const auto hidden = reached.hideSettings(request); !hidden)
        return failure(hidden.error());

    for (auto it = command.environment.begin(); it != command.environment.end();)
        it = stays(it.key()) ? std::next(it) : command.environment.erase(it);
    const QByteArray folder = command.workingFolder;
    return sandbox.wrap(
        std::move(command),
        {.binds = reached.binds, .workingFolder = folder, .home = QFile::encodeName(homePath()), .network = true});
}

} // namespace assay
