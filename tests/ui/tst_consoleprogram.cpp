// The program as a shell starts it.
#include <QProcess>
#include <QTest>

using namespace Qt::StringLiterals;

class TestConsoleProgram : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatItIsNeedsNoDisplay_data()
    {
        QTest::addColumn<QString>("option");
        QTest::addColumn<QByteArray>("said");
        QTest::newRow("--help") << u"--help"_s << QByteArray("Supervises runs");
        QTest::newRow("-h") << u"-h"_s << QByteArray("Supervises runs");
        QTest::newRow("--version") << u"--version"_s << QByteArray("assay-console " ASSAY_VERSION);
        QTest::newRow("-v") << u"-v"_s << QByteArray("assay-console " ASSAY_VERSION);
    }
    void whatItIsNeedsNoDisplay()
    {
        QFETCH(QString, option);
        QFETCH(QByteArray, said);
        QProcess program;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.remove(u"DISPLAY"_s);
        environment.remove(u"WAYLAND_DISPLAY"_s);
        environment.insert(u"QT_QPA_PLATFORM"_s, u"xcb"_s);
        program.setProcessEnvironment(environment);
        program.start(QStringLiteral(ASSAY_BINARY_DIR "/bin/assay-console"), {option});
        QVERIFY2(program.waitForFinished(60'000), qPrintable(program.errorString()));
        QCOMPARE(program.exitStatus(), QProcess::NormalExit);
        QCOMPARE(program.exitCode(), 0);
        const QByteArray output = program.readAllStandardOutput();
        QVERIFY2(output.contains(said), output.constData());
        QCOMPARE(program.readAllStandardError(), QByteArray());
    }
    void comparingNeedsItsRevisions_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::newRow("none") << QStringList{u"--compare"_s, u"."_s};
        QTest::newRow("three") << QStringList{u"--compare"_s, u"."_s, u"a"_s, u"b"_s, u"c"_s};
    }
    void comparingNeedsItsRevisions()
    {
        QFETCH(QStringList, arguments);
        QProcess program;
        auto environment = QProcessEnvironment::systemEnvironment();
        environment.insert(u"QT_QPA_PLATFORM"_s, u"offscreen"_s);
        program.setProcessEnvironment(environment);
        program.start(QStringLiteral(ASSAY_BINARY_DIR "/bin/assay-console"), arguments);
        QVERIFY2(program.waitForFinished(60'000), qPrintable(program.errorString()));
        QCOMPARE(program.exitCode(), 2);
        const QByteArray said = program.readAllStandardError();
        QVERIFY2(said.contains("--compare REPO FROM [TO]"), said.constData());
    }
};

QTEST_GUILESS_MAIN(TestConsoleProgram)
#include "tst_consoleprogram.moc"
