#include "core/git/comparedtrees.h"

#include "core/git/libgit2handles.h"
#include "core/git/vault.h"

#include <QFile>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace assay {

Result<ComparedTrees> comparedTrees(const QString &path, const QString &from, const QString &to)
{
    const QString absolute = QFileInfo(path).absoluteFilePath();
    if (path.isEmpty() || !QFileInfo(absolute).isDir())
        return failure(path.isEmpty() ? u"no repository is named"_s : u"there is no such folder"_s, path,
                       u"Give the folder of a git repository."_s, ErrorKind::Usage);
    startLibgit2();
    git_buf found = GIT_BUF_INIT;
    if (git_repository_discover(&found, QFile::encodeName(absolute).constData(), 0, nullptr) < 0)
        return failure(u"this is no git repository, nor is any folder above it"_s, absolute,
                       u"Give the folder of a git repository."_s, ErrorKind::Usage);
    ComparedTrees trees{
        .repository = QFile::decodeName(QByteArray(found.ptr, qsizetype(found.size))), .from = {}, .to = {}};
    git_buf_dispose(&found);
    const auto repository = Vault::open(trees.repository);
    if (!repository)
        return failure(repository.error());
    for (const auto &[revision, tree] : {std::pair(from, &trees.from), std::pair(to, &trees.to)}) {
        if (revision.isEmpty())
            return failure(u"a comparison needs two revisions, and one is not named"_s, absolute,
                           u"Give a commit's hash or the name of a reference."_s, ErrorKind::Usage);
        const auto commit = repository->resolveCommit(revision);
        const auto known = commit ? repository->treeOf(*commit) : commit;
        if (!known)
            return failure(known.error());
        *tree = *known;
    }
    return trees;
}

} // namespace assay
