#include "core/agent/agentreach.h"

#include "core/agent/sessionprocess.h"

#include <QDir>
#include <QFile>

using namespace Qt::StringLiterals;

namespace assay {

Result<QList<ReachPlace>> reachedByAgent(ProcessHost &host, const QByteArray &program, const QList<ReachPlace> &places)
{
    const QTemporaryDir dir;
    SessionRequest request;
    request.clone = dir.filePath(u"clone"_s);
    request.outbox = dir.filePath(u"outbox"_s);
    QDir().mkpath(request.clone);
    QDir().mkpath(request.outbox);
    ProcessCommand command = reachCommand(program, places);
    command.environment = ownersEnvironment();
    command.workingFolder = QFile::encodeName(request.clone);
    const auto inside = boxed(host, std::move(command), request, {.contained = true});
    return inside ? reachedOf(host.run(*inside, {}), places) : failure(inside.error());
}

} // namespace assay
