// Any two revisions of a local repository, looked at without a run.
#include "core/git/target.h"
#include "tests/support/scratchrepository.h"
#include "tests/ui/privatehome.h"
#include "ui/diff/diffpane.h"
#include "ui/look/problem.h"
#include "ui/views/filespane.h"
#include "ui/windows/commandpalette.h"
#include "ui/windows/comparewindow.h"
#include "ui/windows/console.h"
#include "ui/windows/startwindow.h"

#include <QDir>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>

using namespace assay;
using namespace assay::test;
using namespace assay::ui;
using namespace Qt::StringLiterals;

namespace {

QStringList rowsOf(const CompareWindow &window)
{
    QStringList rows;
    const DiffView *view = window.pane()->view();
    for (int row = 0; row < view->document().count(); ++row)
        rows.append(view->rowText(row));
    return rows;
}

QLineEdit *field(const CompareWindow &window, const QString &name)
{
    for (QLineEdit *edit : window.findChildren<QLineEdit *>()) {
        if (edit->accessibleName().startsWith(name))
            return edit;
    }
    return nullptr;
}

} // namespace

class TstCompareWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void cleanup() { QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete); }
    void changeIsShownWithItsFiles();
    void noEndIsHead();
    void whatIsWrongIsSaidInTheWindowAndMended();
    void otherWayRoundByKey();
    void nothingIsWritten();
    void submoduleThatIsNotThereIsSaidInWords();
    void repositoryThatGoesUnderTheWindowIsSaid();
    void startPageOpensOne();
    void programEndsWithTheLastWindow();

private:
    ProcessHost m_host;
    QTemporaryDir m_home;
    ScratchRepository m_repository;
};

void TstCompareWindow::initTestCase()
{
    usePrivateHome(m_home);
    m_repository.write("src/a.c", "int one;\n");
    m_repository.write("b.txt", "same\n");
    m_repository.commitAll(u"first"_s);
    m_repository.git({u"tag"_s, u"v1"_s});
    m_repository.write("src/a.c", "int two;\n");
    m_repository.commitAll(u"second"_s);
    m_repository.write("c.txt", "new\n");
    m_repository.commitAll(u"third"_s);
}

void TstCompareWindow::changeIsShownWithItsFiles()
{
    auto *window = new CompareWindow;
    window->resize(900, 500);
    window->show();
    window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window));
    window->compare({.repository = m_repository.path(), .from = u"v1"_s, .to = u"main~1"_s});
    QTRY_COMPARE(rowsOf(*window),
                 (QStringList{u"File src/a.c: modified"_s, u"removed: int one;"_s, u"added: int two;"_s}));
    QVERIFY(window->windowTitle().contains(u"v1 → main~1"_s));
    QTRY_COMPARE(window->files()->model().rowCount(), 1);
    QCOMPARE(window->files()->model().index(0, 0).data().toString(), u"src"_s);
    QVERIFY(window->pane()->view()->hasFocus());
    // Nothing is said of a review: there is none.
    QVERIFY(window->files()->tree()->isColumnHidden(ChangedFilesModel::Reviewed));
    QVERIFY(window->files()->tree()->isColumnHidden(ChangedFilesModel::Kind));
    QTest::keyClick(window->pane()->view(), Qt::Key_N);
    QCOMPARE(window->pane()->view()->rowText(window->pane()->view()->currentRow()), u"removed: int one;"_s);
    QTest::keyClick(window->pane()->view(), Qt::Key_K, Qt::ControlModifier);
    auto *palette = window->findChild<CommandPalette *>();
    QVERIFY(palette);
    palette->close();
    window->close();
}

void TstCompareWindow::noEndIsHead()
{
    auto *window = new CompareWindow;
    window->show();
    window->compare({.repository = m_repository.path() + u"/src"_s, .from = u"v1"_s, .to = {}});
    QTRY_COMPARE(window->pane()->view()->document().sectionCount(), 2);
    QVERIFY(window->windowTitle().contains(u"v1 → HEAD"_s));
    window->compare({.repository = m_repository.path(), .from = u"main"_s, .to = {}});
    QTRY_COMPARE(window->pane()->view()->placeholder(), u"Nothing differs between these two."_s);
    window->close();
}

void TstCompareWindow::whatIsWrongIsSaidInTheWindowAndMended()
{
    auto *window = new CompareWindow;
    window->show();
    window->compare({.repository = m_repository.path(), .from = u"v7"_s, .to = {}});
    QTRY_VERIFY2(window->problem().text().contains(u"'v7'"_s), qPrintable(window->problem().text()));
    QVERIFY(window->problem().isVisible());
    QCOMPARE(window->pane()->view()->document().count(), 0);
    QVERIFY(!window->pane()->view()->placeholder().isEmpty());
    field(*window, u"From"_s)->setText(u" v1 "_s);
    QTest::keyClick(field(*window, u"From"_s), Qt::Key_Return);
    QTRY_COMPARE(window->pane()->view()->document().sectionCount(), 2);
    QVERIFY(!window->problem().isVisible());
    field(*window, u"Repository"_s)->setText(m_home.path());
    QTest::keyClick(field(*window, u"Repository"_s), Qt::Key_Return);
    QTRY_VERIFY2(window->problem().text().contains(u"no git repository"_s), qPrintable(window->problem().text()));
    QCOMPARE(window->pane()->view()->document().count(), 0);
    window->close();
}

void TstCompareWindow::otherWayRoundByKey()
{
    auto *window = new CompareWindow;
    window->show();
    window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window));
    window->compare({.repository = m_repository.path(), .from = u"main~1"_s, .to = {}});
    QTRY_COMPARE(rowsOf(*window), (QStringList{u"File c.txt: added"_s, u"added: new"_s}));
    QTest::keyClick(window, Qt::Key_R, Qt::ControlModifier);
    QTRY_COMPARE(rowsOf(*window), (QStringList{u"File c.txt: deleted"_s, u"removed: new"_s}));
    QCOMPARE(field(*window, u"From"_s)->text(), u"HEAD"_s);
    QCOMPARE(field(*window, u"To"_s)->text(), u"main~1"_s);
    window->close();
}

void TstCompareWindow::nothingIsWritten()
{
    const auto before = fingerprintFolder(m_repository.path());
    QVERIFY(before);
    auto *window = new CompareWindow;
    window->show();
    window->compare({.repository = m_repository.path(), .from = u"v1"_s, .to = {}});
    QTRY_VERIFY(rowsOf(*window).contains(u"added: new"_s));
    QTRY_VERIFY(!window->pane()->loader().isLoading());
    window->close();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    const auto after = fingerprintFolder(m_repository.path());
    QVERIFY(after);
    QCOMPARE(*after, *before);
}

void TstCompareWindow::submoduleThatIsNotThereIsSaidInWords()
{
    ScratchRepository repository;
    repository.write("a.txt", "a\n");
    repository.commitAll(u"first"_s);
    repository.git({u"update-index"_s, u"--add"_s, u"--cacheinfo"_s, u"160000,%1,sub"_s.arg(QString(40, u'a'))});
    repository.git({u"commit"_s, u"-q"_s, u"-m"_s, u"with a submodule"_s});
    auto *window = new CompareWindow;
    window->show();
    window->compare({.repository = repository.path(), .from = u"HEAD~1"_s, .to = {}});
    QTRY_COMPARE(rowsOf(*window), (QStringList{u"File sub: added"_s, u"Submodule: commit none becomes aaaaaaa"_s}));
    QVERIFY(!window->problem().isVisible());
    window->close();
}

void TstCompareWindow::repositoryThatGoesUnderTheWindowIsSaid()
{
    ScratchRepository repository;
    repository.write("a.txt", "one\n");
    repository.commitAll(u"first"_s);
    repository.write("a.txt", "two\n");
    repository.commitAll(u"second"_s);
    auto *window = new CompareWindow;
    window->show();
    window->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(window));
    window->compare({.repository = repository.path(), .from = u"HEAD~1"_s, .to = {}});
    QTRY_VERIFY(rowsOf(*window).contains(u"added: two"_s));
    // A commit more, and the same names mean another change.
    repository.write("a.txt", "three\n");
    repository.commitAll(u"third"_s);
    QTest::keyClick(window, Qt::Key_F5);
    QTRY_VERIFY(rowsOf(*window).contains(u"added: three"_s));
    QVERIFY(QDir(repository.path() + u"/.git"_s).removeRecursively());
    QCOMPARE(rowsOf(*window).size(), 3); // what was read stays
    QTest::keyClick(window, Qt::Key_F5);
    QTRY_VERIFY2(window->problem().text().contains(u"no git repository"_s), qPrintable(window->problem().text()));
    window->close();
}

void TstCompareWindow::startPageOpensOne()
{
    EngineRoom engines(m_host);
    Console console(engines);
    console.showStartPage();
    QPushButton *compare = nullptr;
    StartWindow *start = nullptr;
    for (QWidget *window : QApplication::topLevelWidgets()) {
        if (auto *one = qobject_cast<StartWindow *>(window))
            start = one;
    }
    QVERIFY(start);
    for (QPushButton *button : start->findChildren<QPushButton *>()) {
        if (button->text() == u"&Compare…"_s)
            compare = button;
    }
    QVERIFY(compare);
    QVERIFY(!console.isComparing());
    compare->click();
    QVERIFY(console.isComparing());
    // The start page closed, the program stays for what is compared.
    start->close();
    QVERIFY(!console.isLeaving());
}

void TstCompareWindow::programEndsWithTheLastWindow()
{
    EngineRoom engines(m_host);
    Console console(engines);
    CompareWindow *one = console.compare({.repository = m_repository.path(), .from = u"v1"_s, .to = {}});
    CompareWindow *other = console.compare({.repository = m_repository.path(), .from = u"main~1"_s, .to = {}});
    one->close();
    QCoreApplication::sendPostedEvents(one, QEvent::DeferredDelete);
    QVERIFY(!console.isLeaving());
    other->close();
    QCoreApplication::sendPostedEvents(other, QEvent::DeferredDelete);
    QVERIFY(console.isLeaving());
    QVERIFY(!console.isComparing());
}

QTEST_MAIN(TstCompareWindow)
#include "tst_comparewindow.moc"
