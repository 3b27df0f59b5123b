#include "core/git/ownership.h"

#include <QFile>

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

QString userName(uid_t uid)
{
    passwd entry;
    passwd *found = nullptr;
    char buffer[4096];
    if (::getpwuid_r(uid, &entry, buffer, sizeof buffer, &found) == 0 && found)
        return QString::fromUtf8(found->pw_name);
    return u"user %1"_s.arg(uid);
}

/// Every value of the key in the files that git itself would take it from; a repository's own does not count.
QByteArrayList safeDirectories(const GitProgram &git)
{
    const QByteArray home = qgetenv("HOME");
    const QByteArray xdg
        = qEnvironmentVariableIsEmpty("XDG_CONFIG_HOME") ? home + "/.config" : qgetenv("XDG_CONFIG_HOME");
    QByteArrayList files{"/etc/gitconfig"};
    if (qEnvironmentVariableIsSet("GIT_CONFIG_GLOBAL"))
        files << qgetenv("GIT_CONFIG_GLOBAL");
    else
        files << xdg + "/git/config" << home + "/.gitconfig";
    QByteArrayList values;
    for (const QByteArray &file : files) {
        if (!QFile::exists(QFile::decodeName(file)))
            continue;
        const auto result = git.tryRun({.arguments = {"config", "--file", file, "--includes", "--null", "--type=path",
                                                      "--get-all", "safe.directory"},
                                        .environment = {{"HOME", home}}});
        if (result.succeeded())
            values += result.standardOutput.split('\0').mid(0, result.standardOutput.count('\0'));
    }
    return values;
}

bool isSafe(const QByteArray &path, const QByteArrayList &values)
{
    bool safe = false;
    for (const QByteArray &value : values) {
        if (value.isEmpty())
            safe = false; // an empty value forgets those before it
        else if (value == "*" || value == path || (value.endsWith("/*") && path.startsWith(value.chopped(1))))
            safe = true;
    }
    return safe;
}

} // namespace

Status refuseOtherOwner(const GitProgram &git, const QString &top, const QStringList &folders)
{
    for (const QString &folder : folders) {
        struct stat facts;
        if (::stat(QFile::encodeName(folder).constData(), &facts) != 0)
            return failure(u"it cannot be looked at"_s, folder, u"Check that you may read it."_s, ErrorKind::Usage);
        if (facts.st_uid == ::geteuid())
            continue;
        bool isSudo = false;
        const uint sudo = qgetenv("SUDO_UID").toUInt(&isSudo);
        if (::geteuid() == 0 && isSudo && facts.st_uid == sudo)
            continue;
        if (isSafe(QFile::encodeName(top), safeDirectories(git)))
            return {};
        return failure(u"it belongs to %1, you are %2: git does not trust a repository of another user"_s.arg(
                           userName(facts.st_uid), userName(::geteuid())),
                       folder, u"If you do, tell git so: git config --global --add safe.directory '%1'"_s.arg(top),
                       ErrorKind::Usage);
    }
    return {};
}

} // namespace assay
