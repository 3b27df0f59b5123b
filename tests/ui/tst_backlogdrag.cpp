// A task dragged by the mouse to another place of the backlog, and what a task's facts lead to.
#include "tests/ui/backlogstory.h"
#include "ui/views/backlogrows.h"
#include "ui/views/backlogview.h"
#include "ui/views/factspanel.h"

#include <QApplication>
#include <QDrag>
#include <QThread>
#include <QTimer>
#include <QToolButton>
#include <QTreeView>
#include <QWindow>

using namespace assay;
using namespace assay::test;
using namespace assay::ui;

class TstBacklogDrag : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void lettersOfOthersAreNoKeys()
    {
        FactsPanel panel;
        panel.show({{u"Covers"_s, {}, {{u"F1 loses & in names"_s, u"audit"_s, u"F1"_s}}}});
        const auto *link = panel.findChild<QToolButton *>();
        QVERIFY(link);
        QVERIFY2(link->text().startsWith(u"F1 loses && in names"_s), qPrintable(link->text())); // painted as one
        QCOMPARE(link->accessibleName(), u"Covers: F1 loses & in names"_s);
    }

    /// By the mouse, through the window system's own drag: it runs a loop of its own inside the move that begins it, so the
    /// rest of the way is gone by a timer that waits for that loop.
    void aTaskIsDraggedOntoAnotherOne()
    {
        ViewStage stage;
        tellBacklog(stage.story);
        QVERIFY(stage.open());
        BacklogView view(stage.place());
        view.resize(1000, 700);
        view.show();
        view.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&view));
        QTRY_VERIFY(view.reveal(u"T5"_s));
        auto *tree = view.findChild<QTreeView *>();
        const auto *model = view.findChild<BacklogModel *>();
        const auto placeOf = [&](const QString &id) {
            const QModelIndex index = model->find([&](const BacklogRow &row) { return row.id == id; });
            return tree->viewport()->mapTo(&view, tree->visualRect(index).center());
        };
        QWindow *window = view.windowHandle();
        const QPoint from = placeOf(u"T5"_s), to = placeOf(u"T6"_s);
        QVERIFY(from != to);
        int step = 0;
        QTimer hand;
        hand.setInterval(5);
        connect(&hand, &QTimer::timeout, &view, [&] {
            if (QThread::currentThread()->loopLevel() == 0)
                return; // the drag has not begun
            if (step == 0 || step == 1)
                QTest::mouseMove(window, to + QPoint(step, 0));
            else if (step == 2)
                QTest::mouseRelease(window, Qt::LeftButton, {}, to);
            else if (step > 200)
                QDrag::cancel(); // it would wait for ever
            ++step;
        });
        hand.start();
        QTest::mousePress(window, Qt::LeftButton, {}, from);
        QTest::mouseMove(window, from + QPoint(4, 0));
        QTest::mouseMove(window, from + QPoint(4 + QApplication::startDragDistance(), 0));
        QTest::mouseMove(window, from + QPoint(8 + QApplication::startDragDistance(), 0));
        hand.stop();
        QVERIFY2(step >= 3 && step < 200, qPrintable(QString::number(step)));
        const auto order = BacklogRows::orderFor(stage.story.state, {TaskId(u"T5"_s), TaskId(u"T6"_s), false});
        QVERIFY(order);
        QJsonArray tasks;
        for (const TaskId &id : *order)
            tasks.append(id.text());
        QCOMPARE(stage.told(u"order"_s), (QJsonObject{{u"tasks"_s, tasks}}));
        QTRY_COMPARE(tree->currentIndex().siblingAtColumn(0).data().toString(), u"T5"_s);
        QVERIFY(
            model->find([](const BacklogRow &row) { return row.id == u"T5"_s; }).isValid()); // moved, not taken away
    }
};

int main(int argc, char **argv)
{
    // A drag is the platform's: offscreen has none, an X server's does not follow made-up events; this one's is Qt's own.
    qputenv("QT_QPA_PLATFORM", "minimal");
    const QApplication application(argc, argv);
    TstBacklogDrag test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_backlogdrag.moc"
