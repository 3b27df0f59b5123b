#include "core/engine/engine.h"

#include "core/engine/audititeration.h"
#include "core/engine/commandintake.h"
#include "core/engine/configfile.h"
#include "core/engine/convergence.h"
#include "core/engine/evaluationiteration.h"
#include "core/engine/inboxwatch.h"
#include "core/engine/interruption.h"
#include "core/engine/recheck.h"
#include "core/engine/setup.h"
#include "core/engine/taskiteration.h"
#include "core/journal/codec.h"
#include "core/journal/journalreader.h"

#include <QCoreApplication>
#include <QThread>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

constexpr auto kPollInterval = std::chrono::milliseconds(100);

/// What one turn of the loop did.
enum class Turn { Again, Waiting, Ended };

class Loop {
public:
    Loop(Ledger &ledger, ProcessHost &host, const EngineOptions &options, StopToken stop)
        : m_ledger(ledger),
          m_host(host),
          m_options(options),
          m_watch(ledger.folder(), host, std::move(stop)),
          m_intake(ledger, m_watch)
    {}

    Result<Outcome> run()
    {
        (void)reapLeftovers(m_ledger.folder().path().toUtf8());
        const auto opened = m_ledger.append(Draft{
            .kind = u"run.opened"_s,
            .data = {{u"pid"_s, QCoreApplication::applicationPid()}, {u"assay"_s, QStringLiteral(ASSAY_VERSION)}}});
        if (!opened)
            return failure(opened.error());
        auto outcome = loop();
        if (!outcome)
            outcome = endWith(outcome.error());
        // What came while the run ended gets its answer, too: a skip names what it ended.
        if (const auto taken = m_intake.takeUrgent(); outcome && !taken)
            return failure(taken.error());
        if (outcome) {
            const auto closed = m_ledger.append(Draft{.kind = u"run.closed"_s, .data = {}});
            if (!closed)
                return failure(closed.error());
        }
        return outcome;
    }

private:
    [[nodiscard]] const RunState &state() const { return m_ledger.state(); }

    Result<Outcome> loop()
    {
        if (const auto ready = setUp(); !ready)
            return failure(ready.error());
        if (m_outcome)
            return *m_outcome;
        for (;;) {
            if (const auto handled = takeCommands(&CommandIntake::takeAll); !handled)
                return failure(handled.error());
            if (m_watch.token().stopRequested() || m_intake.stopAsked())
                return failure(u"stopped"_s, {}, {}, ErrorKind::Stopped);
            if (const auto seen = recheck(); !seen)
                return failure(seen.error());
            if (state().pauseRequested || state().phase == RunPhase::Paused) {
                if (const auto paused = pause(); !paused)
                    return failure(paused.error());
                continue;
            }
            if (isLimited()) {
                QThread::sleep(kPollInterval);
                continue;
            }
            // What waits for the owner waits still: asking again would write that a step started, ten times a second.
            if (state().lastSeq == m_waitingSince) {
                QThread::sleep(kPollInterval);
                continue;
            }
            const auto turn = step();
            if (!turn && std::exchange(m_unwound, false))
                continue;
            if (!turn && isLimited()) {
                if (const auto done = interruptUnfinishedSession(m_ledger, *m_instruments, turn.error().what); !done)
                    return failure(done.error());
                continue;
            }
            if (!turn)
                return failure(turn.error());
            if (*turn == Turn::Ended)
                return *m_outcome;
            const IterationFact *running = state().running();
            const bool onlyStarted = running && running->steps.isEmpty();
            if (state().stepRequested && *turn != Turn::Waiting && !onlyStarted) {
                if (const auto paused = pauseAfterStep(); !paused)
                    return failure(paused.error());
                continue;
            }
            if (*turn == Turn::Waiting) {
                if (!m_options.waitForOwner) {
                    if (const auto ended = end(Outcome::WaitingForOwner, waitingFor()); !ended)
                        return failure(ended.error());
                    return *m_outcome;
                }
                m_waitingSince = state().lastSeq;
                QThread::sleep(kPollInterval);
            }
        }
    }

    /// The agent's rate limit ends soon enough to be waited for. It costs no iteration.
    [[nodiscard]] bool isLimited() const
    {
        const QDateTime now = QDateTime::currentDateTimeUtc(), until = state().limitedUntil;
        return until.isValid() && now < until
            && std::chrono::milliseconds(now.msecsTo(until)) <= m_instruments->policy.rateLimitWait;
    }

    Status setUp()
    {
        if (const auto fetched = fetchIntoVault(m_ledger, m_host, m_watch.token()); !fetched)
            return fetched;
        const auto policy = configureRun(m_ledger, m_host);
        if (!policy)
            return failure(policy.error());
        if (const auto opened = openInstruments(*policy); !opened)
            return opened;
        const auto over = baseline();
        if (!over)
            return failure(over.error());
        return *over
            ? Status()
            : interruptUnfinishedSession(m_ledger, *m_instruments, u"the engine ended while the agent was at work"_s);
    }

    Status openInstruments(const Policy &policy)
    {
        auto instruments = Instruments::open(m_ledger.folder(), policy, m_options.resources, m_host, state().base);
        if (!instruments)
            return failure(instruments.error());
        m_instruments = std::move(*instruments);
        m_gateSince = state().gateSince;
        m_instruments->betweenSteps = [this] { return atStep(); };
        m_instruments->takeAnswers = [this] { return takeCommands(&CommandIntake::takeUrgent); };
        return {};
    }

    /// True when the run ended by it: the gate is broken at base.
    Result<bool> baseline()
    {
        Measurement measurement = measure(0);
        const auto broken = measureBaseline(measurement);
        if (!broken)
            return failure(broken.error());
        if (broken->isEmpty())
            return false;
        if (const auto ended = end(Outcome::GateBroken, {u"at base: "_s + *broken}); !ended)
            return failure(ended.error());
        return true;
    }

    Measurement measure(int iteration) { return {m_ledger, *m_instruments, iteration, m_watch.token()}; }

    /// The budget may be another then; another gate is seen by its own sign (m_gateSince).
    Status takeCommands(Status (CommandIntake::*take)())
    {
        const qint64 before = state().lastSeq;
        if (const auto taken = (m_intake.*take)(); !taken)
            return taken;
        if (state().lastSeq == before)
            return {}; // nothing was told: the policy is not read ten times a second
        const auto policy = policyFromJson(state().policy);
        if (!policy)
            return failure(policy.error());
        m_instruments->policy.budget = policy->budget;
        return {};
    }

    /// Wherever the loop is between two steps: what the owner wants to see again.
    Status recheck()
    {
        if (state().rechecks.isEmpty())
            return {};
        Measurement measurement = measure(state().running() ? state().running()->n : 0);
        return runRechecks(measurement);
    }

    /// Another gate: another instrument, and the baseline is measured with it. True when the run ended by that.
    Result<bool> measureAnew()
    {
        auto policy = policyFromJson(state().policy);
        if (!policy)
            return failure(policy.error());
        if (const auto opened = openInstruments(*policy); !opened)
            return failure(opened.error());
        return baseline();
    }

    Result<Turn> step()
    {
        if (const IterationFact *running = state().running())
            return goOn(*running);
        if (state().gateSince != m_gateSince) {
            const auto over = measureAnew();
            if (!over)
                return failure(over.error());
            return *over ? Turn::Ended : Turn::Again;
        }
        // The owner may have changed root causes: third strikes are counted anew before a task is chosen.
        const BacklogChange change = fileFindings(state().findings, {}, state().tasks);
        if (!change.filed.isEmpty() || !change.superseded.isEmpty() || !change.joined.isEmpty()) {
            Measurement measurement = measure(0);
            const auto written = m_ledger.append(backlogDrafts(measurement, change));
            if (!written)
                return failure(written.error());
        }
        if (m_stepped && m_instruments->policy.supervision == Supervision::Step) {
            m_stepped = false;
            if (!m_options.waitForOwner) {
                const auto ended = end(Outcome::WaitingForOwner, {u"one iteration done; resume for the next"_s});
                return ended ? Result<Turn>(Turn::Ended) : failure(ended.error());
            }
            const auto paused
                = m_ledger.append(Draft{.kind = u"run.paused"_s, .data = {{u"why"_s, u"step supervision"_s}}});
            return paused ? Result<Turn>(Turn::Again) : failure(paused.error());
        }
        const NextStep next = nextStep(state(), m_instruments->policy);
        switch (next.kind) {
        case NextStep::Kind::Audit:
            return start(IterationType::Audit);
        case NextStep::Kind::Evaluate:
            return start(IterationType::Evaluation);
        case NextStep::Kind::Task:
            return start(IterationType::Task, next.task, next.ownersEdit);
        case NextStep::Kind::FileGateTask:
            return fileGateTask();
        case NextStep::Kind::Wait:
            return Turn::Waiting;
        case NextStep::Kind::JudgeConvergence: {
            Measurement measurement = measure(freshAudit(state())->n);
            const auto gateThere = judgeConvergence(measurement);
            if (!gateThere)
                return failure(gateThere.error());
            if (*gateThere)
                return Turn::Again;
            const auto ended = end(Outcome::GateBroken, {u"on a fresh preparation of the current checkpoint"_s});
            return ended ? Result<Turn>(Turn::Ended) : failure(ended.error());
        }
        case NextStep::Kind::End: {
            const auto ended = end(next.outcome, next.why);
            return ended ? Result<Turn>(Turn::Ended) : failure(ended.error());
        }
        }
        Q_UNREACHABLE_RETURN(Turn::Ended);
    }

    Result<Turn> start(IterationType type, const TaskId &id = {}, bool ownersEdit = false)
    {
        m_instruments->pool.trim();
        const Task *task = state().task(id);
        QJsonObject data{{u"n"_s, state().iterations.size() + 1},
                         {u"type"_s, toWord(type)},
                         {u"checkpoint"_s, state().currentCheckpoint},
                         {u"tree"_s, state().checkpoint().tree.text()}};
        if (task) {
            data[u"task"_s] = task->id.text();
            data[u"attempt"_s] = task->attempts + 1;
            data[u"counted_before"_s] = task->countedAttempts;
            data[u"owners_edit"_s] = ownersEdit;
        }
        const auto started = m_ledger.append(
            Draft{.kind = u"iteration.started"_s, .data = data, .iteration = int(state().iterations.size()) + 1});
        return started ? Result<Turn>(Turn::Again) : failure(started.error());
    }

    Result<Turn> goOn(const IterationFact &running)
    {
        Measurement measurement = measure(running.n);
        const IterationType type = running.type;
        if (type == IterationType::Task) {
            const auto progress = TaskIteration(measurement).run();
            if (!progress)
                return failure(progress.error());
            if (*progress == TaskIteration::Progress::Waiting)
                return Turn::Waiting;
            m_stepped = true;
            if (*progress == TaskIteration::Progress::GateGone) {
                const auto ended = end(Outcome::GateBroken, {u"on the current checkpoint, run again"_s});
                return ended ? Result<Turn>(Turn::Ended) : failure(ended.error());
            }
            return Turn::Again;
        }
        const Status done
            = type == IterationType::Audit ? AuditIteration(measurement).run() : EvaluationIteration(measurement).run();
        m_stepped = true;
        return done ? Result<Turn>(Turn::Again) : failure(done.error());
    }

    Result<Turn> fileGateTask()
    {
        BacklogChange change;
        change.filed.append(*gateTaskDue(state().tasks, state().findings));
        Measurement measurement = measure(0);
        const auto filed = m_ledger.append(backlogDrafts(measurement, change));
        return filed ? Result<Turn>(Turn::Again) : failure(filed.error());
    }

    /// Between two steps of an iteration: only what cannot change the work under way is taken from the inbox.
    Status atStep()
    {
        if (const auto handled = takeCommands(&CommandIntake::takeUrgent); !handled)
            return handled;
        if (state().stepRequested && std::exchange(m_oneStep, true)) {
            if (const auto paused = pauseAfterStep(); !paused)
                return paused;
        }
        if (const auto seen = recheck(); !seen)
            return seen;
        if (!state().pauseRequested && state().phase != RunPhase::Paused)
            return {};
        // Back to the loop, which waits there and takes every command; the iteration goes on where it was.
        m_unwound = true;
        return failure(u"paused"_s, {}, {}, ErrorKind::Stopped);
    }

    Status pauseAfterStep()
    {
        m_oneStep = false;
        return m_ledger.append(Draft{.kind = u"run.paused"_s, .data = {{u"why"_s, u"one step was asked for"_s}}});
    }

    Status pause()
    {
        if (state().phase != RunPhase::Paused) {
            const auto paused
                = m_ledger.append(Draft{.kind = u"run.paused"_s, .data = {{u"why"_s, u"the owner paused it"_s}}});
            if (!paused)
                return paused;
        }
        QThread::sleep(kPollInterval);
        return {};
    }

    [[nodiscard]] QStringList waitingFor() const
    {
        QStringList why;
        for (const Prompt *prompt : state().openPrompts())
            why.append(prompt->id.text() + u": "_s + prompt->title);
        return why;
    }

    Status end(Outcome outcome, const QStringList &unmet)
    {
        const auto written = m_ledger.append(Draft{.kind = u"run.ended"_s,
                                                   .data = {{u"outcome"_s, toWord(outcome)},
                                                            {u"exit"_s, exitStatusOf(outcome)},
                                                            {u"unmet"_s, codec::toJson(unmet)}}});
        if (written)
            m_outcome = outcome;
        return written;
    }

    /// An error as an end of the run, where it is one.
    Result<Outcome> endWith(const Error &error)
    {
        Outcome outcome = Outcome::Failed;
        if (error.kind == ErrorKind::Stopped)
            outcome = Outcome::Stopped;
        else if (error.kind == ErrorKind::AgentUnavailable)
            outcome = Outcome::AgentUnavailable;
        else if (error.kind == ErrorKind::GateBroken)
            outcome = Outcome::GateBroken;
        else if (error.kind == ErrorKind::Usage)
            return failure(error);
        if (m_instruments) {
            const QString why = outcome == Outcome::Stopped ? u"the run was stopped"_s : error.text();
            if (const auto done = interruptUnfinishedSession(m_ledger, *m_instruments, why); !done)
                return failure(done.error());
        }
        if (outcome == Outcome::Stopped) {
            if (const auto handled = m_intake.takeAll(); !handled) // the stop command itself gets its answer
                return failure(handled.error());
        }
        if (const auto ended = end(outcome, {error.text()}); !ended)
            return failure(error); // the disk that failed the work fails the journal too
        return outcome;
    }

    Ledger &m_ledger;
    ProcessHost &m_host;
    const EngineOptions &m_options;
    InboxWatch m_watch;
    CommandIntake m_intake;
    std::unique_ptr<Instruments> m_instruments;
    std::optional<Outcome> m_outcome;
    bool m_stepped = false;
    qint64 m_gateSince = 0; ///< RunState::gateSince that the instruments were opened for
    qint64 m_waitingSince = -1; ///< the last entry when the loop found that only the owner can go on
    bool m_oneStep = false; ///< the step that was asked for has begun
    bool m_unwound = false; ///< the last turn was left between two steps, for a pause
};

} // namespace

Result<std::unique_ptr<Ledger>> openRun(const RunFolder &folder, const Clock &clock)
{
    auto writer = JournalWriter::open(folder, clock);
    if (!writer)
        return failure(writer.error());
    // Whatever is built on a changed journal would be refuted later; it is said before anything is done.
    const auto chain = verifyChain(folder.journal());
    if (!chain)
        return failure(chain.error());
    if (!chain->problems.isEmpty())
        return failure(u"it was changed after it was written: "_s + chain->problems.first(), folder.journal(),
                       u"Look at it with `assay status` and `assay journal --verify`; begin a new run."_s);
    return Ledger::open(folder, std::move(*writer));
}

Result<Outcome> runEngine(std::unique_ptr<Ledger> ledger, ProcessHost &host, const EngineOptions &options,
                          StopToken stop)
{
    if (options.onEntry)
        ledger->onAppended(options.onEntry);
    return Loop(*ledger, host, options, std::move(stop)).run();
}

} // namespace assay
