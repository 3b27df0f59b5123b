#include "core/places/resources.h"

#include <QDir>
#include <QStringList>

using namespace Qt::StringLiterals;

namespace assay {

Result<QString> findResources()
{
    const QString named = qEnvironmentVariable("ASSAY_RESOURCES");
    QStringList tried;
    if (!named.isEmpty())
        tried.append(named);
    else
        tried = {QStringLiteral(ASSAY_INSTALLED_RESOURCES), QStringLiteral(ASSAY_SOURCE_RESOURCES)};
    for (const QString &folder : std::as_const(tried)) {
        const QDir dir(folder);
        if (dir.exists(u"prompts"_s) && dir.exists(u"schemas"_s))
            return dir.absolutePath();
    }
    return failure(u"it holds no prompts/ and schemas/"_s, tried.join(u" and "_s),
                   u"Set ASSAY_RESOURCES to Assay's resources folder."_s);
}

} // namespace assay
