// Where an export is written to: what takes no folder, what is full. Nothing is lost by it, and nothing half is left.
#include "tests/bundle/exportedrun.h"

#include <QDir>
#include <QScopeGuard>

#include <sys/mount.h>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

class TstExportPlaces : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QVERIFY2(m_exported.make(), qPrintable(m_exported.why())); }
    void aPlaceThatTakesNoFolderIsNamed_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::newRow("of the kernel's") << u"/proc/nowhere/bundle"_s;
        QTest::newRow("below a file") << m_exported.bundle() + u"/journal.md/bundle"_s;
    }
    void aPlaceThatTakesNoFolderIsNamed()
    {
        QFETCH(QString, folder);
        const auto written = exported(m_exported.run(), m_exported.host(), folder);
        QVERIFY(!written);
        QVERIFY2(written.error().text().contains(folder.section(u'/', 0, -2)), qPrintable(written.error().text()));
        QVERIFY(!written.error().remedy.isEmpty());
        QCOMPARE(m_exported.verify(m_exported.bundle()).status, 0); // what is there stays sound
    }
    void aFullDiskIsSaidAndNothingIsLeft()
    {
        QTemporaryDir dir;
        const QString disk = dir.filePath(u"disk"_s);
        QVERIFY(QDir().mkpath(disk));
        const QByteArray place = QFile::encodeName(disk);
        if (::mount("none", place.constData(), "tmpfs", 0, "size=16k") != 0)
            QSKIP("a file system of 16 kB can be mounted by root alone");
        const auto unmount = qScopeGuard([&] { ::umount2(place.constData(), MNT_DETACH); });
        const auto written = exported(m_exported.run(), m_exported.host(), disk + u"/bundle"_s);
        QVERIFY(!written);
        QVERIFY2(written.error().text().contains(disk), qPrintable(written.error().text()));
        QCOMPARE(QDir(disk).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), QStringList());
        const auto elsewhere = exported(m_exported.run(), m_exported.host(), dir.filePath(u"bundle"_s));
        QVERIFY2(elsewhere, qPrintable(elsewhere ? QString() : elsewhere.error().text()));
        QCOMPARE(m_exported.verify(elsewhere->folder).status, 0);
    }

private:
    ExportedRun m_exported;
};

QTEST_GUILESS_MAIN(TstExportPlaces)
#include "tst_exportplaces.moc"
