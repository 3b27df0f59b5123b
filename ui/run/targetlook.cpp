#include "ui/run/targetlook.h"

#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace assay::ui {

Result<TargetLook> lookAtTarget(ProcessHost &host, const QString &target, const QString &base)
{
    const GitProgram git(host);
    if (const auto version = git.version(); !version)
        return failure(version.error());
    auto facts = inspectTarget(git, target, base);
    if (!facts)
        return failure(facts.error());
    TargetLook look{.facts = *facts, .found = {}, .sandbox = Sandbox::detect(host).ability()};
    if (!QFileInfo(facts->path).isDir())
        return look;
    const QString gitFolder = facts->path + u"/.git"_s;
    const auto vault = Vault::open(QFileInfo::exists(gitFolder) ? gitFolder : facts->path);
    if (!vault)
        return failure(vault.error());
    auto found = detectGate(*vault, facts->baseTree);
    if (!found)
        return failure(found.error());
    look.found = *found;
    const auto config = vault->find(facts->baseTree, RepoPath("assay.toml"));
    look.hasConfig = config && config->has_value();
    return look;
}

} // namespace assay::ui
