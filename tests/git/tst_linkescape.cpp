// Where a link of a tree leads, by tables.
#include "core/git/linkescape.h"

#include <QTest>

using namespace assay;

class LinkEscapeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reachIsJudgedOnTheTree_data()
    {
        QTest::addColumn<QByteArray>("path");
        QTest::addColumn<QByteArray>("target");
        QTest::addColumn<int>("reach");
        const auto row = [](const char *path, const char *target, LinkReach reach) {
            QTest::addRow("%s -> %s", path, target) << QByteArray(path) << QByteArray(target) << int(reach);
        };
        row("l", "file", LinkReach::Inside);
        row("l", "./a/../b", LinkReach::Inside);
        row("l", "..", LinkReach::Outside);
        row("l", "a/../..", LinkReach::Outside);
        row("l", "/", LinkReach::Outside);
        row("l", "", LinkReach::Inside);
        row("d/l", "..", LinkReach::Inside);
        row("d/l", "../..", LinkReach::Outside);
        row("d/e/l", "../../x/./y//z", LinkReach::Inside);
        row("l", ".git", LinkReach::GitFolder);
        row("d/l", "../.GIT/config", LinkReach::GitFolder);
        row("d/l", ".git/config", LinkReach::Inside); // that is d/.git, which no tree holds
        row("l", "root/..", LinkReach::Outside);      // root -> .
        row("l", "s/t/toroot/../x", LinkReach::Outside);
        row("l", "s/t/toroot/x", LinkReach::Inside);
        row("l", "absolute/x", LinkReach::Outside);
        row("l", "loop1/x", LinkReach::Inside);
        row("l", "chain1", LinkReach::Outside);
        row("l", "togit/config", LinkReach::GitFolder);
    }
    void reachIsJudgedOnTheTree()
    {
        QFETCH(QByteArray, path);
        QFETCH(QByteArray, target);
        QFETCH(int, reach);
        LinkMap links{{"root", "."},       {"s/t/toroot", "../.."}, {"absolute", "/usr"},
                      {"loop1", "loop2"},  {"loop2", "loop1"},      {"chain1", "d/c2"},
                      {"d/c2", "../d/c3"}, {"d/c3", "../.."},       {"togit", ".git"}};
        links.insert(path, target);
        QCOMPARE(int(reachOf(path, links)), reach);
    }
};

QTEST_GUILESS_MAIN(LinkEscapeTest)
#include "tst_linkescape.moc"
