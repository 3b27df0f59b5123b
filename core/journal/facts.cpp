#include "core/journal/facts.h"

#include "core/domain/wordtable.h"

namespace assay {

// clang-format off
ASSAY_WORDS(ProofRole, proofRoleFromWord,
    {ProofRole::Repro, u"repro"}, {ProofRole::Check, u"check"}, {ProofRole::Guard, u"guard"},
    {ProofRole::Control, u"control"}, {ProofRole::Standing, u"standing"}, {ProofRole::Acceptance, u"acceptance"},
    {ProofRole::Recheck, u"recheck"})
ASSAY_WORDS(PathChange, pathChangeFromWord,
    {PathChange::Added, u"added"}, {PathChange::Deleted, u"deleted"}, {PathChange::Modified, u"modified"},
    {PathChange::TypeChanged, u"type-changed"})
ASSAY_WORDS(IterationType, iterationTypeFromWord,
    {IterationType::Audit, u"audit"}, {IterationType::Task, u"task"}, {IterationType::Evaluation, u"evaluation"})
// clang-format on

const StepFact *IterationFact::step(QStringView name) const
{
    for (auto it = steps.crbegin(); it != steps.crend(); ++it) {
        if (it->name == name)
            return &*it;
    }
    return nullptr;
}

} // namespace assay
