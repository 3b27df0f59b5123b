// Deleting whatever was left behind, without ever following it.
#include "tests/git/gitstage.h"

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

class TrashTest : public QObject {
    Q_OBJECT

    static void shell(const QString &folder, const QString &command)
    {
        runProgram(u"/bin/sh"_s, {u"-c"_s, command + u"; true"_s}, folder);
    }
    static QStringList left(const QTemporaryDir &folder)
    {
        return QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot);
    }

private Q_SLOTS:
    void whateverItIsItGoes_data()
    {
        QTest::addColumn<QString>("command");
        QTest::newRow("nothing") << u"true"_s;
        QTest::newRow("file") << u"touch it"_s;
        QTest::newRow("fifo") << u"mkfifo it"_s;
        QTest::newRow("link to a folder") << u"ln -s ../outside it"_s;
        QTest::newRow("tree") << u"mkdir -p it/a/b it/c && touch it/x it/a/b/y"_s;
        QTest::newRow("links in it")
            << u"mkdir it && ln -s ../outside it/a && ln -s ../../outside/precious it/b && ln outside/precious it/c"_s;
        QTest::newRow("no permissions")
            << u"mkdir -p it/a/b && touch it/a/b/x it/a/y && chmod 000 it/a/b/x it/a/b it/a it"_s;
        QTest::newRow("odd names")
            << u"mkdir it && touch \"it/$(printf 'a\\nb\\351')\" it/-rf it/0 it/1 && mkdir it/2"_s;
        QTest::newRow("very deep") << u"mkdir it"_s;
        QTest::newRow("wide") << u"mkdir it; cd it; seq 400 | xargs mkdir"_s;
        QTest::newRow("a crash's trash") << u"mkdir -p it it.discard/7/x it.discard/0; touch it.discard/3"_s;
        QTest::newRow("only a crash's trash") << u"mkdir -p it.discard/7/x"_s;
    }
    void whateverItIsItGoes()
    {
        QFETCH(QString, command);
        if (::geteuid() == 0 && QByteArray(QTest::currentDataTag()) == "no permissions")
            runAsNobody(u"whateverItIsItGoes:no permissions"_s); // modes do not stop root
        const QTemporaryDir folder;
        shell(folder.path(), u"mkdir outside; echo x > outside/precious"_s);
        shell(folder.path(), command);
        if (QByteArray(QTest::currentDataTag()) == "very deep")
            makeDeep(folder.filePath(u"it"_s), 1200);
        const auto outside = fingerprintFolder(folder.filePath(u"outside"_s)).value();
        QVERIFY_OK(discard(folder.filePath(u"it"_s)));
        QCOMPARE(left(folder), QStringList{u"outside"_s});
        QCOMPARE(fingerprintFolder(folder.filePath(u"outside"_s)).value(), outside);
    }

    void trashThatIsALinkIsNotUsed()
    {
        const QTemporaryDir folder;
        shell(folder.path(), u"mkdir it outside; touch outside/precious; ln -s outside it.discard"_s);
        const auto gone = discard(folder.filePath(u"it"_s));
        QVERIFY(!gone);
        QVERIFY(QFile::exists(folder.filePath(u"outside/precious"_s)));
        QVERIFY_OK(discard(folder.filePath(u"it"_s), folder.filePath(u"other"_s)));
        QVERIFY(!QFile::exists(folder.filePath(u"it"_s)));
    }

    void whatCannotGoIsNamed()
    {
        if (::geteuid() == 0) // whom no mode stops
            return runAsNobody(u"whatCannotGoIsNamed"_s);
        const QTemporaryDir folder;
        shell(folder.path(), u"mkdir -p locked/it; chmod 555 locked"_s);
        const auto gone = discard(folder.filePath(u"locked/it"_s));
        shell(folder.path(), u"chmod 755 locked"_s);
        QVERIFY(!gone);
        QVERIFY2(gone.error().text().contains(u"locked/it"_s), qPrintable(gone.error().text()));
    }

    void folderIsMadeWithItsParentsButNotOverAFile()
    {
        const QTemporaryDir folder;
        QVERIFY_OK(makeFolder(folder.filePath(u"a/b/c"_s)));
        QVERIFY_OK(makeFolder(folder.filePath(u"a/b/c"_s)));
        QVERIFY(QFileInfo(folder.filePath(u"a/b/c"_s)).isDir());
        shell(folder.path(), u"touch file; ln -s a link"_s);
        for (const QString &name : {u"file"_s, u"link"_s, u"file/x"_s})
            QVERIFY(!makeFolder(folder.filePath(name)));
    }

    void openingBelowNeverGoesThroughALink()
    {
        const QTemporaryDir folder;
        shell(folder.path(),
              u"mkdir -p root/a/b outside/b; ln -s ../outside root/link; ln -s a root/inner; touch root/file"_s);
        const FileDescriptor root = openFolder(folder.filePath(u"root"_s).toUtf8());
        QVERIFY(root.isOpen());
        QVERIFY(openBelow(root.get(), "").isOpen());
        QVERIFY(openBelow(root.get(), "a/b").isOpen());
        for (const char *path : {"link", "link/b", "inner/b", "file", "none", "a/none/b"})
            QVERIFY2(!openBelow(root.get(), path).isOpen(), path);
    }

    void sameContentComparesEveryByte()
    {
        const QTemporaryDir folder;
        const auto file = [&](const QString &name, const QByteArray &bytes) {
            QFile written(folder.filePath(name));
            if (!written.open(QIODevice::WriteOnly) || written.write(bytes) != bytes.size())
                qFatal("cannot write");
            written.close();
            return FileDescriptor(::open(folder.filePath(name).toUtf8().constData(), O_RDONLY | O_CLOEXEC));
        };
        const QByteArray large(200000, 'x');
        QByteArray other = large;
        other[199999] = 'y';
        const auto a = file(u"a"_s, large), b = file(u"b"_s, large), c = file(u"c"_s, other),
                   d = file(u"d"_s, large + 'x'), e = file(u"e"_s, {}), f = file(u"f"_s, {});
        QVERIFY(sameContent(a.get(), b.get()));
        QVERIFY(!sameContent(a.get(), c.get()));
        QVERIFY(!sameContent(a.get(), d.get()));
        QVERIFY(!sameContent(d.get(), a.get()));
        QVERIFY(sameContent(e.get(), f.get()));
        QVERIFY(!sameContent(e.get(), a.get()));
    }
};

QTEST_GUILESS_MAIN(TrashTest)
#include "tst_trash.moc"
