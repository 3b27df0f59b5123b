#include "app/cli/stop_command.h"

#include "app/cli/ownercommand.h"
#include "core/domain/displaytext.h"
#include "core/journal/inbox.h"
#include "core/journal/runlock.h"

#include <QElapsedTimer>
#include <QThread>

using namespace Qt::StringLiterals;

namespace assay::cli {

int stopCommand(const CommandContext &context)
{
    Terminal &terminal = context.terminal;
    const auto folder = runOf(context);
    if (!folder)
        return terminal.error(folder.error());
    RunState state;
    if (const auto read = readState(*folder, state); !read)
        terminal.warning(read.error().text()); // a damaged run can be stopped all the same
    const qint64 pid = RunLock::holder(*folder);
    const QString resume = u"%1 resume %2"_s.arg(programName(), shellWord(placeOf(*folder, {}).run));
    if (pid != 0) {
        if (const auto sent = sendCommand(*folder, u"stop"_s, {}); !sent)
            return terminal.error(sent.error());
        // The engine promises two seconds; a machine under load gets more.
        QElapsedTimer waited;
        waited.start();
        while (RunLock::holder(*folder) != 0 && waited.elapsed() < 20'000)
            QThread::sleep(std::chrono::milliseconds(50));
        if (RunLock::holder(*folder) != 0) {
            return terminal.error(
                {.what = u"it was told to stop and still works after %1 s"_s.arg(waited.elapsed() / 1000),
                 .subject = folder->path(),
                 .remedy
                 = u"Ctrl-C where it runs, twice if need be, or end the process %1: nothing is lost."_s.arg(pid)});
        }
        terminal.line(u"Stopped. Go on with: %1"_s.arg(resume));
    } else if (state.outcome == Outcome::Converged) {
        terminal.line(u"It has converged: no engine works on it, and there is nothing to go on with."_s);
    } else {
        terminal.line(u"No engine works on it. Go on with: %1"_s.arg(resume));
    }
    terminal.object({{u"type"_s, u"result"_s},
                     {u"command"_s, u"stop"_s},
                     {u"run"_s, folder->path()},
                     {u"was_live"_s, pid != 0},
                     {u"exit"_s, 0}});
    return 0;
}

} // namespace assay::cli
