#include "core/places/programname.h"

using namespace Qt::StringLiterals;

namespace assay {

QString programName()
{
    const QString named = qEnvironmentVariable("ASSAY_PROGRAM");
    return named.isEmpty() ? u"assay"_s : named;
}

} // namespace assay
