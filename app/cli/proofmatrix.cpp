#include "app/cli/proofmatrix.h"

#include "core/domain/displaytext.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay::cli {
namespace {

/// The newest answers of a check on a tree: those of one iteration in one role.
Mark seenOn(const RunState &state, const CheckId &check, const ObjectId &tree)
{
    QList<Answer> answers;
    const ProofFact *newest = nullptr;
    for (auto proof = state.proofs.crbegin(); proof != state.proofs.crend(); ++proof) {
        if (proof->subject != check || proof->tree != tree || proof->role == ProofRole::Control)
            continue;
        if (newest && (proof->iteration != newest->iteration || proof->role != newest->role))
            break;
        newest = &*proof;
        answers.append(proof->answer);
    }
    if (answers.isEmpty())
        return Mark::NotRun;
    const auto all = unanimous(answers);
    if (all == Answer::Present)
        return Mark::Present;
    return all == Answer::Absent ? Mark::Absent : Mark::Inconclusive;
}

/// The tree in which a finding was before it was fixed, or the checkpoint before the current one.
ObjectId treeBefore(const RunState &state, const Finding *finding)
{
    if (finding && finding->fixedIn > 0) {
        if (const IterationFact *iteration = state.iteration(finding->fixedIn))
            return iteration->checkpointTree;
    }
    return state.checkpoints.at(std::max(0, state.currentCheckpoint - 1)).tree;
}

QString findingNote(const Finding &finding)
{
    QString note;
    switch (finding.state) {
    case FindingState::Fixed:
        note = u"fixed in %1"_s.arg(finding.fixedIn);
        break;
    case FindingState::Regressed:
        note = u"regressed"_s;
        break;
    default:
        note = finding.declined ? u"declined"_s : u"open"_s;
        break;
    }
    if (finding.state != FindingState::Fixed)
        return note;
    const qsizetype tests = finding.toothedTests.size();
    return note
        + (tests == 0       ? u", undefended"_s
               : tests == 1 ? u", 1 toothed test"_s
                            : u", %1 toothed tests"_s.arg(tests));
}

MatrixRow checkRow(const RunState &state, const CheckId &check, const Finding *finding)
{
    MatrixRow row;
    const ObjectId before = treeBefore(state, finding);
    row.base = seenOn(state, check, state.baseTree);
    row.before = seenOn(state, check, before);
    row.now = seenOn(state, check, state.checkpoint().tree);
    return row;
}

QList<MatrixRow> testRows(const RunState &state)
{
    QList<MatrixRow> rows;
    const GateFact *gate = state.gateOf(state.checkpoint().tree);
    for (const TeethFact &fact : state.teeth) {
        const IterationFact *iteration = state.iteration(fact.iteration);
        if (!iteration || iteration->verdict != verdict::Kept || fact.iteration > state.checkpoint().iteration)
            continue;
        MatrixRow row{.kind = MatrixRow::Kind::Test, .id = fact.finding.text(), .title = fact.test};
        const Mark old = fact.teeth == Teeth::Toothed ? Mark::Present
            : fact.teeth == Teeth::Toothless          ? Mark::Absent
                                                      : Mark::Inconclusive;
        (fact.oldTree == state.baseTree ? row.base : row.before) = old;
        if (fact.oldTree == state.baseTree && iteration->checkpointTree == state.baseTree)
            row.before = old;
        row.now = gate && gate->failed == 0 ? Mark::Absent : Mark::NotRun;
        row.note = toWord(fact.teeth);
        rows.append(row);
    }
    return rows;
}

QString glyph(Mark mark)
{
    switch (mark) {
    case Mark::Present:
        return u"●"_s;
    case Mark::Absent:
        return u"○"_s;
    case Mark::Inconclusive:
        return u"?"_s;
    case Mark::NotRun:
        break;
    }
    return u"·"_s;
}

QString inkedGlyph(const TextStyle &style, Mark mark)
{
    const Ink ink = mark == Mark::Present ? Ink::Bad
        : mark == Mark::Absent            ? Ink::Good
        : mark == Mark::Inconclusive      ? Ink::Warning
                                          : Ink::Faint;
    return inked(style, ink, glyph(mark));
}

} // namespace

QString toWord(Mark mark)
{
    switch (mark) {
    case Mark::Present:
        return u"present"_s;
    case Mark::Absent:
        return u"absent"_s;
    case Mark::Inconclusive:
        return u"inconclusive"_s;
    case Mark::NotRun:
        break;
    }
    return u"not run"_s;
}

QString titleWord(Severity severity)
{
    QString word = toWord(severity);
    word[0] = word.at(0).toUpper();
    return word;
}

QString stateWords(FindingState state)
{
    return toWord(state).replace(u'-', u' ');
}

QList<MatrixRow> proofMatrix(const RunState &state)
{
    QList<MatrixRow> repros, guards;
    if (state.checkpoints.isEmpty())
        return {};
    QList<const Finding *> filed;
    for (const Finding &finding : state.findings) {
        if (isFiled(finding.state) && !finding.checks.isEmpty())
            filed.append(&finding);
    }
    std::stable_sort(filed.begin(), filed.end(),
                     [](const Finding *a, const Finding *b) { return a->severity < b->severity; });
    for (const Finding *finding : std::as_const(filed)) {
        MatrixRow row = checkRow(state, finding->checks.first(), finding);
        row.id = finding->id.text();
        row.title = finding->title;
        row.severity = titleWord(finding->severity);
        row.note = findingNote(*finding);
        repros.append(row);
        for (const CheckId &id : finding->checks) {
            const Check check = state.checks.value(id);
            if (check.role != CheckRole::Guard || id == finding->checks.first())
                continue;
            MatrixRow guard = checkRow(state, id, finding);
            guard.kind = MatrixRow::Kind::Guard;
            guard.id = id.text();
            guard.title = check.name;
            guard.note = u"guard"_s;
            guards.append(guard);
        }
    }
    return repros + guards + testRows(state);
}

QStringList matrixLines(const QList<MatrixRow> &rows, const TextStyle &style)
{
    if (rows.isEmpty())
        return {};
    constexpr int idWidth = 5, severityWidth = 8, markWidth = 7, noteWidth = 26;
    const int titleWidth = std::max(16, style.width - idWidth - severityWidth - 3 * markWidth - noteWidth);
    QStringList lines{inked(style, Ink::Bold,
                            padded(u"Proof"_s, idWidth + severityWidth + titleWidth) + padded(u"base"_s, markWidth)
                                + padded(u"before"_s, markWidth) + u"now"_s)};
    const auto cell = [&](Mark mark) { return u' ' + inkedGlyph(style, mark) + QString(markWidth - 2, u' '); };
    bool tests = false;
    for (const MatrixRow &row : rows) {
        if (row.kind == MatrixRow::Kind::Test && !tests) {
            tests = true;
            lines.append(inked(style, Ink::Faint, u"new and corrected tests"_s));
        }
        // A test is known by the end of its name: the method.
        QString title = visible(row.title);
        if (row.kind == MatrixRow::Kind::Test && columns(title) > titleWidth - 1)
            title = u'…' + title.right(titleWidth - 2);
        lines.append((padded(fitted(row.id, idWidth - 1), idWidth) + padded(row.severity, severityWidth)
                      + padded(fitted(title, titleWidth - 1), titleWidth) + cell(row.base) + cell(row.before)
                      + cell(row.now) + visible(row.note)));
    }
    lines.append(inked(style, Ink::Faint, u"● present  ○ absent  ? inconclusive  · not run there"_s));
    if (tests)
        lines.append(inked(style, Ink::Faint, u"of a test: ● fails  ○ passes"_s));
    return lines;
}

QJsonArray matrixObjects(const QList<MatrixRow> &rows)
{
    static const QString kinds[] = {u"repro"_s, u"guard"_s, u"test"_s};
    QJsonArray array;
    for (const MatrixRow &row : rows) {
        array.append(QJsonObject{{u"kind"_s, kinds[int(row.kind)]},
                                 {u"id"_s, row.id},
                                 {u"title"_s, row.title},
                                 {u"base"_s, toWord(row.base)},
                                 {u"before"_s, toWord(row.before)},
                                 {u"now"_s, toWord(row.now)},
                                 {u"note"_s, row.note}});
    }
    return array;
}

} // namespace assay::cli
