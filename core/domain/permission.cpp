#include "core/domain/permission.h"

#include "core/domain/rules.h"
#include "core/domain/wordtable.h"

#include <QDir>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay {

// clang-format off
ASSAY_WORDS(PermissionRuling, permissionRulingFromWord,
    {PermissionRuling::Allow, u"allow"}, {PermissionRuling::Reject, u"reject"}, {PermissionRuling::Ask, u"ask"})
// clang-format on

namespace {

bool isBelow(const QString &path, const QStringList &folders)
{
    return std::ranges::any_of(folders, [&](const QString &folder) {
        return !folder.isEmpty() && (path == folder || path.startsWith(folder + u'/'));
    });
}

QString absolute(const QString &path, const PermissionGround &ground)
{
    return QDir::cleanPath(path.startsWith(u'/') || ground.clones.isEmpty() ? path
                                                                            : ground.clones.first() + u'/' + path);
}

/// Relative to the tree; nothing where it lies outside.
std::optional<QString> inTree(const QString &path, const PermissionGround &ground)
{
    const QString clean = absolute(path, ground);
    for (const QString &clone : ground.clones) {
        if (clean == clone)
            return QString();
        if (clean.startsWith(clone + u'/'))
            return clean.mid(clone.size() + 1);
    }
    return std::nullopt;
}

bool pathsFit(const PermissionRule &rule, const PermissionRequest &request, const PermissionGround &ground)
{
    if (rule.paths.isEmpty())
        return true;
    const auto fits = [&](const QString &path) {
        const auto relative = inTree(path, ground);
        return relative && std::ranges::any_of(rule.paths, [&](const QString &glob) {
                   return globMatches(glob.toUtf8(), relative->toUtf8());
               });
    };
    if (rule.answer == PermissionRuling::Allow)
        return !request.paths.isEmpty() && std::ranges::all_of(request.paths, fits);
    return std::ranges::any_of(request.paths, fits);
}

bool commandFits(const PermissionRule &rule, const PermissionRequest &request)
{
    return rule.commands.isEmpty()
        || (!request.command.isEmpty() && std::ranges::any_of(rule.commands, [&](const QString &pattern) {
               return commandMatches(pattern, request.command, rule.answer == PermissionRuling::Allow);
           }));
}

bool isOwnFolders(const PermissionRequest &request, const PermissionGround &ground)
{
    static const QStringList kinds{u"read"_s, u"search"_s, u"edit"_s, u"move"_s, u"delete"_s};
    return kinds.contains(request.kind) && request.command.isEmpty() && !request.paths.isEmpty()
        && std::ranges::all_of(request.paths, [&](const QString &path) {
               const QString clean = absolute(path, ground);
               return isBelow(clean, ground.clones) || isBelow(clean, ground.outboxes);
           });
}

} // namespace

RuledPermission rulePermission(const QList<PermissionRule> &rules, const PermissionRequest &request,
                               const PermissionGround &ground)
{
    for (qsizetype i = 0; i < rules.size(); ++i) {
        const PermissionRule &rule = rules.at(i);
        if ((rule.kinds.isEmpty() || rule.kinds.contains(request.kind)) && pathsFit(rule, request, ground)
            && commandFits(rule, request))
            return {rule.answer, u"agent.permission[%1]"_s.arg(i + 1)};
    }
    if (isOwnFolders(request, ground))
        return {PermissionRuling::Allow, u"own folders"_s};
    return {};
}

bool commandMatches(QStringView pattern, QStringView command, bool plainOnly)
{
    static constexpr QStringView kOperators = u";&|<>$`(){}\n\r";
    pattern = pattern.trimmed();
    command = command.trimmed();
    // As wildcards are matched everywhere: on a misfit the last * takes one more character.
    qsizetype p = 0, c = 0, star = -1, taken = 0;
    while (c < command.size()) {
        if (p < pattern.size() && pattern[p] == u'*') {
            star = p++;
            taken = c;
        } else if (p < pattern.size() && pattern[p] == command[c]) {
            ++p;
            ++c;
        } else if (star >= 0 && !(plainOnly && kOperators.contains(command[taken]))) {
            p = star + 1;
            c = ++taken;
        } else {
            return false;
        }
    }
    return std::ranges::all_of(pattern.sliced(p), [](QChar rest) { return rest == u'*'; });
}

const QStringList &permissionKinds()
{
    static const QStringList kinds{u"read"_s,    u"edit"_s,  u"delete"_s, u"move"_s,        u"search"_s,
                                   u"execute"_s, u"think"_s, u"fetch"_s,  u"switch_mode"_s, u"other"_s};
    return kinds;
}

} // namespace assay
