// What the operator arranged is there again at the next start; settings that make no sense change nothing.
#include "tests/ui/decisionstory.h"
#include "tests/ui/openrun.h"
#include "tests/ui/privatehome.h"
#include "ui/look/arrangement.h"
#include "ui/look/columns.h"
#include "ui/windows/console.h"
#include "ui/windows/recentruns.h"
#include "ui/windows/runwindow.h"
#include "ui/windows/startwindow.h"

#include <QCheckBox>
#include <QComboBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QMenu>
#include <QSettings>
#include <QSplitter>
#include <QTableView>
#include <QTest>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;
using namespace assay::ui;

namespace {

template <class Widget>
Widget *in(RunWindow &window, const QString &view, const QString &accessibleName)
{
    for (RunView *one : window.views()) {
        for (Widget *widget : one->findChildren<Widget *>()) {
            if (one->objectName() == view && (accessibleName.isEmpty() || widget->accessibleName() == accessibleName))
                return widget;
        }
    }
    return nullptr;
}

} // namespace

class TestArrangement : public QObject {
    Q_OBJECT

    ProcessHost m_host;
    QTemporaryDir m_home;
    std::unique_ptr<EngineRoom> m_engines;
    std::unique_ptr<OpenRun> m_run;

    std::unique_ptr<RunWindow> open()
    {
        auto window = std::make_unique<RunWindow>(m_run->run.folder(), *m_engines);
        window->setAttribute(Qt::WA_DeleteOnClose, false);
        window->show();
        return QTest::qWaitFor([&] { return window->document().isLoaded(); }, 20'000) ? std::move(window) : nullptr;
    }

private Q_SLOTS:
    void initTestCase()
    {
        usePrivateHome(m_home);
        QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, m_home.filePath(u"XDG_CONFIG_HOME"_s));
    }
    void init()
    {
        QSettings().clear();
        m_engines = std::make_unique<EngineRoom>(m_host);
        m_run = std::make_unique<OpenRun>(decisionsAsked(), false);
    }
    void cleanup()
    {
        m_run.reset();
        m_engines.reset();
    }

    void aWindowComesBackAsItWasLeft()
    {
        QList<int> panes;
        {
            const auto window = open();
            QVERIFY(window);
            window->resize(700, 600);
            window->showView(u"journal"_s);
            auto *table = in<QTableView>(*window, u"journal"_s, u"Journal entries"_s);
            QHeaderView *head = table->horizontalHeader();
            head->resizeSection(1, 133);
            head->moveSection(head->visualIndex(3), 1);
            putAway(head, 2, true);
            in<QComboBox>(*window, u"journal"_s, u"Kind of entry"_s)->setCurrentIndex(9);
            in<QLineEdit>(*window, u"journal"_s, u"Filter entries"_s)->setText(u"which"_s);
            auto *split = in<QSplitter>(*window, u"journal"_s, {});
            split->setSizes({200, 300});
            panes = split->sizes();
            window->close();
        }
        const auto window = open();
        QVERIFY(window);
        QCOMPARE(window->size(), QSize(700, 600));
        QCOMPARE(window->currentView()->objectName(), u"journal"_s);
        const QHeaderView *head = in<QTableView>(*window, u"journal"_s, u"Journal entries"_s)->horizontalHeader();
        QCOMPARE(head->sectionSize(1), 133);
        QCOMPARE(head->visualIndex(3), 1);
        QVERIFY(head->isSectionHidden(2));
        QCOMPARE(in<QComboBox>(*window, u"journal"_s, u"Kind of entry"_s)->currentIndex(), 9);
        QCOMPARE(in<QLineEdit>(*window, u"journal"_s, u"Filter entries"_s)->text(), u"which"_s);
        const auto share = [](const QList<int> &sizes) { return 100 * sizes.at(0) / (sizes.at(0) + sizes.at(1)); };
        QTRY_COMPARE(share(in<QSplitter>(*window, u"journal"_s, {})->sizes()), share(panes));
    }

    void sortingComesBackToo()
    {
        {
            const auto window = open();
            QVERIFY(window);
            window->showView(u"audit"_s);
            in<QTreeView>(*window, u"audit"_s, u"Findings"_s)->sortByColumn(2, Qt::DescendingOrder);
            window->close();
        }
        const auto window = open();
        QVERIFY(window);
        window->showView(u"audit"_s);
        const QHeaderView *head = in<QTreeView>(*window, u"audit"_s, u"Findings"_s)->header();
        QCOMPARE(head->sortIndicatorSection(), 2);
        QCOMPARE(head->sortIndicatorOrder(), Qt::DescendingOrder);
    }

    void filtersBelongToTheirRunAndLayoutToAll()
    {
        {
            const auto window = open();
            QVERIFY(window);
            window->showView(u"audit"_s);
            in<QLineEdit>(*window, u"audit"_s, u"Filter findings"_s)->setText(u"only here"_s);
            in<QTreeView>(*window, u"audit"_s, u"Findings"_s)->setColumnWidth(2, 177);
            window->close();
        }
        m_run = std::make_unique<OpenRun>(decisionsAsked(), false); // another one
        const auto window = open();
        QVERIFY(window);
        QCOMPARE(window->currentView()->objectName(), u"overview"_s);
        window->showView(u"audit"_s);
        QCOMPARE(in<QLineEdit>(*window, u"audit"_s, u"Filter findings"_s)->text(), QString());
        QCOMPARE(in<QTreeView>(*window, u"audit"_s, u"Findings"_s)->columnWidth(2), 177);
    }

    void settingsThatMakeNoSenseChangeNothing_data()
    {
        QTest::addColumn<QVariant>("garbage");
        QTest::newRow("a word") << QVariant(u"nonsense"_s);
        QTest::newRow("a number") << QVariant(-17);
        QTest::newRow("bytes") << QVariant(QByteArray("\x00\xff\x01\xd9\xd0\xcb", 6));
        QTest::newRow("a list") << QVariant(QVariantList{1, u"two"_s, QVariantMap{{u"path"_s, 3}}});
        QVariantList columns;
        for (const QString &name : {u"Id"_s, u"Id"_s, u"Title"_s})
            columns.append(QVariantMap{{u"name"_s, name}, {u"width"_s, -5}, {u"away"_s, true}});
        QVariantMap wild;
        for (int i = 0; i < 8; ++i) {
            wild[u"panes %1"_s.arg(i)] = QVariantList{0, -4, u"x"_s};
            wild[u"table %1"_s.arg(i)]
                = QVariantMap{{u"columns"_s, columns}, {u"sorted by"_s, u"Nothing"_s}, {u"descending"_s, u"maybe"_s}};
        }
        QTest::newRow("the right shape, the wrong values") << QVariant(wild);
    }
    void settingsThatMakeNoSenseChangeNothing()
    {
        QFETCH(QVariant, garbage);
        QMap<QString, QVariantMap> fresh;
        {
            const auto window = open();
            QVERIFY(window);
            for (const RunView *view : window->views())
                fresh[view->objectName()] = arrangementOf(view);
        }
        QSettings settings;
        for (const QString &key :
             {u"run/geometry"_s, u"run/list"_s, u"start/geometry"_s, u"start/table"_s, u"recent"_s})
            settings.setValue(key, garbage);
        for (auto one = fresh.cbegin(); one != fresh.cend(); ++one)
            settings.setValue(u"views/"_s + one.key(), garbage);
        const auto window = open();
        QVERIFY(window);
        for (const RunView *view : window->views())
            QCOMPARE(arrangementOf(view), fresh[view->objectName()]);
        QCOMPARE(window->currentView()->objectName(), u"overview"_s);
        QVERIFY(window->width() > 300);
        Console console(*m_engines);
        StartWindow start(console, *m_engines);
        start.show();
        QVERIFY(start.width() > 300);
    }

    void theMenuOfColumnsPutsThemAwayAndBringsThemBack()
    {
        const auto window = open();
        QVERIFY(window);
        window->showView(u"journal"_s);
        auto *table = in<QTableView>(*window, u"journal"_s, u"Journal entries"_s);
        QAction *columns = nullptr;
        for (QAction *one : table->actions()) {
            if (one->menu())
                columns = one;
        }
        QVERIFY(columns);
        Q_EMIT columns->menu()->aboutToShow();
        const qsizetype offered = columns->menu()->actions().size();
        QCOMPARE(offered, table->model()->columnCount() - 1); // the first one stays
        columns->menu()->actions().first()->trigger();
        QVERIFY(table->isColumnHidden(1));
        Q_EMIT columns->menu()->aboutToShow();
        QCOMPARE(columns->menu()->actions().size(), offered);
        columns->menu()->actions().first()->trigger();
        QVERIFY(!table->isColumnHidden(1));
    }

    void runsThatLieElsewhereStandOnTheStartPageOnceTheyWereOpened()
    {
        {
            const auto window = open();
            QVERIFY(window);
            window->close();
        }
        QCOMPARE(recentRuns().size(), 1);
        Console console(*m_engines);
        StartWindow start(console, *m_engines);
        start.show();
        const auto *table = start.findChild<QTreeView *>();
        QTRY_COMPARE(table->model()->rowCount(), 1);
        QTRY_COMPARE(table->currentIndex().row(), 0);
        QVERIFY(QDir(m_run->run.folder().path()).removeRecursively());
    }

    void onlyTheLastTwentyAreKept()
    {
        for (int i = 0; i < 25; ++i)
            rememberRun({.path = u"/run/%1"_s.arg(i), .view = u"audit"_s, .filters = {}});
        QCOMPARE(recentRuns().size(), 20);
        QCOMPARE(recentRuns().first().path, u"/run/24"_s);
        rememberRun({.path = u"/run/10"_s, .view = {}, .filters = {}});
        QCOMPARE(recentRuns().size(), 20);
        QCOMPARE(recentRuns().first().path, u"/run/10"_s);
    }
};

QTEST_MAIN(TestArrangement)
#include "tst_arrangement.moc"
