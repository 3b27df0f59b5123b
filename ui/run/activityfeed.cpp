#include "ui/run/activityfeed.h"

#include "core/agent/activity.h"
#include "core/agent/activitystream.h"
#include "ui/models/activitymodel.h"

#include <QFileInfo>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace assay::ui {
namespace {

constexpr qsizetype batchMost = 2048;       ///< lines
constexpr int queueMost = 16;               ///< batches on their way
constexpr auto lookEvery = 200ms;
constexpr qint64 eventsALook = 100'000;     ///< before it is told that it goes on

} // namespace

ActivityFeed::ActivityFeed(const QString &path, bool live, ActivityModel &model, QObject *parent)
    : QObject(parent),
      m_path(path),
      m_model(model),
      m_live(live),
      m_room(queueMost)
{
    m_model.clear();
    m_taking.setInterval(0ms);
    connect(&m_taking, &QTimer::timeout, this, &ActivityFeed::takeSome);
    auto *worker = new QObject;
    worker->moveToThread(&m_thread);
    connect(&m_thread, &QThread::started, worker, [this] { read(); });
    connect(&m_thread, &QThread::finished, worker, &QObject::deleteLater);
    m_thread.setObjectName(u"activity"_s);
    m_thread.start();
}

ActivityFeed::~ActivityFeed()
{
    m_stop = true;
    m_room.release(queueMost); // it may be waiting for room
    m_thread.quit();
    m_thread.wait();
}

void ActivityFeed::setLive(bool live)
{
    m_live = live;
}

void ActivityFeed::read()
{
    ActivityFollower follower(m_path);
    ActivityGrouping grouping;
    SessionEnd used;
    bool ended = false;
    qint64 told = -1;
    const auto usage = [&] { return ActivityUsage{used.inputTokens, used.outputTokens, used.cost}; };
    for (bool last = false; !m_stop && !last;) {
        last = !m_live; // looked at once more after the end: nothing written before it is missed
        if (last || QFileInfo::exists(m_path)) { // a session begins before it says anything
            qint64 left = eventsALook;
            const auto polled = follower.poll([&](const QJsonObject &event) {
                grouping.add(event);
                addUsage(used, event);
                if (grouping.waiting() >= batchMost)
                    send({.batch = grouping.take(), .usage = usage(), .error = {}});
                return !m_stop && --left > 0;
            });
            News news{.batch = grouping.take(), .usage = usage(), .error = {}, .isEnd = left > 0};
            if (!polled)
                news.error = polled.error();
            if (left <= 0)
                last = false;
            const bool firstEnd = news.isEnd && !std::exchange(ended, ended || news.isEnd);
            if (!news.batch.lines.isEmpty() || !news.batch.statuses.isEmpty() || firstEnd || used.inputTokens != told
                || !polled) {
                told = used.inputTokens;
                send(std::move(news));
            }
            if (!polled)
                return;
            if (left <= 0)
                continue;
        }
        for (auto waited = 0ms; waited < lookEvery && !last && !m_stop; waited += 20ms)
            QThread::msleep(20);
    }
}

void ActivityFeed::send(News news)
{
    m_room.acquire();
    if (m_stop)
        return;
    QMetaObject::invokeMethod(
        this,
        [this, news = std::move(news)]() mutable {
            m_news.push_back(std::move(news));
            if (!m_taking.isActive())
                m_taking.start();
        },
        Qt::QueuedConnection);
}

void ActivityFeed::takeSome()
{
    QElapsedTimer clock;
    clock.start();
    bool grew = false, end = false;
    std::optional<Error> error;
    while (!m_news.empty() && clock.durationElapsed() < turnMost) {
        News news = std::move(m_news.front());
        m_news.pop_front();
        m_room.release();
        grew = grew || !news.batch.lines.isEmpty() || !news.batch.statuses.isEmpty()
            || news.usage.inputTokens != m_usage.inputTokens || news.usage.outputTokens != m_usage.outputTokens;
        m_model.append(news.batch);
        m_usage = news.usage;
        end = news.isEnd;
        if (news.error)
            error = news.error;
    }
    if (m_news.empty())
        m_taking.stop();
    if (grew)
        Q_EMIT this->grew();
    if (error)
        Q_EMIT failed(*error);
    if (end && m_news.empty() && !std::exchange(m_caughtUp, true))
        Q_EMIT caughtUp();
}

} // namespace assay::ui
