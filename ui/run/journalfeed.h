// Follows a run's journal on a thread of its own and hands over what came, in order, in batches.
#pragma once

#include "core/journal/journalreader.h"
#include "core/journal/runfolder.h"
#include "core/journal/runstate.h"
#include "ui/models/entryhead.h"
#include "ui/run/enginewatch.h"

#include <QObject>
#include <QSet>
#include <QTimer>

#include <memory>

namespace assay::ui {

/// What the journal held when it was opened: folded where it was read, so that no long fold runs in the GUI thread.
struct FeedStart {
    std::shared_ptr<RunState> state; ///< whoever receives it is its only owner
    QList<EntryHead> heads;
    std::optional<Error> problem; ///< why there is no more than this: a damaged line, say
    QString newer;                ///< what a newer Assay wrote, which this one does not understand; empty: nothing
};
struct FeedBatch {
    QList<Entry> entries;
    QList<EntryHead> heads;
    QString newer;
};

/// Lives in the feed's thread; speaks by queued signals.
class JournalFeed : public QObject {
    Q_OBJECT
public:
    explicit JournalFeed(RunFolder folder);
    /// Reads all, then looks for more ten times a second.
    void start();

Q_SIGNALS:
    void started(const assay::ui::FeedStart &start); ///< again after a failure was mended: begin anew from this
    void arrived(const assay::ui::FeedBatch &batch);
    /// The journal cannot be read (any more); it is tried again until it can. Told once for each reason.
    void failed(const assay::Error &error);
    /// Pid of the process that holds the run's lock, or 0, and whether it is an engine at work.
    void holderChanged(qint64 pid, bool isEngine);
    /// The file was written to, or is another one, and did not grow: what was read before may not be there any more.
    void touched();

private:
    void read();
    void follow();
    void look();
    void fail(const Error &error);
    void lookAtHolder();
    void lookAtFile();

    /// What a file system tells of a file, whatever its bytes.
    struct Stamp {
        quint64 device = 0, inode = 0;
        qint64 size = -1, written = 0, changed = 0; ///< bytes; nanoseconds
        friend bool operator==(const Stamp &, const Stamp &) = default;
    };
    [[nodiscard]] Stamp stampOf() const;
    RunFolder m_folder;
    std::unique_ptr<JournalFollower> m_follower;
    QTimer *m_timer;
    QSet<QString> m_words;
    QString m_told;
    qint64 m_damagedSize = -1; ///< of the journal that could not be read whole: not read again while it is as it was
    EngineWatch m_watch;
    Stamp m_stamp; ///< as it was looked at last
    qint64 m_holder = -2;
    bool m_isEngine = false;
    int m_round = 0;
};

/// The state of a run as of one entry: the same fold, stopped there. Blocks while it reads; for a worker.
[[nodiscard]] Result<std::shared_ptr<RunState>> stateAsOf(const RunFolder &folder, qint64 seq);

/// One entry as it stands in the file, indented for a reader. Blocks; for a worker.
[[nodiscard]] Result<QByteArray> entryText(const RunFolder &folder, qint64 seq);

} // namespace assay::ui
