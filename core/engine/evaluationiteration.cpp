#include "core/engine/evaluationiteration.h"

#include "core/engine/agentsession.h"
#include "core/engine/audititeration.h"
#include "core/engine/briefing.h"
#include "core/engine/claims.h"
#include "core/engine/clonefolder.h"
#include "core/journal/codec.h"

using namespace Qt::StringLiterals;

namespace assay {

Status EvaluationIteration::run()
{
    Instruments &instruments = m_measurement.instruments();
    const QString schemas = instruments.resources + u"/schemas"_s;
    EvaluationResult result;
    AgentSession agent(m_measurement, SessionPurpose::Evaluation, [&](const QString &folder) {
        auto read = readEvaluation(folder, schemas);
        if (!read)
            return read.error();
        result = std::move(*read);
        return QList<OutboxProblem>();
    });
    const auto ended = [&](QStringView verdict, const QString &reason) {
        return m_measurement.append(u"iteration.ended"_s,
                                    {{u"verdict"_s, verdict.toString()}, {u"reason"_s, reason}, {u"counted"_s, true}});
    };
    const auto session = runStep(m_measurement, u"session"_s, [&]() -> Result<StepEnd> {
        if (m_measurement.state().iteration(m_measurement.iteration())->sessions.isEmpty()) {
            CloneFolder clone(m_measurement.ledger(), instruments, m_measurement.stopToken());
            if (const auto laid = clone.lay(m_measurement.iteration()); !laid)
                return failure(laid.error());
        }
        const auto patch = patchBetween(instruments.git, instruments.folder.vault(), m_measurement.state().baseTree,
                                        m_measurement.state().checkpoint().tree, m_measurement.stopToken());
        if (!patch)
            return failure(patch.error());
        const auto prompt = evaluationBriefing(m_measurement, *patch);
        if (!prompt)
            return failure(prompt.error());
        const auto left = agent.run(*prompt, {}, 0);
        if (!left)
            return failure(left.error());
        return left->valid ? StepEnd::pass() : StepEnd::fail(left->why);
    });
    if (!session)
        return failure(session.error());
    if (session->kind == StepEnd::Kind::Fail)
        return ended(verdict::NoResult, session->reason);
    if (const auto again = agent.run({}, {}, 0); !again) // reads the snapshot into `result`
        return failure(again.error());

    int shown = 0;
    QStringList opinions;
    const auto judged = runStep(m_measurement, u"judge"_s, [&]() -> Result<StepEnd> {
        QList<Draft> drafts;
        const int n = m_measurement.iteration();
        QList<CheckId> checks;
        const bool claimed = std::any_of(m_measurement.state().findings.begin(), m_measurement.state().findings.end(),
                                         [&](const Finding &finding) { return finding.iteration == n; });
        int number = int(m_measurement.state().checkOrder.size());
        int claim = 0;
        for (const EvaluationResult::Reason &reason : result.reasons) {
            if (!reason.check) {
                opinions.append(reason.text);
                continue;
            }
            const auto digest = instruments.evidence.put(reason.check->bytes);
            if (!digest)
                return failure(digest.error());
            ++claim;
            if (claimed)
                continue;
            const QString id = u"C%1"_s.arg(++number);
            drafts.append(m_measurement.draft(
                u"finding.claimed"_s,
                {{u"claim"_s, u"%1.%2"_s.arg(n).arg(claim)},
                 {u"title"_s, reason.text.section(u'\n', 0, 0).left(120)},
                 {u"severity"_s, toWord(Severity::Medium)},
                 {u"cause"_s, u"evaluation-%1-%2"_s.arg(n).arg(claim)},
                 {u"where"_s, QJsonArray()},
                 {u"observed"_s, reason.text},
                 {u"expected"_s, QString()},
                 {u"checks"_s,
                  QJsonArray{QJsonObject{{u"id"_s, id},
                                         {u"name"_s, reason.check->name},
                                         {u"file"_s, digest->text()},
                                         {u"file_name"_s, pathToJson(RepoPath(reason.check->fileName))}}}}}));
        }
        if (!claimed)
            drafts.append(madeDrafts(m_measurement, result.claims));
        if (const auto written = m_measurement.ledger().append(drafts); !written)
            return failure(written.error());

        for (const Finding &finding : m_measurement.state().findings) {
            if (finding.iteration == n)
                checks.append(finding.checks.first());
        }
        const auto watched = m_measurement.watch(checks, ProofRole::Repro, m_measurement.state().checkpoint().tree,
                                                 m_measurement.policy().repeats);
        if (!watched)
            return failure(watched.error());
        QList<CheckId> present;
        for (const Watched &one : *watched) {
            if (one.all(Answer::Present))
                present.append(one.check);
        }
        const auto controls = m_measurement.control(present, m_measurement.state().checkpoint().tree);
        if (!controls)
            return failure(controls.error());
        QSet<CheckId> refused;
        for (const Watched &one : *controls) {
            if (one.all(Answer::Present))
                refused.insert(one.check);
        }
        QList<Draft> verdicts;
        int filed = 0, other = 0;
        for (const Finding &finding : m_measurement.state().findings) {
            filed += finding.id.text().startsWith(u'F') ? 1 : 0;
            other += finding.id.text().startsWith(u'N') ? 1 : 0;
        }
        for (const Finding &finding : m_measurement.state().findings) {
            if (finding.iteration != n || finding.state != FindingState::Claimed)
                continue;
            const CheckId check = finding.checks.first();
            const bool reproduced = present.contains(check) && !refused.contains(check);
            verdicts.append(m_measurement.draft(u"finding.judged"_s,
                                                {{u"claim"_s, finding.claimId},
                                                 {u"id"_s, reproduced ? u"F%1"_s.arg(++filed) : u"N%1"_s.arg(++other)},
                                                 {u"state"_s,
                                                  toWord(reproduced                    ? FindingState::Reproduced
                                                             : refused.contains(check) ? FindingState::ControlRefused
                                                                                       : FindingState::NotReproduced)},
                                                 {u"reason"_s, u"an evaluation's reason"_s}}));
            verdicts.append(
                m_measurement.draft(reproduced ? u"check.filed"_s : u"check.refused"_s,
                                    {{u"id"_s, check.text()},
                                     {u"role"_s, toWord(reproduced ? CheckRole::Acceptance : CheckRole::Unusable)}}));
        }
        if (const auto written = m_measurement.ledger().append(verdicts); !written)
            return failure(written.error());
        const QList<FindingId> fresh = freshFindings(m_measurement);
        if (const auto done = judgeClaims(m_measurement); !done)
            return failure(done.error());
        if (fresh.isEmpty())
            return StepEnd::pass();
        const auto filedTasks = m_measurement.ledger().append(backlogDrafts(
            m_measurement, fileFindings(m_measurement.state().findings, fresh, m_measurement.state().tasks)));
        if (!filedTasks)
            return failure(filedTasks.error());
        return StepEnd::pass();
    });
    if (!judged)
        return failure(judged.error());
    for (const Finding &finding : m_measurement.state().findings) {
        if (finding.iteration == m_measurement.iteration() && finding.state == FindingState::Reproduced)
            ++shown;
    }
    if (result.pass && shown == 0)
        return ended(verdict::Passed, u"the evaluation found nothing to refute it"_s);
    QString reason = u"%1 reasons shown by a check"_s.arg(shown);
    if (!opinions.isEmpty())
        reason += u"; opinions without one: "_s + opinions.join(u"; "_s);
    return ended(verdict::Rejected, reason);
}

} // namespace assay
