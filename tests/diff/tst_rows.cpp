// What a view shows, row by row.
#include "core/diff/rows.h"
#include "tests/diff/generated.h"

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::diff;
using namespace assay::test;

namespace {

/// One letter a row and its numbers, from 1: "C1,1 R2,- A-,2".
QByteArray told(const Rows &rows)
{
    QByteArrayList words;
    const auto number = [](int line) { return line < 0 ? QByteArray("-") : QByteArray::number(line + 1); };
    for (int i = 0; i < rows.count(); ++i) {
        const Row row = rows.at(i);
        if (row.kind == RowKind::Fold)
            words.append("F" + QByteArray::number(row.hidden));
        else
            words.append("FCRAP!"_ba.sliced(qsizetype(row.kind), 1) + number(row.oldLine) + ',' + number(row.newLine));
    }
    return words.join(' ');
}

QByteArray numbered(int from, int to)
{
    QByteArray lines;
    for (int i = from; i <= to; ++i)
        lines += "line " + QByteArray::number(i) + '\n';
    return lines;
}

} // namespace

class TstRows : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void unifiedShowsWhatWentAboveWhatCame()
    {
        const Rows rows(diffOf("a\nold one\nold two\nz\n", "a\nnew one\nz\n"), Layout::Unified);
        QCOMPARE(told(rows), "C1,1 R2,- R3,- A-,2 C4,3");
        QCOMPARE(rows.at(1).hunk, 0);
        QCOMPARE(rows.at(1).partner, 1);
        QCOMPARE(rows.at(2).partner, -1);
        QCOMPARE(rows.at(3).partner, 1);
        QCOMPARE(rows.rowOfHunk(0), 1);
    }

    void sideBySideShowsThemInOneRow()
    {
        const Rows rows(diffOf("a\nold one\nold two\nz\n", "a\nnew one\nz\n"), Layout::SideBySide);
        QCOMPARE(told(rows), "C1,1 P2,2 R3,- C4,3");
    }

    void alikeLinesStandBesideEachOtherThoughOthersCameBetween()
    {
        const FileDiff file = diffOf("int total = compute(first, second);\nreturn total;\n",
                                     "// a remark\n\nint total = compute(first, third);\nreturn total * 2;\n");
        QCOMPARE(told(Rows(file, Layout::SideBySide)), "A-,1 A-,2 P1,3 P2,4");
        const Rows unified(file, Layout::Unified);
        QCOMPARE(told(unified), "R1,- R2,- A-,1 A-,2 A-,3 A-,4");
        QCOMPARE(unified.at(0).partner, 2);
        QCOMPARE(unified.at(4).partner, 0);
        QCOMPARE(unified.at(2).partner, -1);
    }

    void foldsOpenAtBothEndsAndCloseUp()
    {
        const QByteArray old = numbered(1, 30);
        QByteArray now = old;
        now.replace("line 10\n", "ten\n").replace("line 25\n", "");
        const Rows rows(diffOf(old, now), Layout::Unified, {});
        QCOMPARE(told(rows),
                 "F6 C7,7 C8,8 C9,9 R10,- A-,10 C11,11 C12,12 C13,13 F8 C22,22 C23,23 C24,24 R25,- "
                 "C26,25 C27,26 C28,27 F2");
        QCOMPARE(rows.rowOfOldLine(14), 9); // hidden in the second fold
        QCOMPARE(rows.at(9).hunk, 1);
        const Rows more = rows.expanded(9, 2, 3);
        QCOMPARE(told(more),
                 "F6 C7,7 C8,8 C9,9 R10,- A-,10 C11,11 C12,12 C13,13 C14,14 C15,15 F3 C19,19 C20,20 C21,21 "
                 "C22,22 C23,23 C24,24 R25,- C26,25 C27,26 C28,27 F2");
        QCOMPARE(more.expanded(11, 1, 100).count(), more.count() + 2); // the fold's own row is gone
        QCOMPARE(told(rows.expanded(0, 0, 1)).left(8), "F5 C6,6 ");
        QCOMPARE(told(rows.expanded(rows.count() - 1, 1, 0)).right(10), " C29,28 F1");
        QCOMPARE(rows.withEverything().count(), 31);
        QCOMPARE(told(rows.withEverything().withEverything(false)), told(rows));
        QCOMPARE(told(more.in(Layout::SideBySide).in(Layout::Unified)), told(more));
    }

    void everyLineHasOneRowInEveryProjection()
    {
        Generated generated(4711);
        for (int round = 0; round < 300; ++round) {
            const QByteArrayList lines = generated.lines(60);
            const FileDiff file = diffOf(generated.joined(lines), generated.joined(generated.edited(lines)),
                                         {.whitespace = Whitespace(generated.below(4)), .context = generated.below(5)});
            for (const Layout layout : {Layout::Unified, Layout::SideBySide}) {
                Rows rows(file, layout, {}, generated.oneIn(3) ? generated.below(10) : Rows::kNoLimit);
                for (int i = generated.below(4); i > 0 && rows.count() > 0; --i)
                    rows = rows.expanded(generated.below(rows.count()), generated.below(4), generated.below(4));
                if (generated.oneIn(4))
                    rows = rows.withEverything();
                int old = 0, now = 0;
                qint64 changed = 0;
                bool cut = false;
                for (int i = 0; i < rows.count(); ++i) {
                    const Row row = rows.at(i);
                    QVERIFY(!cut);
                    cut = row.kind == RowKind::Cut;
                    if (row.kind == RowKind::Context || row.kind == RowKind::Fold || row.kind == RowKind::Pair)
                        QVERIFY(row.oldLine >= 0 && row.newLine >= 0);
                    if (!cut && row.oldLine >= 0) {
                        QCOMPARE(row.oldLine, old);
                        QCOMPARE(rows.rowOfOldLine(old), i);
                        old += std::max(1, row.hidden);
                        QCOMPARE(rows.rowOfOldLine(old - 1), i);
                    }
                    if (!cut && row.newLine >= 0) {
                        QCOMPARE(row.newLine, now);
                        QCOMPARE(rows.rowOfNewLine(now), i);
                        now += std::max(1, row.hidden);
                        QCOMPARE(rows.rowOfNewLine(now - 1), i);
                    }
                    if (row.kind == RowKind::Removed || row.kind == RowKind::Added)
                        ++changed;
                    if (row.kind == RowKind::Pair)
                        changed += 2;
                    if (row.partner >= 0) { // and the partner's is this one
                        const bool removed = row.kind == RowKind::Removed;
                        const int other = removed ? rows.rowOfNewLine(row.partner) : rows.rowOfOldLine(row.partner);
                        if (rows.at(other).kind != RowKind::Cut)
                            QCOMPARE(rows.at(other).partner, removed ? row.oldLine : row.newLine);
                    }
                }
                QCOMPARE(cut, rows.truncated().has_value());
                if (cut) {
                    QCOMPARE(rows.truncated()->shown, changed);
                    QCOMPARE(rows.truncated()->whole, file.added() + file.removed());
                } else {
                    QCOMPARE(old, file.before().count());
                    QCOMPARE(now, file.after().count());
                    QCOMPARE(changed, file.added() + file.removed());
                }
                QCOMPARE(rows.rowOfOldLine(file.before().count()), -1);
                QCOMPARE(rows.rowOfNewLine(-1), -1);
            }
        }
    }

    void changedLinesBeyondTheLimitAreCutAndTheLimitCanBeLifted()
    {
        const QByteArray old = numbered(1, 30'000);
        QByteArray now = old;
        now.replace("line", "row");
        const FileDiff file = diffOf(old, now);
        const Rows rows(file, Layout::Unified);
        QVERIFY(rows.truncated());
        QCOMPARE(*rows.truncated(), (Truncated{.limit = Truncated::ChangedLines, .shown = 20'000, .whole = 60'000}));
        QCOMPARE(rows.count(), 20'001);
        QCOMPARE(rows.at(20'000).kind, RowKind::Cut);
        QCOMPARE(rows.rowOfOldLine(29'999), 20'000);
        QCOMPARE(rows.in(Layout::SideBySide).count(), 10'001);
        QCOMPARE(rows.withLimit(Rows::kNoLimit).count(), 60'000);
        QVERIFY(!rows.withLimit(Rows::kNoLimit).truncated());
    }

    void aFileWithoutLinesHasNoRows()
    {
        QCOMPARE(Rows(diffOf("", ""), Layout::Unified).count(), 0);
        QCOMPARE(Rows().count(), 0);
        QCOMPARE(told(Rows(diffOf("", "a"), Layout::SideBySide)), "A-,1");
        QCOMPARE(told(Rows(diffOf("a\n", "a\n"), Layout::Unified)), "F1"); // a mode changed, say
    }
};

QTEST_GUILESS_MAIN(TstRows)
#include "tst_rows.moc"
