#include "app/cli/stopsignals.h"

#include <QSocketNotifier>

#include <atomic>
#include <cerrno>

#include <csignal>
#include <fcntl.h>
#include <unistd.h>

namespace assay::cli {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP};

// What a signal handler may touch: plain atomics and write(2).
std::atomic<StopSource *> g_source{nullptr};
std::atomic<int> g_pipe{-1};
std::atomic<int> g_seen{0};
int g_read = -1;

void onSignal(int)
{
    const int before = errno;
    if (g_seen.fetch_add(1) > 0) {
        static constexpr char message[] = "\nassay: ended at once\n";
        (void)!::write(STDERR_FILENO, message, sizeof message - 1);
        ::_exit(130);
    }
    if (StopSource *source = g_source.load())
        source->requestStop(); // one atomic store
    const char byte = 1;
    (void)!::write(g_pipe.load(), &byte, 1);
    errno = before;
}

} // namespace

StopSignals::StopSignals(StopSource &source, std::function<void()> onFirst) : m_onFirst(std::move(onFirst))
{
    g_source = &source;
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0)
        return; // without it a signal ends the process as it always did; the journal is safe then, too
    g_read = ends[0];
    g_pipe = ends[1];
    g_seen = 0;
    m_notifier = std::make_unique<QSocketNotifier>(g_read, QSocketNotifier::Read);
    connect(m_notifier.get(), &QSocketNotifier::activated, this, [this] {
        char byte = 0;
        if (::read(g_read, &byte, 1) != 1)
            return;
        if (m_onFirst)
            m_onFirst();
    });
    struct sigaction action{};
    action.sa_handler = onSignal;
    action.sa_flags = SA_RESTART;
    for (const int number : kSignals)
        ::sigaction(number, &action, nullptr);
}

StopSignals::~StopSignals()
{
    for (const int number : kSignals)
        ::signal(number, SIG_DFL);
    g_source = nullptr;
    m_notifier.reset();
    ::close(g_read);
    ::close(g_pipe.exchange(-1));
    g_read = -1;
}

} // namespace assay::cli
