// journal.md: the run as a person reads it.
#include "core/bundle/bundle.h"
#include "core/bundle/shown.h"
#include "core/journal/proofmatrix.h"
#include "core/journal/runsentence.h"

using namespace Qt::StringLiterals;

namespace assay {
namespace {

QString quoted(const QString &text)
{
    QString out = markdownText(text);
    return out.isEmpty() ? u"–"_s : out;
}

QString cellText(const MatrixCell &cell)
{
    const QString mark = cell.mark == Mark::Present ? u"●"_s
        : cell.mark == Mark::Absent                 ? u"○"_s
        : cell.mark == Mark::Inconclusive           ? u"?"_s
                                                    : u"–"_s;
    return cell.n > 0 ? u"%1 %2/%3"_s.arg(mark).arg(cell.k).arg(cell.n) : mark;
}

void matrix(const RunState &state, QString &out)
{
    out += u"## Proofs\n\n● present, ○ absent, ? inconclusive, – not run there; 3/3: in how many runs. Of a test: ● it "
           "fails, ○ it passes.\n\n| id | check or test | base | before | now | |\n| --- | --- | --- | --- | --- | --- |\n"_s;
    for (const MatrixRow &row : proofMatrix(state))
        out += u"| %1 | %2 | %3 | %4 | %5 | %6 |\n"_s.arg(markdownText(row.id), markdownText(row.title),
                                                          cellText(row.base), cellText(row.before), cellText(row.now),
                                                          markdownText(row.note));
    out += u'\n';
}

void findings(const RunState &state, QString &out)
{
    out += u"## Findings\n\n"_s;
    for (const Finding &finding : state.findings) {
        out += u"### %1 %2\n\n%3, root cause `%4`: **%5**"_s.arg(
            finding.id.isEmpty() ? finding.claimId : finding.id.text(), markdownText(finding.title),
            toWord(finding.severity), finding.cause, toWord(finding.state));
        if (!finding.reason.isEmpty())
            out += u" ("_s + markdownText(finding.reason) + u')';
        if (finding.declined)
            out += u", declined"_s;
        out += u".\n\n"_s;
        for (const Location &place : finding.where)
            out += u"- `%1:%2`\n"_s.arg(place.path.display()).arg(place.line);
        out += u"- observed: %1\n- expected: %2\n"_s.arg(quoted(finding.observed), quoted(finding.expected));
        if (finding.state == FindingState::Fixed)
            out += finding.isDefended() ? u"- defended by %1\n"_s.arg(markdownText(finding.toothedTests.join(u", "_s)))
                                        : u"- undefended: no test was seen failing on the old code\n"_s;
        out += u'\n';
    }
}

void iterations(const RunState &state, QString &out)
{
    out += u"## Iterations\n\n| n | what | verdict | why |\n| --- | --- | --- | --- |\n"_s;
    for (const IterationFact &iteration : state.iterations) {
        QString what = toWord(iteration.type);
        if (!iteration.task.isEmpty())
            what = u"%1, attempt %2"_s.arg(iteration.task.text()).arg(iteration.attempt);
        out += u"| %1 | %2 | %3%4 | %5 |\n"_s.arg(iteration.n)
                   .arg(what, iteration.isRunning() ? u"under way"_s : iteration.verdict,
                        iteration.counted || iteration.isRunning() ? QString() : u" (not counted)"_s,
                        markdownText(iteration.reason));
    }
    out += u"\n## Checkpoints\n\n"_s;
    for (const CheckpointFact &checkpoint : state.checkpoints)
        out += u"%1. `%2` tree `%3` %4\n"_s.arg(checkpoint.number)
                   .arg(checkpoint.commit.shortText(), checkpoint.tree.shortText(), markdownText(checkpoint.title));
    out += u'\n';
}

void claimsAndDecisions(const RunState &state, QString &out)
{
    out += u"## False claims\n\n"_s;
    bool any = false;
    for (const Claim &claim : state.claims) {
        if (claim.result != ClaimResult::Refuted)
            continue;
        any = true;
        out += u"- iteration %1, %2: %3; seen: %4\n"_s.arg(claim.iteration)
                   .arg(toWord(claim.type), markdownText(claimWords(claim)), markdownText(claim.seen));
    }
    out += any ? u"\n"_s : u"None.\n\n"_s;
    out += u"## Decisions of the owner\n\n"_s;
    for (const Prompt &prompt : state.prompts) {
        out += u"- %1 %2: "_s.arg(prompt.id.text(), markdownText(prompt.title));
        out += prompt.state == PromptState::Answered
            ? u"**%1** by %2 %3\n"_s.arg(markdownText(prompt.answer), prompt.answeredBy,
                                         markdownText(prompt.answerReason))
            : u"%1. %2\n"_s.arg(toWord(prompt.state), markdownText(prompt.question));
    }
    out += state.prompts.isEmpty() ? u"None.\n\n"_s : u"\n"_s;
    out += u"## Declined\n\n"_s;
    for (const DeclinedFact &declined : state.declined)
        out += u"- %1: %2\n"_s.arg(markdownText(declined.subject), markdownText(declined.reason));
    out += state.declined.isEmpty() ? u"Nothing.\n\n"_s : u"\n"_s;
}

} // namespace

QByteArray journalAsMarkdown(const RunState &state)
{
    QString out = u"# Run %1\n\n"_s.arg(state.id.text());
    out += u"Base `%1` (%2), %3 of the journal's entries, from %4 to %5 UTC. Outcome: **%6**.\n\n"_s.arg(
        state.base.text(), markdownText(state.baseName), QString::number(state.lastSeq),
        state.startedAt.toString(u"yyyy-MM-dd HH:mm"), state.lastAt.toString(u"yyyy-MM-dd HH:mm"),
        state.outcome ? toWord(*state.outcome) : u"under way"_s);
    if (!state.checkpoints.isEmpty())
        out += u"**%1**\n\n"_s.arg(markdownText(runSentence(state)));
    for (const QString &why : state.unmet)
        out += u"- not met: %1\n"_s.arg(markdownText(why));
    for (const Condition &condition : state.conditions)
        out += u"- %1 %2 (%3)\n"_s.arg(condition.met ? u"✓"_s : u"✗"_s, markdownText(condition.name),
                                       markdownText(condition.detail));
    for (const QString &warning : state.warnings)
        out += u"- note: %1\n"_s.arg(markdownText(warning));
    if (const QString userland = state.toolchain[u"userland"].toString(); !userland.isEmpty())
        out += u"- measured in a %1 userland\n"_s.arg(markdownText(userland));
    for (const RepoPath &path : state.leftByBaseline())
        out += u"- left out of every candidate, since the gate itself leaves or rewrites it: %1\n"_s.arg(
            markdownText(path.display()));
    if (const ComparisonFact *containment = state.containmentComparison()) {
        for (const QString &changed : containment->changed)
            out += u"- changed by containment: %1\n"_s.arg(markdownText(changed));
        if (containment->changed.isEmpty())
            out += u"- containment changes no case of the gate\n"_s;
    }
    out += u'\n';
    matrix(state, out);
    findings(state, out);
    iterations(state, out);
    claimsAndDecisions(state, out);
    return out.toUtf8();
}

} // namespace assay
