#include "app/cli/proofmatrix.h"

#include "core/domain/displaytext.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay::cli {
namespace {

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

/// The whole name on as many lines as it needs.
QStringList cutInPieces(const QString &text, int width)
{
    QStringList pieces{QString()};
    for (const char32_t c : visible(text).toUcs4()) {
        QString next;
        next += QChar::fromUcs4(c);
        if (columns(pieces.last()) + columns(next) > width)
            pieces.append(QString());
        pieces.last() += next;
    }
    return pieces;
}

/// Cut names that would stand for different tests.
QSet<QString> alikeWhenCut(const QList<MatrixRow> &rows, int width)
{
    QHash<QString, QString> whole;
    QSet<QString> alike;
    for (const MatrixRow &row : rows) {
        const QString cut = fittedMiddle(row.title, width);
        if (row.kind != MatrixRow::Kind::Test)
            continue;
        if (whole.value(cut, row.title) != row.title)
            alike.insert(cut);
        whole.insert(cut, row.title);
    }
    return alike;
}

} // namespace

QStringList matrixLines(const QList<MatrixRow> &rows, const TextStyle &style)
{
    if (rows.isEmpty())
        return {};
    constexpr int idWidth = 5, severityWidth = 8, markWidth = 7, noteWidth = 26;
    const int titleWidth = std::max(16, style.width - idWidth - severityWidth - 3 * markWidth - noteWidth);
    QStringList lines{inked(style, Ink::Bold,
                            padded(u"Proof"_s, idWidth + severityWidth + titleWidth) + padded(u"base"_s, markWidth)
                                + padded(u"before"_s, markWidth) + u"now"_s)};
    const auto cell
        = [&](const MatrixCell &seen) { return u' ' + inkedGlyph(style, seen.mark) + QString(markWidth - 2, u' '); };
    const QSet<QString> alike = alikeWhenCut(rows, titleWidth - 1);
    bool tests = false;
    for (const MatrixRow &row : rows) {
        if (row.kind == MatrixRow::Kind::Test && !tests) {
            tests = true;
            lines.append(inked(style, Ink::Faint, u"new and corrected tests"_s));
        }
        QStringList title{fitted(row.title, titleWidth - 1)};
        if (row.kind == MatrixRow::Kind::Test) {
            title = {fittedMiddle(row.title, titleWidth - 1)};
            if (alike.contains(title.first()))
                title = cutInPieces(row.title, titleWidth - 1);
        }
        lines.append((padded(fitted(row.id, idWidth - 1), idWidth) + padded(row.severity, severityWidth)
                      + padded(title.takeFirst(), titleWidth) + cell(row.base) + cell(row.before) + cell(row.now)
                      + visible(row.note)));
        for (const QString &piece : std::as_const(title))
            lines.append(QString(idWidth + severityWidth, u' ') + piece);
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
                                 {u"base"_s, toWord(row.base.mark)},
                                 {u"before"_s, toWord(row.before.mark)},
                                 {u"now"_s, toWord(row.now.mark)},
                                 {u"note"_s, row.note}});
    }
    return array;
}

} // namespace assay::cli
