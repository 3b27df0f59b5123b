#include "core/agent/outboxhint.h"

#include <QFile>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

Result<QString> readText(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return failure(u"a file of the program cannot be read: %1"_s.arg(file.errorString()), path,
                       u"Set ASSAY_RESOURCES to the program's resources folder"_s);
    return QString::fromUtf8(file.readAll()).trimmed();
}

} // namespace

QString formName(SessionPurpose purpose)
{
    switch (purpose) {
    case SessionPurpose::Audit:
        return u"audit.json"_s;
    case SessionPurpose::Task:
    case SessionPurpose::Gate:
        return u"task.json"_s;
    case SessionPurpose::Evaluation:
        return u"evaluation.json"_s;
    }
    Q_UNREACHABLE_RETURN(QString());
}

Result<QString> outboxHint(SessionPurpose purpose, const QString &resourceFolder)
{
    const QString name = formName(purpose);
    const auto schema = readText(resourceFolder + u"/schemas/"_s + name);
    if (!schema)
        return failure(schema.error());
    const auto example = readText(resourceFolder + u"/prompts/example-"_s + name);
    if (!example)
        return failure(example.error());
    return u"JSON Schema of %1 (draft-07; unknown members are refused):\n\n```json\n%2\n```\n\n"
           "An example that fits it, of another project:\n\n```json\n%3\n```"_s.arg(name, *schema, *example);
}

} // namespace assay
