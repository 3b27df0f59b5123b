// What several benchmarks read off the machine.
#pragma once

#include <QElapsedTimer>
#include <QFile>

namespace assay::bench {

inline double milliseconds(const QElapsedTimer &timer)
{
    return double(timer.nsecsElapsed()) / 1e6;
}

/// The value behind `key` in a file of "key: value" lines, as /proc has them; "?" where there is none.
inline QByteArray lineOf(const QString &path, QByteArrayView key)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return "?";
    for (const QByteArray &line : file.readAll().split('\n')) {
        if (line.startsWith(key))
            return line.mid(line.indexOf(':') + 1).trimmed();
    }
    return "?";
}

} // namespace assay::bench
