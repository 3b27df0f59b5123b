// What a crash, a full disk or an editor leaves of a journal, and what opening it makes of that: everything that
// append() confirmed is there, nothing is lost silently, and what is not understood is not written to.
#include "core/journal/journalreader.h"
#include "core/journal/journalwriter.h"

#include "tests/journal/scratchrun.h"

#include <QTest>

#include <csignal>
#include <random>

#include <sys/prctl.h>

using namespace assay;
using namespace assay::test;
using namespace Qt::StringLiterals;

class TstJournalCrash : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_run.emplace(); }
    void everyPrefixOfALineIsMovedAside();
    void everyPrefixOfABatchIsMovedAside();
    void wholeBatchStays();
    void batchWithLostBlocksIsMovedAside_data();
    void batchWithLostBlocksIsMovedAside();
    void runWhoseFirstBatchIsNotWholeMayBeBegunAgain();
    void zeroFilledTailIsMovedAside_data();
    void zeroFilledTailIsMovedAside();
    void openingThatDiedAfterMovingAsideIsTold();
    void openingThatDiedBeforeCuttingOffStartsOver();
    void killedWriterKeepsWhatItConfirmed();
    void fileCutAtALineGoesOnFromThere();
    void damageIsNotWrittenTo_data();
    void damageIsNotWrittenTo();

private:
    [[nodiscard]] QByteArray torn(int seq) const
    {
        QFile file(m_run->folder().path() + u"/journal.torn-%1"_s.arg(seq));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    std::optional<ScratchRun> m_run;
};

// Also the whole line without its newline, which is good JSON with the right hash: nobody was told of it.
void TstJournalCrash::everyPrefixOfALineIsMovedAside()
{
    QVERIFY(m_run->begin(3));
    const QByteArray whole = m_run->bytes();
    const qsizetype lastLine = whole.chopped(1).lastIndexOf('\n') + 1;
    for (qsizetype length = lastLine + 1; length < whole.size(); ++length) {
        // Each round syncs several times: inside the long hashes every tenth byte will do.
        if (length > lastLine + 100 && length < whole.size() - 12 && length % 10 != 0)
            continue;
        m_run->write(whole.first(length));

        auto writer = m_run->open();

        QVERIFY2(writer, qPrintable(writer ? QString() : writer.error().text()));
        QCOMPARE((*writer)->lastSeq(), 3);
        QString problem;
        const QList<Entry> entries = m_run->entries(&problem);
        QCOMPARE(problem, QString());
        QCOMPARE(entries.size(), 3);
        QCOMPARE(entries.last().kind, u"journal.recovered"_s);
        QCOMPARE(entries.last().actor, u"engine"_s);
        QCOMPARE(entries.last().data.value("bytes"_L1).toInteger(), length - lastLine);
        QCOMPARE(entries.last().data.value("file"_L1), u"journal.torn-3"_s);
        QCOMPARE(torn(3), whole.sliced(lastLine, length - lastLine));
    }
}

// A batch is one fact: a part of it is worth nothing, be it whole lines.
void TstJournalCrash::everyPrefixOfABatchIsMovedAside()
{
    QVERIFY(m_run->begin(2));
    const qsizetype start = m_run->bytes().size();
    {
        auto writer = m_run->open();
        QVERIFY(writer);
        QVERIFY((*writer)->append({ScratchRun::note(3), ScratchRun::note(4), ScratchRun::note(5)}));
    }
    const QByteArray whole = m_run->bytes();
    for (qsizetype length = start + 1; length < whole.size(); ++length) {
        // Each round syncs several times: away from the lines' ends every fortieth byte will do.
        const bool atAnEnd = whole.sliced(length - 2, 3).contains('\n');
        if (!atAnEnd && length < whole.size() - 3 && length % 40 != 0)
            continue;
        m_run->write(whole.first(length));

        auto writer = m_run->open();

        QVERIFY2(writer, qPrintable(writer ? QString() : writer.error().text()));
        QCOMPARE((*writer)->lastSeq(), 3);
        QString problem;
        const QList<Entry> entries = m_run->entries(&problem);
        QCOMPARE(problem, QString());
        QCOMPARE(entries.size(), 3);
        QCOMPARE(entries.last().kind, u"journal.recovered"_s);
        QCOMPARE(entries.last().data.value("bytes"_L1).toInteger(), length - start);
        QCOMPARE(torn(3), whole.sliced(start, length - start));
    }
}

void TstJournalCrash::wholeBatchStays()
{
    QVERIFY(m_run->begin(2));
    {
        auto writer = m_run->open();
        QVERIFY((*writer)->append({ScratchRun::note(3), ScratchRun::note(4)}));
    }
    m_run->add("{\"seq\":5");

    auto writer = m_run->open();

    QVERIFY2(writer, qPrintable(writer ? QString() : writer.error().text()));
    QCOMPARE((*writer)->lastSeq(), 5);
    QCOMPARE(torn(5), "{\"seq\":5"_ba);
}

void TstJournalCrash::batchWithLostBlocksIsMovedAside_data()
{
    QTest::addColumn<int>("lost"); // which of three lines
    QTest::addColumn<bool>("withNewline");
    QTest::newRow("the first") << 0 << false;
    QTest::newRow("the first and its newline") << 0 << true;
    QTest::newRow("the second") << 1 << false;
    QTest::newRow("the second and its newline") << 1 << true;
    QTest::newRow("the last") << 2 << false;
}

// Blocks reach the disk in any order: of a batch that nobody was told of, the end may be there without the beginning.
void TstJournalCrash::batchWithLostBlocksIsMovedAside()
{
    QFETCH(const int, lost);
    QFETCH(const bool, withNewline);
    QVERIFY(m_run->begin(2));
    const QByteArray start = m_run->bytes();
    {
        auto writer = m_run->open();
        QVERIFY((*writer)->append({ScratchRun::note(3), ScratchRun::note(4), ScratchRun::note(5)}));
    }
    QByteArrayList lines = m_run->bytes().sliced(start.size()).split('\n');
    lines[lost].fill('\0', lines.at(lost).size());
    QByteArray tail = lines.join('\n');
    if (withNewline)
        tail[tail.indexOf('\n', tail.indexOf('\0'))] = '\0';
    m_run->write(start + tail);
    int read = 0;
    const auto end = readJournal(m_run->folder().journal(), 0, true, [&](Entry &&) { return ++read > 0; });
    QVERIFY2(end, qPrintable(end ? QString() : end.error().text()));
    QCOMPARE(read, 2);

    auto writer = m_run->open();

    QVERIFY2(writer, qPrintable(writer ? QString() : writer.error().text()));
    QString problem;
    QCOMPARE(m_run->entries(&problem).size(), 3);
    QCOMPARE(problem, QString());
    QCOMPARE(torn(3), tail);
}

void TstJournalCrash::runWhoseFirstBatchIsNotWholeMayBeBegunAgain()
{
    {
        auto writer = m_run->create();
        QVERIFY(writer);
        QVERIFY((*writer)->append({ScratchRun::created(), ScratchRun::note(1)}));
    }
    const QByteArray whole = m_run->bytes();
    m_run->write(whole.first(whole.indexOf('\n') + 1));
    const auto opened = m_run->open();
    QVERIFY(!opened);
    QVERIFY2(opened.error().what.contains(u"never begun"), qPrintable(opened.error().text()));

    QVERIFY(m_run->create());

    m_run->write(whole);
    QVERIFY2(!m_run->create(), "a run was begun over another");
}

void TstJournalCrash::zeroFilledTailIsMovedAside_data()
{
    QTest::addColumn<QByteArray>("tail");
    QTest::newRow("a block of zeros") << QByteArray(4096, '\0');
    QTest::newRow("zeros, then the rest of a line") << QByteArray(200, '\0') + R"(ev":"00","hash":"00"})" + '\n';
    QTest::newRow("the beginning of a line, then zeros") << R"({"seq":4,"kind":)" + QByteArray(100, '\0');
    QTest::newRow("two such lines") << QByteArray(9, '\0') + '\n' + QByteArray(9, '\0') + "}\n";
    QTest::newRow("a zeroed line and a piece of one") << QByteArray(9, '\0') + "\n{\"seq\"";
}

void TstJournalCrash::zeroFilledTailIsMovedAside()
{
    QFETCH(const QByteArray, tail);
    QVERIFY(m_run->begin(3));
    m_run->add(tail);

    auto writer = m_run->open();

    QVERIFY2(writer, qPrintable(writer ? QString() : writer.error().text()));
    QString problem;
    const QList<Entry> entries = m_run->entries(&problem);
    QCOMPARE(problem, QString());
    QCOMPARE(entries.size(), 4);
    QCOMPARE(entries.last().kind, u"journal.recovered"_s);
    QCOMPARE(torn(4), tail);
}

void TstJournalCrash::openingThatDiedAfterMovingAsideIsTold()
{
    QVERIFY(m_run->begin(3));
    QFile file(m_run->folder().path() + u"/journal.torn-4"_s);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"seq\":4");
    file.close();

    QVERIFY(m_run->open());

    QString problem;
    QCOMPARE(m_run->entries(&problem).last().kind, u"journal.recovered"_s);
    // Told once.
    const QByteArray before = m_run->bytes();
    QVERIFY(m_run->open());
    QCOMPARE(m_run->bytes(), before);
}

void TstJournalCrash::openingThatDiedBeforeCuttingOffStartsOver()
{
    QVERIFY(m_run->begin(3));
    m_run->add("{\"seq\":4,\"kind\":");
    QFile file(m_run->folder().path() + u"/journal.torn-4"_s);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"seq\"");
    file.close();

    QVERIFY(m_run->open());

    QCOMPARE(torn(4), "{\"seq\":4,\"kind\":"_ba);
    QString problem;
    QCOMPARE(m_run->entries(&problem).size(), 4);
}

// A child appends and confirms each entry through a pipe, until it is killed at some moment.
void TstJournalCrash::killedWriterKeepsWhatItConfirmed()
{
    QVERIFY(m_run->begin(1));
    std::mt19937 random(7); // NOLINT: repeatable on purpose
    qint64 confirmed = 1;
    for (int round = 0; round < 25; ++round) {
        int ends[2];
        QCOMPARE(::pipe(ends), 0);
        const pid_t child = ::fork();
        if (child == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            auto writer = m_run->open();
            for (int n = 0; writer; ++n) {
                Draft draft = ScratchRun::note(n);
                draft.data.insert(u"text"_s, QString(n * 997 % 9000, u'x'));
                const auto entry = (*writer)->append(draft);
                if (!entry || ::write(ends[1], &entry->seq, sizeof entry->seq) != sizeof entry->seq)
                    break;
            }
            ::_exit(1);
        }
        ::close(ends[1]);
        QTest::qSleep(std::uniform_int_distribution<int>(5, 40)(random));
        ::kill(child, SIGKILL);
        ::waitpid(child, nullptr, 0);
        qint64 seq = 0;
        while (::read(ends[0], &seq, sizeof seq) == sizeof seq)
            confirmed = seq;
        ::close(ends[0]);

        QVERIFY2(m_run->open(), "the journal of a killed writer cannot be opened");
        QString problem;
        const qsizetype kept = m_run->entries(&problem).size();
        QCOMPARE(problem, QString());
        QVERIFY2(kept >= confirmed, qPrintable(u"confirmed %1, kept %2"_s.arg(confirmed).arg(kept)));
    }
    QVERIFY2(confirmed > 25, "the children were killed before they wrote");
}

// The chain alone cannot see it; the hash in the checkpoints' trailers does.
void TstJournalCrash::fileCutAtALineGoesOnFromThere()
{
    QVERIFY(m_run->begin(3));
    const QByteArray whole = m_run->bytes();
    m_run->write(whole.first(whole.chopped(1).lastIndexOf('\n') + 1));

    auto writer = m_run->open();

    QVERIFY(writer);
    QCOMPARE((*writer)->lastSeq(), 2);
    QVERIFY((*writer)->append(ScratchRun::note(8)));
    QString problem;
    QCOMPARE(m_run->entries(&problem).size(), 3);
    QCOMPARE(problem, QString());
}

void TstJournalCrash::damageIsNotWrittenTo_data()
{
    QTest::addColumn<QString>("damage");
    QTest::addColumn<QString>("named");
    QTest::newRow("last entry edited") << u"edit last"_s << u"line 5"_s;
    QTest::newRow("last entry no JSON") << u"garbage"_s << u"line 6"_s;
    QTest::newRow("last entry of another chain") << u"foreign last"_s << u"entry 5"_s;
    QTest::newRow("first entry edited") << u"edit first"_s << u"first entry"_s;
    QTest::newRow("first entry is no run.created") << u"no created"_s << u"run.created"_s;
    QTest::newRow("a line missing") << u"missing"_s << u"line 3"_s;
    QTest::newRow("a line no entry") << u"garbage inside"_s << u"line 3"_s;
    QTest::newRow("zeros in the middle") << u"zeros inside"_s << u"zero bytes"_s;
    QTest::newRow("a batch that is not whole") << u"half a batch"_s << u"line 5"_s;
    QTest::newRow("a batch without its beginning") << u"end of a batch"_s << u"line 5"_s;
    QTest::newRow("zeros before a whole batch") << u"zeros before"_s << u"zero bytes"_s;
}

void TstJournalCrash::damageIsNotWrittenTo()
{
    QFETCH(const QString, damage);
    QFETCH(const QString, named);
    QVERIFY(m_run->begin(5));
    QByteArrayList lines = m_run->bytes().split('\n');
    if (damage == u"edit last") {
        lines[4].replace("owner", "OWNER");
    } else if (damage == u"garbage") {
        lines.insert(5, "garbage");
    } else if (damage == u"foreign last") {
        auto entry = decodeEntry(lines.at(4), true);
        QVERIFY(entry);
        entry->prev = QByteArray(64, 'b');
        lines[4] = encodeEntry(*entry).chopped(1);
    } else if (damage == u"edit first") {
        lines[0].replace("r1", "r2");
    } else if (damage == u"no created") {
        auto entry = decodeEntry(lines.at(0), true);
        QVERIFY(entry);
        entry->kind = u"note.given"_s;
        lines[0] = encodeEntry(*entry).chopped(1);
    } else if (damage == u"missing") {
        lines.removeAt(2);
    } else if (damage == u"garbage inside") {
        lines[2] = "{\"seq\":3}";
    } else if (damage == u"half a batch" || damage == u"end of a batch") {
        auto entry = decodeEntry(lines.at(3), true);
        QVERIFY(entry);
        const bool half = damage == u"half a batch";
        entry->batch = half ? Batch{4, 6} : Batch{3, 4};
        lines[3] = encodeEntry(*entry).chopped(1);
        auto next = decodeEntry(lines.at(4), true);
        next->prev = entry->hash;
        next->batch = half ? Batch() : Batch{4, 5};
        lines[4] = encodeEntry(*next).chopped(1);
        if (!half) {
            auto first = decodeEntry(lines.at(2), true);
            first->batch = {3, 4};
            lines[2] = encodeEntry(*first).chopped(1);
        }
    } else if (damage == u"zeros before") {
        auto entry = decodeEntry(lines.at(3), true);
        QVERIFY(entry);
        entry->batch = {4, 5};
        lines[3] = encodeEntry(*entry).chopped(1);
        auto next = decodeEntry(lines.at(4), true);
        next->prev = entry->hash;
        next->batch = {4, 5};
        lines[4] = encodeEntry(*next).chopped(1);
        lines[2].fill('\0');
    } else {
        lines[2].fill('\0');
    }
    m_run->write(lines.join('\n'));
    const QByteArray before = m_run->bytes();

    const auto writer = m_run->open();

    QVERIFY(!writer);
    QVERIFY2(writer.error().what.contains(named), qPrintable(writer.error().text()));
    QCOMPARE(writer.error().subject, m_run->folder().journal());
    QVERIFY(writer.error().remedy.contains(u"--verify"));
    QCOMPARE(m_run->bytes(), before);
}

QTEST_APPLESS_MAIN(TstJournalCrash)
#include "tst_journalcrash.moc"
