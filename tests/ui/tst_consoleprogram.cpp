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
};

QTEST_GUILESS_MAIN(TestConsoleProgram)
#include "tst_consoleprogram.moc"
