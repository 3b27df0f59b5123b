// The engine dies (SIGKILL) and is resumed: the same end, nothing lost, nothing done twice.
#include "tests/support/tinyrun.h"

#include "core/journal/journalreader.h"

#include <QProcess>
#include <QTest>
#include <QThreadPool>
#include <QtConcurrent>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

namespace {

/// What must be the same however often the engine died: everything but times, hashes of commits and interruptions.
QString endOf(const RunState &state)
{
    QStringList lines;
    lines.append(u"outcome "_s + (state.outcome ? toWord(*state.outcome) : u"none"_s));
    lines.append(u"tree "_s + state.checkpoint().tree.text());
    for (const CheckpointFact &checkpoint : state.checkpoints)
        lines.append(
            u"checkpoint %1 %2 %3"_s.arg(checkpoint.number).arg(checkpoint.tree.text(), checkpoint.task.text()));
    for (const IterationFact &iteration : state.iterations) {
        if (iteration.verdict != verdict::Interrupted) {
            lines.append(u"%1 %2 %3 %4 counted %5"_s
                             .arg(toWord(iteration.type), iteration.task.text(), iteration.verdict, iteration.reason)
                             .arg(iteration.counted));
        }
    }
    for (const Finding &finding : state.findings) {
        lines.append(u"%1 %2 %3 %4"_s.arg(finding.id.text(), toWord(finding.state), finding.title,
                                          finding.toothedTests.join(u',')));
    }
    for (const Task &task : state.tasks)
        lines.append(u"%1 %2 %3 attempts %4"_s.arg(task.id.text(), toWord(task.type), toWord(task.state))
                         .arg(task.countedAttempts));
    for (const CheckId &id : state.checkOrder)
        lines.append(u"%1 %2"_s.arg(id.text(), toWord(state.checks.value(id).role)));
    for (const Prompt &prompt : state.prompts)
        lines.append(u"%1 %2"_s.arg(prompt.id.text(), prompt.title));
    lines.append(u"%1 claims %2 refuted, %3 declined, %4 counted"_s.arg(state.claims.size())
                     .arg(state.refutedClaims())
                     .arg(state.declined.size())
                     .arg(state.countedIterations()));
    return lines.join(u'\n');
}

/// Nothing done twice: no proof, report or verdict is there a second time for the same question.
QString doneTwice(const RunState &state)
{
    QSet<QString> seen;
    const auto twice = [&](const QString &what) {
        if (seen.contains(what))
            return true;
        seen.insert(what);
        return false;
    };
    for (const ProofFact &proof : state.proofs) {
        const QString what = u"proof %1 %2 %3 %4 %5"_s.arg(proof.iteration)
                                 .arg(toWord(proof.role), proof.subject.text(), proof.tree.text())
                                 .arg(proof.k);
        if (twice(what))
            return what;
    }
    for (const GateFact &gate : state.gates) {
        const QString what = u"gate %1 %2 %3"_s.arg(gate.iteration).arg(gate.label, gate.tree.text());
        if (twice(what))
            return what;
    }
    for (const TeethFact &fact : state.teeth) {
        const QString what = u"teeth %1 %2 %3"_s.arg(fact.iteration).arg(fact.test, fact.finding.text());
        if (twice(what))
            return what;
    }
    return {};
}

int runKillable(const RunFolder &folder, const QString &mode)
{
    QProcess process;
    process.setProcessChannelMode(QProcess::ForwardedErrorChannel);
    process.start(QStringLiteral(ASSAY_BINARY_DIR) + u"/bin/killable"_s, {folder.path(), resources(), mode});
    process.waitForFinished(-1);
    return process.exitStatus() == QProcess::CrashExit ? -1 : process.exitCode();
}

/// The numbers of the entries that end what one append made durable, but for run.created, which is written before there
/// is an engine, and the last two: the run has ended. Dying behind an entry inside a batch leaves the same file as dying
/// behind the batch (tst_journalcrash shows that half a batch is never seen).
QList<qint64> deathsOf(const RunFolder &reference)
{
    QList<Entry> entries;
    const auto read = readJournal(reference.journal(), 0, true, [&](Entry &&entry) {
        entries.append(std::move(entry));
        return true;
    });
    if (!read)
        qFatal("%s", qPrintable(read.error().text()));
    QList<qint64> deaths;
    for (const Entry &entry : entries.sliced(1, entries.size() - 3)) {
        if (entry.endsBatch())
            deaths.append(entry.seq);
    }
    return deaths;
}

} // namespace

class TestKilled : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void quickRunSurvivesDeathAfterEveryEntry();
    void demoSurvivesDeathAfterEachKind();
    void demoSurvivesDeathAfterEveryEntry();

private:
    static QString sweep(const QString &target, const RunOptions &options, const RunFolder &reference,
                         const QString &expected);
};

QString TestKilled::sweep(const QString &target, const RunOptions &options, const RunFolder &reference,
                          const QString &expected)
{
    QList<qint64> deaths = deathsOf(reference);
    if (deaths.size() < 50)
        return u"the run made only %1 appends"_s.arg(deaths.size());
    // ASSAY_SOAK=2/10: the second of ten parts of the sweep, for a machine that is not free for the whole of it.
    const QStringList part = qEnvironmentVariable("ASSAY_SOAK").split(u'/');
    if (const qint64 parts = part.value(1).toLongLong(); parts > 1) {
        QList<qint64> chosen;
        for (qsizetype i = part.first().toLongLong() - 1; i < deaths.size(); i += parts)
            chosen.append(deaths.at(i));
        deaths = chosen;
    }
    qInfo("%lld deaths", qint64(deaths.size()));
    std::atomic<int> survived = 0;
    QThreadPool threads;
    threads.setMaxThreadCount(2);
    const QStringList problems
        = QtConcurrent::blockingMapped<QStringList>(&threads, deaths, [&](qint64 seq) -> QString {
              EngineRun run(target, options);
              if (!run.create())
                  return u"entry %1: %2"_s.arg(seq).arg(run.error());
              const int died = runKillable(run.folder(), u"seq:%1"_s.arg(seq));
              if (died != -1)
                  return u"entry %1: the engine did not die there (%2)"_s.arg(seq).arg(died);
              const int end = runKillable(run.folder(), u"none"_s);
              const RunState state = run.state();
              if (endOf(state) != expected)
                  return u"entry %1: another end (exit %2):\n%3\nexpected:\n%4"_s.arg(seq).arg(end).arg(endOf(state),
                                                                                                        expected);
              if (const QString twice = doneTwice(state); !twice.isEmpty())
                  return u"entry %1: done twice: %2"_s.arg(seq).arg(twice);
              if (const auto chain = verifyChain(run.folder().journal()); !chain || !chain->problems.isEmpty())
                  return u"entry %1: the chain is broken"_s.arg(seq);
              if (++survived % 25 == 0)
                  qInfo("%d survived", survived.load());
              return {};
          });
    return problems.join(QString()).isEmpty() ? QString() : problems.filter(QRegularExpression(u"."_s)).join(u'\n');
}

void TestKilled::quickRunSurvivesDeathAfterEveryEntry()
{
    TinyProject project;
    RunOptions options = project.options();
    options.contained = false; // 160 engines die here: containment is the demo's part
    EngineRun reference(project.target(), options);
    QVERIFY2(reference.create(), qPrintable(reference.error()));
    QCOMPARE(reference.go().value(), Outcome::Converged);
    const RunState state = reference.state();
    QCOMPARE(doneTwice(state), QString());
    qInfo("%lld entries", state.lastSeq);
    const QString problems = sweep(project.target(), options, reference.folder(), endOf(state));
    QVERIFY2(problems.isEmpty(), qPrintable(problems));
}

void TestKilled::demoSurvivesDeathAfterEachKind()
{
    QTemporaryDir dir;
    const QString target = makeDemoRepository(dir.path());
    EngineRun reference(target, demoOptions());
    QVERIFY2(reference.create(), qPrintable(reference.error()));
    QCOMPARE(reference.go().value(), Outcome::Converged);
    const QString expected = endOf(reference.state());

    EngineRun run(target, demoOptions());
    QVERIFY2(run.create(), qPrintable(run.error()));
    const QString kinds = dir.filePath(u"kinds"_s);
    int deaths = 0, end = -1;
    while ((end = runKillable(run.folder(), u"kinds:"_s + kinds)) == -1)
        QVERIFY2(++deaths < 100, "it dies without end");
    // Entries of one batch become durable together: dying after its first is dying after each of them.
    QVERIFY2(deaths >= 20, qPrintable(QString::number(deaths)));
    QCOMPARE(end, 0);
    QCOMPARE(endOf(run.state()), expected);
    QCOMPARE(doneTwice(run.state()), QString());
    qInfo("%d deaths", deaths);
}

void TestKilled::demoSurvivesDeathAfterEveryEntry()
{
    if (qEnvironmentVariableIsEmpty("ASSAY_SOAK"))
        QSKIP("the whole sweep runs by packaging/test --soak");
    QTemporaryDir dir;
    const QString target = makeDemoRepository(dir.path());
    EngineRun reference(target, demoOptions());
    QVERIFY2(reference.create(), qPrintable(reference.error()));
    QCOMPARE(reference.go().value(), Outcome::Converged);
    const RunState state = reference.state();
    qInfo("%lld entries", state.lastSeq);
    const QString problems = sweep(target, demoOptions(), reference.folder(), endOf(state));
    QVERIFY2(problems.isEmpty(), qPrintable(problems));
}

QTEST_GUILESS_MAIN(TestKilled)
#include "tst_killed.moc"
