// Follows one session's activity on a thread of its own and hands over what came, in order, in batches.
#pragma once

#include "core/domain/error.h"
#include "ui/models/activitylines.h"

#include <QElapsedTimer>
#include <QObject>
#include <QThread>
#include <QTimer>

#include <atomic>
#include <deque>
#include <semaphore>

namespace assay::ui {

class ActivityModel;

/// What the agent said it used so far; -1 = it did not say.
struct ActivityUsage {
    qint64 inputTokens = -1, outputTokens = -1;
    double cost = -1;
};

/// Fills a model from a stream file. Thread: GUI; the file is read and turned into lines on another, which waits when
/// the GUI falls behind: a flood costs no event-loop turn more than turnMost, and a bounded queue.
class ActivityFeed : public QObject {
    Q_OBJECT
public:
    static constexpr std::chrono::milliseconds turnMost{8};

    /// `model` outlives this, and is cleared. A live session's file is looked at until setLive(false).
    ActivityFeed(const QString &path, bool live, ActivityModel &model, QObject *parent = nullptr);
    ~ActivityFeed() override;
    /// The session has ended: what is still in the file is read, then the file is left alone.
    void setLive(bool live);
    [[nodiscard]] const QString &path() const { return m_path; }
    [[nodiscard]] const ActivityUsage &usage() const { return m_usage; }
    /// Everything that was in the file at the last look is in the model.
    [[nodiscard]] bool isCaughtUp() const { return m_caughtUp; }

Q_SIGNALS:
    void grew(); ///< the model did, or usage; at most once an event-loop turn
    void caughtUp();
    void failed(const assay::Error &error);

private:
    struct News {
        ActivityBatch batch;
        ActivityUsage usage;
        std::optional<Error> error;
        bool isEnd = false; ///< of one look
    };
    void read();      ///< in the other thread
    void send(News news);
    void takeSome();

    QString m_path;
    ActivityModel &m_model;
    QThread m_thread;
    std::atomic<bool> m_stop = false, m_live;
    std::counting_semaphore<> m_room;
    std::deque<News> m_news;
    QTimer m_taking;
    ActivityUsage m_usage;
    bool m_caughtUp = false;
};

} // namespace assay::ui
