// A run folder with entries made by hand, its document open. While the test holds the writer, it plays the engine.
#pragma once

#include "core/engine/commands.h"
#include "tests/ui/handmade.h"
#include "ui/views/runview.h"

namespace assay::test {

struct OpenRun {
    ScratchRun run;
    std::unique_ptr<JournalWriter> engine;
    std::unique_ptr<ui::RunDocument> document;
    std::unique_ptr<ui::OwnerDesk> desk;

    /// `live`: the writer, and with it the lock, is kept.
    OpenRun(const QList<Draft> &drafts, bool live) : engine(std::move(*run.create()))
    {
        add(drafts);
        if (!live)
            engine.reset();
        document = std::make_unique<ui::RunDocument>(run.folder());
        desk = std::make_unique<ui::OwnerDesk>(run.folder());
    }
    [[nodiscard]] ui::RunPlace place() const { return {*document, *desk}; }
    void add(const QList<Draft> &drafts) const
    {
        if (!engine->append(drafts))
            qFatal("an entry made by hand does not fit the journal");
    }
    /// What a live engine does with what lies in its inbox; false when nothing does.
    [[nodiscard]] bool carryOut() const
    {
        const auto commands = pendingCommands(run.folder());
        if (!commands || commands->isEmpty())
            return false;
        for (const InboxCommand &command : *commands) {
            const auto drafts = commandDrafts(document->now(), command);
            add(drafts ? *drafts : QList<Draft>{refusalDraft(command, drafts.error())});
            if (!discardCommand(run.folder(), command.id))
                return false;
        }
        return true;
    }
};

} // namespace assay::test
