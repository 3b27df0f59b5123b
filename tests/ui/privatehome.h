// A console's settings, runs and caches in a folder of the test's own.
#pragma once

#include <QApplication>
#include <QTemporaryDir>

namespace assay::test {

/// Before the first window: names the program as main() does, and lets it outlive its windows.
inline void usePrivateHome(const QTemporaryDir &home)
{
    for (const char *name : {"XDG_STATE_HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME"})
        qputenv(name, home.filePath(QString::fromLatin1(name)).toUtf8());
    QCoreApplication::setOrganizationName(QStringLiteral("assay-test"));
    QCoreApplication::setApplicationName(QStringLiteral("assay-console"));
    QApplication::setQuitOnLastWindowClosed(false);
}

} // namespace assay::test
