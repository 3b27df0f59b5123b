// One run, open in the console: its state as the journal says, followed while it grows, or as of an earlier entry.
#pragma once

#include "core/journal/journalreader.h"
#include "ui/run/journalfeed.h"

#include <QElapsedTimer>
#include <QFutureWatcher>
#include <QThread>

namespace assay::ui {

/// Everything that views show comes from here; nobody asks an engine. Thread: GUI; the reading is done on others.
class RunDocument : public QObject {
    Q_OBJECT
public:
    explicit RunDocument(const RunFolder &folder, QObject *parent = nullptr);
    ~RunDocument() override;

    [[nodiscard]] const RunFolder &folder() const { return m_folder; }
    /// What the views show: now, or as of asOf(). Empty until isLoaded().
    [[nodiscard]] const RunState &state() const { return m_past ? *m_past : *m_live; }
    /// What the journal says now, whatever is shown.
    [[nodiscard]] const RunState &now() const { return *m_live; }
    [[nodiscard]] bool isLoaded() const { return m_loaded; }
    /// Entries up to the one shown.
    [[nodiscard]] const QList<EntryHead> &heads() const { return m_heads; }

    /// An engine works on the run, in this process or another one.
    [[nodiscard]] bool isLive() const { return m_isEngine; }
    /// Somebody else holds it: an export, say. It cannot be resumed or exported meanwhile.
    [[nodiscard]] bool isHeld() const { return m_holder > 0 && !m_isEngine; }
    /// Pid of whoever holds it, or 0.
    [[nodiscard]] qint64 holder() const { return m_holder; }

    /// What this window itself holds the run for, as a sentence; empty: nothing. Told with holderChanged().
    [[nodiscard]] const QString &ownWork() const { return m_ownWork; }
    void holdFor(const QString &sentence);

    /// A newer Assay wrote it: it is shown as far as it is understood, and nothing can be told to it. Empty: not so.
    [[nodiscard]] const QString &newer() const { return m_newer; }

    /// 0: now.
    [[nodiscard]] qint64 asOf() const { return m_asOf; }
    void showAsOf(qint64 seq);
    void showNow();

    /// What the hash chain said, looked at in the background once the run was read; null until then.
    [[nodiscard]] const ChainReport *chain() const { return m_chain ? &*m_chain : nullptr; }
    [[nodiscard]] const Error *problem() const { return m_problem ? &*m_problem : nullptr; }
    /// The journal is not what was written: what stands in it is not to be believed, and the run can neither go on nor
    /// be exported. Null: not so, as far as it was looked at. Told with problemChanged().
    [[nodiscard]] const Error *damage() const { return m_damage ? &*m_damage : nullptr; }

Q_SIGNALS:
    /// state() is another one: loaded, or another moment is shown, or begun anew.
    void reset();
    /// state() went on; told at most ten times a second.
    void changed(assay::ui::Parts parts);
    /// Once for each entry that came while the run was open, after it was folded into now().
    void arrived(const assay::Entry &entry);
    void holderChanged();
    void problemChanged();
    void chainChecked();

private:
    void start(const FeedStart &start);
    void lookAtChain();
    void take(const FeedBatch &batch);
    void foldSome();
    void tell();

    RunFolder m_folder;
    QThread m_thread;
    JournalFeed *m_feed;
    std::shared_ptr<RunState> m_live = std::make_shared<RunState>(), m_past;
    QList<EntryHead> m_heads;
    QList<Entry> m_waiting; ///< arrived, not folded yet
    qsizetype m_next = 0;
    QTimer m_folding, m_telling;
    Parts m_changed;
    QFutureWatcher<Result<std::shared_ptr<RunState>>> m_asOfReading;
    QFutureWatcher<Result<ChainReport>> m_chainReading;
    std::optional<ChainReport> m_chain;
    bool m_chainAgain = false; ///< the journal was begun anew while its chain was looked at
    qint64 m_asOf = 0, m_asOfWanted = 0;
    qint64 m_holder = 0;
    bool m_isEngine = false;
    QString m_newer, m_ownWork;
    bool m_loaded = false;
    std::optional<Error> m_problem, m_damage;
};

} // namespace assay::ui
