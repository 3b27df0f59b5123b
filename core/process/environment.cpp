#include "core/process/processhost.h"

#include <unistd.h>

namespace assay {

QMap<QByteArray, QByteArray> wholeEnvironment()
{
    // environ itself: nothing of Qt's lists names and values byte for byte.
    QMap<QByteArray, QByteArray> whole;
    for (char **entry = ::environ; entry && *entry; ++entry) {
        const QByteArrayView line(*entry);
        if (const qsizetype equals = line.indexOf('='); equals > 0)
            whole.insert(line.first(equals).toByteArray(), line.sliced(equals + 1).toByteArray());
    }
    return whole;
}

QMap<QByteArray, QByteArray> cleanEnvironment(const QByteArrayList &keep)
{
    static const QByteArrayList always{"PATH", "LANG", "TZ", "TERM", "USER"};
    QMap<QByteArray, QByteArray> reduced = wholeEnvironment();
    reduced.removeIf([&](const auto &entry) {
        return !always.contains(entry.key()) && !entry.key().startsWith("LC_") && !keep.contains(entry.key());
    });
    return reduced;
}

} // namespace assay
