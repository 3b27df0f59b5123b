#include "core/git/foldersurvey.h"

#include "core/git/folder.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

constexpr qsizetype kLongestPath = 4000; // git opens files by path: PATH_MAX less the folder's own

/// Names that some system takes for ".git".
bool isGitName(const QByteArray &name)
{
    const QByteArray lower = name.toLower();
    return lower == ".git" || lower == "git~1";
}

QString kindOf(mode_t mode)
{
    switch (mode & S_IFMT) {
    case S_IFIFO:
        return u"a named pipe"_s;
    case S_IFSOCK:
        return u"a socket"_s;
    case S_IFCHR:
    case S_IFBLK:
        return u"a device"_s;
    default:
        return u"no file, folder or link"_s;
    }
}

bool isReadable(int folder, const QByteArray &name, const struct stat &facts)
{
    // Asked of the system only where the mode does not say yes by itself: a call less for each file.
    return (facts.st_uid == ::geteuid() && (facts.st_mode & S_IRUSR))
        || ::faccessat(folder, name.constData(), R_OK, AT_EACCESS) == 0;
}

class Surveyor {
public:
    Surveyor(int root, QString folder, const SurveyRequest &request)
        : m_root(root),
          m_folder(std::move(folder)),
          m_request(request)
    {}

    Result<FolderSurvey> walk()
    {
        m_pending.append(QByteArray());
        while (!m_pending.isEmpty())
            if (const auto done = look(m_pending.takeLast()); !done)
                return failure(done.error());
        return std::move(m_survey);
    }

private:
    Status look(const QByteArray &path)
    {
        const FileDescriptor folder = openBelow(m_root, path);
        if (!folder.isOpen()) {
            exclude(path, u"the folder cannot be read"_s, u"Give its owner read and search permission (chmod u+rx)."_s);
            return {};
        }
        const auto names = namesIn(folder.get(), m_folder + u'/' + RepoPath(path).display());
        if (!names)
            return failure(names.error());
        if (!path.isEmpty())
            for (const QByteArray &name : *names)
                if (isGitName(name)) {
                    exclude(path, u"it holds '%1', a repository inside the repository"_s.arg(RepoPath(name).display()),
                            u"Delete that, or keep the repository outside the tree."_s);
                    return {};
                }
        for (const QByteArray &name : *names)
            lookAt(folder.get(), name, path.isEmpty() ? name : path + '/' + name);
        return {};
    }

    void lookAt(int folder, const QByteArray &name, const QByteArray &path)
    {
        struct stat facts;
        if (path == ".git" || m_request.ignored.contains(path)
            || ::fstatat(folder, name.constData(), &facts, AT_SYMLINK_NOFOLLOW) != 0)
            return;
        if (m_request.leaveOut.contains(path)) {
            m_survey.skipped.append(path);
        } else if (isGitName(name)) {
            exclude(path, u"other systems take this name for .git"_s, u"Give it another name."_s);
        } else if (path.size() > kLongestPath) {
            exclude(path, u"the path is longer than %1 bytes"_s.arg(kLongestPath),
                    u"Use fewer or shorter folder names."_s);
        } else if (S_ISDIR(facts.st_mode)) {
            if (isKnownCache(name) && !m_request.trackedFolders.contains(path))
                m_survey.caches.append(path);
            else
                m_pending.append(path);
        } else if (S_ISREG(facts.st_mode)) {
            if (isKnownCache(name) && !m_request.tracked.contains(path))
                m_survey.caches.append(path);
            else if (!isReadable(folder, name, facts))
                exclude(path, u"the file cannot be read"_s, u"Give its owner read permission (chmod u+r)."_s);
            else if (facts.st_mode & (S_ISUID | S_ISGID))
                m_survey.refused.append({.path = path,
                                         .what = u"it has the set-uid or set-gid bit"_s,
                                         .mend = u"Remove the bit (chmod ug-s)."_s});
        } else if (!S_ISLNK(facts.st_mode)) {
            exclude(path, u"it is %1"_s.arg(kindOf(facts.st_mode)), u"Delete it; make it when the program runs."_s);
        }
    }

    void exclude(const QByteArray &path, const QString &what, const QString &mend)
    {
        m_survey.excluded.append({.path = path, .what = what, .mend = mend});
    }

    int m_root;
    QString m_folder;
    const SurveyRequest &m_request;
    FolderSurvey m_survey;
    QByteArrayList m_pending;
};

} // namespace

bool isKnownCache(const QByteArray &name)
{
    static const QSet<QByteArray> names{
        "__pycache__", ".pytest_cache", ".mypy_cache", ".ruff_cache",        ".hypothesis", ".tox",     ".nox",
        ".eggs",       "node_modules",  ".gradle",     ".ipynb_checkpoints", ".coverage",   ".DS_Store"};
    return names.contains(name) || name.endsWith(".pyc") || name.endsWith(".egg-info");
}

Result<FolderSurvey> surveyFolder(int root, const QString &folder, const SurveyRequest &request)
{
    return Surveyor(root, folder, request).walk();
}

} // namespace assay
