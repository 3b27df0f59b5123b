#include "ui/run/engineroom.h"

#include "core/engine/setup.h"
#include "core/places/demorepository.h"
#include "core/places/resources.h"
#include "core/places/runfinder.h"

#include <QtConcurrent>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

Result<std::unique_ptr<Ledger>> makeRun(const NewRun &asked, const RunFolder &folder, ProcessHost &host,
                                        const Clock &clock)
{
    NewRun run = asked;
    if (run.demo) {
        const auto resources = findResources();
        if (!resources)
            return failure(resources.error());
        const auto repository = demoRepository(host, *resources);
        if (!repository)
            return failure(repository.error());
        run.target = *repository;
        const RunOptions recorded = demoOptions(*resources);
        run.options.agent = recorded.agent;
        run.options.suspectTests = recorded.suspectTests;
        if (!run.options.iterations)
            run.options.iterations = recorded.iterations;
    }
    const GitProgram git(host);
    if (const auto version = git.version(); !version)
        return failure(version.error());
    const auto facts = inspectTarget(git, run.target, run.base);
    if (!facts)
        return failure(facts.error());
    return createRun(folder, *facts, run.options, clock);
}

} // namespace

EngineRoom::EngineRoom(ProcessHost &host, QObject *parent)
    : QObject(parent),
      m_clock(std::make_shared<SystemClock>()),
      m_host(host)
{}

EngineRoom::~EngineRoom()
{
    stopAll();
    for (EngineWork *work : std::as_const(m_works))
        work->m_watcher.waitForFinished();
}

EngineWork *EngineRoom::begin(const NewRun &run)
{
    auto *work = new EngineWork(this);
    work->m_folder = RunFolder(freshRunPath(run.demo ? u"tally"_s : run.target));
    return launch(work, [run, folder = work->m_folder, clock = m_clock, &host = m_host] {
        return makeRun(run, folder, host, *clock);
    });
}

EngineWork *EngineRoom::resume(const RunFolder &folder)
{
    if (EngineWork *work = workOn(folder); work && work->isRunning())
        return work;
    auto *work = new EngineWork(this);
    work->m_folder = folder;
    return launch(work, [folder, clock = m_clock] { return openRun(folder, *clock); });
}

EngineWork *EngineRoom::launch(EngineWork *work, Opening opening)
{
    m_works.append(work);
    connect(&work->m_watcher, &QFutureWatcherBase::progressValueChanged, work, [work](int value) {
        if (value > 0)
            Q_EMIT work->created();
    });
    connect(&work->m_watcher, &QFutureWatcherBase::finished, this, [this, work] {
        // A future that was cancelled, or whose function threw, has no result.
        const Result<Outcome> end = work->m_watcher.future().resultCount() > 0
            ? work->m_watcher.result()
            : Result<Outcome>(failure(tr("the engine ended without a result"), work->folder().path(),
                                      tr("Resume the run; its journal is whole."), ErrorKind::Internal));
        m_works.removeOne(work);
        if (end)
            Q_EMIT work->ended(*end);
        else
            Q_EMIT work->failed(end.error());
        Q_EMIT changed();
        work->deleteLater();
    });
    const auto run = [opening = std::move(opening), &host = m_host,
                      stop = work->m_stop.token()](QPromise<Result<Outcome>> &promise) {
        const auto fail = [&promise](const Error &error) { promise.addResult(Result<Outcome>(failure(error))); };
        try {
            const auto resources = findResources();
            if (!resources)
                return fail(resources.error());
            auto ledger = opening();
            if (!ledger)
                return fail(ledger.error());
            promise.setProgressRange(0, 1);
            promise.setProgressValue(1);
            promise.addResult(
                runEngine(std::move(*ledger), host, {.resources = *resources, .waitForOwner = true}, stop));
        } catch (const std::exception &exception) {
            fail({.what = tr("our own fault: %1").arg(QString::fromUtf8(exception.what())),
                  .subject = u"engine"_s,
                  .remedy = tr("The journal is whole up to there: resume the run, and please report this."),
                  .kind = ErrorKind::Internal});
        }
    };
    work->m_watcher.setFuture(QtConcurrent::run(&work->m_thread, run));
    Q_EMIT changed();
    return work;
}

EngineWork *EngineRoom::workOn(const RunFolder &folder) const
{
    for (EngineWork *work : m_works) {
        if (work->folder().path() == folder.path())
            return work;
    }
    return nullptr;
}

void EngineRoom::stopAll()
{
    for (EngineWork *work : std::as_const(m_works))
        work->stop();
}

int EngineRoom::running() const
{
    return int(m_works.size());
}

} // namespace assay::ui
