#include "core/process/processhost.h"

#include <unistd.h>

namespace assay {

QMap<QByteArray, QByteArray> cleanEnvironment(const QByteArrayList &keep)
{
    // environ itself: qgetenv would do for the values, but nothing else lists names byte for byte.
    static const QByteArrayList always{"PATH", "LANG", "TZ", "TERM", "USER"};
    QMap<QByteArray, QByteArray> reduced;
    for (char **entry = ::environ; entry && *entry; ++entry) {
        const QByteArrayView line(*entry);
        const qsizetype equals = line.indexOf('=');
        if (equals <= 0)
            continue;
        const QByteArray name = line.first(equals).toByteArray();
        if (always.contains(name) || name.startsWith("LC_") || keep.contains(name))
            reduced.insert(name, line.sliced(equals + 1).toByteArray());
    }
    return reduced;
}

} // namespace assay
