#include "core/review/heldcandidate.h"

#include "core/git/vault.h"
#include "core/review/reviewedchange.h"

#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay::review {

const IterationFact *heldIteration(const RunState &state)
{
    for (const Prompt *prompt : state.openPrompts()) {
        const IterationFact *iteration = state.iteration(prompt->iteration);
        if (prompt->subject == "review"_L1 && iteration && iteration->isRunning() && iteration->candidate)
            return iteration;
    }
    return nullptr;
}

Result<QJsonArray> commentsOfHeld(const RunFolder &folder, const RunState &state)
{
    const IterationFact *held = heldIteration(state);
    if (!held || std::ranges::none_of(state.marks, &ReviewMark::isOpenComment))
        return QJsonArray();
    const auto vault = Vault::open(folder.vault());
    if (!vault)
        return failure(vault.error());
    QJsonArray marks;
    for (const ObjectId &from : {held->checkpointTree, state.baseTree}) {
        const auto places = openCommentsIn(*vault, state.marks, from, held->candidate->tree);
        if (!places)
            return failure(places.error());
        for (const ReviewPlace &place : *places) {
            if (const QJsonObject mark = placeToJson(place); !marks.contains(mark))
                marks.append(mark);
        }
        if (held->checkpointTree == state.baseTree)
            break;
    }
    return marks;
}

} // namespace assay::review
