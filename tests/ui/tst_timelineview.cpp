// The timeline over the demo's finished run: walked, opened, asked.
#include "ui/models/outlinemodel.h"
#include "ui/views/evidencepane.h"
#include "ui/views/iterationoutline.h"
#include "ui/views/outlineview.h"
#include "ui/views/timelinelane.h"
#include "ui/views/timelineview.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::ui;

namespace {

OutlineNode node(const QString &key, const QString &text, const QList<OutlineNode> &children = {})
{
    return {.key = key, .cells = {{.text = text}}, .children = children};
}

QString dump(const QAbstractItemModel &model, const QModelIndex &parent = {})
{
    QStringList rows;
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        const QString below = dump(model, index);
        rows.append(index.data().toString() + (below.isEmpty() ? QString() : u"("_s + below + u")"_s));
    }
    return rows.join(u' ');
}

} // namespace

class TimelineViewTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init()
    {
        m_document = std::make_unique<RunDocument>(RunFolder(QStringLiteral(ASSAY_DEMO_RUN)));
        m_desk = std::make_unique<OwnerDesk>(m_document->folder());
        m_view = std::make_unique<TimelineView>(RunPlace{*m_document, *m_desk});
        m_view->resize(1'000, 700);
        m_view->show();
        QTRY_VERIFY(m_document->isLoaded());
        m_lane = m_view->findChild<TimelineLane *>();
        m_outline = m_view->findChild<OutlineView *>();
        QTRY_COMPARE(m_lane->chosen(), int(m_document->state().iterations.size()));
    }
    void cleanup()
    {
        m_view.reset();
        m_desk.reset();
        m_document.reset();
    }

    void outlineKeepsRowsOverUpdates()
    {
        OutlineModel model({u"What"_s});
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.show({node(u"a"_s, u"A"_s, {node(u"1"_s, u"one"_s), node(u"3"_s, u"three"_s)}), node(u"c"_s, u"C"_s)});
        const QPersistentModelIndex three = model.indexOf({u"a"_s, u"3"_s});
        model.show({node(u"a"_s, u"A!"_s, {node(u"1"_s, u"one"_s), node(u"2"_s, u"two"_s), node(u"3"_s, u"3"_s)}),
                    node(u"b"_s, u"B"_s), node(u"c"_s, u"C"_s)});
        QCOMPARE(dump(model), u"A!(one two 3) B C"_s);
        QVERIFY(three.isValid());
        QCOMPARE(three.data().toString(), u"3"_s);
        QCOMPARE(model.pathOf(three), (QStringList{u"a"_s, u"3"_s}));
        model.show({node(u"c"_s, u"C"_s), node(u"a"_s, u"A"_s, {node(u"3"_s, u"three"_s)})});
        QCOMPARE(dump(model), u"C A(three)"_s);
        model.show({});
        QCOMPARE(dump(model), QString());
        QVERIFY(!three.isValid());
    }

    void theRefutedClaimAndTheFailedStepStandInTheDetails()
    {
        const QList<OutlineNode> all = IterationOutline::of(m_document->state(), 4, m_document->state().lastAt, false);
        QStringList said;
        for (const OutlineNode &section : all) {
            for (const OutlineNode &row : section.children) {
                if (row.cells.value(1).meaning == Meaning::Refuted || row.cells.value(1).meaning == Meaning::Undone)
                    said.append(u"%1: %2: %3: %4"_s.arg(section.key, row.cells.at(0).text, row.cells.at(1).text,
                                                        row.cells.at(3).text));
            }
        }
        QCOMPARE(said.size(), 2);
        QVERIFY2(said.first().startsWith(u"steps: Gate: failed: 1 failed, 30 passed"_s), qPrintable(said.first()));
        QVERIFY2(said.last().startsWith(u"claims: "_s)
                     && said.last().endsWith(u": refuted: seen: 1 failed, 30 passed"_s),
                 qPrintable(said.last()));
    }

    void enterGoesIntoTheDetailsAndTheOutputOfARunIsRead()
    {
        m_lane->setFocus();
        QTest::keyClick(m_lane, Qt::Key_Home);
        QTest::keyClick(m_lane, Qt::Key_Right);
        QTest::keyClick(m_lane, Qt::Key_Right);
        QCOMPARE(m_lane->chosen(), 2);
        QTest::keyClick(m_lane, Qt::Key_Return);
        QTRY_COMPARE(QApplication::focusWidget(), m_outline);
        const QModelIndex checks = m_outline->outline()->indexOf(QStringList{u"checks"_s});
        QVERIFY(checks.isValid());
        m_outline->setCurrentIndex(m_outline->outline()->index(0, 0, checks));
        auto *evidence = m_view->findChild<EvidencePane *>();
        QTRY_VERIFY2(evidence->text().contains(u"REPRODUCED:"_s) && evidence->text().contains(u"standard output"_s),
                     qPrintable(evidence->text()));
    }

    void theRunIsSeenAsOfAnIterationsEnd()
    {
        QVERIFY(m_view->reveal(u"4"_s));
        QVERIFY(!m_view->reveal(u"400"_s));
        QVERIFY(!m_view->reveal(u"F1"_s));
        QAction *asOf = nullptr;
        for (QAction *one : m_view->commands()) {
            if (one->text().contains(u"as of here"_s, Qt::CaseInsensitive))
                asOf = one;
        }
        QVERIFY(asOf && asOf->isEnabled());
        asOf->trigger();
        QTRY_VERIFY(m_document->asOf() > 0);
        QCOMPARE(m_document->state().iterations.size(), 4);
        QCOMPARE(m_lane->chosen(), 4);
        QVERIFY(m_lane->itemCount() > 5);
        QVERIFY(m_lane->itemText(m_lane->currentItem()).contains(u"rolled back"_s));
    }

    void whatTheSetUpCannotDoSaysWhy()
    {
        m_lane->choose(0);
        int disabled = 0;
        for (const QAction *one : m_view->commands()) {
            if (!one->isEnabled()) {
                ++disabled;
                QVERIFY2(one->toolTip().contains(u'\n'), qPrintable(one->text()));
            }
        }
        QCOMPARE(disabled, 4);
    }

    void aNarrowWindowShowsEveryColumn()
    {
        m_view->resize(575, 624); // of 700
        QTRY_VERIFY(m_outline->width() > 500); // what was recorded stands below
        m_view->resize(1'055, 624);
        QTRY_VERIFY(m_outline->width() < 800);
    }

    void aMarkLeadsToItsQuestion()
    {
        QSignalSpy asked(m_view.get(), &RunView::asked);
        for (int item = 0; item < m_lane->itemCount(); ++item) {
            if (m_lane->itemText(item).startsWith(u"Question"_s)) {
                QTest::mouseDClick(m_lane->viewport(), Qt::LeftButton, {}, m_lane->itemRect(item).center());
                break;
            }
        }
        QCOMPARE(asked.size(), 1);
        QCOMPARE(asked.first().first().toString(), u"decisions"_s);
    }

private:
    std::unique_ptr<RunDocument> m_document;
    std::unique_ptr<OwnerDesk> m_desk;
    std::unique_ptr<TimelineView> m_view;
    TimelineLane *m_lane = nullptr;
    OutlineView *m_outline = nullptr;
};

QTEST_MAIN(TimelineViewTest)
#include "tst_timelineview.moc"
