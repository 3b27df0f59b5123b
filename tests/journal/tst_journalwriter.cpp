// Appending, and everything that can keep a journal from being written: no place, no right, another writer, a newer
// version. What a crash leaves is in tst_journalcrash.cpp.
#include "core/journal/journalwriter.h"
#include "core/journal/kinds.h"

#include "tests/journal/scratchrun.h"
#include "tests/journal/systemcalls.h"

#include <QDir>
#include <QTest>

#include <csignal>
#include <limits>

#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>

using namespace assay;
using namespace assay::test;
using namespace Qt::StringLiterals;

namespace {

QByteArray snapshot(const RunFolder &folder)
{
    QByteArray all;
    for (const QFileInfo &info : QDir(folder.path()).entryInfoList(QDir::Files | QDir::Hidden, QDir::Name)) {
        QFile file(info.filePath());
        if (info.filePath() != folder.lock() && file.open(QIODevice::ReadOnly))
            all += info.fileName().toUtf8() + '=' + file.readAll() + '\n';
    }
    return all;
}

/// A whole, rightly chained line of a later version after the run's last one.
QByteArray lineOf(Entry entry, const ScratchRun &run)
{
    QString problem;
    const QList<Entry> before = run.entries(&problem);
    entry.seq = before.size() + 1;
    entry.prev = before.isEmpty() ? zeroHash() : before.last().hash;
    entry.at = QDateTime(QDate(2031, 1, 1), QTime(0, 0), QTimeZone::UTC);
    entry.actor = u"engine"_s;
    return encodeEntry(entry);
}

} // namespace

class TstJournalWriter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_run.emplace(); }
    void appendedEntriesAreInTheFileWhenAppendReturns();
    void entryIsSyncedBeforeAppendReturns();
    void reopenedJournalGoesOnWhereItEnded();
    void batchIsOneChain();
    void observerSeesEachEntryAfterItIsInTheFile();
    void firstEntryMustBeRunCreated();
    void mistakenDraftIsRefusedAndWritesNothing_data();
    void mistakenDraftIsRefusedAndWritesNothing();
    void runIsNotBegunOverAnother();
    void runThatNeverBeganMayBeBegunAgain();
    void folderWithoutJournalIsNoRun();
    void secondWriterIsRefused();
    void fileSizeLimitLeavesTheJournalAsItWas();
    void fullDiskLeavesTheJournalAsItWas();
    void readOnlyFolderIsSaid();
    void newerFormatIsNotWrittenTo();
    void unknownKindIsNotWrittenTo();
    void newerVersionOfAKindIsNotWrittenTo();
    void editedVersionIsNoNewerOne();
    void changeByAnotherProgramEndsTheWriting_data();
    void changeByAnotherProgramEndsTheWriting();

private:
    std::optional<ScratchRun> m_run;
};

void TstJournalWriter::appendedEntriesAreInTheFileWhenAppendReturns()
{
    auto writer = m_run->create();
    QVERIFY2(writer, qPrintable(writer ? QString() : writer.error().text()));
    QCOMPARE((*writer)->lastSeq(), 0);
    QVERIFY((*writer)->append(ScratchRun::created()));

    Draft draft = ScratchRun::note(7);
    draft.cause = 1;
    draft.iteration = 4;
    const auto entry = (*writer)->append(draft);

    QVERIFY(entry);
    QString problem;
    const QList<Entry> read = m_run->entries(&problem);
    QCOMPARE(problem, QString());
    QCOMPARE(read.size(), 2);
    QCOMPARE(read.at(0).data.value("format"_L1), journalFormat);
    QCOMPARE(read.at(1).hash, entry->hash);
    QCOMPARE(read.at(1).kind, u"note.given"_s);
    QCOMPARE(read.at(1).actor, u"owner"_s);
    QCOMPARE(read.at(1).cause, 1);
    QCOMPARE(read.at(1).iteration, 4);
    QCOMPARE(read.at(1).at, QDateTime(QDate(2025, 1, 1), QTime(0, 0, 1), QTimeZone::UTC));
    QCOMPARE((*writer)->lastSeq(), 2);
    QCOMPARE((*writer)->headHash(), entry->hash);
}

void TstJournalWriter::entryIsSyncedBeforeAppendReturns()
{
    if (isTraced()) {
        auto writer = m_run->create();
        QVERIFY(writer);
        mark();
        QVERIFY((*writer)->append(ScratchRun::created()));
        mark();
        QVERIFY((*writer)->append({ScratchRun::note(1), ScratchRun::note(2)}));
        mark();
        return;
    }
    const QByteArrayList calls = tracedCalls("entryIsSyncedBeforeAppendReturns", "pwrite64,fdatasync");
    const qsizetype first = calls.indexOf("mark");
    QVERIFY2(first >= 0, "nothing was traced: is strace there?");
    QCOMPARE(calls.sliced(first),
             (QByteArrayList{"mark", "pwrite64", "fdatasync", "mark", "pwrite64", "fdatasync", "mark"}));
}

void TstJournalWriter::reopenedJournalGoesOnWhereItEnded()
{
    QVERIFY(m_run->begin(3));
    const QByteArray before = m_run->bytes();

    auto writer = m_run->open();
    QVERIFY2(writer, qPrintable(writer ? QString() : writer.error().text()));
    QCOMPARE(m_run->bytes(), before);
    QCOMPARE((*writer)->lastSeq(), 3);
    QVERIFY((*writer)->append(ScratchRun::note(9)));

    QString problem;
    QCOMPARE(m_run->entries(&problem).size(), 4);
    QCOMPARE(problem, QString());
    QVERIFY(m_run->bytes().startsWith(before));
}

void TstJournalWriter::batchIsOneChain()
{
    auto writer = m_run->create();
    QVERIFY(writer);
    const auto batch = (*writer)->append({ScratchRun::created(), ScratchRun::note(1), ScratchRun::note(2)});
    QVERIFY(batch);
    QCOMPARE(batch->size(), 3);
    QString problem;
    QCOMPARE(m_run->entries(&problem).size(), 3);
    QCOMPARE(problem, QString());
    QCOMPARE((*writer)->headHash(), batch->last().hash);
    for (const Entry &entry : *batch)
        QCOMPARE(entry.batch, (Batch{1, 3}));

    const auto none = (*writer)->append(QList<Draft>());
    QVERIFY(none);
    QVERIFY(none->isEmpty());
    QCOMPARE((*writer)->lastSeq(), 3);
}

void TstJournalWriter::observerSeesEachEntryAfterItIsInTheFile()
{
    auto writer = m_run->create();
    QVERIFY(writer);
    QList<qint64> seen;
    bool wereThere = true;
    (*writer)->onAppended([&](const Entry &entry) {
        seen.append(entry.seq);
        wereThere = wereThere && m_run->bytes().contains(entry.hash);
    });

    QVERIFY((*writer)->append({ScratchRun::created(), ScratchRun::note(1)}));
    QVERIFY((*writer)->append(ScratchRun::note(2)));

    QCOMPARE(seen, (QList<qint64>{1, 2, 3}));
    QVERIFY(wereThere);
}

void TstJournalWriter::firstEntryMustBeRunCreated()
{
    auto writer = m_run->create();
    QVERIFY(writer);
    QVERIFY(!(*writer)->append(ScratchRun::note(1)));
    QVERIFY((*writer)->append(ScratchRun::created()));
}

void TstJournalWriter::mistakenDraftIsRefusedAndWritesNothing_data()
{
    QTest::addColumn<Draft>("draft");
    Draft draft = ScratchRun::note(1);
    draft.kind = u"moon.phase"_s;
    QTest::newRow("unknown kind") << draft;
    draft = ScratchRun::note(1);
    draft.cause = 4;
    QTest::newRow("cause is itself") << draft;
    draft.cause = -1;
    QTest::newRow("cause negative") << draft;
    draft = ScratchRun::note(1);
    draft.iteration = -1;
    QTest::newRow("iteration negative") << draft;
    draft = ScratchRun::note(1);
    draft.actor.clear();
    QTest::newRow("no actor") << draft;
    draft = ScratchRun::note(1);
    draft.data.insert(u"size"_s, qint64(1) << 53);
    QTest::newRow("2^53") << draft;
    draft.data.insert(u"size"_s, std::numeric_limits<double>::infinity());
    QTest::newRow("infinite") << draft;
    draft.data.insert(u"size"_s, QString(lineLimit, u'x'));
    QTest::newRow("line too long") << draft;
}

void TstJournalWriter::mistakenDraftIsRefusedAndWritesNothing()
{
    QFETCH(const Draft, draft);
    auto writer = m_run->create();
    QVERIFY(writer);
    QVERIFY((*writer)->append({ScratchRun::created(), ScratchRun::note(1)}));
    const QByteArray before = m_run->bytes();

    const auto refused = (*writer)->append({ScratchRun::note(2), draft});

    QVERIFY(!refused);
    QCOMPARE(refused.error().kind, ErrorKind::Internal);
    QCOMPARE(m_run->bytes(), before);
    // Our own mistake does not end the run's recording.
    QVERIFY((*writer)->append(ScratchRun::note(3)));
}

void TstJournalWriter::runIsNotBegunOverAnother()
{
    QVERIFY(m_run->begin(2));
    const QByteArray before = m_run->bytes();

    const auto writer = m_run->create();

    QVERIFY(!writer);
    QCOMPARE(writer.error().kind, ErrorKind::Usage);
    QCOMPARE(writer.error().subject, m_run->folder().path());
    QCOMPARE(m_run->bytes(), before);
}

void TstJournalWriter::runThatNeverBeganMayBeBegunAgain()
{
    QVERIFY(m_run->begin(1));
    m_run->write(m_run->bytes().chopped(1));

    const auto opened = m_run->open();
    QVERIFY(!opened);
    QVERIFY2(opened.error().what.contains(u"no entry"_s), qPrintable(opened.error().text()));

    QVERIFY(m_run->begin(2));
    QString problem;
    QCOMPARE(m_run->entries(&problem).size(), 2);
}

void TstJournalWriter::folderWithoutJournalIsNoRun()
{
    QVERIFY(QDir().mkpath(m_run->folder().path()));
    const auto writer = m_run->open();
    QVERIFY(!writer);
    QCOMPARE(writer.error().kind, ErrorKind::Usage);
    QVERIFY(!QFile::exists(m_run->folder().lock()));
}

void TstJournalWriter::secondWriterIsRefused()
{
    auto writer = m_run->create();
    QVERIFY(writer);
    QVERIFY((*writer)->append(ScratchRun::created()));

    const QString said = inChild([&] {
        const auto second = m_run->open();
        return second ? u"opened"_s : second.error().text();
    });
    QVERIFY2(said.contains(u"pid %1"_s.arg(::getpid())), qPrintable(said));
    QVERIFY(!m_run->create());

    writer->reset();
    QCOMPARE(inChild([&] { return m_run->open() ? QString() : u"refused"_s; }), QString());
}

// The write stops in the middle of a line: the kernel takes what fits below the limit.
void TstJournalWriter::fileSizeLimitLeavesTheJournalAsItWas()
{
    const QString problem = inChild([&]() -> QString {
        auto writer = m_run->create();
        if (!writer || !(*writer)->append(ScratchRun::created()))
            return u"not begun"_s;
        const QByteArray before = m_run->bytes();
        const qint64 head = (*writer)->lastSeq();
        std::signal(SIGXFSZ, SIG_IGN);
        const auto size = static_cast<rlim_t>(before.size());
        const rlimit limit{size + 350, RLIM_INFINITY};
        ::setrlimit(RLIMIT_FSIZE, &limit);

        const auto refused = (*writer)->append({ScratchRun::note(1), ScratchRun::note(2)});
        if (refused)
            return u"appended beyond the limit"_s;
        if (!refused.error().what.contains(u"File too large"_s) || !refused.error().remedy.contains(u"ulimit"_s))
            return refused.error().text();
        if (m_run->bytes() != before || (*writer)->lastSeq() != head)
            return u"something of the lines is left"_s;

        const rlimit none{RLIM_INFINITY, RLIM_INFINITY};
        ::setrlimit(RLIMIT_FSIZE, &none);
        if ((*writer)->append(ScratchRun::note(3)))
            return u"went on after a failed write without being opened anew"_s;
        writer->reset();
        auto again = m_run->open();
        if (!again || !(*again)->append(ScratchRun::note(4)))
            return u"cannot go on after the limit was raised"_s;
        return {};
    });
    QCOMPARE(problem, QString());
    QString chain;
    QCOMPARE(m_run->entries(&chain).size(), 2);
    QCOMPARE(chain, QString());
}

void TstJournalWriter::fullDiskLeavesTheJournalAsItWas()
{
    QVERIFY(QDir().mkpath(m_run->folder().path()));
    const QString problem = inChild([&]() -> QString {
        // A disk of 64 KiB of its own, seen by this child only.
        if (::unshare(CLONE_NEWNS | (::geteuid() == 0 ? 0 : CLONE_NEWUSER)) != 0
            || ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0
            || ::mount("tmpfs", QFile::encodeName(m_run->folder().path()).constData(), "tmpfs", 0, "size=64k") != 0)
            return u"no disk: %1"_s.arg(QString::fromLocal8Bit(std::strerror(errno)));
        auto writer = m_run->create();
        if (!writer || !(*writer)->append(ScratchRun::created()))
            return u"not begun"_s;
        for (int i = 0; i < 1000; ++i) {
            const QByteArray before = m_run->bytes();
            const auto entry = (*writer)->append(ScratchRun::note(i));
            if (entry)
                continue;
            if (m_run->bytes() != before)
                return u"something of the line is left"_s;
            if (!entry.error().what.contains(u"No space left"_s) || !entry.error().remedy.contains(u"space"_s))
                return entry.error().text();
            QString chain;
            const qsizetype kept = m_run->entries(&chain).size();
            return kept == i + 1 ? chain : u"%1 entries of %2"_s.arg(kept).arg(i + 1);
        }
        return u"the disk was never full"_s;
    });
    if (problem.startsWith(u"no disk"_s))
        QSKIP(qPrintable(problem));
    QCOMPARE(problem, QString());
}

void TstJournalWriter::readOnlyFolderIsSaid()
{
    QVERIFY(m_run->begin(2));
    const QByteArray before = snapshot(m_run->folder());
    const QByteArray folder = QFile::encodeName(m_run->folder().path());
    const QByteArray above = QFile::encodeName(QFileInfo(m_run->folder().path()).path());
    for (const QString &path : {m_run->folder().lock(), m_run->folder().journal()})
        QCOMPARE(::chmod(QFile::encodeName(path).constData(), 0444), 0);
    QCOMPARE(::chmod(folder.constData(), 0555), 0);
    QCOMPARE(::chmod(above.constData(), 0755), 0);

    const QString problem = inChild([&]() -> QString {
        // No permission stops root.
        if (::geteuid() == 0 && ::setresuid(65534, 65534, 65534) != 0)
            return u"cannot become an ordinary user"_s;
        const auto opened = m_run->open();
        if (opened)
            return u"opened"_s;
        if (opened.error().subject != m_run->folder().lock() || !opened.error().what.contains(u"Permission denied"_s)
            || opened.error().remedy.isEmpty())
            return opened.error().text();
        const auto created = JournalWriter::create(RunFolder(m_run->folder().path() + u"/below"_s), m_run->clock());
        if (created)
            return u"created"_s;
        return created.error().what.contains(u"Permission denied"_s) ? QString() : created.error().text();
    });

    ::chmod(folder.constData(), 0755);
    QCOMPARE(problem, QString());
    QCOMPARE(snapshot(m_run->folder()), before);
}

void TstJournalWriter::newerFormatIsNotWrittenTo()
{
    QVERIFY(QDir().mkpath(m_run->folder().path()));
    m_run->write(lineOf({.kind = u"run.created"_s, .data = {{u"format"_s, journalFormat + 1}}}, *m_run) + "{\"torn");
    const QByteArray before = snapshot(m_run->folder());

    const auto writer = m_run->open();

    QVERIFY(!writer);
    QVERIFY2(writer.error().what.contains(u"format is %1"_s.arg(journalFormat + 1)), qPrintable(writer.error().text()));
    QVERIFY(writer.error().remedy.contains(u"newer Assay"_s));
    QCOMPARE(snapshot(m_run->folder()), before);
}

void TstJournalWriter::unknownKindIsNotWrittenTo()
{
    QVERIFY(m_run->begin(2));
    m_run->add(lineOf({.kind = u"moon.phase"_s}, *m_run));
    m_run->add(lineOf({.kind = u"note.given"_s}, *m_run) + "{\"torn");
    const QByteArray before = snapshot(m_run->folder());

    const auto writer = m_run->open();

    QVERIFY(!writer);
    QVERIFY2(writer.error().what.contains(u"entry 3"_s), qPrintable(writer.error().text()));
    QVERIFY(writer.error().what.contains(u"moon.phase"_s));
    QCOMPARE(snapshot(m_run->folder()), before);
    // The lock was given back.
    QCOMPARE(RunLock::holder(m_run->folder()), 0);
}

void TstJournalWriter::newerVersionOfAKindIsNotWrittenTo()
{
    QVERIFY(m_run->begin(2));
    m_run->add(lineOf({.kind = u"note.given"_s, .version = kindVersion + 1}, *m_run));

    const auto writer = m_run->open();

    QVERIFY(!writer);
    QVERIFY2(writer.error().what.contains(u"version %1"_s.arg(kindVersion + 1)), qPrintable(writer.error().text()));
}

void TstJournalWriter::editedVersionIsNoNewerOne()
{
    QVERIFY(m_run->begin(2));
    QByteArray line = lineOf({.kind = u"note.given"_s}, *m_run);
    QVERIFY(line.contains("\"v\":1"));
    m_run->add(line.replace("\"v\":1", "\"v\":2"));

    const auto writer = m_run->open();

    QVERIFY(!writer);
    QVERIFY2(writer.error().what.contains(u"line 3 was changed"_s), qPrintable(writer.error().text()));
}

void TstJournalWriter::changeByAnotherProgramEndsTheWriting_data()
{
    QTest::addColumn<QString>("change");
    QTest::newRow("line added") << u"add"_s;
    QTest::newRow("cut off") << u"cut"_s;
    QTest::newRow("removed") << u"remove"_s;
}

void TstJournalWriter::changeByAnotherProgramEndsTheWriting()
{
    QFETCH(const QString, change);
    auto writer = m_run->create();
    QVERIFY(writer);
    QVERIFY((*writer)->append({ScratchRun::created(), ScratchRun::note(1)}));
    QFile file(m_run->folder().journal());
    if (change == u"add") {
        QVERIFY(file.open(QIODevice::Append));
        file.write("{}\n");
        file.close();
    } else if (change == u"cut") {
        QVERIFY(file.resize(file.size() - 10));
    } else {
        QVERIFY(file.remove());
    }
    const QByteArray before = m_run->bytes();

    const auto refused = (*writer)->append(ScratchRun::note(2));

    QVERIFY(!refused);
    QCOMPARE(refused.error().subject, m_run->folder().journal());
    QCOMPARE(m_run->bytes(), before);
    QVERIFY(!(*writer)->append(ScratchRun::note(3)));
}

QTEST_APPLESS_MAIN(TstJournalWriter)
#include "tst_journalwriter.moc"
