#include "core/bundle/reporthtml.h"

#include "core/bundle/reportstyle.h"
#include "core/bundle/shown.h"
#include "core/journal/proofmatrix.h"
#include "core/journal/runsentence.h"

using namespace Qt::StringLiterals;

namespace assay {
namespace {

QString text(const QString &journaled)
{
    return shownLine(journaled).toHtmlEscaped();
}

/// Its line ends stay: shown by the style (pre-wrap).
QString lines(const QString &journaled)
{
    return shownLines(journaled).toHtmlEscaped();
}

/// An id of ours in an attribute: letters and digits whatever the journal says.
QString anchor(const FindingId &id)
{
    QString name;
    for (const QChar c : id.text()) {
        if (c.unicode() < 0x80 && c.isLetterOrNumber())
            name += c;
    }
    return u"finding-"_s + name;
}

class Page {
public:
    void raw(const QString &html) { m_html += html; }
    void heading(const QString &words) { m_html += u"<h2>%1</h2>\n"_s.arg(words); }
    void paragraph(const QString &html, const QString &cssClass = {})
    {
        m_html += cssClass.isEmpty() ? u"<p>%1</p>\n"_s.arg(html) : u"<p class=\"%1\">%2</p>\n"_s.arg(cssClass, html);
    }
    /// `items` are HTML; without any, `none` is said.
    void list(const QStringList &items, const QString &none)
    {
        if (items.isEmpty()) {
            paragraph(none);
            return;
        }
        m_html += u"<ul>\n"_s;
        for (const QString &item : items)
            m_html += u"<li>%1</li>\n"_s.arg(item);
        m_html += u"</ul>\n"_s;
    }
    void table(const QString &caption, const QStringList &columns, const QList<QStringList> &rows)
    {
        m_html += u"<table>\n<caption>%1</caption>\n<thead><tr>"_s.arg(caption);
        for (const QString &column : columns)
            m_html += u"<th scope=\"col\">%1</th>"_s.arg(column);
        m_html += u"</tr></thead>\n<tbody>\n"_s;
        for (const QStringList &row : rows) {
            m_html += u"<tr>"_s;
            for (qsizetype i = 0; i < columns.size(); ++i)
                m_html += u"<td data-label=\"%1\">%2</td>"_s.arg(columns.at(i), row.value(i));
            m_html += u"</tr>\n"_s;
        }
        m_html += u"</tbody>\n</table>\n"_s;
    }
    [[nodiscard]] QByteArray bytes() const { return m_html.toUtf8(); }

private:
    QString m_html;
};

void tellHead(const BundleFacts &facts, const RunState &state, Page &page)
{
    const QString sentence = text(runSentence(state));
    page.raw(
        u"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\"/>\n"
        "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>\n"
        "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\"/>\n"
        "<title>%1</title>\n<style>%2</style>\n</head>\n<body>\n<main>\n"_s.arg(u"Assay run "_s + text(facts.run),
                                                                                QString::fromLatin1(kReportStyle)));
    page.raw(u"<h1>Assay run %1</h1>\n"_s.arg(text(facts.run)));
    page.paragraph(sentence, u"sentence"_s);
    if (facts.unproven)
        page.paragraph(u"<strong>Not proven.</strong> This was exported as unproven by explicit choice."_s,
                       u"warning"_s);
    if (facts.policy.gate.isEmpty())
        page.paragraph(u"<strong>Unguarded.</strong> There was no gate, so only checks judged."_s, u"warning"_s);
    if (const QString blind = blindWords(blindGate(state)); !blind.isEmpty())
        page.paragraph(text(blind) + u'.', u"warning"_s);
    if (!state.toolchain[u"contained"].toBool())
        page.paragraph(
            u"<strong>Not contained.</strong> Gate and checks could reach the machine's files and network."_s,
            u"warning"_s);
    page.paragraph(
        u"Outcome: <strong>%1</strong>. Base <code>%2</code>, result tree <code>%3</code>, from %4 to %5 UTC, "
        "written by Assay %6."_s.arg(facts.outcome ? toWord(*facts.outcome).replace(u'-', u' ') : u"under way"_s,
                                     facts.base.text(), facts.tree.text(),
                                     state.startedAt.toString(u"yyyy-MM-dd HH:mm"),
                                     state.lastAt.toString(u"yyyy-MM-dd HH:mm"), text(facts.assay)),
        u"faint"_s);
    QStringList unmet;
    for (const QString &why : state.unmet)
        unmet.append(u"Not met: "_s + text(why));
    if (!unmet.isEmpty())
        page.list(unmet, {});
}

QString cell(const MatrixCell &seen, MatrixRow::Kind kind)
{
    const bool test = kind == MatrixRow::Kind::Test;
    QString glyph = u"·"_s, word = u"not run"_s, cssClass = u"notrun"_s;
    switch (seen.mark) {
    case Mark::Present:
        glyph = u"●"_s;
        word = test ? u"fails"_s : u"present"_s;
        cssClass = u"present"_s;
        break;
    case Mark::Absent:
        glyph = u"○"_s;
        word = test ? u"passes"_s : u"absent"_s;
        cssClass = u"absent"_s;
        break;
    case Mark::Inconclusive:
        glyph = u"?"_s;
        word = test ? u"not comparable"_s : u"inconclusive"_s;
        cssClass = u"inconclusive"_s;
        break;
    case Mark::NotRun:
        break;
    }
    if (seen.n > 0)
        word += u" %1/%2"_s.arg(seen.k).arg(seen.n);
    return u"<span class=\"mark %1\">%2 %3</span>"_s.arg(cssClass, glyph, word);
}

void tellMatrix(const RunState &state, bool whole, Page &page)
{
    page.heading(u"Proofs"_s);
    if (!whole)
        page.paragraph(
            u"<strong>Of the run's whole result</strong>, of which this bundle holds a part: what was proven of "
            "the part is listed above."_s,
            u"warning"_s);
    QList<QStringList> rows;
    for (const MatrixRow &row : proofMatrix(state)) {
        QString id = text(row.id);
        if (state.finding(FindingId(row.id)))
            id = u"<a href=\"#%1\">%2</a>"_s.arg(anchor(FindingId(row.id)), id);
        rows.append({id, text(row.title), cell(row.base, row.kind), cell(row.before, row.kind), cell(row.now, row.kind),
                     text(row.note)});
    }
    if (rows.isEmpty())
        page.paragraph(u"Nothing was shown."_s);
    else
        page.table(u"What each check and each new test said on base, before its fix, and now; 3/3: in how many runs."_s,
                   {u"Id"_s, u"Check or test"_s, u"Base"_s, u"Before"_s, u"Now"_s, u"Note"_s}, rows);
}

void tellFindings(const RunState &state, bool whole, Page &page)
{
    page.heading(u"Findings"_s);
    QStringList notShown;
    bool any = false;
    for (const Finding &finding : state.findings) {
        if (!isFiled(finding.state)) {
            notShown.append(u"%1: %2 (%3)"_s.arg(text(finding.title), stateWords(finding.state), text(finding.reason)));
            continue;
        }
        any = true;
        QStringList places;
        for (const Location &place : finding.where)
            places.append(place.path.display() + (place.line > 0 ? u":%1"_s.arg(place.line) : QString()));
        page.raw(u"<article id=\"%1\">\n<h3>%2 %3</h3>\n<dl>\n"_s.arg(anchor(finding.id), text(finding.id.text()),
                                                                      text(finding.title)));
        const auto row = [&](const QString &name, const QString &html) {
            if (!html.isEmpty())
                page.raw(u"<dt>%1</dt><dd>%2</dd>\n"_s.arg(name, html));
        };
        row(u"Severity"_s, titleWord(finding.severity));
        row(u"State"_s, finding.declined ? stateWords(finding.state) + u", declined"_s : stateWords(finding.state));
        row(u"Root cause"_s, text(finding.cause));
        row(u"Where"_s, lines(places.join(u'\n')));
        row(u"Observed"_s, lines(finding.observed));
        row(u"Expected"_s, lines(finding.expected));
        if (finding.state == FindingState::Fixed) {
            row(u"Fixed in"_s, u"iteration %1"_s.arg(finding.fixedIn));
            row(u"Defended by"_s,
                finding.isDefended() ? lines(finding.toothedTests.join(u'\n'))
                    : whole          ? u"nothing: no test was seen to fail without the fix"_s
                                     : u"not asked of this part of the change"_s);
        }
        page.raw(u"</dl>\n</article>\n"_s);
    }
    if (!any)
        page.paragraph(u"None was shown."_s);
    if (!notShown.isEmpty()) {
        page.heading(u"Claimed, but not shown"_s);
        page.list(notShown, {});
    }
}

void tellDecisions(const RunState &state, Page &page)
{
    page.heading(u"Declined"_s);
    QStringList declined;
    for (const DeclinedFact &fact : state.declined) {
        const Finding *finding = state.finding(FindingId(fact.subject));
        declined.append(u"%1: %2 <span class=\"faint\">(%3)</span>"_s.arg(
            finding ? text(fact.subject + u' ' + finding->title) : text(fact.subject), text(fact.reason),
            text(fact.by)));
    }
    page.list(declined, u"Nothing."_s);
    page.heading(u"Open decisions"_s);
    QStringList open, answered;
    for (const Prompt &prompt : state.prompts) {
        const QString title = text(prompt.id.text() + u' ' + prompt.title);
        if (prompt.state == PromptState::Answered) {
            answered.append(u"%1: <strong>%2</strong> by %3%4"_s.arg(
                title, text(prompt.answer), text(prompt.answeredBy),
                prompt.answerReason.isEmpty() ? QString() : u": "_s + text(prompt.answerReason)));
        } else if (prompt.state != PromptState::Withdrawn) {
            QString options;
            for (const PromptOption &option : prompt.options)
                options
                    += u"<li>%1: %2%3</li>"_s.arg(text(option.label), text(option.effect),
                                                  option.label == prompt.recommended ? u" (recommended)"_s : QString());
            open.append(u"%1<br/>%2%3"_s.arg(title, text(prompt.question),
                                             options.isEmpty() ? QString() : u"<ul>%1</ul>"_s.arg(options)));
        }
    }
    page.list(open, u"None."_s);
    if (!answered.isEmpty()) {
        page.heading(u"Decisions"_s);
        page.list(answered, {});
    }
}

void tellIterations(const RunState &state, Page &page)
{
    page.heading(u"Iterations"_s);
    QList<QStringList> rows;
    for (const IterationFact &iteration : state.iterations) {
        QString what = toWord(iteration.type);
        if (!iteration.task.isEmpty())
            what = iteration.task.text() + u", attempt %1"_s.arg(iteration.attempt);
        if (iteration.ownersEdit)
            what += u", the owner's edit"_s;
        rows.append({QString::number(iteration.n), text(what),
                     iteration.isRunning()
                         ? u"under way"_s
                         : text(iteration.verdict) + (iteration.counted ? QString() : u" (not counted)"_s),
                     text(iteration.reason)});
    }
    if (rows.isEmpty())
        page.paragraph(u"None."_s);
    else
        page.table(u"Each audit, attempt and evaluation with its verdict."_s,
                   {u"Number"_s, u"What"_s, u"Verdict"_s, u"Why"_s}, rows);
    page.heading(u"Refuted claims"_s);
    QStringList refuted;
    for (const Claim &claim : state.claims) {
        if (claim.result == ClaimResult::Refuted)
            refuted.append(
                u"Iteration %1: %2; seen: %3"_s.arg(claim.iteration).arg(text(claimWords(claim)), text(claim.seen)));
    }
    page.list(refuted, u"No claim of the agent was refuted."_s);
}

void tellPart(const BundleFacts &facts, const RunState &state, Page &page)
{
    if (facts.part.isWhole())
        return;
    QStringList lines;
    for (const QString &line : partLines(facts.part, state))
        lines.append(text(line));
    page.heading(u"Not in this bundle"_s);
    page.paragraph(u"This bundle holds a part of what the run kept: the patch, and what is proven below, are of tree "
                   "<code>%1</code>. What the run itself proved is told of its checkpoint, tree <code>%2</code>."_s.arg(
                       facts.tree.text(), state.checkpoint().tree.text()),
                   u"warning"_s);
    page.list(lines, {});
}

void tellVerifying(const BundleFacts &facts, Page &page)
{
    page.heading(u"How to verify"_s);
    page.raw(u"<ol>\n<li><code>sha256sum -c MANIFEST.sha256</code> in the bundle: every file is the one that was "
             "written.</li>\n<li><code>assay verify BUNDLE --target REPOSITORY</code>, with any clone that has commit "
             "<code>%1</code>: proves all of it again, contained, and compares this page with the journal.</li>\n"
             "<li>Without Assay: <code>git apply --index fixes.patch</code> on that commit gives tree "
             "<code>%2</code>; <code>repro/run CHECKOUT</code> shows the findings before, and not after. Read the "
             "scripts first.</li>\n</ol>\n"_s.arg(facts.base.text(), facts.tree.text()));
    QStringList proofs;
    for (const QJsonValue proof : facts.proofs)
        proofs.append(u"%1: %2 <span class=\"faint\">%3</span>"_s.arg(
            text(proof[u"state"].toString()), text(proof[u"name"].toString()), text(proof[u"detail"].toString())));
    page.heading(u"Proven when this was written"_s);
    page.list(proofs, u"Nothing."_s);
}

} // namespace

QByteArray reportAsHtml(const BundleFacts &facts, const RunState &state)
{
    Page page;
    tellHead(facts, state, page);
    tellPart(facts, state, page);
    tellMatrix(state, facts.part.isWhole(), page);
    tellFindings(state, facts.part.isWhole(), page);
    tellDecisions(state, page);
    tellIterations(state, page);
    tellVerifying(facts, page);
    page.raw(u"</main>\n</body>\n</html>\n"_s);
    return page.bytes();
}

} // namespace assay
