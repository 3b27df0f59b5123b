// Private to core/git: the git program at work on a vault with a folder that is not its own.
#pragma once

#include "core/git/gitprogram.h"

#include <QFile>

namespace assay {

/// A call with the vault as repository, `folder` as work tree (none when empty) and `index` as index file, in
/// which nothing but the tree's own attributes and ignore files decides how bytes are stored.
[[nodiscard]] inline GitProgram::Call vaultCall(const QByteArrayList &arguments, const QString &repository,
                                                const QString &folder = {}, const QString &index = {})
{
    GitProgram::Call call;
    for (const char *setting : {"core.autocrlf=false", "core.eol=lf", "core.safecrlf=false", "core.symlinks=true",
                                "core.fileMode=true", "core.ignoreCase=false", "core.excludesFile=/dev/null",
                                "core.attributesFile=/dev/null", "core.sparseCheckout=false"})
        call.arguments << "-c" << setting;
    call.arguments += arguments;
    call.environment.insert("GIT_DIR", QFile::encodeName(repository));
    if (!folder.isEmpty()) {
        call.folder = QFile::encodeName(folder);
        call.environment.insert("GIT_WORK_TREE", call.folder);
    }
    if (!index.isEmpty())
        call.environment.insert("GIT_INDEX_FILE", QFile::encodeName(index));
    return call;
}

} // namespace assay
