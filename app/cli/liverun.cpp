#include "app/cli/liverun.h"

#include "app/cli/entryobject.h"
#include "app/cli/prooftelling.h"
#include "app/cli/stopsignals.h"
#include "app/cli/storyline.h"
#include "core/delivery/bundleexport.h"
#include "core/domain/displaytext.h"
#include "core/git/trash.h"
#include "core/journal/journalreader.h"

#include <QElapsedTimer>
#include <QEventLoop>
#include <QFutureWatcher>
#include <QThreadPool>
#include <QTimer>
#include <QtConcurrent>

using namespace Qt::StringLiterals;

namespace assay::cli {
namespace {

/// How the engine's thread ended.
struct End {
    Result<Outcome> outcome = Outcome::Failed;
    std::optional<Result<ExportResult>> bundle; ///< empty: none was asked for, or the run did not converge
};

Error ownFault(const QString &what)
{
    return {.what = u"our own fault: "_s + what,
            .subject = u"engine"_s,
            .remedy = u"The journal is whole up to there: resume the run, and please report this."_s,
            .kind = ErrorKind::Internal};
}

class LiveRun : public QObject {
public:
    LiveRun(const CommandContext &context, std::unique_ptr<Ledger> ledger, const LiveRunOptions &options)
        : m_context(context),
          m_terminal(context.terminal),
          m_options(options),
          m_folder(ledger->folder()),
          m_ledger(std::move(ledger)),
          m_follower(m_folder.journal())
    {
        // One thread, which stays: the engine's handles belong to it.
        m_engines.setMaxThreadCount(1);
        m_engines.setExpiryTimeout(-1);
    }

    int run()
    {
        m_resumed = follow(false) > 1;
        m_terminal.line(u"run       %1"_s.arg(visible(place().run)));
        m_terminal.line(u"folder    %1"_s.arg(visible(m_folder.path())));
        m_terminal.object({{u"type"_s, u"progress"_s}, {u"run"_s, m_folder.path()}});
        if (m_resumed && !m_state.policy.isEmpty()) {
            for (const QString &line : setUpLines(m_state, m_terminal.style()))
                m_terminal.line(line);
        }
        const StopSignals signals_(m_stop, [this] {
            m_terminal.liveLine({});
            m_terminal.warning(u"stopping; Ctrl-C again ends at once"_s);
        });
        m_clock.start();
        QEventLoop loop;
        QFutureWatcher<End> watcher;
        connect(&watcher, &QFutureWatcher<End>::finished, &loop, &QEventLoop::quit);
        QTimer timer;
        connect(&timer, &QTimer::timeout, this, [this] {
            follow(true);
            showLive();
        });
        timer.start(std::chrono::milliseconds(100));
        watcher.setFuture(QtConcurrent::run(&m_engines, [this] { return work(); }));
        loop.exec();
        timer.stop();
        follow(true);
        m_terminal.liveLine({});
        return finish(watcher.result());
    }

private:
    /// The engine's thread.
    End work()
    {
        try {
            End end{.outcome = runEngine(std::move(m_ledger), m_context.host,
                                         {.resources = m_options.resources, .waitForOwner = m_options.waitForOwner},
                                         m_stop.token())};
            if (m_options.exportBundle && end.outcome == Outcome::Converged)
                end.bundle = writeBundle();
            return end;
        } catch (const std::exception &exception) {
            return {.outcome = failure(ownFault(QString::fromUtf8(exception.what())))};
        } catch (...) {
            return {.outcome = failure(ownFault(u"an exception without a text"_s))};
        }
    }

    Result<ExportResult> writeBundle()
    {
        auto ledger = openRun(m_folder, m_context.clock);
        if (!ledger)
            return failure(ledger.error());
        const auto progress = [this](const Proof &proof) {
            QMetaObject::invokeMethod(this, [this, proof] { tell(proof); }, Qt::QueuedConnection);
        };
        return exportRun(**ledger, m_context.host, {.resources = m_options.resources}, progress, m_stop.token());
    }

    void tell(const Proof &proof)
    {
        if (!std::exchange(m_exporting, true)) {
            follow(true);
            m_terminal.line(u"\nproving the bundle on a pristine clone"_s);
        }
        tellProof(m_terminal, proof);
    }

    [[nodiscard]] ReportPlace place() const
    {
        ReportPlace place = placeOf(m_folder, m_state);
        place.live = false;
        return place;
    }

    /// Folds what the journal has got since, and tells it. Returns how many entries came.
    int follow(bool tellIt)
    {
        const TextStyle style = m_terminal.style();
        const auto polled = m_follower.poll([&](Entry &&entry) {
            m_state.apply(entry);
            if (!tellIt)
                return;
            if (m_terminal.json()) {
                m_terminal.object(entryObject(entry));
            } else if (!m_terminal.quiet()) {
                for (const QString &line : storyLines(entry, m_state, place(), style))
                    m_terminal.line(line);
            }
        });
        if (!polled && !std::exchange(m_followFailed, true))
            m_terminal.warning(u"the journal cannot be followed: "_s + polled.error().text());
        return polled.value_or(0);
    }

    void showLive()
    {
        const std::chrono::milliseconds elapsed(m_clock.elapsed());
        m_terminal.liveLine(m_exporting ? u"proving and writing the bundle"_s : liveText(m_state, elapsed));
        if (!m_terminal.json())
            return;
        QJsonObject progress{{u"type"_s, u"progress"_s}, {u"of"_s, m_state.policy[u"budget"][u"iterations"]}};
        if (const IterationFact *running = m_state.running()) {
            progress[u"iteration"_s] = running->n;
            progress[u"place"_s] = m_state.budgetPlace(*running);
            progress[u"iteration_type"_s] = toWord(running->type);
            progress[u"task"_s] = running->task.text();
            progress[u"attempt"_s] = running->attempt;
            progress[u"step"_s] = running->steps.isEmpty() ? QString() : running->steps.last().name;
        }
        if (progress == m_progress)
            return;
        m_progress = progress;
        progress[u"elapsed_ms"_s] = qint64(elapsed.count());
        m_terminal.object(progress);
    }

    int finish(const End &end)
    {
        if (!end.outcome) {
            const int status = m_terminal.error(end.outcome.error());
            const bool untouched
                = !m_resumed && !m_followFailed && m_state.iterations.isEmpty() && m_state.gates.isEmpty();
            if (end.outcome.error().kind == ErrorKind::Usage && untouched) {
                // Refused before anything was done: a run that could only ever be refused again is not kept.
                if (const auto gone = discard(m_folder.path()); !gone)
                    m_terminal.warning(gone.error().text());
                else
                    m_terminal.line(u"Nothing was begun, so the run's folder is not kept."_s);
                return status;
            }
            m_terminal.line(u"Go on with: %1 resume %2"_s.arg(programName(), shellWord(place().run)));
            return status;
        }
        int status = exitStatusOf(*end.outcome);
        m_terminal.line();
        for (const QString &line : reportLines(m_state, place(), m_terminal.style()))
            m_terminal.line(line);
        QString bundle;
        if (end.bundle && !*end.bundle) {
            status = m_terminal.error((*end.bundle).error());
            m_terminal.line(u"The run converged; the bundle can be written with: %1 export %2"_s.arg(
                programName(), shellWord(place().run)));
        } else if (end.bundle) {
            bundle = (**end.bundle).folder;
            if (const QString earlier = besideEarlier(m_folder, bundle); !earlier.isEmpty())
                m_terminal.line(u'\n' + visible(earlier));
            if (const int proven = (**end.bundle).proofs.exitStatus(); proven != 0)
                status = proven;
        }
        QJsonObject result = reportObject(m_state, place());
        result[u"type"_s] = u"result"_s;
        result[u"command"_s] = m_options.command;
        result[u"exit"_s] = status;
        m_terminal.object(result);
        if (!bundle.isEmpty()) {
            m_terminal.line();
            m_terminal.result(bundle);
        }
        return status;
    }

    const CommandContext &m_context;
    Terminal &m_terminal;
    LiveRunOptions m_options;
    RunFolder m_folder;
    std::unique_ptr<Ledger> m_ledger;
    JournalFollower m_follower;
    RunState m_state;
    StopSource m_stop;
    QThreadPool m_engines;
    QElapsedTimer m_clock;
    QJsonObject m_progress;
    bool m_resumed = false, m_exporting = false, m_followFailed = false;
};

} // namespace

int driveRun(const CommandContext &context, std::unique_ptr<Ledger> ledger, const LiveRunOptions &options)
{
    return LiveRun(context, std::move(ledger), options).run();
}

} // namespace assay::cli
