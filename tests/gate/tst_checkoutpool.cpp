// Prepared trees and their throw-away copies, contained and not.
#include "tests/gate/scene.h"

#include <QDirIterator>
#include <QElapsedTimer>
#include <QTest>
#include <QtConcurrentRun>

#include <sys/stat.h>

using namespace Qt::StringLiterals;
using namespace assay;
using test::Files;
using test::Scene;

class TestCheckoutPool : public QObject {
    Q_OBJECT

    static Policy preparing(const QStringList &lines)
    {
        Policy policy;
        for (const QString &line : lines)
            policy.prepare += ShellCommand{.line = line};
        return policy;
    }

    /// What lies below the checkouts' folder, but for the empty folders in which the next ones are laid.
    static QStringList leftIn(const QString &checkouts)
    {
        QStringList left;
        QDirIterator entries(checkouts, QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot,
                             QDirIterator::Subdirectories);
        while (entries.hasNext()) {
            const QString path = entries.next().sliced(checkouts.size() + 1);
            if (path.contains(u'/') ? !path.endsWith(u"/bin"_s) || path.count(u'/') > 1 : path.toInt() == 0)
                left += path;
        }
        return left;
    }

    /// Rows "contained" and "not contained"; the first only where this machine can.
    static void bothWays()
    {
        QTest::addColumn<bool>("contained");
        QTest::newRow("contained") << true;
        QTest::newRow("not contained") << false;
    }

#define SCENE(name)                            \
    QFETCH(const bool, contained);             \
    Scene name(contained);                     \
    if (contained && !name.sandbox.contains()) \
    QSKIP(qPrintable(name.sandbox.ability().reason))

private Q_SLOTS:
    void treeIsPreparedOnceAndFrozen_data() { bothWays(); }
    void treeIsPreparedOnceAndFrozen();
    void freshPreparationStartsFromNothing_data() { bothWays(); }
    void freshPreparationStartsFromNothing();
    void aDiskThatIsAlmostFullIsNoVerdict_data() { bothWays(); }
    void aDiskThatIsAlmostFullIsNoVerdict();
    void otherCommandsOrTreesArePreparedAgain();
    void sameTreeFromTwoThreadsIsPreparedOnce();
    void failedPreparationIsToldAndNotFrozen_data() { bothWays(); }
    void failedPreparationIsToldAndNotFrozen();
    void preparationWithoutNetworkHasNone();
    void downloadsOfBaseServeLaterTrees_data() { bothWays(); }
    void downloadsOfBaseServeLaterTrees();
    void checkoutsDoNotSeeEachOther_data() { bothWays(); }
    void checkoutsDoNotSeeEachOther();
    void everyTreeIsAtTheSamePath_data() { bothWays(); }
    void everyTreeIsAtTheSamePath();
    void checkoutHasAGitOfItsOwn_data() { bothWays(); }
    void checkoutHasAGitOfItsOwn();
    void surroundingsAreClean_data() { bothWays(); }
    void surroundingsAreClean();
    void runFolderAndTargetAreAbsent();
    void emptyCheckoutKeepsHome_data() { bothWays(); }
    void emptyCheckoutKeepsHome();
    void whateverWasDoneInItItIsGone_data() { bothWays(); }
    void whateverWasDoneInItItIsGone();
    void frozenTreesThatNoLongerServeGo();
    void aTreeThatWentBecomesTheNextOne();
    void leftoversOfACrashAreGone();
    void folderServesOneCheckoutAfterTheOther();
    void whatWouldNotGoIsNotLaidOver();
    void frozenTreeOfAnEarlierStartOfTheMachineIsNotTrusted();
    void oneCheckoutRunsOneCommand();
    void workingFolderMustLieInTheTree();
    void commandsRunSideBySide();
    void uncontainedCheckoutsWaitForEachOther();
    void reportsAreReadBack_data() { bothWays(); }
    void reportsAreReadBack();
    void servicesRunBesideAndEndWithTheCommand_data() { bothWays(); }
    void servicesRunBesideAndEndWithTheCommand();
    void stopEndsACommandWithinTwoSeconds_data() { bothWays(); }
    void stopEndsACommandWithinTwoSeconds();
};

void TestCheckoutPool::treeIsPreparedOnceAndFrozen()
{
    SCENE(scene);
    const ObjectId tree = scene.base({{"a.txt", "a\n"}});
    QVERIFY(!tree.isNull());
    const Policy policy
        = preparing({u"echo $$ >built; cp a.txt b.txt; echo kept >\"$HOME/kept\""_s, u"cat b.txt >&2"_s});
    const auto pool = scene.pool(policy);
    const auto first = pool->prepare(tree, Freshness::Reuse, {});
    QVERIFY2(first, first ? "" : qPrintable(first.error().text()));
    QCOMPARE(first->broken, QString());
    QVERIFY(!first->reused);
    QCOMPARE(*scene.evidence.get(first->output), "$ " + policy.prepare.at(0).line.toUtf8() + "\n$ cat b.txt >&2\na\n");

    const auto second = pool->prepare(tree, Freshness::Reuse, {});
    QVERIFY(second && second->reused);
    QCOMPARE(second->folder, first->folder);
    QCOMPARE(second->output, first->output);
    // Another program on the same run folder, as after a crash, finds it too.
    const auto again = scene.pool(policy);
    QCOMPARE(again->prepare(tree, Freshness::Reuse, {})->folder, first->folder);
    QCOMPARE(scene.shell(*again, *first, "cat b.txt \"$HOME/kept\""), "a\nkept\n");
}

void TestCheckoutPool::freshPreparationStartsFromNothing()
{
    SCENE(scene);
    const ObjectId tree = scene.base({{"a", "a\n"}});
    const auto pool
        = scene.pool(preparing({u"test ! -e mark && echo x >mark && test ! -e \"$HOME/mark\" && : >\"$HOME/mark\""_s}));
    const auto first = pool->prepare(tree, Freshness::Reuse, {});
    const auto fresh = pool->prepare(tree, Freshness::Fresh, {});
    QVERIFY(first && fresh);
    QCOMPARE(fresh->broken, QString());
    QVERIFY(!fresh->reused && fresh->folder != first->folder);
    QCOMPARE(pool->prepare(tree, Freshness::Reuse, {})->folder, fresh->folder); // the newest serves from now on
}

/// The command would have been ended at once, and the agent blamed for it.
void TestCheckoutPool::aDiskThatIsAlmostFullIsNoVerdict()
{
    SCENE(scene);
    const auto pool = scene.pool();
    const auto prepared = pool->prepare(scene.base({{"a", "1"}}), Freshness::Reuse, {});
    QVERIFY2(prepared, qPrintable(prepared ? QString() : prepared.error().text()));
    Checkout::Call call;
    call.limits.diskFloor = qint64(1) << 60;
    const QByteArray refused = scene.shell(*pool, *prepared, "echo ran", call);
    QVERIFY2(refused.contains("its disk is almost full") && refused.contains("resume the run"), refused.constData());
    call.limits.diskFloor = 0;
    QCOMPARE(scene.shell(*pool, *prepared, "echo ran", call), "ran\n");
}

void TestCheckoutPool::otherCommandsOrTreesArePreparedAgain()
{
    Scene scene(false);
    const ObjectId tree = scene.base({{"a", "a\n"}});
    const auto one = scene.pool(preparing({u"true"_s}));
    const auto first = one->prepare(tree, Freshness::Reuse, {});
    const auto other = one->prepare(scene.changed(tree, "a", "b\n"), Freshness::Reuse, {});
    QVERIFY(first && other && !other->reused && other->key != first->key);
    const auto two = scene.pool(preparing({u"true "_s}));
    QVERIFY(!two->prepare(tree, Freshness::Reuse, {})->reused);
}

void TestCheckoutPool::sameTreeFromTwoThreadsIsPreparedOnce()
{
    Scene scene;
    if (!scene.sandbox.contains())
        QSKIP(qPrintable(scene.sandbox.ability().reason));
    const ObjectId tree = scene.base({{"a", "a\n"}});
    const auto pool = scene.pool(preparing({u"sleep 0.3"_s}));
    const auto call = [&] { return pool->prepare(tree, Freshness::Reuse, {}); };
    auto one = QtConcurrent::run(call), two = QtConcurrent::run(call);
    const auto first = one.result(), second = two.result();
    QVERIFY(first && second);
    QVERIFY(first->reused != second->reused);
    QCOMPARE(first->folder, second->folder);
}

void TestCheckoutPool::failedPreparationIsToldAndNotFrozen()
{
    SCENE(scene);
    const ObjectId tree = scene.base({{"a", "a\n"}});
    const auto pool = scene.pool(preparing({u"echo fine"_s, u"echo 'no such header' >&2; exit 3"_s, u"echo never"_s}));
    const auto prepared = pool->prepare(tree, Freshness::Reuse, {});
    QVERIFY(prepared);
    QVERIFY2(prepared->broken.contains(u"`echo 'no such header' >&2; exit 3` ended with status 3: no such header"),
             qPrintable(prepared->broken));
    QVERIFY(!scene.evidence.get(prepared->output)->contains("never\n"));
    QVERIFY(QDir(scene.run.prepared()).isEmpty());
    QVERIFY(!pool->take(*prepared));
    QCOMPARE(pool->prepare(tree, Freshness::Reuse, {})->broken, prepared->broken);

    Policy slow = preparing({u"sleep 20"_s});
    slow.prepare.first().timeout = std::chrono::milliseconds(300);
    QVERIFY(scene.pool(slow)->prepare(tree, Freshness::Reuse, {})->broken.contains(u"time limit"));
    Policy away = preparing({u"true"_s});
    away.prepare.first().folder = "missing";
    const QString why = scene.pool(away)->prepare(tree, Freshness::Reuse, {})->broken;
    QVERIFY2(why.contains(u"could not start") && why.contains(u"missing"), qPrintable(why));
}

void TestCheckoutPool::preparationWithoutNetworkHasNone()
{
    Scene scene;
    if (!scene.sandbox.contains())
        QSKIP(qPrintable(scene.sandbox.ability().reason));
    const ObjectId tree = scene.base({{"a", "a\n"}});
    const QString look = u"awk 'NR > 2 { print $1 }' /proc/net/dev; echo \"caches: $PIP_CACHE_DIR\""_s;
    Policy policy = preparing({look});
    const auto closed = scene.pool(policy)->prepare(tree, Freshness::Reuse, {});
    const QByteArray seen = *scene.evidence.get(closed->output);
    QVERIFY2(seen.contains("lo:") && seen.count(':') == look.count(u':') + 2, seen);
    // With network, downloads go to where they are frozen, and not into the owner's caches.
    policy.prepare.first().network = true;
    const auto open = scene.pool(policy)->prepare(tree, Freshness::Reuse, {});
    QVERIFY(scene.evidence.get(open->output)->contains("caches: /assay/home/.cache/assay/pip"));
    QVERIFY(open->key != closed->key);
}

void TestCheckoutPool::downloadsOfBaseServeLaterTrees()
{
    SCENE(scene);
    const ObjectId base = scene.base({{"a", "0\n"}});
    Policy policy = preparing({u"cat a >>\"$npm_config_cache.list\"; cat \"$npm_config_cache.list\""_s});
    policy.prepare.first().line.prepend(u"mkdir -p \"${npm_config_cache%/*}\"; "_s);
    policy.prepare.first().network = true;
    const auto pool = scene.pool(policy);
    const auto seen = [&](const QByteArray &content, Freshness freshness) {
        const auto prepared = pool->prepare(scene.changed(base, "a", content), freshness, {});
        const QByteArray output = *scene.evidence.get(prepared->output);
        return output.mid(output.indexOf('\n') + 1);
    };
    QCOMPARE(seen("0\n", Freshness::Reuse), "0\n");
    QCOMPARE(seen("1\n", Freshness::Reuse), "0\n1\n");
    QCOMPARE(seen("2\n", Freshness::Reuse), "0\n2\n"); // what a candidate left serves no other
    QCOMPARE(seen("3\n", Freshness::Fresh), "3\n");
}

void TestCheckoutPool::checkoutsDoNotSeeEachOther()
{
    SCENE(scene);
    const ObjectId tree = scene.base({{"a", "a\n"}, {"d/b", "b\n"}});
    const auto pool = scene.pool();
    const auto prepared = pool->prepare(tree, Freshness::Reuse, {});
    const QByteArray look = "cat a d/b; ls \"$HOME\" \"$TMPDIR\"; ls";
    const QByteArray before = scene.shell(*pool, *prepared, look);
    QVERIFY(before.startsWith("a\nb\n"));
    const QByteArray did = scene.shell(*pool, *prepared,
                                       "set -e; echo changed >a; rm -r d; : >new; : >\"$HOME/new\"; "
                                       ": >\"$TMPDIR/new\"; test ! -e d/b; cat a");
    QCOMPARE(did, "changed\n");
    QCOMPARE(scene.shell(*pool, *prepared, look), before);
}

void TestCheckoutPool::everyTreeIsAtTheSamePath()
{
    SCENE(scene);
    const ObjectId tree = scene.base({{"a", "a\n"}});
    const auto pool = scene.pool(preparing({u"pwd >where; echo $HOME >>where"_s}));
    const auto one = pool->prepare(tree, Freshness::Reuse, {});
    const auto two = pool->prepare(scene.changed(tree, "a", "b\n"), Freshness::Reuse, {});
    const QByteArray inOne = scene.shell(*pool, *one, "cat where; pwd; echo $HOME");
    QCOMPARE(inOne, scene.shell(*pool, *two, "cat where; pwd; echo $HOME"));
    const auto lines = inOne.split('\n');
    QCOMPARE(lines.at(0), lines.at(2)); // where it was built is where it runs
    QCOMPARE(lines.at(1), lines.at(3));
    if (contained)
        QCOMPARE(lines.at(0), "/assay/tree");
}

void TestCheckoutPool::checkoutHasAGitOfItsOwn()
{
    SCENE(scene);
    scene.repository.write("a", "zero\n");
    scene.repository.commitAll(u"zero"_s);
    scene.repository.git({u"tag"_s, u"v1"_s});
    const ObjectId tree = scene.base({{"a", "a\n"}});
    const auto pool = scene.pool();
    const auto prepared = pool->prepare(scene.changed(tree, "b", "b\n"), Freshness::Reuse, {});
    QVERIFY2(prepared, prepared ? "" : qPrintable(prepared.error().text()));
    const QByteArray seen = scene.shell(*pool, *prepared,
                                        "git status --porcelain; git describe --tags | cut -d- -f1,2; "
                                        "git rev-list --count HEAD; git remote; git config user.email; "
                                        "git commit -q --allow-empty -m x && git log -1 --format=%ae");
    QCOMPARE(seen, "v1-2\n3\nassay@localhost\nassay@localhost\n");
}

void TestCheckoutPool::surroundingsAreClean()
{
    SCENE(scene);
    qputenv("ASSAY_TEST_SECRET", "secret");
    const ObjectId tree = scene.base({{"a", "a\n"}});
    const auto pool = scene.pool();
    const auto prepared = pool->prepare(tree, Freshness::Reuse, {});
    const QByteArray environment = scene.shell(*pool, *prepared, "env; cat; git config --global --list");
    QVERIFY(!environment.contains("secret"));
    QVERIFY(environment.contains("LC_ALL=C.UTF-8\n") && environment.contains("PYTHONDONTWRITEBYTECODE=1\n"));
    QVERIFY(environment.contains("ASSAY_RUN=" + QFile::encodeName(scene.run.path()) + '\n'));
    QVERIFY(environment.contains("user.email=assay@localhost\n"));
    QVERIFY(contained == environment.contains("TMPDIR=/tmp\n"));
    qunsetenv("ASSAY_TEST_SECRET");
}

void TestCheckoutPool::runFolderAndTargetAreAbsent()
{
    Scene scene;
    if (!scene.sandbox.contains())
        QSKIP(qPrintable(scene.sandbox.ability().reason));
    const ObjectId tree = scene.base({{"a", "a\n"}});
    const auto pool = scene.pool();
    const auto prepared = pool->prepare(tree, Freshness::Reuse, {});
    const QByteArray seen = scene.shell(*pool, *prepared,
                                        "ls " + QFile::encodeName(scene.run.path()) + ' '
                                            + QFile::encodeName(scene.repository.path()) + "; ls /assay");
    QCOMPARE(seen.count("No such file"), 2);
    QVERIFY2(seen.contains("base.git\nbin\ncheck\nhome\nout\ntree\n"), seen);
    QVERIFY(scene.shell(*pool, *prepared, ": >/assay/base.git/x").contains("Read-only"));
}

void TestCheckoutPool::emptyCheckoutKeepsHome()
{
    SCENE(scene);
    const ObjectId tree = scene.base({{"a", "a\n"}});
    const auto pool = scene.pool(preparing({u"echo kept >\"$HOME/kept\""_s}));
    const auto prepared = pool->prepare(tree, Freshness::Reuse, {});
    const auto full = pool->take(*prepared);
    const QByteArray path = (*full)->treePath();
    const_cast<std::unique_ptr<Checkout> &>(*full).reset();
    const auto checkout = pool->takeEmpty(*prepared);
    QVERIFY(checkout);
    QCOMPARE((*checkout)->treePath(), path);
    QCOMPARE(Scene::shellIn(**checkout, "pwd; ls -A; cat \"$HOME/kept\"; : >new && ls"), path + "\nkept\nnew\n");
}

void TestCheckoutPool::whateverWasDoneInItItIsGone()
{
    SCENE(scene);
    QFile outside(scene.dir.filePath(u"outside"_s));
    QVERIFY(outside.open(QIODevice::WriteOnly) && outside.write("kept") == 4);
    outside.close();
    const ObjectId tree = scene.base({{"d/a", "a\n"}});
    const auto pool = scene.pool();
    const auto prepared = pool->prepare(tree, Freshness::Reuse, {});
    const QByteArray path = QFile::encodeName(scene.dir.path());
    Checkout::Call call;
    call.collect = {"none"}; // a copy on disk, contained too
    QCOMPARE(scene.shell(*pool, *prepared,
                         "mkdir -p x/y/z; : >x/y/z/f; ln -s " + path + " link; ln -s " + path
                             + "/outside d/link; mkfifo pipe; chmod 000 x/y d . ; chmod 000 \"$HOME\"",
                         call),
             "");
    QCOMPARE(leftIn(scene.run.checkouts()), QStringList());
    QVERIFY(outside.open(QIODevice::ReadOnly) && outside.readAll() == "kept");
    QCOMPARE(scene.shell(*pool, *prepared, "cat d/a"), "a\n");
}

/// The next one has the same folder and sees nothing of the one before: files it was given, files it wrote.
void TestCheckoutPool::folderServesOneCheckoutAfterTheOther()
{
    Scene scene;
    if (!scene.sandbox.contains())
        QSKIP("not contained, there is one folder");
    const ObjectId tree = scene.base({{"a", "a\n"}});
    const auto pool = scene.pool();
    const auto prepared = pool->prepare(tree, Freshness::Reuse, {});
    Checkout::Call call;
    call.files = {{"tool", "#!/bin/sh\n"}};
    call.keep = {"report"};
    call.argv = {"/bin/sh", "-c",
                 "ls /assay/bin /assay/out; : > /assay/out/report; mkdir /assay/out/more; "
                 "chmod 000 /assay/out"};
    for (int n = 0; n < 2; ++n) {
        const auto checkout = pool->take(*prepared);
        QVERIFY(checkout);
        const auto outcome = (*checkout)->run(call, {});
        QVERIFY(outcome);
        QCOMPARE(outcome->process.standardOutput, "/assay/bin:\ntool\n\n/assay/out:\n");
        QCOMPARE(QDir(scene.run.checkouts()).entryList(QDir::Dirs | QDir::NoDotAndDotDot), QStringList{u"1"_s});
    }
    QCOMPARE(leftIn(scene.run.checkouts()), QStringList());
    // Two that live at once have a folder each.
    const auto one = pool->take(*prepared);
    const auto two = pool->take(*prepared);
    QVERIFY(one && two);
    QCOMPARE(QDir(scene.run.checkouts()).entryList(QDir::Dirs | QDir::NoDotAndDotDot), (QStringList{u"1"_s, u"2"_s}));
}

void TestCheckoutPool::whatWouldNotGoIsNotLaidOver()
{
    Scene scene;
    if (!scene.sandbox.contains())
        QSKIP("not contained, it is laid anew each time");
    const ObjectId tree = scene.base({{"a", "a\n"}});
    const auto pool = scene.pool();
    const auto prepared = pool->prepare(tree, Freshness::Reuse, {});
    QCOMPARE(scene.shell(*pool, *prepared, "ls /assay/bin"), "");
    QFile stranger(scene.run.checkouts() + u"/1/bin/stranger"_s);
    QVERIFY(stranger.open(QIODevice::WriteOnly));
    QCOMPARE(scene.shell(*pool, *prepared, "ls /assay/bin"), "");
    QVERIFY(QDir().mkpath(scene.run.checkouts() + u"/1/tree"_s));
    QCOMPARE(scene.shell(*pool, *prepared, "ls /assay/bin"), "");
    QCOMPARE(leftIn(scene.run.checkouts()), QStringList());
}

/// They stayed until the run was cleaned: each candidate of a large project its size more on the disk.
void TestCheckoutPool::frozenTreesThatNoLongerServeGo()
{
    Scene scene;
    const ObjectId base = scene.base({{"a", "a\n"}});
    const auto pool = scene.pool(preparing({u"true"_s}));
    QList<PreparedTree> frozen{*pool->prepare(scene.changed(base, "n", "0"), Freshness::Reuse, {})};
    const auto inUse = pool->take(frozen.first());
    for (int n = 1; n < 9; ++n) {
        const auto made = pool->prepare(scene.changed(base, "n", QByteArray::number(n)), Freshness::Reuse, {});
        QVERIFY(made);
        frozen += *made;
    }
    QVERIFY(pool->prepare(frozen.at(1).tree, Freshness::Reuse, {})->reused); // used last
    pool->trim();
    QStringList there;
    for (qsizetype n = 0; n < frozen.size(); ++n) {
        if (QDir(frozen.at(n).folder).exists())
            there += QString::number(n);
    }
    QCOMPARE(there.join(u' '), u"0 1 4 5 6 7 8"_s);
    QCOMPARE(QDir(scene.run.prepared()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).size(), 7);
    QCOMPARE(Scene::shellIn(**inUse, "cat n"), "0");
    const auto gone = pool->take(frozen.at(2));
    QVERIFY(!gone && gone.error().text().contains(u"gone"));
    QVERIFY(!pool->prepare(frozen.at(2).tree, Freshness::Reuse, {})->reused);
}

void TestCheckoutPool::aTreeThatWentBecomesTheNextOne()
{
    Scene scene;
    if (!scene.sandbox.contains())
        QSKIP("not contained, each is laid at the one path");
    Files files{{"a", "a\n"}, {"d/b", "b\n"}, {"!run", "#!/bin/sh\n"}};
    for (int n = 0; n < 50; ++n)
        files["many/" + QByteArray::number(n)] = QByteArray::number(n);
    const ObjectId base = scene.base(files);
    const auto pool = scene.pool();
    const auto tree = [&](int n) {
        auto vault = Vault::open(scene.run.vault());
        const auto blob = vault->writeBlob("now " + QByteArray::number(n));
        return *vault->editTree(base,
                                {{RepoPath("a"), 0100644, *blob},
                                 {RepoPath("d"), 0120000, *blob}, // a folder becomes a link
                                 {RepoPath("d/b"), 0, {}},
                                 {RepoPath("only " + QByteArray::number(n)), 0100755, *blob},
                                 {RepoPath("run"), 0100644, *blob}});
    };
    const auto inodeOf = [](const PreparedTree &prepared) {
        struct stat facts{};
        return ::stat(QFile::encodeName(prepared.folder + u"/many/7"_s).constData(), &facts) == 0 ? facts.st_ino : 0;
    };
    QList<ino_t> gone{inodeOf(*pool->prepare(base, Freshness::Reuse, {}))};
    for (int n = 1; n <= 3; ++n)
        gone += inodeOf(*pool->prepare(tree(n), Freshness::Reuse, {}));
    pool->trim(); // base and the first go
    for (int n = 11; n <= 12; ++n) {
        const auto made = pool->prepare(tree(n), Freshness::Reuse, {});
        QVERIFY(made);
        QVERIFY(!made->reused);
        QVERIFY2(gone.first(2).contains(inodeOf(*made)), "laid anew");
        // To the byte and the mode what is laid from nothing.
        const GitProgram git(scene.host);
        const QString fresh = scene.dir.filePath(u"fresh%1"_s.arg(n));
        QVERIFY(materialize(git, scene.run.vault(), tree(n), fresh));
        QCOMPARE(
            scene.shell(*pool, *made,
                        "rm -rf .git; find . -type f -exec cksum {} + | sort; find . -printf '%p %y %m %l\\n' | sort"),
            test::runProgram(
                u"sh"_s, {u"-c"_s, u"find . -type f -exec cksum {} + | sort; find . -printf '%p %y %m %l\\n' | sort"_s},
                fresh));
        QCOMPARE(scene.shell(*pool, *made, "git status --porcelain; git log --format=%s | wc -l; ls -A \"$HOME\""),
                 scene.shell(*pool, *pool->prepare(tree(2), Freshness::Fresh, {}),
                             "git status --porcelain; git log --format=%s | wc -l; ls -A \"$HOME\""));
    }
    // Nothing waits any more: from nothing, and so is what is to be fresh.
    QVERIFY(!gone.contains(inodeOf(*pool->prepare(tree(13), Freshness::Reuse, {}))));
}

void TestCheckoutPool::leftoversOfACrashAreGone()
{
    Scene scene;
    const ObjectId tree = scene.base({{"a", "a\n"}});
    const auto kept = scene.pool()->prepare(tree, Freshness::Reuse, {});
    QVERIFY(kept);
    const QString key(64, u'0');
    for (const QString &left :
         {scene.run.checkouts() + u"/7/tree/deep"_s, scene.run.prepared() + u'/' + key + u".9.making/tree"_s,
          scene.run.prepared() + u'/' + key + u".8/tree"_s, scene.run.prepared() + u"/stranger"_s})
        QVERIFY(QDir().mkpath(left));
    const auto pool = scene.pool();
    QVERIFY(QDir(scene.run.checkouts()).isEmpty());
    QCOMPARE(QDir(scene.run.prepared()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot).size(), 1);
    QCOMPARE(pool->prepare(tree, Freshness::Reuse, {})->folder, kept->folder);
}

void TestCheckoutPool::frozenTreeOfAnEarlierStartOfTheMachineIsNotTrusted()
{
    Scene scene;
    const ObjectId tree = scene.base({{"a", "a\n"}});
    const auto old = scene.pool()->prepare(tree, Freshness::Reuse, {});
    QFile marker(old->folder.chopped(5) + u"/done.json"_s);
    QVERIFY(marker.open(QIODevice::ReadOnly));
    QByteArray json = marker.readAll();
    marker.close();
    const qsizetype at = json.indexOf("\"boot\": \"") + 9;
    json[at] = json.at(at) == '0' ? '1' : '0';
    QVERIFY(marker.open(QIODevice::WriteOnly | QIODevice::Truncate) && marker.write(json) == json.size());
    marker.close();
    const auto again = scene.pool()->prepare(tree, Freshness::Reuse, {});
    QVERIFY(again && !again->reused && again->folder != old->folder);
}

void TestCheckoutPool::oneCheckoutRunsOneCommand()
{
    Scene scene;
    const auto pool = scene.pool();
    const ObjectId tree = scene.base({{"a", "a\n"}});
    const auto prepared = pool->prepare(tree, Freshness::Reuse, {});
    const auto checkout = pool->take(*prepared);
    QCOMPARE(Scene::shellIn(**checkout, "cat a"), "a\n");
    QVERIFY(Scene::shellIn(**checkout, "cat a").contains("runs one command"));
}

void TestCheckoutPool::workingFolderMustLieInTheTree()
{
    Scene scene;
    const ObjectId tree = scene.base({{"d/a", "a\n"}});
    const auto pool = scene.pool();
    const auto prepared = pool->prepare(tree, Freshness::Reuse, {});
    Checkout::Call call;
    call.folder = "d";
    QCOMPARE(scene.shell(*pool, *prepared, "cat a", call), "a\n");
    for (const QByteArray &folder : {"/etc"_ba, "d/../.."_ba}) {
        call.folder = folder;
        QVERIFY(scene.shell(*pool, *prepared, "pwd", call).contains("must lie in the tree"));
    }
    call.folder = {};
    call.files = {{"../x", "#!/bin/sh\n"}};
    QVERIFY(scene.shell(*pool, *prepared, "pwd", call).contains("one component"));
}

void TestCheckoutPool::commandsRunSideBySide()
{
    Scene scene;
    const ObjectId tree = scene.base({{"a", "a\n"}});
    const auto pool = scene.pool();
    if (pool->parallel() < 2)
        QSKIP("one core, or not contained");
    const auto prepared = pool->prepare(tree, Freshness::Reuse, {});
    // Each waits for the other through a folder they share, so one after the other they would fail. They share it by
    // the owner's hand only: a sandboxed pair has nothing in common but the clock.
    const auto call = [&] { return scene.shell(*pool, *prepared, "date +%s%N; sleep 1; date +%s%N"); };
    // Runs of the whole machine share its cores, so that one of the two may have to wait for somebody else: not every time.
    bool sideBySide = false;
    for (int turn = 0; turn < 30 && !sideBySide; ++turn) {
        auto one = QtConcurrent::run(call), two = QtConcurrent::run(call);
        const auto first = one.result().split('\n'), second = two.result().split('\n');
        sideBySide = first.at(0).toLongLong() < second.at(1).toLongLong()
            && second.at(0).toLongLong() < first.at(1).toLongLong();
    }
    QVERIFY(sideBySide);
}

void TestCheckoutPool::uncontainedCheckoutsWaitForEachOther()
{
    Scene scene(false);
    const ObjectId tree = scene.base({{"a", "a\n"}});
    const auto pool = scene.pool();
    QCOMPARE(pool->parallel(), 1);
    const auto prepared = pool->prepare(tree, Freshness::Reuse, {});
    const auto call
        = [&] { return scene.shell(*pool, *prepared, "date +%s%N; test ! -e mark; : >mark; sleep 0.3; date +%s%N"); };
    auto one = QtConcurrent::run(call), two = QtConcurrent::run(call);
    const auto first = one.result().split('\n'), second = two.result().split('\n');
    QVERIFY(!first.last().startsWith("status") && !second.last().startsWith("status"));
    QVERIFY(first.at(1).toLongLong() < second.at(0).toLongLong()
            || second.at(1).toLongLong() < first.at(0).toLongLong());
}

void TestCheckoutPool::reportsAreReadBack()
{
    SCENE(scene);
    const ObjectId tree = scene.base({{"old.xml", "old\n"}});
    const auto pool = scene.pool();
    const auto prepared = pool->prepare(tree, Freshness::Reuse, {});
    QTest::qSleep(20); // the tree was written before the command starts, by the file system's clock
    const auto checkout = pool->take(*prepared);
    Checkout::Call call{.argv = {"/bin/sh", "-c", "mkdir out; echo new >out/a.xml; echo side >\"$1/side.xml\"; ls",
                                 "sh", (*checkout)->outPath()}};
    call.collect = {"**/*.xml", "*.xml"};
    call.keep = {"side.xml"};
    const auto outcome = (*checkout)->run(call, {});
    QVERIFY2(outcome, outcome ? "" : qPrintable(outcome.error().text()));
    QCOMPARE(outcome->collected,
             (QList<std::pair<QByteArray, QByteArray>>{{"out/a.xml", "new\n"}, {"side.xml", "side\n"}}));
    QCOMPARE(outcome->stale, QByteArrayList{"old.xml"});
}

void TestCheckoutPool::servicesRunBesideAndEndWithTheCommand()
{
    SCENE(scene);
    const ObjectId tree = scene.base({{"d/a", "a\n"}});
    Policy policy;
    policy.services = {{.line = u"echo started; echo here >../service-was-here; exec sleep 60"_s, .folder = "d"},
                       {.line = u"exit 3"_s}};
    const auto pool = scene.pool(policy);
    const auto prepared = pool->prepare(tree, Freshness::Reuse, {});
    const auto checkout = pool->take(*prepared);
    QElapsedTimer timer;
    timer.start();
    const auto outcome = (*checkout)->run({.argv = {"/bin/sh", "-c",
                                                    "while ! test -s service-was-here; do sleep 0.05; done; "
                                                    "cat service-was-here; exit 5"}},
                                          {});
    QVERIFY(outcome);
    QCOMPARE(outcome->process.standardOutput, "here\n");
    QCOMPARE(outcome->process.exitStatus, 5);
    QVERIFY(timer.elapsed() < 10'000);
    QVERIFY2(outcome->serviceOutput.contains("started\n") && outcome->serviceOutput.contains("$ exit 3 &\n"),
             outcome->serviceOutput);
}

void TestCheckoutPool::stopEndsACommandWithinTwoSeconds()
{
    SCENE(scene);
    const ObjectId tree = scene.base({{"a", "a\n"}});
    const auto pool = scene.pool();
    const auto prepared = pool->prepare(tree, Freshness::Reuse, {});
    StopSource source;
    auto running = QtConcurrent::run([&] {
        const auto checkout = pool->take(*prepared);
        const auto outcome = (*checkout)->run(
            {.argv = {"/bin/sh", "-c", "trap '' TERM; (trap '' TERM; sleep 60) & sleep 60; sleep 60"}}, source.token());
        return outcome ? ErrorKind::Internal : outcome.error().kind;
    });
    QTest::qSleep(300);
    QElapsedTimer timer;
    timer.start();
    source.requestStop();
    QCOMPARE(int(running.result()), int(ErrorKind::Stopped));
    QVERIFY2(timer.elapsed() < 2000, qPrintable(QString::number(timer.elapsed())));
    QCOMPARE(leftIn(scene.run.checkouts()), QStringList());
}

QTEST_GUILESS_MAIN(TestCheckoutPool)
#include "tst_checkoutpool.moc"
