// A run's sessions recorded and replayed: the same verdicts and trees, retries included, and no secret that nobody asked for.
#include "core/delivery/recordsessions.h"
#include "core/journal/evidencestore.h"
#include "tests/support/tinyrun.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

class TstRecordSessions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aRecordingOfARunReplaysToTheSameEnd();
    void aRefusedFormAndItsRetryAreReplayed();
    void secretsStopChangesAndAreLeftOutOfActivity();
    void aFolderThatHoldsSomethingIsRefused();

private:
    static QString agentScript(const QTemporaryDir &dir, const QByteArray &script)
    {
        QFile file(dir.filePath(u"agent"_s));
        if (!file.open(QIODevice::WriteOnly) || file.write(script) != script.size())
            return {};
        file.setPermissions(QFileDevice::Permissions(0x7755));
        return u"command:"_s + file.fileName();
    }
    static QStringList verdictsOf(const RunState &state)
    {
        QStringList verdicts;
        for (const IterationFact &iteration : state.iterations)
            verdicts.append(iteration.verdict);
        return verdicts;
    }
};

void TstRecordSessions::aRecordingOfARunReplaysToTheSameEnd()
{
    TinyProject project;
    EngineRun run(project.target(), project.options());
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::Converged);
    QTemporaryDir dir;
    const auto recorded = recordSessions(run.folder(), {.folder = dir.filePath(u"recording"_s)});
    QVERIFY2(recorded, qPrintable(recorded ? QString() : recorded.error().text()));
    QCOMPARE(recorded->sessions, 5);
    QCOMPARE(recorded->skipped, 0);
    RunOptions options = project.options();
    options.agent = u"recorded:"_s + dir.filePath(u"recording"_s);
    EngineRun again(project.target(), options);
    QVERIFY2(again.create(), qPrintable(again.error()));
    QCOMPARE(again.go().value(), Outcome::Converged);
    QCOMPARE(verdictsOf(again.state()), verdictsOf(run.state()));
    QCOMPARE(again.state().checkpoint().tree, run.state().checkpoint().tree);
}

void TstRecordSessions::aRefusedFormAndItsRetryAreReplayed()
{
    TinyProject project;
    QTemporaryDir dir;
    RunOptions options = project.options();
    options.iterations = 2;
    // The form does not fit at first; told so, the agent mends it.
    options.agent
        = agentScript(dir,
                      "#!/bin/sh\ncd \"$ASSAY_OUTBOX\" || exit 3\n"
                      "if [ -e audit.json ]; then echo '{\"schema\":\"assay/audit/1\",\"findings\":[]}' >audit.json\n"
                      "else echo '{\"schema\":\"assay/audit/1\"}' >audit.json; fi\n");
    EngineRun run(project.target(), options);
    QVERIFY(run.create());
    QVERIFY(run.go());
    QCOMPARE(run.state().iterations.first().sessions.size(), 2);
    const QString recording = dir.filePath(u"recording"_s);
    QVERIFY(recordSessions(run.folder(), {.folder = recording}));
    options.agent = u"recorded:"_s + recording;
    EngineRun again(project.target(), options);
    QVERIFY(again.create());
    QVERIFY(again.go());
    QCOMPARE(again.state().iterations.first().sessions.size(), 2);
    QCOMPARE(verdictsOf(again.state()), verdictsOf(run.state()));
}

void TstRecordSessions::secretsStopChangesAndAreLeftOutOfActivity()
{
    TinyProject project;
    QTemporaryDir dir;
    const QByteArray token = "ghp_" + QByteArray(36, 'a').replace(3, 5, "B7xQ2");
    RunOptions options = project.options();
    options.iterations = 1;
    options.agent
        = agentScript(dir,
                      "#!/bin/sh\necho 'the key is " + token
                          + "'\necho 'all is well'\n"
                            "echo '{\"schema\":\"assay/audit/1\",\"findings\":[]}' >\"$ASSAY_OUTBOX/audit.json\"\n");
    EngineRun run(project.target(), options);
    QVERIFY(run.create());
    QVERIFY(run.go());
    const QString recording = dir.filePath(u"recording"_s);
    const auto recorded = recordSessions(run.folder(), {.folder = recording});
    QVERIFY2(recorded, qPrintable(recorded ? QString() : recorded.error().text()));
    QCOMPARE(recorded->blanked, 1);
    QFile activity(recording + u"/01-audit/activity.jsonl"_s);
    QVERIFY(activity.open(QIODevice::ReadOnly));
    const QByteArray lines = activity.readAll();
    QVERIFY2(!lines.contains(token) && lines.contains("left out of the recording") && lines.contains("all is well"),
             lines.constData());
    // In a form it cannot be blanked: what is replayed would be another.
    options.agent = agentScript(dir,
                                "#!/bin/sh\necho '{\"schema\":\"assay/audit/1\",\"findings\":[],\"declined\":"
                                "[{\"title\":\"a key\",\"reason\":\""
                                    + token + "\"}]}' >\"$ASSAY_OUTBOX/audit.json\"\n");
    EngineRun other(project.target(), options);
    QVERIFY(other.create());
    QVERIFY(other.go());
    const auto refused = recordSessions(other.folder(), {.folder = dir.filePath(u"other"_s)});
    QVERIFY(!refused);
    QVERIFY2(refused.error().text().contains(u"outbox/audit.json")
                 && !refused.error().text().contains(QString::fromLatin1(token)),
             qPrintable(refused.error().text()));
    const auto allowed = recordSessions(other.folder(), {.folder = dir.filePath(u"third"_s), .withSecrets = true});
    QVERIFY(allowed);
    QCOMPARE(allowed->seen.size(), 1);
}

void TstRecordSessions::aFolderThatHoldsSomethingIsRefused()
{
    TinyProject project;
    EngineRun run(project.target(), project.options());
    QVERIFY(run.create());
    const auto refused = recordSessions(run.folder(), {.folder = project.target()});
    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, ErrorKind::Usage);
}

QTEST_GUILESS_MAIN(TstRecordSessions)
#include "tst_recordsessions.moc"
