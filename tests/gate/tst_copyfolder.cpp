// Copies of folders: what is kept, and what is never followed.
#include "core/gate/collectfiles.h"
#include "core/gate/copyfolder.h"
#include "tests/support/scratchrepository.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace assay;

class TestCopyFolder : public QObject {
    Q_OBJECT

    static QByteArray shell(const QString &line, const QString &folder)
    {
        return test::runProgram(u"/bin/sh"_s, {u"-c"_s, line}, folder);
    }

private Q_SLOTS:
    void everythingIsKept();
    void socketsAndDevicesAreLeftOut();
    void copyIsNotTheOriginal();
    void presentTargetIsRefused();
    void stopEndsIt();
    void freshReportsAreTakenAndStaleOnesNamed();
    void reportsAreNotTrusted();
};

void TestCopyFolder::everythingIsKept()
{
    const QTemporaryDir dir;
    shell(
        u"mkdir -p from/deep/er from/empty; cd from; printf hello >file; printf '#!/bin/sh\\n' >run; chmod 755 run; "
        "chmod 640 file; ln -s ../../outside deep/link; ln -s '' x 2>/dev/null; ln -s /nowhere absolute; mkfifo pipe; "
        "printf 'a' >\"$(printf 'bad\\377name\\nline')\"; head -c 3000000 /dev/zero >large; chmod 500 deep/er; "
        "touch -d 2001-02-03T04:05:06 file deep/er; touch -h -d 2002-02-03 absolute; chmod 4755 run; umask 077; : "
        ">own; "
        "chmod 400 own"_s,
        dir.path());
    const auto copied = copyFolder(dir.filePath(u"from"_s), dir.filePath(u"to"_s));
    QVERIFY2(copied, copied ? "" : qPrintable(copied.error().text()));
    const QString list
        = u"find . -printf '%P %y %m %s %Ts %l\\n' | sort; find . -type f | sort | xargs -d '\\n' -n1 true; "
          "cat file run large deep/link 2>/dev/null | cksum"_s;
    const QByteArray before = shell(list, dir.filePath(u"from"_s));
    QVERIFY(before.contains("file f 640 5 981173106") && before.contains("run f 4755") && before.contains("pipe p"));
    QVERIFY(before.contains("deep/link l 777") && before.contains("bad\xffname"));
    QCOMPARE(shell(list, dir.filePath(u"to"_s)), before);
    shell(u"chmod -R u+rwx from to; rm -rf from to"_s, dir.path()); // QTemporaryDir cannot name all of it
}

void TestCopyFolder::socketsAndDevicesAreLeftOut()
{
    const QTemporaryDir dir;
    shell(u"mkdir from; python3 -c \"import socket; socket.socket(socket.AF_UNIX).bind('from/socket')\"; : >from/a"_s,
          dir.path());
    QVERIFY(QFileInfo::exists(dir.filePath(u"from/socket"_s)));
    QVERIFY(copyFolder(dir.filePath(u"from"_s), dir.filePath(u"to"_s)));
    QCOMPARE(QDir(dir.filePath(u"to"_s)).entryList(QDir::AllEntries | QDir::System | QDir::NoDotAndDotDot), {u"a"_s});
}

void TestCopyFolder::copyIsNotTheOriginal()
{
    const QTemporaryDir dir;
    shell(u"mkdir from; printf one >from/a; ln from/a from/b"_s, dir.path());
    QVERIFY(copyFolder(dir.filePath(u"from"_s), dir.filePath(u"to"_s)));
    shell(u"printf two >to/a"_s, dir.path());
    QCOMPARE(shell(u"cat from/a to/b"_s, dir.path()), "oneone");
}

void TestCopyFolder::presentTargetIsRefused()
{
    const QTemporaryDir dir;
    shell(u"mkdir from elsewhere; : >from/a; ln -s elsewhere to"_s, dir.path());
    QVERIFY(!copyFolder(dir.filePath(u"from"_s), dir.filePath(u"to"_s)));
    QVERIFY(!QFileInfo::exists(dir.filePath(u"elsewhere/a"_s)));
    const auto missing = copyFolder(dir.filePath(u"none"_s), dir.filePath(u"to2"_s));
    QVERIFY(!missing && missing.error().text().contains(u"none"));
}

void TestCopyFolder::stopEndsIt()
{
    const QTemporaryDir dir;
    shell(u"mkdir from; : >from/a"_s, dir.path());
    StopSource source;
    source.requestStop();
    const auto copied = copyFolder(dir.filePath(u"from"_s), dir.filePath(u"to"_s), source.token());
    QVERIFY(!copied && copied.error().kind == ErrorKind::Stopped);
}

void TestCopyFolder::freshReportsAreTakenAndStaleOnesNamed()
{
    const QTemporaryDir dir;
    shell(u"mkdir -p out/deep; echo old >out/old.xml; touch -d '1 minute ago' out/old.xml"_s, dir.path());
    const auto since = fileSystemTime(dir.path());
    QVERIFY(since);
    shell(u"echo new >out/new.xml; echo deeper >out/deep/new.xml; echo other >out/other.txt"_s, dir.path());
    const auto files = collectFiles(dir.path(), {"out/**/*.xml", "out/*.xml"}, *since);
    QCOMPARE(files.problem, QString());
    QCOMPARE(files.fresh.size(), 2);
    QCOMPARE(files.fresh.at(0), (std::pair<QByteArray, QByteArray>("out/deep/new.xml", "deeper\n")));
    QCOMPARE(files.fresh.at(1).first, "out/new.xml");
    QCOMPARE(files.stale, QByteArrayList{"out/old.xml"});
}

void TestCopyFolder::reportsAreNotTrusted()
{
    const QTemporaryDir dir;
    shell(u"mkdir tree secret; echo secret >secret/r.xml; cd tree; ln -s ../secret/r.xml link.xml; ln -s ../secret "
          u"folder; "
          "mkfifo pipe.xml; mkdir dir.xml .git; echo x >.git/r.xml; truncate -s 300M huge.txt"_s,
          dir.path());
    const timespec since{};
    const auto files = collectFiles(dir.filePath(u"tree"_s), {"**/*.xml", "*.xml"}, since);
    QVERIFY(files.problem.isEmpty() && files.fresh.isEmpty() && files.stale.isEmpty());
    const auto huge = collectFiles(dir.filePath(u"tree"_s), {"huge.txt"}, since);
    QVERIFY2(huge.problem.contains(u"huge.txt has 314572800 bytes") && huge.fresh.isEmpty(), qPrintable(huge.problem));
    QVERIFY(collectFiles(dir.filePath(u"tree/folder"_s), {"*.xml"}, since).fresh.isEmpty()); // the folder itself a link
    shell(u"mkdir tree/closed; echo x >tree/closed/r.txt; chmod 000 tree/closed tree"_s, dir.path());
    QCOMPARE(collectFiles(dir.filePath(u"tree"_s), {"**/r.txt"}, since).fresh.size(), 1);
    shell(u"chmod -R u+rwx tree; rm -rf tree"_s, dir.path());
}

QTEST_GUILESS_MAIN(TestCopyFolder)
#include "tst_copyfolder.moc"
