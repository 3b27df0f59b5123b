#include "core/engine/interruption.h"

#include "core/engine/clonefolder.h"

using namespace Qt::StringLiterals;

namespace assay {

Status interruptUnfinishedSession(Ledger &ledger, Instruments &instruments, const QString &why)
{
    const IterationFact *running = ledger.state().running();
    if (!running || running->sessions.isEmpty() || running->sessions.last().ended.isValid())
        return {};
    const int n = running->n;
    const QString session = running->sessions.last().id.text();
    CloneFolder clone(ledger, instruments, {});
    const auto saved = clone.salvage(u"salvage/%1"_s.arg(n), u"interrupted iteration %1"_s.arg(n));
    if (!saved)
        return failure(saved.error()); // nothing is said to be over while its work is not safe
    QList<Draft> drafts{{.kind = u"session.ended"_s,
                         .data = {{u"id"_s, session}, {u"reason"_s, u"interrupted"_s}, {u"detail"_s, why}},
                         .iteration = n}};
    if (!saved->isNull()) {
        drafts.append({.kind = u"rolled.back"_s,
                       .data = {{u"salvage"_s, saved->text()}, {u"step"_s, u"session"_s}, {u"why"_s, why}},
                       .iteration = n});
    }
    for (const Prompt *prompt : ledger.state().openPrompts()) {
        if (prompt->type == PromptType::Permission)
            drafts.append({.kind = u"prompt.withdrawn"_s,
                           .data = {{u"id"_s, prompt->id.text()}, {u"why"_s, u"its session is over"_s}},
                           .iteration = n});
    }
    drafts.append({.kind = u"iteration.ended"_s,
                   .data = {{u"verdict"_s, verdict::Interrupted.toString()}, {u"reason"_s, why}, {u"counted"_s, false}},
                   .iteration = n});
    if (const auto reset = clone.rollBack(); !reset)
        return reset;
    return ledger.append(drafts);
}

} // namespace assay
