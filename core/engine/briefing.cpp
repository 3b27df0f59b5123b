#include "core/engine/briefing.h"

#include "core/agent/outboxhint.h"
#include "core/agent/prompts.h"
#include "core/engine/configfile.h"

#include <QDir>
#include <QFile>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

Result<PromptInputs> envelopeInputs(const Measurement &measurement, const RunFolder &folder, SessionPurpose purpose,
                                    const QString &resources)
{
    const RunState &state = measurement.state();
    const Policy &policy = measurement.policy();
    const auto form = outboxHint(purpose, resources);
    if (!form)
        return failure(form.error());
    PromptInputs inputs{.purpose = purpose,
                        .clone = folder.clone(),
                        .outbox = folder.outbox(u"A%1"_s.arg(measurement.iteration())),
                        .form = *form,
                        .envelope = policy.envelope,
                        .protectedPaths = policy.protectedPaths,
                        .sensitivePaths = policy.sensitivePaths,
                        .testPaths = policy.testPaths,
                        .checkEnvironment = policy.reproEnv,
                        .repeats = policy.repeats,
                        .checkTimeout = policy.checkTimeout};
    for (const GateCommand &gate : policy.gate)
        inputs.gate.append(gate.run.line);
    for (const QString &title : policy.declined)
        inputs.declined.append({title, u"declined by the owner beforehand"_s});
    for (const DeclinedFact &declined : state.declined) {
        const Finding *finding = state.finding(FindingId(declined.subject));
        inputs.declined.append({finding ? finding->title : declined.subject, declined.reason});
    }
    for (const Prompt &prompt : state.prompts) {
        if (prompt.type != PromptType::Decision)
            continue;
        QString answer = prompt.answer;
        if (!answer.isEmpty() && !prompt.answerReason.isEmpty())
            answer += u" ("_s + prompt.answerReason + u')';
        inputs.putToOwner.append({prompt.title, prompt.question, answer});
    }
    for (const NoteFact &note : state.notes) {
        if (note.iteration >= measurement.iteration() - 1)
            inputs.notes.append(note.text);
    }
    const int used = state.countedIterations();
    inputs.budgetLeft = u"%1 of %2 iterations, this one included"_s.arg(policy.budget.iterations - used)
                            .arg(policy.budget.iterations);
    return inputs;
}

/// A copy of a check that the agent can run, beside its outbox.
Result<QString> layCheck(const EvidenceStore &evidence, const RunFolder &folder, const Check &check)
{
    const auto bytes = evidence.get(check.file);
    if (!bytes)
        return failure(bytes.error());
    const QString path = folder.path() + u"/checks/%1-"_s.arg(check.id.text()) + QString::fromUtf8(check.fileName);
    QDir().mkpath(folder.path() + u"/checks"_s);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(*bytes) != bytes->size())
        return failure(u"cannot be written: "_s + file.errorString(), path, u"Free space or mend permissions."_s);
    file.setPermissions(file.permissions() | QFileDevice::ExeOwner | QFileDevice::ExeUser);
    return path;
}

QStringList evidenceLines(const RunState &state, const IterationFact &iteration)
{
    QStringList lines;
    if (const StepFact *failed = iteration.step(iteration.failedStep))
        lines.append(failed->name + u": "_s + failed->reason);
    for (const ProofFact &proof : state.proofs) {
        if (proof.iteration != iteration.n || !iteration.candidate || proof.tree != iteration.candidate->tree
            || proof.answer == Answer::Absent)
            continue;
        const Check check = state.checks.value(proof.subject);
        lines.append(u"check %1 (%2) answered %3 on your change, exit %4%5"_s.arg(
            check.id.text(), check.name, toWord(proof.answer), QString::number(proof.exitStatus),
            proof.line.isEmpty() ? QString() : u": "_s + proof.line));
    }
    for (const ComparisonFact &fact : state.comparisons) {
        if (fact.iteration != iteration.n)
            continue;
        for (const QString &name : fact.comparison.newlyFailing)
            lines.append(u"newly failing (%1): %2"_s.arg(fact.label, name));
        for (const QString &name : fact.comparison.vanished)
            lines.append(u"vanished: "_s + name);
        lines.append(fact.comparison.broken);
    }
    for (const Claim &claim : state.claims) {
        if (claim.iteration == iteration.n && claim.result == ClaimResult::Refuted)
            lines.append(u"claim refuted: \"%1\"; seen: %2"_s.arg(claim.text, claim.seen));
    }
    return lines;
}

} // namespace

Result<QString> auditBriefing(Measurement &measurement)
{
    auto &instruments = measurement.instruments();
    const auto inputs = envelopeInputs(measurement, instruments.folder, SessionPurpose::Audit, instruments.resources);
    return inputs ? composePrompt(*inputs, instruments.resources) : Result<QString>(failure(inputs.error()));
}

Result<QString> taskBriefing(Measurement &measurement, const Task &task)
{
    auto &instruments = measurement.instruments();
    const RunState &state = measurement.state();
    const auto purpose = task.type == TaskType::Gate ? SessionPurpose::Gate : SessionPurpose::Task;
    auto inputs = envelopeInputs(measurement, instruments.folder, purpose, instruments.resources);
    if (!inputs)
        return failure(inputs.error());
    inputs->taskId = task.id;
    inputs->structural = task.type == TaskType::Structural;
    inputs->cause = task.cause;
    for (const FindingId &id : task.covers) {
        const Finding *finding = state.finding(id);
        if (!finding)
            continue;
        PromptFinding shown{.id = id,
                            .title = finding->title,
                            .severity = finding->severity,
                            .cause = finding->cause,
                            .where = finding->where,
                            .observed = finding->observed,
                            .expected = finding->expected};
        for (const CheckId &checkId : finding->checks) {
            const Check check = state.checks.value(checkId);
            if (check.role == CheckRole::Unusable)
                continue;
            const auto path = layCheck(instruments.evidence, instruments.folder, check);
            if (!path)
                return failure(path.error());
            if (shown.repro.isEmpty())
                shown.repro = *path;
            else if (check.role == CheckRole::Guard)
                inputs->guards.append(check.name + u": "_s + *path);
            else
                shown.checks.append(check.name + u": "_s + *path);
        }
        inputs->findings.append(std::move(shown));
    }
    int number = 0;
    for (const IterationFact &iteration : state.iterations) {
        if (iteration.task != task.id || iteration.n == measurement.iteration() || iteration.isRunning())
            continue;
        ++number;
        if (iteration.verdict == verdict::Interrupted && iteration.reason.isEmpty())
            continue;
        inputs->attempts.append(
            {number, iteration.verdict + u": "_s + iteration.reason, evidenceLines(state, iteration)});
    }
    for (const ReviewFact &review : state.reviews) {
        const IterationFact *iteration = state.iteration(review.iteration);
        if (iteration && iteration->task == task.id && !review.comments.isEmpty())
            inputs->comments.append(review.comments);
    }
    return composePrompt(*inputs, instruments.resources);
}

Result<QString> evaluationBriefing(Measurement &measurement, const QByteArray &patch)
{
    auto &instruments = measurement.instruments();
    const RunState &state = measurement.state();
    auto inputs = envelopeInputs(measurement, instruments.folder, SessionPurpose::Evaluation, instruments.resources);
    if (!inputs)
        return failure(inputs.error());
    inputs->change = QString::fromUtf8(patch);
    for (const Finding &finding : state.findings) {
        if (finding.state != FindingState::Fixed)
            continue;
        inputs->evidence.append(u"%1 %2: present at base, absent now; %3"_s.arg(
            finding.id.text(), finding.title,
            finding.isDefended() ? u"defended by "_s + finding.toothedTests.join(u", "_s) : u"undefended"_s));
    }
    return composePrompt(*inputs, instruments.resources);
}

} // namespace assay
