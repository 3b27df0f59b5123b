#include "app/cli/ownercommand.h"

#include "core/domain/displaytext.h"
#include "core/engine/commands.h"
#include "core/journal/journalreader.h"
#include "core/journal/runlock.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QThread>

using namespace Qt::StringLiterals;

namespace assay::cli {
namespace {

struct EngineAnswer {
    bool received = false;
    QString refused;
    QStringList ended; ///< what a skip ended
};

/// Follows the journal until an entry cites the command's id, or the patience is over.
std::optional<EngineAnswer> answerOf(JournalFollower &follower, const QString &id, std::chrono::milliseconds patience)
{
    std::optional<EngineAnswer> answer;
    QElapsedTimer waited;
    waited.start();
    while (!answer && waited.durationElapsed() < patience) {
        QThread::sleep(std::chrono::milliseconds(50));
        const auto polled = follower.poll([&](Entry &&entry) {
            if (answer && entry.kind == "process.skipped"_L1 && entry.data[u"command"].toString() == id) {
                for (const QJsonValue process : entry.data[u"processes"].toArray())
                    answer->ended.append(process.toString());
            }
            if (entry.data[u"id"].toString() != id)
                return;
            if (entry.kind == "command.received"_L1)
                answer = EngineAnswer{.received = true};
            else if (entry.kind == "command.refused"_L1)
                answer = EngineAnswer{.refused = entry.data[u"why"].toString()};
        });
        if (!polled)
            break;
    }
    return answer;
}

int done(const CommandContext &context, const RunFolder &folder, const QString &verb, const QString &how,
         const QString &words)
{
    context.terminal.line(words);
    context.terminal.object(
        {{u"type"_s, u"result"_s}, {u"command"_s, verb}, {u"run"_s, folder.path()}, {u"how"_s, how}, {u"exit"_s, 0}});
    return 0;
}

} // namespace

Status readState(const RunFolder &folder, RunState &state)
{
    const auto read = readJournal(folder.journal(), 0, false, [&](Entry &&entry) {
        state.apply(entry);
        return true;
    });
    if (!read)
        return failure(read.error());
    if (state.checkpoints.isEmpty())
        return failure(u"it holds no run.created entry"_s, folder.journal(),
                       u"It is no run's journal, or its beginning is lost."_s);
    return {};
}

int tellOwnersCommand(const CommandContext &context, const RunFolder &folder, const QString &verb,
                      const QJsonObject &args)
{
    Terminal &terminal = context.terminal;
    // Set in an agent's session, and so for whatever it starts: the owner's words are the owner's alone.
    if (qEnvironmentVariableIsSet("ASSAY_SESSION"))
        return terminal.error({.what = u"this is inside an agent's session, which cannot speak as the owner"_s,
                               .subject = verb,
                               .remedy = u"The owner types it in a shell of their own."_s,
                               .kind = ErrorKind::Usage});
    if (RunLock::holder(folder) == 0) {
        if (const auto recorded = commandRun(folder, context.clock, verb, args); !recorded)
            return terminal.error(recorded.error());
        RunState state;
        if (readState(folder, state) && state.outcome == Outcome::Converged)
            return done(context, folder, verb, u"recorded"_s, u"Recorded in the journal."_s);
        return done(context, folder, verb, u"recorded"_s,
                    u"Recorded. No engine works on this run; go on with: %1 resume %2"_s.arg(
                        programName(), shellWord(placeOf(folder, {}).run)));
    }
    JournalFollower follower(folder.journal());
    if (const auto caughtUp = follower.poll([](Entry &&) {}); !caughtUp)
        return terminal.error(caughtUp.error());
    const auto id = sendCommand(folder, verb, args);
    if (!id)
        return terminal.error(id.error());
    // What a skip ends has two seconds to go by itself.
    const auto answer = answerOf(follower, *id, std::chrono::seconds(verb == "skip"_L1 ? 5 : 1));
    if (!answer)
        return done(context, folder, verb, u"sent"_s,
                    verb == "skip"_L1 ? u"Sent. What runs now is ended; the journal will tell what that was."_s
                                      : u"Sent. The engine takes it up when its current step is done."_s);
    if (!answer->received)
        return terminal.error({.what = answer->refused, .subject = {}, .remedy = {}, .kind = ErrorKind::Usage});
    return done(context, folder, verb, u"received"_s,
                answer->ended.isEmpty() ? u"The engine has taken it up."_s
                                        : u"Ended: %1."_s.arg(visible(answer->ended.join(u", "_s))));
}

} // namespace assay::cli
