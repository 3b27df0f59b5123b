#include "core/process/sandboxrefusal.h"

#include <QFile>

using namespace Qt::StringLiterals;

namespace assay {

NamespaceSwitches readNamespaceSwitches()
{
    const auto read = [](const QString &name) {
        QFile file(u"/proc/sys/"_s + name);
        return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed() : QByteArray();
    };
    return {.apparmorRestricts = read(u"kernel/apparmor_restrict_unprivileged_userns"_s),
            .unprivilegedClone = read(u"kernel/unprivileged_userns_clone"_s),
            .most = read(u"user/max_user_namespaces"_s)};
}

QString refusalText(const QString &says, const NamespaceSwitches &switches, bool root)
{
    const QString text = u"bubblewrap does not work here (%1). "_s.arg(says);
    if (says.contains(u"Unknown option"_s))
        return text + u"It is too old: 0.6 or later is needed. Update the package bubblewrap"_s;
    if (switches.most == "0")
        return text + u"User namespaces are switched off: sudo sysctl -w user.max_user_namespaces=15000"_s;
    if (!root && switches.unprivilegedClone == "0")
        return text + u"User namespaces are for root only: sudo sysctl -w kernel.unprivileged_userns_clone=1"_s;
    if (!root && switches.apparmorRestricts == "1")
        return text
            + u"AppArmor forbids user namespaces: give bwrap a profile that allows them (the package "
              "apparmor-profiles has bwrap-userns-restrict), or "
              "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0"_s;
    return text
        + u"Inside a container, start that with user namespaces and an unmasked /proc allowed "
          "(for example --privileged)"_s;
}

} // namespace assay
