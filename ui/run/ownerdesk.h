// What the operator tells a run: a command file for the engine that works on it, else an entry of our own.
#pragma once

#include "core/domain/clock.h"
#include "core/domain/error.h"
#include "core/journal/entry.h"
#include "core/journal/runfolder.h"

#include <QJsonObject>
#include <QObject>
#include <QThreadPool>

namespace assay::ui {

/// Thread: GUI; the command is written on another. What became of it comes back through the journal.
class OwnerDesk : public QObject {
    Q_OBJECT
public:
    explicit OwnerDesk(const RunFolder &folder, QObject *parent = nullptr);
    ~OwnerDesk() override;
    /// Verbs and arguments: core/engine/commands.h. Several are carried out one after the other, as they were told.
    void tell(const QString &verb, const QJsonObject &args = {});
    /// The engine that it was sent to is gone: what it did not take any more is recorded, as where none lives.
    void carryOutLeft();
    [[nodiscard]] const RunFolder &folder() const { return m_folder; }

    struct Told {
        QString verb;
        QJsonObject args;
    };
    /// What was told here and no entry answers yet, oldest first: whoever holds the run takes it up when it can.
    [[nodiscard]] const QList<Told> &pending() const { return m_pending; }
    /// Each entry that comes: what it answers is pending no more.
    void saw(const Entry &entry);

Q_SIGNALS:
    /// Durable: "sent" to a live engine, which may still refuse it, or "recorded" where none lives.
    void told(const QString &verb, const QString &how);
    void refused(const QString &verb, const assay::Error &why);
    void refusedByRun(const QString &verb, const QString &why); ///< it was told here, and a live engine says no
    void pendingGrew();

private:
    RunFolder m_folder;
    std::shared_ptr<const Clock> m_clock;
    bool forget(const QString &verb, const QJsonObject *args = nullptr);
    QList<Told> m_pending;
    bool m_sent = false; ///< to an engine, since the last look at what it left
    QThreadPool m_writing; ///< of one thread: two at once would take each other's lock for a live engine's
};

} // namespace assay::ui
