// Export and verification of a real, small run.
#include "tests/bundle/exportedrun.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

class TestBundle : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void exportHoldsWhatItSays();
    void patchAndSeriesGiveTheSameTree();
    void runnerTellsBaseFromFixed();
    void verifiesFromBundleAndTargetAlone();
    void anyChangedByteRefutes_data();
    void anyChangedByteRefutes();
    void anyFlippedByteOfAManifestIsSeen();
    void unlistedFileRefutes();
    void addedEmptyFolderRefutes();
    void changedRunBitRefutes();
    void missingFileRefutes();
    void targetWithoutBaseCannotBeVerified();
    void targetThatIsNoneIsAUsageError();
    void exportOfWhatIsRefutedSaysSo();
    void folderThatIsNoBundleIsAUsageError();
    void theStoryHasTheSentenceAndTheMatrix();
    void exportRefusesAFullFolder();
    void unconvergedRunExportsOnlyWhatHolds();
    void reprosAnswerAtAnyRevision();
    void journalVerifyFindsLostEvidence();
    void journalVerifyFindsACutJournal();
    void journalWithoutItsBeginningIsToldSo();
    void journalWithALineThatIsNoneIsRefuted();
    void aGateThatWasNotMeasuredIsNotExported();

private:
    QString copyOfBundle(QTemporaryDir &dir) const;
    int verify(const QString &bundle, QString *detail = nullptr);

    TinyProject m_project;
    std::unique_ptr<EngineRun> m_run;
    QString m_bundle;
    ProcessHost m_host;
};

void TestBundle::initTestCase()
{
    m_run = std::make_unique<EngineRun>(m_project.target(), m_project.options());
    QVERIFY2(m_run->create(), qPrintable(m_run->error()));
    QCOMPARE(m_run->go().value(), Outcome::Converged);
    const auto written = exported(*m_run, m_host);
    QVERIFY2(written, qPrintable(written ? QString() : written.error().text()));
    m_bundle = written->folder;
}

QString TestBundle::copyOfBundle(QTemporaryDir &dir) const
{
    runProgram(u"cp"_s, {u"-a"_s, m_bundle, dir.filePath(u"bundle"_s)}, dir.path());
    return dir.filePath(u"bundle"_s);
}

int TestBundle::verify(const QString &bundle, QString *detail)
{
    const auto proofs
        = verifyBundle(m_host, {.bundle = bundle, .target = m_project.target(), .resources = resources()}, {}, {});
    if (!proofs) {
        if (detail)
            *detail = proofs.error().text();
        return -1;
    }
    if (detail) {
        for (const Proof &proof : proofs->proofs)
            *detail += u"%1 %2: %3\n"_s.arg(int(proof.state)).arg(proof.name, proof.detail);
    }
    return proofs->exitStatus();
}

void TestBundle::exportHoldsWhatItSays()
{
    QStringList names;
    const auto files = listBundle(m_bundle);
    QVERIFY(files);
    for (const BundleFile &file : *files)
        names.append(QString::fromUtf8(file.path));
    QCOMPARE(names,
             (QStringList{u"MANIFEST.json"_s, u"MANIFEST.sha256"_s, u"disclosure.md"_s, u"findings.sarif"_s,
                          u"fixes.patch"_s, u"gate.junit.xml"_s, u"journal.jsonl"_s, u"journal.md"_s, u"report.html"_s,
                          u"repro/F1-greet-sh-forgets-the-name.sh"_s, u"repro/F2-count-sh-counts-one-too-few.sh"_s,
                          u"repro/env"_s, u"repro/list"_s, u"repro/run"_s, u"series/0001-Greet-by-name.patch"_s,
                          u"series/0002-Count-all-arguments.patch"_s}));
    int status = -1;
    runProgram(u"sha256sum"_s, {u"--quiet"_s, u"-c"_s, u"MANIFEST.sha256"_s}, m_bundle, &status);
    QCOMPARE(status, 0);
}

void TestBundle::patchAndSeriesGiveTheSameTree()
{
    // With git alone, as a reviewer would.
    QTemporaryDir dir;
    const QString tree = m_run->state().checkpoint().tree.text();
    for (
        const QString &way :
        {u"git apply --index %1/fixes.patch && git write-tree"_s,
         u"git -c user.name=a -c user.email=a@localhost am -q --keep-cr %1/series/*.patch && git rev-parse HEAD^{tree}"_s}) {
        const QString clone = dir.filePath(u"clone%1"_s.arg(way.size()));
        runProgram(u"git"_s, {u"clone"_s, u"-q"_s, m_project.target(), clone}, dir.path());
        const QByteArray out = runProgram(u"sh"_s, {u"-c"_s, way.arg(m_bundle)}, clone);
        QCOMPARE(QString::fromLatin1(out.trimmed()), tree);
    }
}

void TestBundle::runnerTellsBaseFromFixed()
{
    QTemporaryDir dir;
    const QString clone = dir.filePath(u"a clone"_s);
    runProgram(u"git"_s, {u"clone"_s, u"-q"_s, m_project.target(), clone}, dir.path());
    int status = -1;
    QByteArray table = runProgram(m_bundle + u"/repro/run"_s, {clone}, dir.path(), &status);
    QCOMPARE(status, 1);
    QCOMPARE(table.count("present present present"), 2);
    runProgram(u"git"_s, {u"apply"_s, m_bundle + u"/fixes.patch"_s}, clone);
    table = runProgram(m_bundle + u"/repro/run"_s, {clone}, dir.path(), &status);
    QCOMPARE(status, 0);
    QCOMPARE(table.count("absent absent absent"), 2);
}

void TestBundle::verifiesFromBundleAndTargetAlone()
{
    QTemporaryDir dir;
    const QString bundle = copyOfBundle(dir);
    const QString elsewhere = dir.filePath(u"clone"_s);
    runProgram(u"git"_s, {u"clone"_s, u"-q"_s, m_project.target(), elsewhere}, dir.path());
    const auto proofs = verifyBundle(m_host, {.bundle = bundle, .target = elsewhere, .resources = resources()}, {}, {});
    QVERIFY2(proofs, qPrintable(proofs ? QString() : proofs.error().text()));
    QCOMPARE(proofs->exitStatus(), 0);
    QVERIFY(proofs->proofs.size() >= 9);
}

void TestBundle::anyChangedByteRefutes_data()
{
    QTest::addColumn<QString>("file");
    const auto files = listBundle(m_bundle);
    for (const BundleFile &file : *files)
        QTest::newRow(file.path.constData()) << QString::fromUtf8(file.path);
}

void TestBundle::anyChangedByteRefutes()
{
    QFETCH(QString, file);
    QTemporaryDir dir;
    const QString bundle = copyOfBundle(dir);
    QFile part(bundle + u'/' + file);
    QVERIFY(part.open(QIODevice::ReadWrite));
    if (part.size() == 0) { // an empty file: any byte in it is one too many
        part.putChar('x');
        part.close();
        QCOMPARE(verify(bundle), 9);
        return;
    }
    for (const qint64 at : {qint64(0), part.size() / 2, part.size() - 1}) {
        part.seek(at);
        char byte = 0;
        QVERIFY(part.getChar(&byte));
        part.seek(at);
        part.putChar(byte ^ 0x01);
        part.flush();
        QString detail;
        const int status = verify(bundle, &detail);
        QVERIFY2(status == 9, qPrintable(u"byte %1: %2 %3"_s.arg(at).arg(status).arg(detail)));
        part.seek(at);
        part.putChar(byte);
        part.flush();
    }
}

void TestBundle::anyFlippedByteOfAManifestIsSeen()
{
    QTemporaryDir dir;
    const QString bundle = copyOfBundle(dir);
    for (const QString &name : {u"MANIFEST.json"_s, u"MANIFEST.sha256"_s}) {
        QFile part(bundle + u'/' + name);
        QVERIFY(part.open(QIODevice::ReadWrite));
        for (qint64 at = 0; at < part.size(); at += 7) {
            part.seek(at);
            char byte = 0;
            QVERIFY(part.getChar(&byte));
            part.seek(at);
            part.putChar(byte ^ 0x10);
            part.flush();
            const auto check = checkManifest(bundle);
            QVERIFY2(!check || !check->problems.isEmpty(), qPrintable(u"%1 byte %2"_s.arg(name).arg(at)));
            part.seek(at);
            part.putChar(byte);
            part.flush();
        }
    }
}

void TestBundle::unlistedFileRefutes()
{
    QTemporaryDir dir;
    const QString bundle = copyOfBundle(dir);
    QFile extra(bundle + u"/repro/extra.sh"_s);
    QVERIFY(extra.open(QIODevice::WriteOnly));
    extra.close();
    QCOMPARE(verify(bundle), 9);
}

void TestBundle::addedEmptyFolderRefutes()
{
    QTemporaryDir dir;
    const QString bundle = copyOfBundle(dir);
    QVERIFY(QDir(bundle).mkdir(u"empty"_s));
    QCOMPARE(verify(bundle), 9);
}

void TestBundle::changedRunBitRefutes()
{
    QTemporaryDir dir;
    const QString bundle = copyOfBundle(dir);
    QVERIFY(QFile::setPermissions(bundle + u"/repro/run"_s, QFileDevice::Permissions(0x6644)));
    QCOMPARE(verify(bundle), 9);
}

void TestBundle::missingFileRefutes()
{
    QTemporaryDir dir;
    const QString bundle = copyOfBundle(dir);
    QVERIFY(QFile::remove(bundle + u"/journal.md"_s));
    QCOMPARE(verify(bundle), 9);
}

void TestBundle::targetWithoutBaseCannotBeVerified()
{
    ScratchRepository other;
    other.write("file", "x");
    other.commitAll(u"other"_s);
    const auto proofs
        = verifyBundle(m_host, {.bundle = m_bundle, .target = other.path(), .resources = resources()}, {}, {});
    QVERIFY(proofs);
    QCOMPARE(proofs->exitStatus(), 10);
}

void TestBundle::targetThatIsNoneIsAUsageError()
{
    QTemporaryDir dir;
    for (const QString &target : {dir.path(), dir.filePath(u"missing"_s)}) {
        const auto proofs
            = verifyBundle(m_host, {.bundle = m_bundle, .target = target, .resources = resources()}, {}, {});
        QVERIFY(!proofs);
        QCOMPARE(proofs.error().kind, ErrorKind::Usage);
    }
}

/// The finding is there still: the export knows that, it is not that it could not tell.
void TestBundle::exportOfWhatIsRefutedSaysSo()
{
    QTemporaryDir dir;
    RunState state = m_run->state();
    CheckpointFact &last = state.checkpoints[state.currentCheckpoint];
    const CheckpointFact &before = state.checkpoints.at(last.parent); // F2 was fixed after it
    last.commit = before.commit;
    last.tree = before.tree;
    const auto written
        = exportBundle(m_run->folder(), state, m_host, {.folder = dir.filePath(u"bundle"_s), .resources = resources()},
                       [](const QJsonObject &) { return Status(); }, {}, {});
    QVERIFY(!written);
    QVERIFY2(written.error().text().contains(u"F2"_s), qPrintable(written.error().text()));
    QCOMPARE(written.error().kind, ErrorKind::Refuted);
}

void TestBundle::folderThatIsNoBundleIsAUsageError()
{
    QTemporaryDir dir;
    const auto proofs
        = verifyBundle(m_host, {.bundle = dir.path(), .target = m_project.target(), .resources = resources()}, {}, {});
    QVERIFY(!proofs);
    QCOMPARE(proofs.error().kind, ErrorKind::Usage);
}

void TestBundle::theStoryHasTheSentenceAndTheMatrix()
{
    const QString story = QString::fromUtf8(bytesOf(m_bundle + u"/journal.md"_s));
    for (const QString &part :
         {u"**1 test was green while 1 High finding was real; 2 pass now and it is gone.**"_s,
          u"| F2 | count.sh counts one too few | ● 3/3 | ● 1/1 | ○ 3/3 | fixed in 4, undefended |"_s,
          u"| F1 | greets by name | ● | ● | ○ | toothed |"_s})
        QVERIFY2(story.contains(part), qPrintable(story));
}

void TestBundle::exportRefusesAFullFolder()
{
    QTemporaryDir dir;
    QFile file(dir.filePath(u"mine"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.close();
    const auto written = exported(*m_run, m_host, dir.path());
    QVERIFY(!written);
    QCOMPARE(written.error().kind, ErrorKind::Usage);
    QCOMPARE(QDir(dir.path()).entryList(QDir::AllEntries | QDir::NoDotAndDotDot), QStringList{u"mine"_s});
}

void TestBundle::unconvergedRunExportsOnlyWhatHolds()
{
    RunOptions options = m_project.options();
    options.iterations = 3;
    EngineRun run(m_project.target(), options);
    QVERIFY(run.create());
    QCOMPARE(run.go().value(), Outcome::BudgetSpent);
    const auto written = exported(run, m_host);
    QVERIFY2(written, qPrintable(written ? QString() : written.error().text()));
    QString detail;
    QCOMPARE(verify(written->folder, &detail), 0);
    QVERIFY(detail.contains(u"F2 is present before"_s));
    QVERIFY(!detail.contains(u"F2 is absent after"_s)); // open still: nothing is claimed of it
}

void TestBundle::reprosAnswerAtAnyRevision()
{
    const auto atBase = runRepros(m_host, m_run->folder().path(), {}, {}, true, resources(), {});
    QVERIFY(atBase);
    QCOMPARE(atBase->size(), 2);
    QCOMPARE(atBase->first().answers, QList<Answer>(3, Answer::Present));
    const QString tip = m_run->state().checkpoint().commit.text();
    const auto atTip = runRepros(m_host, m_run->folder().path(), {}, tip, true, resources(), {});
    QVERIFY2(atTip, qPrintable(atTip ? QString() : atTip.error().text()));
    QCOMPARE(atTip->first().answers, QList<Answer>(3, Answer::Absent));
    const auto fromBundle = runRepros(m_host, m_bundle, m_project.target(), {}, true, resources(), {});
    QVERIFY2(fromBundle, qPrintable(fromBundle ? QString() : fromBundle.error().text()));
    QCOMPARE(fromBundle->last().answers, QList<Answer>(3, Answer::Present));
}

void TestBundle::journalVerifyFindsLostEvidence()
{
    QTemporaryDir dir;
    runProgram(u"cp"_s, {u"-a"_s, m_run->folder().path(), dir.filePath(u"run"_s)}, dir.path());
    const RunFolder copy(dir.filePath(u"run"_s));
    auto proofs = verifyRun(copy, {});
    QVERIFY(proofs);
    for (const Proof &proof : proofs->proofs)
        QVERIFY2(proof.state == Proof::State::Proven, qPrintable(proof.name + u": "_s + proof.detail));
    runProgram(u"sh"_s, {u"-c"_s, u"rm \"$(find %1 -type f | head -n 1)\""_s.arg(copy.evidence())}, dir.path());
    proofs = verifyRun(copy, {});
    QVERIFY(proofs);
    QCOMPARE(proofs->exitStatus(), 9);
    runProgram(u"sed"_s, {u"-i"_s, u"5s/engine/Engine/"_s, copy.journal()}, dir.path());
    proofs = verifyRun(copy, {});
    QVERIFY(proofs);
    QCOMPARE(proofs->proofs.first().state, Proof::State::Refuted);
}

/// Each line that is left is intact: only the vault tells that there were more.
void TestBundle::journalVerifyFindsACutJournal()
{
    QTemporaryDir dir;
    runProgram(u"cp"_s, {u"-a"_s, m_run->folder().path(), dir.filePath(u"run"_s)}, dir.path());
    const RunFolder copy(dir.filePath(u"run"_s));
    int made = 0;
    for (const CheckpointFact &checkpoint : m_run->state().checkpoints) {
        if (checkpoint.number > 0)
            made = int(checkpoint.seq) - 1; // the entry on which the last one hangs
    }
    QVERIFY(made > 1);
    runProgram(u"sed"_s, {u"-i"_s, u"%1,$d"_s.arg(made), copy.journal()}, dir.path());
    const auto proofs = verifyRun(copy, {});
    QVERIFY(proofs);
    QCOMPARE(proofs->proofs.first().state, Proof::State::Proven); // the chain is whole as far as it goes
    QCOMPARE(proofs->exitStatus(), 9);
}

void TestBundle::journalWithoutItsBeginningIsToldSo()
{
    QTemporaryDir dir;
    runProgram(u"cp"_s, {u"-a"_s, m_run->folder().path(), dir.filePath(u"run"_s)}, dir.path());
    const RunFolder copy(dir.filePath(u"run"_s));
    runProgram(u"sed"_s, {u"-i"_s, u"1d"_s, copy.journal()}, dir.path());
    const auto proofs = verifyRun(copy, {});
    QVERIFY(proofs);
    QCOMPARE(proofs->exitStatus(), 9);
    QCOMPARE(proofs->proofs.last().detail, u"it holds no run.created entry"_s);
}

/// It was an error that named the very command as its remedy.
void TestBundle::journalWithALineThatIsNoneIsRefuted()
{
    QTemporaryDir dir;
    runProgram(u"cp"_s, {u"-a"_s, m_run->folder().path(), dir.filePath(u"run"_s)}, dir.path());
    const RunFolder copy(dir.filePath(u"run"_s));
    runProgram(u"sed"_s, {u"-i"_s, u"20s/.*/{\"forged\":true}/"_s, copy.journal()}, dir.path());
    const auto proofs = verifyRun(copy, {});
    QVERIFY2(proofs, qPrintable(proofs ? QString() : proofs.error().text()));
    QCOMPARE(proofs->exitStatus(), 9);
    QCOMPARE(proofs->proofs.last().detail, u"19 entries before the damage are intact"_s);
}

void TestBundle::aGateThatWasNotMeasuredIsNotExported()
{
    QTemporaryDir dir;
    QVERIFY(m_run->command(u"gate"_s, {{u"gate"_s, QJsonArray{u"exit 1"_s}}}));
    const auto refused = exported(*m_run, m_host, dir.filePath(u"bundle"_s));
    QVERIFY(!refused);
    QVERIFY2(refused.error().text().contains(u"not measured since"), qPrintable(refused.error().text()));
    QVERIFY(m_run->command(u"undo"_s, {}));
}

QTEST_GUILESS_MAIN(TestBundle)
#include "tst_bundle.moc"
