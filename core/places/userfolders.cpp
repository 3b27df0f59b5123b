#include "core/places/userfolders.h"

#include <QDir>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

QString folder(const char *variable, const QString &fallback)
{
    const QString named = qEnvironmentVariable(variable);
    // As the specification says: a relative path there is to be passed over.
    return (QDir::isAbsolutePath(named) ? named : QDir::homePath() + fallback) + u"/assay"_s;
}

} // namespace

QString stateFolder()
{
    return folder("XDG_STATE_HOME", u"/.local/state"_s);
}

QString cacheFolder()
{
    return folder("XDG_CACHE_HOME", u"/.cache"_s);
}

} // namespace assay
