// Lines taken out here and put in there.
#include "core/diff/moves.h"
#include "tests/diff/generated.h"

#include <QElapsedTimer>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::diff;
using namespace assay::test;

namespace {

const QByteArray kBlock = "void first()\n{\n    doSomething(1);\n    doSomethingElse(2);\n}\n";
const QByteArray kOther = "int second(int value)\n{\n    return value * 42;\n}\n";

} // namespace

class TstMoves : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aBlockMovedWithinItsFileIsFound()
    {
        QByteArray middle;
        for (int i = 0; i < 20; ++i)
            middle += "line number " + QByteArray::number(i) + '\n';
        const auto moves
            = movedLines({diffOf("top\n" + kBlock + middle + "end\n", "top\n" + middle + kBlock + "end\n")});
        QVERIFY(moves.complete);
        QCOMPARE(moves.lines, (QList<MovedLines>{{.oldLine = 1, .newLine = 21, .count = 5}}));
    }

    void aBlockMovedToAnotherFileAndIndentedIsFound()
    {
        QByteArray indented = "    " + kBlock;
        indented.replace("\n", "\n    ").chop(4);
        const auto moves = movedLines({diffOf("a\nb\n" + kBlock, "a\nb\n"), diffOf("x\n", "x\n" + indented)});
        QCOMPARE(moves.lines,
                 (QList<MovedLines>{{.oldFile = 0, .oldLine = 2, .newFile = 1, .newLine = 1, .count = 5}}));
    }

    void twoLinesOrBracesAloneAreNoMove()
    {
        QVERIFY(movedLines({diffOf("one of the long lines\nanother long line\n", ""),
                            diffOf("", "one of the long lines\nanother long line\n")})
                    .lines.isEmpty());
        QVERIFY(movedLines({diffOf("}\n}\n}\n}\n", ""), diffOf("", "}\n}\n}\n}\n")}).lines.isEmpty());
    }

    void whatOnlyWentOrOnlyCameIsNoMove()
    {
        QVERIFY(movedLines({diffOf(kBlock, ""), diffOf("", kOther)}).lines.isEmpty());
        QVERIFY(movedLines({diffOf("", kBlock), diffOf("", kBlock)}).lines.isEmpty());
        QVERIFY(movedLines({}).lines.isEmpty());
    }

    void aLineMovesOnceAndTheLongerBlockWins()
    {
        // Put in twice, once whole and once in part: the whole one is the move.
        const auto moves = movedLines({diffOf(kBlock + kOther, ""), diffOf("", kBlock.sliced(kBlock.indexOf('\n') + 1)),
                                       diffOf("", kBlock + kOther)});
        QCOMPARE(moves.lines, (QList<MovedLines>{{.oldFile = 0, .newFile = 2, .count = 9}}));
    }

    void whatIsSaidToHaveMovedIsEqualAndInTheChange()
    {
        Generated generated(12);
        int found = 0;
        for (int round = 0; round < 200; ++round) {
            QList<FileDiff> files;
            for (int f = 0; f < 3; ++f) {
                const QByteArrayList lines = generated.lines(40);
                files.append(
                    diffOf(generated.joined(lines), generated.joined(generated.edited(generated.edited(lines)))));
            }
            QSet<std::pair<int, int>> gone, come, oldChanged, newChanged;
            for (int f = 0; f < files.size(); ++f) {
                for (const LineChange &change : files[f].changes()) {
                    for (int i = change.oldStart; i < change.oldEnd(); ++i)
                        oldChanged.insert({f, i});
                    for (int i = change.newStart; i < change.newEnd(); ++i)
                        newChanged.insert({f, i});
                }
            }
            for (const MovedLines &move : movedLines(files).lines) {
                ++found;
                QVERIFY(move.count >= MovedLines::kLeastLines);
                for (int i = 0; i < move.count; ++i) {
                    const std::pair old(move.oldFile, move.oldLine + i), now(move.newFile, move.newLine + i);
                    QCOMPARE(files[old.first].before().text(old.second).trimmed(),
                             files[now.first].after().text(now.second).trimmed());
                    QVERIFY(oldChanged.contains(old) && newChanged.contains(now));
                    QVERIFY(!gone.contains(old) && !come.contains(now));
                    gone.insert(old);
                    come.insert(now);
                }
            }
        }
        QVERIFY(found > 20);
    }

    void manyEqualLinesEndTheSearchAndItIsSaid()
    {
        const QByteArray many = QByteArray("the same line of some length\n").repeated(20'000);
        const auto moves = movedLines({diffOf(many, ""), diffOf("", many)});
        QVERIFY(!moves.complete);
        QCOMPARE(moves.lines.size(), 1);
        QCOMPARE(moves.lines[0].count, 20'000);
    }
};

QTEST_GUILESS_MAIN(TstMoves)
#include "tst_moves.moc"
