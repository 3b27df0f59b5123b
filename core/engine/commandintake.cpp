#include "core/engine/commandintake.h"

#include "core/engine/commands.h"
#include "core/journal/codec.h"

using namespace Qt::StringLiterals;

namespace assay {

Status CommandIntake::take(bool urgentOnly)
{
    static const QSet<QString> urgent{u"pause"_s, u"resume"_s, u"step"_s,    u"stop"_s, u"skip"_s,
                                      u"note"_s,  u"undo"_s,   u"recheck"_s, u"mark"_s};
    // An answer to a question changes what may be worked next, never what is worked now.
    static const QSet<QString> answers{u"decide"_s, u"decline"_s, u"defer"_s};
    return answerInbox(
        m_ledger,
        [&](const InboxCommand &command) {
            return !urgentOnly || urgent.contains(command.verb)
                || (answers.contains(command.verb) && command.args.contains(u"prompt"));
        },
        [this](const RunState &state, const InboxCommand &command) {
            m_stopAsked = m_stopAsked || command.verb == "stop"_L1;
            return effects(state, command);
        });
}

Result<QList<Draft>> CommandIntake::effects(const RunState &state, const InboxCommand &command)
{
    if (command.verb != "skip"_L1)
        return commandDrafts(state, command);
    // Which processes ended is part of the fact.
    const QStringList ended = m_watch.endedBy(command.id);
    if (ended.isEmpty()) {
        return failure(u"no process runs that could be ended"_s, m_ledger.folder().path(),
                       u"Agent sessions, gates, checks and preparations can be, while they run."_s, ErrorKind::Usage);
    }
    auto drafts = commandDrafts(state, command);
    if (drafts) {
        drafts->append({.kind = u"process.skipped"_s,
                        .data = {{u"command"_s, command.id}, {u"processes"_s, codec::toJson(ended)}},
                        .actor = u"owner"_s,
                        .iteration = state.running() ? state.running()->n : 0});
    }
    return drafts;
}

} // namespace assay
