// What is put to the owner, as values.
#include "tests/ui/decisionstory.h"
#include "ui/models/decisioncards.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;
using namespace assay::ui;

namespace {

/// One line a card, for goldens.
QStringList dump(const QList<DecisionCard> &cards)
{
    QStringList lines;
    for (const DecisionCard &card : cards) {
        QStringList parts{card.id, toWord(card.type), toWord(card.state)};
        if (!card.preselected.isEmpty())
            parts.append(u"chosen "_s + card.preselected);
        if (!card.answer.isEmpty())
            parts.append(u"%1 (%2) by %3, entry %4"_s.arg(card.answer, card.reason, card.by).arg(card.answeredSeq));
        if (!card.carriedOut)
            parts.append(u"not carried out"_s);
        for (const QString &what : card.waits)
            parts.append(what);
        for (const SeenStep &step : card.steps)
            parts.append(u"%1 %2: %3"_s.arg(step.name, step.result, step.reason));
        for (const SeenCheck &check : card.checks)
            parts.append(u"%1 %2/%3"_s.arg(check.id).arg(check.before.size()).arg(check.now.size()));
        for (const HeldFile &file : card.files)
            parts.append(u"%1 %2"_s.arg(file.path, toWord(file.pathClass)));
        lines.append(parts.join(u" | "_s));
    }
    return lines;
}

Draft answered(const QString &id, const QString &option, const QString &actor = u"owner"_s)
{
    return made(u"prompt.answered"_s, {{u"id"_s, id}, {u"option"_s, option}, {u"reason"_s, u"as always"_s}}, 0, actor);
}

} // namespace

class TestDecisionCards : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatHoldsAnIterationComesFirst()
    {
        Folded run(decisionsAsked() + reviewAsked());
        QCOMPARE(dump(DecisionCards::of(run.state, run.heads)),
                 QStringList({u"P3 | approval | open | chosen accept | Iteration 2 is held until you answer. | "
                              "gate pass: 31 passed | C1 1/3 | round.py product | test_round.py test"_s,
                              u"P1 | decision | open | chosen half even | Task T1 (F1) is blocked by it: rounding"_s,
                              u"P2 | decision | open"_s}));
    }

    void deferredOnesStandBehindOpenOnesAndAnsweredOnesBehindThem()
    {
        Folded run(decisionsAsked());
        run.add(made(u"prompt.deferred"_s, {{u"id"_s, u"P1"_s}}, 0, u"owner"_s));
        QCOMPARE(dump(DecisionCards::of(run.state, run.heads)).value(0).left(2), u"P2"_s);
        run.add(answered(u"P2"_s, u"all"_s));
        const auto cards = DecisionCards::of(run.state, run.heads);
        QCOMPARE(cards.at(0).id, u"P1"_s);
        QCOMPARE(cards.at(1).answer, u"all"_s);
    }

    void anAnswerBehindTheEnginesLastEntryWaitsToBeCarriedOut()
    {
        Folded run(decisionsAsked());
        run.add(answered(u"P2"_s, u"all"_s));
        QCOMPARE(dump(DecisionCards::of(run.state, run.heads)).last(),
                 u"P2 | decision | answered | all (as always) by owner, entry 7 | not carried out"_s);
        run.add(made(u"run.opened"_s, {}));
        QVERIFY(DecisionCards::of(run.state, run.heads).last().carriedOut);
    }

    void aRulesAnswerNamesTheRule()
    {
        Folded run(decisionsAsked());
        run.add(answered(u"P1"_s, u"half up"_s, u"policy:accept-covered"_s));
        QCOMPARE(DecisionCards::of(run.state, run.heads).last().by, u"policy:accept-covered"_s);
    }

    void onlyAReviewIsPreselectedWithoutARecommendation()
    {
        Folded run(decisionsAsked());
        QJsonObject suspect = prompt(u"P3"_s, u"approval"_s, u"A test was changed"_s, approvalOptions());
        suspect[u"subject"_s] = u"suspect-test"_s;
        run.add(made(u"prompt.filed"_s, suspect, 1));
        QVERIFY(DecisionCards::of(run.state, run.heads).first().preselected.isEmpty());
    }

    void aPatchIsCutToItsTestFiles()
    {
        const QByteArray patch = "diff --git a/a.py b/a.py\n-a\n+b\ndiff --git a/t/test_a.py b/t/test_a.py\n-c\n+d\n"
                                 "diff --git a/z b/z\n+e\n";
        QCOMPARE(patchOf(patch, {u"t/test_a.py"_s}, 1000),
                 QByteArray("diff --git a/t/test_a.py b/t/test_a.py\n-c\n+d\n"));
        QCOMPARE(patchOf(patch, {u"a.py"_s, u"z"_s}, 1000),
                 QByteArray("diff --git a/a.py b/a.py\n-a\n+b\ndiff --git a/z b/z\n+e\n"));
        QCOMPARE(patchOf(patch, {u"none"_s}, 1000), QByteArray());
        QVERIFY(patchOf(patch, {u"a.py"_s}, 10).contains("21 more bytes"));
        QCOMPARE(patchOf("no patch at all", {u"a.py"_s}, 10), QByteArray());
    }

    void manyPromptsStayQuick()
    {
        Folded run(decisionsAsked());
        for (int i = 3; i < 5000; ++i)
            run.add(made(u"prompt.filed"_s, prompt(u"P%1"_s.arg(i), u"decision"_s, u"Which?"_s, {})));
        QElapsedTimer clock;
        clock.start();
        QCOMPARE(DecisionCards::of(run.state, run.heads).size(), 4999);
        QVERIFY2(clock.elapsed() < 2000, qPrintable(QString::number(clock.elapsed())));
    }
};

QTEST_GUILESS_MAIN(TestDecisionCards)
#include "tst_decisioncards.moc"
