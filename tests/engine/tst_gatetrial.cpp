// A gate tried before there is a run: the report a run's baseline would have, and nothing left behind.
#include "core/engine/gatetrial.h"
#include "tests/support/tinyrun.h"

#include <QDir>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

class TestGateTrial : public QObject {
    Q_OBJECT

    ProcessHost m_host;
    SystemClock m_clock;

    Result<GateTrial> tried(const TinyProject &project, RunOptions options, const StopToken &stop = {})
    {
        const auto facts = inspectTarget(GitProgram(m_host), project.target(), u"HEAD"_s);
        if (!facts)
            return failure(facts.error());
        return tryGate(m_host, *facts, options, m_clock, stop);
    }
    static QStringList trials() { return QDir(QDir::tempPath()).entryList({u"assay-trial-*"_s}, QDir::Dirs); }

private Q_SLOTS:
    void itReportsWhatABaselineWould()
    {
        const TinyProject project;
        const QStringList before = trials();
        const auto trial = tried(project, project.options());
        QVERIFY2(trial, qPrintable(trial ? QString() : trial.error().text()));
        QCOMPARE(trial->report.passed(), 1);
        QCOMPARE(trial->report.failed(), 0);
        QVERIFY(trial->report.brokenReason().isEmpty());
        QVERIFY2(trial->outputs.value(0).contains("ok 1 - greets"), trial->outputs.value(0).constData());
        QCOMPARE(trials(), before);
        QVERIFY(!QDir(project.target() + u"/.assay"_s).exists());
    }
    void aGateThatCannotRunSaysWhy()
    {
        const TinyProject project;
        RunOptions options = project.options();
        options.config.clear();
        options.gate = QStringList{u"no-such-program"_s};
        const auto trial = tried(project, options);
        QVERIFY2(trial, qPrintable(trial ? QString() : trial.error().text()));
        QVERIFY2(trial->report.brokenReason().contains(u"could not start"_s), qPrintable(trial->report.brokenReason()));
    }
    void aPreparationThatFailsSaysWhy()
    {
        const TinyProject project;
        RunOptions options = project.options();
        options.prepare = QStringList{u"echo nothing here; exit 3"_s};
        const auto trial = tried(project, options);
        QVERIFY2(trial, qPrintable(trial ? QString() : trial.error().text()));
        QVERIFY2(trial->report.brokenReason().contains(u"status 3"_s), qPrintable(trial->report.brokenReason()));
    }
    void aStopEndsIt()
    {
        const TinyProject project;
        const QStringList before = trials();
        StopSource source;
        source.requestStop();
        const auto trial = tried(project, project.options(), source.token());
        QVERIFY(!trial);
        QCOMPARE(trial.error().kind, ErrorKind::Stopped);
        QCOMPARE(trials(), before);
    }
};

QTEST_GUILESS_MAIN(TestGateTrial)
#include "tst_gatetrial.moc"
