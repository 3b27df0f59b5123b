// What the operator tells a run: a command file for the engine that works on it, else an entry of our own.
#pragma once

#include "core/domain/clock.h"
#include "core/domain/error.h"
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

Q_SIGNALS:
    /// Durable: "sent" to a live engine, which may still refuse it, or "recorded" where none lives.
    void told(const QString &verb, const QString &how);
    void refused(const QString &verb, const assay::Error &why);

private:
    RunFolder m_folder;
    std::shared_ptr<const Clock> m_clock;
    bool m_sent = false; ///< to an engine, since the last look at what it left
    QThreadPool m_writing; ///< of one thread: two at once would take each other's lock for a live engine's
};

} // namespace assay::ui
