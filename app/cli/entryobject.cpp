#include "app/cli/entryobject.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace assay::cli {

QJsonObject entryObject(const Entry &entry)
{
    QJsonObject object{{u"seq"_s, entry.seq},
                       {u"kind"_s, entry.kind},
                       {u"v"_s, entry.version},
                       {u"at"_s, entry.at.toUTC().toString(Qt::ISODateWithMs)},
                       {u"actor"_s, entry.actor},
                       {u"data"_s, entry.data},
                       {u"prev"_s, QString::fromLatin1(entry.prev)},
                       {u"hash"_s, QString::fromLatin1(entry.hash)}};
    if (entry.batch != Batch())
        object[u"batch"_s] = QJsonArray{entry.batch.first, entry.batch.last};
    if (entry.cause > 0)
        object[u"cause"_s] = entry.cause;
    if (entry.iteration > 0)
        object[u"iter"_s] = entry.iteration;
    return {{u"type"_s, u"entry"_s}, {u"entry"_s, object}};
}

} // namespace assay::cli
