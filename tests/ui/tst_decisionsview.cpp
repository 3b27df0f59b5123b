// Questions answered with the keyboard, on a run that no engine works on and on a live one.
#include "tests/ui/decisionstory.h"
#include "tests/ui/openrun.h"
#include "ui/look/problem.h"
#include "ui/views/answeredcard.h"
#include "ui/views/decisionsview.h"
#include "ui/views/promptcard.h"

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;
using namespace assay::ui;

namespace {

struct Shown : OpenRun {
    std::unique_ptr<DecisionsView> view;

    Shown(const QList<Draft> &drafts, bool live) : OpenRun(drafts, live)
    {
        view = std::make_unique<DecisionsView>(place());
        view->resize(700, 600);
        view->show();
        view->activateWindow();
    }
    [[nodiscard]] bool ready(int cards) const
    {
        return QTest::qWaitFor([&] { return view->openCards().size() == cards; }, 20'000)
            && QTest::qWaitForWindowActive(view.get());
    }
    [[nodiscard]] static QString problem(const PromptCard *card) { return card->findChild<Problem *>()->text(); }
};

QLineEdit *reasonOf(const PromptCard *card)
{
    return card->findChild<QLineEdit *>();
}

} // namespace

class TestDecisionsView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theDefaultAnswerIsTheRecommendationAndIsRecordedWithoutAnEngine()
    {
        Shown shown(decisionsAsked(), false);
        QVERIFY(shown.ready(2));
        QCOMPARE(shown.view->badge().text, u"2"_s);
        shown.view->focusWidgetOnEntry()->setFocus();
        QCOMPARE(shown.view->front()->card().id, u"P1"_s);
        QCOMPARE(shown.view->front()->chosen(), u"half even"_s);
        shown.view->answerFront();
        QVERIFY(shown.ready(1));
        QTRY_COMPARE(shown.view->answeredCards().size(), 1);
        const QString said = shown.view->answeredCards().first()->said();
        QVERIFY2(said.contains(u"half even"_s) && said.contains(u"by you"_s), qPrintable(said));
        QVERIFY2(said.contains(u"Resume carries it out"_s), qPrintable(said));
        QCOMPARE(shown.document->now().prompt(PromptId(u"P1"_s))->answeredBy, u"owner"_s);
        QVERIFY(shown.view->findChild<Problem *>()->text().isEmpty()); // it was answered here, not elsewhere
    }

    void optionsAreChosenWithDigitsAndAltDigits()
    {
        Shown shown(decisionsAsked(), false);
        QVERIFY(shown.ready(2));
        shown.view->focusWidgetOnEntry()->setFocus();
        PromptCard *first = shown.view->openCards().first();
        QTest::keyClick(shown.view->focusWidget(), Qt::Key_1);
        QCOMPARE(first->chosen(), u"half up"_s);
        QTest::keyClick(shown.view->focusWidget(), Qt::Key_2, Qt::AltModifier);
        QCOMPARE(first->chosen(), u"half even"_s);
        // The card that has the focus is the front one.
        PromptCard *second = shown.view->openCards().last();
        second->front()->setFocus();
        QTest::keyClick(shown.view->focusWidget(), Qt::Key_2, Qt::AltModifier);
        QCOMPARE(second->chosen(), u"all"_s);
        shown.view->answerFront();
        QTRY_COMPARE(shown.document->now().prompt(PromptId(u"P2"_s))->answer, u"all"_s);
    }

    void withoutARecommendationNothingIsAnsweredUnchosen()
    {
        Shown shown(decisionsAsked(), false);
        QVERIFY(shown.ready(2));
        PromptCard *second = shown.view->openCards().last();
        second->front()->setFocus();
        QSignalSpy answered(second, &PromptCard::answered);
        shown.view->answerFront();
        QCOMPARE(answered.count(), 0);
        QVERIFY2(shown.problem(second).contains(u"choose one"_s), qPrintable(shown.problem(second)));
    }

    void aDeclineAsksForItsReasonInTheCard()
    {
        Shown shown(decisionsAsked(), false);
        QVERIFY(shown.ready(2));
        PromptCard *first = shown.view->openCards().first();
        shown.view->focusWidgetOnEntry()->setFocus();
        QTest::keyClick(shown.view->focusWidget(), Qt::Key_D, Qt::AltModifier);
        QVERIFY(shown.problem(first).contains(u"needs a reason"_s));
        QCOMPARE(shown.view->focusWidget(), reasonOf(first));
        QTest::keyClicks(reasonOf(first), u"not now"_s);
        QVERIFY(shown.problem(first).isEmpty());
        QTest::keyClick(reasonOf(first), Qt::Key_D, Qt::AltModifier);
        QTRY_COMPARE(shown.document->now().declined.size(), 1);
        QCOMPARE(shown.document->now().declined.first().reason, u"not now"_s);
        QTRY_VERIFY(!shown.view->answeredCards().isEmpty());
        QVERIFY(shown.view->answeredCards().first()->said().contains(u"declined"_s));
    }

    void aDeferredCardStaysAndCanBeAnswered()
    {
        Shown shown(decisionsAsked(), false);
        QVERIFY(shown.ready(2));
        shown.view->focusWidgetOnEntry()->setFocus();
        QTest::keyClick(shown.view->focusWidget(), Qt::Key_L, Qt::AltModifier);
        QTRY_COMPARE(shown.view->openCards().last()->card().state, PromptState::Deferred);
        PromptCard *deferred = shown.view->openCards().last();
        QCOMPARE(deferred->card().id, u"P1"_s);
        QTRY_VERIFY(!deferred->isSending());
        deferred->front()->setFocus();
        shown.view->answerFront();
        QTRY_COMPARE(shown.document->now().prompt(PromptId(u"P1"_s))->state, PromptState::Answered);
    }

    void sendingACandidateBackNeedsComments()
    {
        Shown shown(decisionsAsked() + reviewAsked(), true);
        QVERIFY(shown.ready(3));
        PromptCard *review = shown.view->openCards().first();
        QCOMPARE(review->card().id, u"P3"_s);
        QCOMPARE(review->chosen(), u"accept"_s); // everything held: that is what a review asks
        review->front()->setFocus();
        QTest::keyClick(shown.view->focusWidget(), Qt::Key_3, Qt::AltModifier);
        shown.view->answerFront();
        QVERIFY(shown.problem(review).contains(u"needs comments"_s));
        QTest::keyClicks(reasonOf(review), u"name it better"_s);
        shown.view->answerFront();
        QVERIFY(review->isSending());
        QVERIFY(QTest::qWaitFor([&] { return shown.carryOut(); }));
        QVERIFY(shown.ready(2));
        QCOMPARE(shown.document->now().reviews.size(), 1);
        QCOMPARE(shown.document->now().reviews.first().comments, u"name it better"_s);
    }

    void whatIsMissingIsSeenWhereItIsToBeWritten()
    {
        Shown shown(decisionsAsked() + reviewAsked(), false);
        QVERIFY(shown.ready(3));
        shown.view->resize(700, 260);
        PromptCard *card = shown.view->openCards().first();
        QCOMPARE(card->card().id, u"P3"_s);
        card->front()->setFocus();
        card->choose(2);
        auto *area = shown.view->findChild<QScrollArea *>();
        // Ctrl+Return with the chosen option in sight, the field below the window's edge.
        area->verticalScrollBar()->setValue(0);
        area->ensureWidgetVisible(card->front(), 0, 0);
        const auto seen = [area](const QWidget *one) {
            return area->viewport()->rect().contains(
                QRect(one->mapTo(area->viewport(), QPoint()), one->size()).center());
        };
        QTRY_VERIFY(seen(card->front()) && !seen(reasonOf(card)));
        card->giveAnswer();
        QVERIFY(Shown::problem(card).contains(u"needs comments"_s));
        QVERIFY(reasonOf(card)->hasFocus());
        QTRY_VERIFY(seen(reasonOf(card)));
        QVERIFY(seen(card->findChild<Problem *>()));
    }

    void anOptionStandsBesideItsButton()
    {
        Shown shown(decisionsAsked(), false);
        QVERIFY(shown.ready(2));
        for (const QRadioButton *button : shown.view->findChildren<QRadioButton *>()) {
            QLabel *title = nullptr;
            for (QLabel *label : button->parentWidget()->findChildren<QLabel *>()) {
                if (label->text().startsWith(button->accessibleName()))
                    title = label;
            }
            QVERIFY(title);
            QTRY_VERIFY(title->isVisible());
            QTRY_COMPARE(title->height(), title->heightForWidth(title->width())); // no more than its lines
            const int line = title->mapTo(shown.view.get(), title->contentsRect().topLeft()).y()
                + title->fontMetrics().height() / 2;
            const int mark = button->mapTo(shown.view.get(), button->rect().center()).y();
            QVERIFY2(std::abs(line - mark) <= 1, qPrintable(u"%1 %2"_s.arg(line).arg(mark)));
        }
    }

    void tabGoesOnThroughACardThatWasJustFiled()
    {
        Shown shown(decisionsAsked(), true);
        QVERIFY(shown.ready(2));
        QPushButton other(shown.view.get()); // the header's, say
        other.show();
        QJsonObject asked = prompt(u"P4"_s, u"decision"_s, u"Which colour?"_s,
                                   {option(u"red"_s, u"loud"_s), option(u"grey"_s, u"calm"_s)});
        asked[u"recommended"_s] = u"red"_s;
        shown.add({made(u"prompt.filed"_s, asked)});
        QVERIFY(shown.ready(3));
        PromptCard *card = shown.view->openCards().last();
        QCOMPARE(card->card().id, u"P4"_s);
        QTRY_VERIFY(card->front()->isVisible());
        card->front()->setFocus();
        // Something else is filed while the first option has the focus.
        asked[u"id"_s] = u"P5"_s;
        shown.add({made(u"prompt.filed"_s, asked)});
        QVERIFY(shown.ready(4));
        QTRY_VERIFY(card->front()->isVisible() && card->front()->hasFocus());
        QTest::keyClick(shown.view->focusWidget(), Qt::Key_2);
        QCOMPARE(card->chosen(), u"grey"_s);
        card->front()->setFocus(); // its last option
        QTest::keyClick(shown.view->focusWidget(), Qt::Key_Tab);
        QCOMPARE(shown.view->focusWidget(), reasonOf(card));
        QTest::keyClick(shown.view->focusWidget(), Qt::Key_Backtab);
        QCOMPARE(shown.view->focusWidget(), card->front());
    }

    void aRecordedReviewIsTakenBackUntilAnEngineComes()
    {
        Shown shown(decisionsAsked() + reviewAsked()
                        + QList<Draft>{made(u"run.ended"_s, {{u"outcome"_s, u"waiting-for-owner"_s}}),
                                       made(u"run.closed"_s, {})},
                    false);
        QVERIFY(shown.ready(3));
        shown.view->openCards().first()->giveAnswer(); // accept
        QVERIFY(shown.ready(2));
        QTRY_COMPARE(shown.document->now().reviews.size(), 1);
        const auto undoOf = [&] {
            const auto cards = shown.view->answeredCards();
            return cards.isEmpty() ? nullptr : cards.first()->findChild<QPushButton *>();
        };
        QTRY_VERIFY(undoOf() && undoOf()->isVisible());
        undoOf()->click();
        QVERIFY(shown.ready(3));
        QCOMPARE(shown.document->now().prompt(PromptId(u"P3"_s))->state, PromptState::Open);
        QVERIFY(shown.document->now().reviews.isEmpty());
        // Given again, an engine that comes acts on it.
        shown.view->openCards().first()->giveAnswer();
        QVERIFY(shown.ready(2));
        QTRY_VERIFY(undoOf() && undoOf()->isVisible());
        shown.engine = std::move(*shown.run.open());
        shown.add({made(u"run.opened"_s, {{u"pid"_s, QCoreApplication::applicationPid()}})});
        QTRY_VERIFY(!undoOf()->isVisible());
        QVERIFY(shown.document->now().undoable.isEmpty());
    }

    void aReviewLeadsToItsChange()
    {
        Shown shown(decisionsAsked() + reviewAsked(), true);
        QVERIFY(shown.ready(3));
        QSignalSpy asked(shown.view.get(), &RunView::asked);
        for (QPushButton *button : shown.view->openCards().first()->findChildren<QPushButton *>()) {
            if (button->text() == u"Show the change"_s)
                button->click();
        }
        QCOMPARE(asked.value(0), QVariantList({u"changes"_s, u"2"_s}));
    }

    void aCardAnsweredElsewhereGoesWithANote()
    {
        Shown shown(decisionsAsked(), true);
        QVERIFY(shown.ready(2));
        PromptCard *second = shown.view->openCards().last();
        QTest::keyClicks(reasonOf(second), u"half typed"_s);
        shown.add(
            {made(u"prompt.answered"_s, {{u"id"_s, u"P1"_s}, {u"option"_s, u"half up"_s}}, 0, u"policy:always"_s)});
        QVERIFY(shown.ready(1));
        const QString note = shown.view->findChild<Problem *>()->text();
        QVERIFY2(note.contains(u"P1"_s) && note.contains(u"elsewhere"_s) && note.contains(u"always"_s),
                 qPrintable(note));
        QCOMPARE(shown.view->openCards().first(), second);
        QCOMPARE(reasonOf(second)->text(), u"half typed"_s); // what was typed stays
    }

    void aRefusalStandsInTheCard()
    {
        Shown shown(decisionsAsked(), true);
        QVERIFY(shown.ready(2));
        shown.view->answerFront(); // goes there
        QVERIFY(pendingCommands(shown.run.folder())->isEmpty());
        shown.view->answerFront();
        PromptCard *first = shown.view->openCards().first();
        QTRY_COMPARE(pendingCommands(shown.run.folder())->size(), 1);
        shown.add(
            {made(u"command.refused"_s,
                  {{u"id"_s, u"x"_s}, {u"verb"_s, u"decide"_s}, {u"why"_s, u"P1: the run is being rewound."_s}})});
        QTRY_VERIFY(!first->isSending());
        QVERIFY(shown.problem(first).contains(u"rewound"_s));
    }

    void anAnswerThatTheEngineDidNotTakeAnyMoreIsRecorded()
    {
        Shown shown(decisionsAsked(), true);
        QVERIFY(shown.ready(2));
        shown.view->focusWidgetOnEntry()->setFocus();
        QSignalSpy told(shown.desk.get(), &OwnerDesk::told);
        shown.view->answerFront();
        QTRY_COMPARE(told.count(), 1);
        QCOMPARE(told.first().at(1).toString(), u"sent"_s);
        shown.engine.reset(); // it converged meanwhile: nothing resumes it
        QTRY_COMPARE(shown.document->holder(), 0);
        shown.desk->carryOutLeft();
        QTRY_COMPARE(shown.document->now().prompt(PromptId(u"P1"_s))->answer, u"half even"_s);
        QVERIFY(shown.ready(1));
        QVERIFY(pendingCommands(shown.run.folder())->isEmpty());
    }

    void afterAnAnswerTheNextCardHasTheFocus()
    {
        Shown shown(decisionsAsked(), true);
        QVERIFY(shown.ready(2));
        shown.view->focusWidgetOnEntry()->setFocus();
        PromptCard *first = shown.view->openCards().first(), *second = shown.view->openCards().last();
        shown.view->answerFront();
        QVERIFY(first->isSending());
        QVERIFY(second->isAncestorOf(shown.view->focusWidget()));
        QCOMPARE(shown.view->front(), second);
        QTest::keyClick(shown.view->focusWidget(), Qt::Key_1);
        shown.view->answerFront();
        QVERIFY(second->isSending());
        QVERIFY(shown.view->focusWidget()); // nothing is open any more: the focus is still somewhere
        QVERIFY(!shown.view->front());
    }

    void thePastCannotBeAnswered()
    {
        Shown shown(decisionsAsked() + QList<Draft>{made(u"run.opened"_s, {})}, false);
        QVERIFY(shown.ready(2));
        shown.document->showAsOf(4); // P2 was not asked yet
        QVERIFY(shown.ready(1));
        PromptCard *first = shown.view->openCards().first();
        QSignalSpy answered(first, &PromptCard::answered);
        shown.view->answerFront();
        QCOMPARE(answered.count(), 0);
        QVERIFY(shown.problem(first).contains(u"as of entry 4"_s));
        shown.document->showNow();
        QVERIFY(shown.ready(2));
        QVERIFY(shown.view->findChild<Problem *>()->text().isEmpty());
    }

    void answeredOnesFoldAwayAboveFifty()
    {
        QList<Draft> drafts = decisionsAsked();
        for (int i = 3; i < 63; ++i) {
            drafts.append(made(u"prompt.filed"_s, prompt(u"P%1"_s.arg(i), u"decision"_s, u"Which?"_s, {})));
            drafts.append(
                made(u"prompt.answered"_s, {{u"id"_s, u"P%1"_s.arg(i)}, {u"option"_s, u"a"_s}}, 0, u"owner"_s));
        }
        Shown shown(drafts, false);
        QVERIFY(shown.ready(2));
        QTRY_COMPARE(shown.view->answeredCards().size(), 50);
        QVERIFY(shown.view->reveal(u"P3"_s));
        QCOMPARE(shown.view->answeredCards().size(), 60);
        QVERIFY(!shown.view->reveal(u"P99"_s));
    }

    void hostileTextsStayText()
    {
        QList<Draft> drafts = decisionsAsked();
        drafts.append(made(u"prompt.filed"_s,
                           prompt(u"P3"_s, u"decision"_s, u"<b>bold</b> & \u202e tfel "_s + QString(100'000, u'x'),
                                  {option(u"&yes <i>"_s + QString(5000, u'y'), u"e"_s.repeated(3000))})));
        Shown shown(drafts, false);
        QVERIFY(shown.ready(3));
        QCOMPARE(shown.view->findChild<QScrollArea *>()->horizontalScrollBar()->maximum(), 0);
        for (const QLabel *label : shown.view->findChildren<QLabel *>()) {
            QCOMPARE(label->textFormat(), Qt::PlainText);
            QVERIFY(!label->text().contains(QChar(0x202e)));
        }
        QVERIFY(shown.view->openCards().last()->width() <= shown.view->width());
    }
};

QTEST_MAIN(TestDecisionsView)
#include "tst_decisionsview.moc"
