// No name in a form reaches anything but a small regular file of the outbox.
#include "tests/agent/scratchoutbox.h"

#include <sys/sysmacros.h>
#include <unistd.h>

using namespace assay;
using namespace assay::test;
using namespace Qt::StringLiterals;

class OutboxFilesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aMissingFormOrFolderIsToldByName();
    void tooLargeFormsAreNotRead();
    void namesThatLeaveTheOutboxAreRefused_data();
    void namesThatLeaveTheOutboxAreRefused();
    void linksAreNeverFollowed();
    void onlyRegularFilesAreRead();
    void checksNeedARunBitAnInterpreterAndASmallSize();
    void allFilesTogetherAreBounded();
};

void OutboxFilesTest::aMissingFormOrFolderIsToldByName()
{
    Outbox outbox;
    QCOMPARE(Outbox::lines(readTask(outbox.path(), kSchemas)),
             QStringList{u"task.json there is no file \"task.json\" in the outbox; expected one"_s});
    const QStringList gone = Outbox::lines(readAudit(outbox.path() + u"/no"_s, kSchemas));
    QVERIFY2(gone.size() == 1 && gone.first().contains(outbox.path() + u"/no cannot be opened"_s),
             qPrintable(gone.join(u'\n')));

    // The folder itself may have been replaced.
    const QString link = outbox.path() + u"/link"_s;
    QVERIFY(QFile::link(outbox.path(), link));
    outbox.read();
    const QStringList replaced = Outbox::lines(readAudit(link, kSchemas));
    QVERIFY2(replaced.size() == 1 && replaced.first().contains(u"is a symbolic link"_s),
             qPrintable(replaced.join(u'\n')));
}

void OutboxFilesTest::tooLargeFormsAreNotRead()
{
    Outbox outbox;
    outbox.write(u"audit.json"_s, {});
    QCOMPARE(::truncate(outbox.native(u"audit.json"_s).constData(), 100 << 20), 0); // sparse: costs no disk
    const QStringList problems = Outbox::lines(readAudit(outbox.path(), kSchemas));
    QCOMPARE(problems, QStringList{u"audit.json \"audit.json\" has 104857600 bytes, expected at most 16777216"_s});
}

void OutboxFilesTest::namesThatLeaveTheOutboxAreRefused_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("why");
    QTest::addRow("parent") << u"../a.py"_s << u"has a part \"..\""_s;
    QTest::addRow("parent inside") << u"repros/../repros/a.py"_s << u"has a part \"..\""_s;
    QTest::addRow("absolute") << u"/etc/passwd"_s << u"is absolute"_s;
    QTest::addRow("dot") << u"./repros/a.py"_s << u"has an empty part or \".\""_s;
    QTest::addRow("double slash") << u"repros//a.py"_s << u"has an empty part or \".\""_s;
    QTest::addRow("slash at the end") << u"repros/a.py/"_s << u"has an empty part or \".\""_s;
    QTest::addRow("newline") << u"repros/a.py\n"_s << u"has a control character"_s;
    QTest::addRow("NUL") << u"repros/a.py\0x"_s << u"has a control character"_s;
}

void OutboxFilesTest::namesThatLeaveTheOutboxAreRefused()
{
    QFETCH(QString, name);
    QFETCH(QString, why);
    Outbox outbox;
    outbox.set(u"repro"_s, name);
    const QStringList problems = outbox.problems();
    QCOMPARE(problems.size(), 1);
    QVERIFY2(problems.first().startsWith(u"/findings/0/repro "_s) && problems.first().contains(why),
             qPrintable(problems.first()));

    Outbox places;
    places.set(u"where"_s, QJsonArray{QJsonObject{{u"path"_s, name}, {u"line"_s, 1}}});
    QCOMPARE(places.problems().size(), 1);
    QVERIFY(places.problems().first().startsWith(u"/findings/0/where/0/path "_s));
}

void OutboxFilesTest::linksAreNeverFollowed()
{
    QTemporaryDir elsewhere;
    QFile secret(elsewhere.filePath(u"secret"_s));
    QVERIFY(secret.open(QIODevice::WriteOnly));
    secret.write("#!secret");
    secret.close();
    secret.setPermissions(QFile::ReadOwner | QFile::ExeOwner);

    Outbox file;
    QVERIFY(QFile::remove(file.path() + u"/repros/a.py"_s));
    QVERIFY(QFile::link(secret.fileName(), file.path() + u"/repros/a.py"_s));
    QCOMPARE(
        file.problems(),
        QStringList{
            u"/findings/0/repro \"repros/a.py\" is a symbolic link, which is never followed; expected a regular file in the outbox"_s});

    Outbox folder;
    QVERIFY(QFile::link(elsewhere.path(), folder.path() + u"/out"_s));
    folder.set(u"repro"_s, u"out/secret"_s);
    QCOMPARE(
        folder.problems(),
        QStringList{
            u"/findings/0/repro \"out/secret\" is reached through a symbolic link, which is never followed; expected a regular file in the outbox"_s});

    Outbox form;
    form.read();
    QVERIFY(QFile::rename(form.path() + u"/audit.json"_s, elsewhere.filePath(u"audit.json"_s)));
    QVERIFY(QFile::link(elsewhere.filePath(u"audit.json"_s), form.path() + u"/audit.json"_s));
    const QStringList problems = Outbox::lines(readAudit(form.path(), kSchemas));
    QVERIFY2(problems.size() == 1 && problems.first().contains(u"is a symbolic link"_s),
             qPrintable(problems.join(u'\n')));
}

void OutboxFilesTest::onlyRegularFilesAreRead()
{
    Outbox outbox;
    outbox.set(u"repro"_s, u"repros"_s);
    QVERIFY(outbox.problems().first().contains(u"\"repros\" is a folder, expected a regular file"_s));

    QCOMPARE(::mkfifo(outbox.native(u"repros/fifo"_s).constData(), 0755), 0);
    outbox.set(u"repro"_s, u"repros/fifo"_s); // a plain open would wait here for ever
    QVERIFY(outbox.problems().first().contains(u"\"repros/fifo\" is a FIFO, expected a regular file"_s));

    outbox.set(u"repro"_s, u"repros/a.py/b"_s);
    QVERIFY2(outbox.problems().first().contains(u"\"a.py\" in \"repros/a.py/b\" is a file, expected a folder"_s),
             qPrintable(outbox.problems().first()));

    outbox.set(u"repro"_s, u"repros/none.py"_s);
    QVERIFY(outbox.problems().first().contains(u"there is no file \"repros/none.py\" in the outbox"_s));

    if (::mknod(outbox.native(u"repros/zero"_s).constData(), S_IFCHR | 0666, makedev(1, 5)) != 0)
        QSKIP("this user may not make device files");
    outbox.set(u"repro"_s, u"repros/zero"_s);
    const QString problem = outbox.problems().first();
    // On a file system mounted without devices the open itself is refused.
    QVERIFY2(problem.contains(u"is a device, expected a regular file"_s) || problem.contains(u"cannot be read"_s),
             qPrintable(problem));
}

void OutboxFilesTest::checksNeedARunBitAnInterpreterAndASmallSize()
{
    Outbox outbox;
    outbox.write(u"repros/a.py"_s, "#!/usr/bin/env python3\n", 0644);
    QCOMPARE(
        outbox.problems(),
        QStringList{
            u"/findings/0/repro \"repros/a.py\" has no run bit, expected an executable file; mend: chmod +x repros/a.py"_s});

    outbox.write(u"repros/a.py"_s, "import sys\n", 0755);
    const QStringList problems = outbox.problems();
    QVERIFY2(problems.size() == 1
                 && problems.first().contains(
                     u"begins with \"import sys\\n\", expected a first line that names its interpreter"_s),
             qPrintable(problems.join(u'\n')));

    outbox.write(u"repros/a.py"_s, "#!" + QByteArray(1 << 20, 'x'), 0755);
    QVERIFY(outbox.problems().first().contains(u"has 1048578 bytes, expected at most 1048576"_s));
    outbox.write(u"repros/a.py"_s, "#!" + QByteArray((1 << 20) - 2, 'x'), 0755);
    QCOMPARE(outbox.problems(), QStringList());
}

void OutboxFilesTest::allFilesTogetherAreBounded()
{
    Outbox outbox;
    QJsonArray checks;
    for (int i = 0; i < 70; ++i) {
        const QString name = u"repros/c%1"_s.arg(i);
        outbox.write(name, "#!/bin/sh\n", 0755);
        QCOMPARE(::truncate(outbox.native(name).constData(), 1 << 20), 0);
        checks.append(QJsonObject{{u"name"_s, name}, {u"file"_s, name}});
    }
    outbox.set(u"checks"_s, checks);
    const QStringList problems = outbox.problems();
    QVERIFY(!problems.isEmpty());
    QVERIFY2(problems.first().startsWith(
                 u"/findings/0/checks/63/file \"repros/c63\" brings what is read from the outbox to "_s),
             qPrintable(problems.first()));
    QCOMPARE(problems.size(), 7);
}

QTEST_GUILESS_MAIN(OutboxFilesTest)
#include "tst_outboxfiles.moc"
