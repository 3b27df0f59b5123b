#include "core/git/linkescape.h"

#include <QByteArrayList>

#include <algorithm>

namespace assay {

LinkReach reachOf(const QByteArray &path, const LinkMap &links)
{
    QByteArrayList place = path.split('/'); // where we stand
    place.removeLast();
    QByteArrayList rest = links.value(path).split('/'); // what is still to be walked
    if (links.value(path).startsWith('/'))
        return LinkReach::Outside;
    int followed = 0;
    while (!rest.isEmpty()) {
        const QByteArray name = rest.takeFirst();
        if (name.isEmpty() || name == ".")
            continue;
        if (name == "..") {
            if (place.isEmpty())
                return LinkReach::Outside;
            place.removeLast();
            continue;
        }
        place.append(name);
        if (place.size() == 1 && name.toLower() == ".git")
            return LinkReach::GitFolder;
        const auto link = links.constFind(place.join('/'));
        if (link == links.cend())
            continue;
        if (++followed > 40) // the kernel's own limit
            return LinkReach::Inside;
        if (link->startsWith('/'))
            return LinkReach::Outside;
        place.removeLast();
        rest = link->split('/') + rest;
    }
    return LinkReach::Inside;
}

} // namespace assay
