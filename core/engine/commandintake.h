// Takes the owner's commands out of the inbox and answers each with entries.
#pragma once

#include "core/engine/inboxwatch.h"
#include "core/engine/ledger.h"

namespace assay {

struct InboxCommand;

/// Thread: the engine's. A command is answered once: its id is in the journal before it leaves the inbox.
class CommandIntake {
public:
    CommandIntake(Ledger &ledger, InboxWatch &watch) : m_ledger(ledger), m_watch(watch) {}

    /// Every command: between two iterations, and while the run waits or is paused.
    [[nodiscard]] Status takeAll() { return take(false); }
    /// Between two steps of an iteration: what holds the run up, lets it go on, answers a question or only looks. What
    /// changes the work waits until the iteration has its verdict.
    [[nodiscard]] Status takeUrgent() { return take(true); }
    /// A stop was taken. The watch need not have seen it before it left the inbox.
    [[nodiscard]] bool stopAsked() const { return m_stopAsked; }

private:
    [[nodiscard]] Status take(bool urgentOnly);
    [[nodiscard]] Result<QList<Draft>> effects(const RunState &state, const InboxCommand &command);

    Ledger &m_ledger;
    InboxWatch &m_watch;
    bool m_stopAsked = false;
};

} // namespace assay
