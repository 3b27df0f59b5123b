#include "core/bundle/patchseries.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace Qt::StringLiterals;

namespace assay {

Result<QList<SeriesMail>> makeSeries(const GitProgram &git, const QString &vault, const ObjectId &base,
                                     const ObjectId &tip, StopToken stop)
{
    if (base == tip)
        return QList<SeriesMail>{};
    const QTemporaryDir out;
    if (!out.isValid())
        return failure(u"no temporary folder can be made: "_s + out.errorString(), QDir::tempPath());
    const auto made
        = git.run({.arguments = {"format-patch", "-q", "-N", "--binary", "--full-index", "--no-renames",
                                 "--no-ext-diff", "--no-textconv", "--no-signature", "--no-stat", "--no-attach",
                                 "--encode-email-headers", "-o", out.path().toUtf8(), base.hex() + ".." + tip.hex()},
                   .folder = vault.toUtf8(),
                   .environment = {{"GIT_DIR", vault.toUtf8()}}},
                  stop);
    if (!made)
        return failure(made.error());
    QList<SeriesMail> mails;
    for (const QString &name : QDir(out.path()).entryList(QDir::Files, QDir::Name)) {
        QFile file(out.filePath(name));
        if (!file.open(QIODevice::ReadOnly))
            return failure(u"cannot be read: "_s + file.errorString(), file.fileName());
        mails.append({name.toUtf8(), file.readAll()});
    }
    return mails;
}

} // namespace assay
