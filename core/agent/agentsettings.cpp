#include "core/agent/agentsettings.h"

#include <QDir>
#include <QFile>
#include <QSet>

#include <algorithm>
#include <array>

namespace assay {
namespace {

constexpr auto kNames = std::to_array<QByteArrayView>({
    ".claude", ".mcp.json", ".claude.json",           // Claude Code
    ".codex",                                         // Codex
    ".gemini",                                        // Gemini CLI
    ".opencode", "opencode.json", "opencode.jsonc",   // OpenCode
    ".qwen", ".goose", ".cursor", ".aider.conf.yml",  // others
});

bool isSettings(QByteArrayView name)
{
    return std::ranges::contains(kNames, name);
}

} // namespace

QList<RepoPath> agentSettings(const QList<RepoPath> &paths)
{
    QSet<RepoPath> found;
    for (const RepoPath &path : paths) {
        const QByteArray &bytes = path.bytes();
        for (qsizetype start = 0; start < bytes.size();) {
            qsizetype end = bytes.indexOf('/', start);
            if (end < 0)
                end = bytes.size();
            if (isSettings(QByteArrayView(bytes).sliced(start, end - start))) {
                found.insert(RepoPath(bytes.first(end)));
                break; // what lies below goes with it
            }
            start = end + 1;
        }
    }
    QList<RepoPath> sorted(found.cbegin(), found.cend());
    std::sort(sorted.begin(), sorted.end());
    return sorted;
}

QList<RepoPath> agentSettingsIn(const QString &workTree)
{
    QList<RepoPath> found;
    QByteArrayList folders{QByteArray()};
    while (!folders.isEmpty()) {
        const QByteArray folder = folders.takeLast();
        const QDir here(workTree + u'/' + QFile::decodeName(folder));
        const auto entries
            = here.entryInfoList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot, QDir::NoSort);
        for (const QFileInfo &entry : entries) {
            const QByteArray name = QFile::encodeName(entry.fileName());
            const QByteArray path = folder.isEmpty() ? name : folder + '/' + name;
            if (isSettings(name))
                found.append(RepoPath(path));
            else if (entry.isDir() && !entry.isSymLink() && name != ".git")
                folders.append(path);
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

} // namespace assay
