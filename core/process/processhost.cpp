#include "core/process/processhost.h"

#include "core/process/runningprocess.h"
#include "core/process/starter.h"

#include <algorithm>
#include <csignal>
#include <mutex>
#include <sys/eventfd.h>
#include <thread>
#include <unistd.h>

namespace assay {

namespace {
constexpr int kTick = 20; // ms between two looks at stop tokens and clocks, while something runs
}

struct ProcessHost::Private {
    Starter starter; // first: it forks, and there should be little to fork yet
    int wake = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    mutable std::mutex mutex;
    std::vector<std::unique_ptr<RunningProcess>> arrived; // guarded by mutex, as the next three
    std::vector<std::promise<QStringList>> endings; // asked for by endTitled()
    bool quit = false;
    std::chrono::milliseconds childTime{0};
    int containedRunning = 0;
    std::chrono::steady_clock::time_point containedSince;
    std::chrono::steady_clock::duration containedTime{0};
    std::thread thread;

    void signalThread() const
    {
        const uint64_t one = 1;
        [[maybe_unused]] const ssize_t n = ::write(wake, &one, sizeof one);
    }

    void loop()
    {
        // A command that no longer reads its standard input is told by EPIPE.
        sigset_t pipe;
        ::sigemptyset(&pipe);
        ::sigaddset(&pipe, SIGPIPE);
        ::pthread_sigmask(SIG_BLOCK, &pipe, nullptr);
        std::vector<std::unique_ptr<RunningProcess>> running;
        std::vector<pollfd> polled;
        QByteArray buffer(1 << 16, Qt::Uninitialized);
        for (;;) {
            polled.assign(1, {wake, POLLIN, 0});
            for (const auto &process : running)
                process->addPolled(polled);
            ::poll(polled.data(), polled.size(), running.empty() ? -1 : kTick);
            if (polled.front().revents) {
                uint64_t drained = 0;
                [[maybe_unused]] const ssize_t n = ::read(wake, &drained, sizeof drained);
            }
            std::vector<std::unique_ptr<RunningProcess>> fresh;
            std::vector<std::promise<QStringList>> ending;
            {
                const std::lock_guard lock(mutex);
                fresh.swap(arrived);
                ending.swap(endings);
                if (quit) {
                    std::ranges::move(fresh, std::back_inserter(running));
                    break;
                }
            }
            for (auto &process : fresh) {
                if (process->begin(starter))
                    running.push_back(std::move(process));
                else
                    process->deliver();
            }
            for (auto &asked : ending) {
                QStringList titles;
                for (const auto &process : running) {
                    if (process->endByOwner())
                        titles.append(process->title());
                }
                asked.set_value(titles);
            }
            std::erase_if(running, [&](const auto &process) {
                if (process->turn(buffer))
                    return false;
                {
                    const std::lock_guard lock(mutex);
                    childTime += process->duration();
                }
                process->deliver();
                return true;
            });
        }
        for (const auto &process : running)
            process->endAtOnce();
    }
};

ProcessHost::ProcessHost() : d(std::make_unique<Private>())
{
    d->thread = std::thread([this] { d->loop(); });
}

ProcessHost::~ProcessHost()
{
    {
        const std::lock_guard lock(d->mutex);
        d->quit = true;
    }
    d->signalThread();
    d->thread.join();
    ::close(d->wake);
}

std::future<ProcessResult> ProcessHost::start(ProcessCommand command, StopToken stop)
{
    Q_ASSERT(std::this_thread::get_id() != d->thread.get_id()); // it would wait for itself
    auto process = std::make_unique<RunningProcess>(std::move(command), std::move(stop));
    auto future = process->future();
    {
        const std::lock_guard lock(d->mutex);
        d->arrived.push_back(std::move(process));
    }
    d->signalThread();
    return future;
}

QStringList ProcessHost::endTitled()
{
    std::promise<QStringList> asked;
    auto answer = asked.get_future();
    {
        const std::lock_guard lock(d->mutex);
        d->endings.push_back(std::move(asked));
    }
    d->signalThread();
    return answer.get();
}

ProcessResult ProcessHost::run(ProcessCommand command, StopToken stop)
{
    if (!command.contained)
        return start(std::move(command), std::move(stop)).get();
    {
        const std::lock_guard lock(d->mutex);
        if (d->containedRunning++ == 0)
            d->containedSince = std::chrono::steady_clock::now();
    }
    ProcessResult result = start(std::move(command), std::move(stop)).get();
    const std::lock_guard lock(d->mutex);
    if (--d->containedRunning == 0)
        d->containedTime += std::chrono::steady_clock::now() - d->containedSince;
    return result;
}

std::chrono::milliseconds ProcessHost::containedTime() const
{
    const std::lock_guard lock(d->mutex);
    return std::chrono::duration_cast<std::chrono::milliseconds>(d->containedTime);
}

std::chrono::milliseconds ProcessHost::childTime() const
{
    const std::lock_guard lock(d->mutex);
    return d->childTime;
}

} // namespace assay
