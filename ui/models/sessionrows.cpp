#include "ui/models/sessionrows.h"

using namespace Qt::StringLiterals;

namespace assay::ui {

QList<SessionRow> sessionRows(const RunState &state)
{
    QList<SessionRow> rows;
    for (const IterationFact &iteration : state.iterations) {
        for (const SessionFact &session : iteration.sessions) {
            SessionRow row{.id = session.id.text(),
                           .iteration = iteration.n,
                           .fact = session,
                           .verdict = iteration.verdict,
                           // One whose engine died has no end, but its iteration goes on in another.
                           .running = !session.ended.isValid() && iteration.isRunning()
                               && &session == &iteration.sessions.last()};
            if (!session.prompt.isNull())
                row.files.append({QString(), session.prompt, false});
            for (auto file = session.outbox.begin(); file != session.outbox.end(); ++file) {
                const QJsonObject about = file->toObject();
                row.files.append(
                    {file.key(), Digest(about[u"digest"].toString().toLatin1()), about[u"executable"].toBool()});
            }
            rows.append(std::move(row));
        }
    }
    return rows;
}

} // namespace assay::ui
