// What a repository carries for coding agents and would run beside one: settings, hooks, MCP servers, plug-ins.
#pragma once

#include "core/domain/ids.h"

#include <QList>

namespace assay {

/// The files and folders among the paths of a tree that agents read by themselves, each once, in order: ".claude",
/// "sub/.mcp.json". What only tells an agent something (CLAUDE.md, AGENTS.md) is not among them: it runs nothing.
/// The names are those of the agents' own manuals, November 2026. Pure.
[[nodiscard]] QList<RepoPath> agentSettings(const QList<RepoPath> &paths);

/// The same of a work tree, at its top and in its folders; does not follow links and does not enter .git.
[[nodiscard]] QList<RepoPath> agentSettingsIn(const QString &workTree);

} // namespace assay
