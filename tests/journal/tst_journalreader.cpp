#include "core/journal/journalreader.h"

#include "tests/journal/scratchrun.h"

#include <QTest>

#include <thread>

using namespace assay;
using namespace assay::test;
using namespace Qt::StringLiterals;

class TstJournalReader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_run.emplace(); }
    void everyEntryIsHandedOverInOrder_data();
    void everyEntryIsHandedOverInOrder();
    void readingGoesOnFromTheOffsetReturned();
    void readingStopsWhenTheConsumerSaysSo();
    void tornEndIsLeftForLater_data();
    void tornEndIsLeftForLater();
    void damageIsToldAfterTheEntriesBeforeIt_data();
    void damageIsToldAfterTheEntriesBeforeIt();
    void editedLineIsToldWhenVerifying();
    void lineLongerThanAPieceIsRead();
    void newerJournalCanBeRead();
    void missingFileIsNamed();

    void followerDeliversWhatCameSince();
    void followerWaitsForTheRestOfALine();
    void batchIsReadAsOne();
    void batchLongerThanAPieceIsReadAsOne();
    void linesOfABatchBeforeDamageAreHandedOver();
    void followerWaitsForTheRestOfABatch();
    void followerKeepsUpWithAWriter();
    void followerTellsWhenEntriesWereTakenBack_data();
    void followerTellsWhenEntriesWereTakenBack();

    void intactChainHasNoProblems();
    void chainProblemIsFoundWhereItIs_data();
    void chainProblemIsFoundWhereItIs();
    void everyProblemIsFoundInOneGo();
    void batchThatIsNotWholeIsAProblem_data();
    void batchThatIsNotWholeIsAProblem();
    void ruinedFileGivesABoundedReport();

private:
    [[nodiscard]] QString path() const { return m_run->folder().journal(); }
    std::optional<ScratchRun> m_run;
};

void TstJournalReader::everyEntryIsHandedOverInOrder_data()
{
    QTest::addColumn<int>("count");
    QTest::newRow("one piece") << 5;
    QTest::newRow("many pieces") << 20'000; // some 5 MB, ten pieces
}

void TstJournalReader::everyEntryIsHandedOverInOrder()
{
    QFETCH(const int, count);
    QVERIFY(m_run->begin(count));
    const auto here = std::this_thread::get_id();
    qint64 next = 1;
    bool inOrder = true;

    const auto end = readJournal(path(), 0, true, [&](Entry &&entry) {
        inOrder = inOrder && entry.seq == next && std::this_thread::get_id() == here
            && (next == 1 || entry.data.value("n"_L1) == next - 1);
        ++next;
        return true;
    });

    QVERIFY2(end, qPrintable(end ? QString() : end.error().text()));
    QVERIFY(inOrder);
    QCOMPARE(next, count + 1);
    QCOMPARE(*end, m_run->bytes().size());
}

void TstJournalReader::readingGoesOnFromTheOffsetReturned()
{
    QVERIFY(m_run->begin(3));
    const auto first = readJournal(path(), 0, false, [](Entry &&) { return true; });
    QVERIFY(first);
    auto writer = m_run->open();
    QVERIFY((*writer)->append(ScratchRun::note(77)));

    QList<qint64> seen;
    const auto second = readJournal(path(), *first, false, [&](Entry &&entry) {
        seen.append(entry.seq);
        return true;
    });

    QVERIFY(second);
    QCOMPARE(seen, QList<qint64>{4});
}

void TstJournalReader::readingStopsWhenTheConsumerSaysSo()
{
    QVERIFY(m_run->begin(5));
    const auto two = [](Entry &&entry) { return entry.seq % 2 != 0; };
    const auto first = readJournal(path(), 0, false, two);
    QVERIFY(first);
    qint64 next = 0;
    const auto second = readJournal(path(), *first, false, [&](Entry &&entry) {
        next = entry.seq;
        return false;
    });
    QVERIFY(second);
    QCOMPARE(next, 3);
}

void TstJournalReader::tornEndIsLeftForLater_data()
{
    QTest::addColumn<QByteArray>("tail");
    QTest::newRow("piece of a line") << "{\"seq\":4,"_ba;
    QTest::newRow("zeros") << QByteArray(5000, '\0');
    QTest::newRow("zeros and the end of a line") << QByteArray(50, '\0') + "\"}\n";
    QTest::newRow("zeroed lines") << QByteArray(50, '\0') + "\"}\n" + QByteArray(50, '\0') + "\"}\n{";
}

void TstJournalReader::tornEndIsLeftForLater()
{
    QFETCH(const QByteArray, tail);
    QVERIFY(m_run->begin(3));
    const qint64 size = m_run->bytes().size();
    m_run->add(tail);
    int count = 0;

    const auto end = readJournal(path(), 0, true, [&](Entry &&) { return ++count > 0; });

    QVERIFY2(end, qPrintable(end ? QString() : end.error().text()));
    QCOMPARE(count, 3);
    QCOMPARE(*end, size);
}

void TstJournalReader::damageIsToldAfterTheEntriesBeforeIt_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::newRow("garbage") << "garbage"_ba;
    QTest::newRow("empty") << ""_ba;
    QTest::newRow("zeros") << QByteArray(100, '\0');
}

void TstJournalReader::damageIsToldAfterTheEntriesBeforeIt()
{
    QFETCH(const QByteArray, line);
    QVERIFY(m_run->begin(4));
    QByteArrayList lines = m_run->bytes().split('\n');
    const qsizetype offset = lines.at(0).size() + lines.at(1).size() + 2;
    lines[2] = line;
    m_run->write(lines.join('\n'));
    int count = 0;

    const auto end = readJournal(path(), 0, false, [&](Entry &&) { return ++count > 0; });

    QVERIFY(!end);
    QCOMPARE(count, 2);
    QVERIFY2(end.error().what.contains(u"byte %1 "_s.arg(offset)), qPrintable(end.error().text()));
    QCOMPARE(end.error().subject, path());
}

void TstJournalReader::editedLineIsToldWhenVerifying()
{
    QVERIFY(m_run->begin(4));
    m_run->write(m_run->bytes().replace("\"n\":2", "\"n\":3"));
    QVERIFY(readJournal(path(), 0, false, [](Entry &&) { return true; }));
    const auto end = readJournal(path(), 0, true, [](Entry &&) { return true; });
    QVERIFY(!end);
    QVERIFY(end.error().what.contains(u"hash"_s));
}

void TstJournalReader::lineLongerThanAPieceIsRead()
{
    auto writer = m_run->create();
    QVERIFY(writer);
    Draft large = ScratchRun::note(1);
    large.data.insert(u"text"_s, QString(3 << 20, u'x'));
    QVERIFY((*writer)->append({ScratchRun::created(), large, ScratchRun::note(2), large}));
    QList<qsizetype> sizes;

    const auto end = readJournal(path(), 0, true, [&](Entry &&entry) {
        sizes.append(entry.data.value("text"_L1).toString().size());
        return true;
    });

    QVERIFY2(end, qPrintable(end ? QString() : end.error().text()));
    QCOMPARE(sizes, (QList<qsizetype>{0, 3 << 20, 0, 3 << 20}));
}

void TstJournalReader::newerJournalCanBeRead()
{
    QVERIFY(m_run->begin(1));
    QString problem;
    Entry later{.seq = 2,
                .kind = u"moon.phase"_s,
                .version = 9,
                .at = m_run->clock().now(),
                .actor = u"engine"_s,
                .prev = m_run->entries(&problem).last().hash};
    m_run->add(encodeEntry(later));
    QStringList kinds;
    QVERIFY(readJournal(path(), 0, true, [&](Entry &&entry) {
        kinds.append(entry.kind);
        return true;
    }));
    QCOMPARE(kinds, (QStringList{u"run.created"_s, u"moon.phase"_s}));
}

void TstJournalReader::missingFileIsNamed()
{
    const auto end = readJournal(path(), 0, false, [](Entry &&) { return true; });
    QVERIFY(!end);
    QCOMPARE(end.error().subject, path());
    QVERIFY(!JournalFollower(path()).poll([](Entry &&) {}));
    QVERIFY(!verifyChain(path()));
}

void TstJournalReader::followerDeliversWhatCameSince()
{
    QVERIFY(m_run->begin(2));
    JournalFollower follower(path());
    QList<qint64> seen;
    const auto note = [&](Entry &&entry) { seen.append(entry.seq); };

    QCOMPARE(follower.poll(note).value_or(-1), 2);
    QCOMPARE(follower.poll(note).value_or(-1), 0);
    auto writer = m_run->open();
    QVERIFY((*writer)->append({ScratchRun::note(1), ScratchRun::note(2)}));
    QCOMPARE(follower.poll(note).value_or(-1), 2);

    QCOMPARE(seen, (QList<qint64>{1, 2, 3, 4}));
    QCOMPARE(follower.offset(), m_run->bytes().size());
    QCOMPARE(follower.lastSeq(), 4);
}

void TstJournalReader::followerWaitsForTheRestOfALine()
{
    QVERIFY(m_run->begin(3));
    const QByteArray whole = m_run->bytes();
    m_run->write(whole.chopped(1));
    JournalFollower follower(path());
    int seen = 0;

    QCOMPARE(follower.poll([&](Entry &&) { ++seen; }).value_or(-1), 2);
    QCOMPARE(follower.poll([&](Entry &&) { ++seen; }).value_or(-1), 0);
    m_run->write(whole);
    QCOMPARE(follower.poll([&](Entry &&) { ++seen; }).value_or(-1), 1);

    QCOMPARE(seen, 3);
}

void TstJournalReader::batchIsReadAsOne()
{
    QVERIFY(m_run->begin(2));
    const qint64 start = m_run->bytes().size();
    auto writer = m_run->open();
    QVERIFY((*writer)->append({ScratchRun::note(1), ScratchRun::note(2), ScratchRun::note(3)}));
    const QByteArray whole = m_run->bytes();
    const auto count = [this](qint64 *end) {
        int seen = 0;
        *end = readJournal(path(), 0, true, [&](Entry &&) { return ++seen > 0; }).value_or(-1);
        return seen;
    };
    for (qint64 length = start; length < whole.size(); ++length) {
        m_run->write(whole.first(length));
        qint64 end = 0;
        QCOMPARE(count(&end), 2);
        QCOMPARE(end, start);
    }
    m_run->write(whole);
    qint64 end = 0;
    QCOMPARE(count(&end), 5);
    QCOMPARE(end, whole.size());
}

void TstJournalReader::batchLongerThanAPieceIsReadAsOne()
{
    auto writer = m_run->create();
    QVERIFY(writer);
    Draft large = ScratchRun::note(1);
    large.data.insert(u"text"_s, QString(300 << 10, u'x'));
    QVERIFY((*writer)->append(ScratchRun::created()));
    QVERIFY((*writer)->append(QList<Draft>(7, large)));
    const QByteArray whole = m_run->bytes();
    int seen = 0;
    const auto count = [&](Entry &&) { return ++seen > 0; };
    m_run->write(whole.chopped(1));
    QVERIFY(readJournal(path(), 0, true, count));
    QCOMPARE(seen, 1);
    m_run->write(whole);
    QVERIFY(readJournal(path(), 0, true, count));
    QCOMPARE(seen, 1 + 8);
}

void TstJournalReader::linesOfABatchBeforeDamageAreHandedOver()
{
    QVERIFY(m_run->begin(1));
    auto writer = m_run->open();
    QVERIFY((*writer)->append({ScratchRun::note(1), ScratchRun::note(2), ScratchRun::note(3)}));
    QByteArrayList lines = m_run->bytes().split('\n');
    lines[2] = "garbage";
    m_run->write(lines.join('\n'));
    QList<qint64> seen;
    const auto end = readJournal(path(), 0, false, [&](Entry &&entry) {
        seen.append(entry.seq);
        return true;
    });
    QVERIFY(!end);
    QCOMPARE(seen, (QList<qint64>{1, 2}));
}

void TstJournalReader::followerWaitsForTheRestOfABatch()
{
    QVERIFY(m_run->begin(2));
    auto writer = m_run->open();
    QVERIFY((*writer)->append({ScratchRun::note(1), ScratchRun::note(2), ScratchRun::note(3)}));
    const QByteArray whole = m_run->bytes();
    const qsizetype last = whole.chopped(1).lastIndexOf('\n') + 1;
    const qsizetype lastButOne = whole.first(last - 1).lastIndexOf('\n') + 1;
    m_run->write(whole.first(lastButOne));
    JournalFollower follower(path());
    QList<qint64> seen;
    const auto note = [&](Entry &&entry) { seen.append(entry.seq); };

    QCOMPARE(follower.poll(note).value_or(-1), 2);
    m_run->write(whole.first(last));
    QCOMPARE(follower.poll(note).value_or(-1), 0);
    m_run->write(whole.chopped(1));
    QCOMPARE(follower.poll(note).value_or(-1), 0);
    m_run->write(whole);
    QCOMPARE(follower.poll(note).value_or(-1), 3);

    QCOMPARE(seen, (QList<qint64>{1, 2, 3, 4, 5}));
    QCOMPARE(follower.offset(), whole.size());
}

void TstJournalReader::followerKeepsUpWithAWriter()
{
    auto writer = m_run->create();
    QVERIFY(writer);
    QVERIFY((*writer)->append(ScratchRun::created()));
    JournalFollower follower(path());
    std::thread engine([&writer] {
        for (int i = 0; i < 200; ++i) {
            if (!(*writer)->append({ScratchRun::note(i), ScratchRun::note(i)}))
                qFatal("append failed");
        }
    });
    qint64 next = 1;
    bool inOrder = true;
    while (inOrder && next <= 401) {
        const auto got = follower.poll([&](Entry &&entry) { inOrder = inOrder && entry.seq == next++; });
        if (!got) {
            qWarning() << got.error().text();
            inOrder = false;
        }
    }
    engine.join();
    QVERIFY(inOrder);
}

void TstJournalReader::followerTellsWhenEntriesWereTakenBack_data()
{
    QTest::addColumn<int>("length"); // of each batch taken back
    QTest::addColumn<int>("again");
    QTest::newRow("shorter") << 1 << 0;
    QTest::newRow("other entries, as long") << 1 << 2;
    QTest::newRow("other entries, longer") << 1 << 4;
    QTest::newRow("other entries, with other ends") << 2 << 5;
}

void TstJournalReader::followerTellsWhenEntriesWereTakenBack()
{
    QFETCH(const int, length);
    QFETCH(const int, again);
    QVERIFY(m_run->begin(2));
    const QByteArray start = m_run->bytes();
    JournalFollower follower(path());
    {
        auto writer = m_run->open();
        for (int i = 1; i <= 2; ++i)
            QVERIFY((*writer)->append(QList<Draft>(length, ScratchRun::note(i))));
        QVERIFY(follower.poll([](Entry &&) {}));
    }
    m_run->write(start);
    auto writer = m_run->open();
    for (int i = 0; i < again; ++i)
        QVERIFY((*writer)->append(ScratchRun::note(5)));

    auto got = follower.poll([](Entry &&) {});
    // As long as what was read: seen with the next entry.
    if (again == 2) {
        QCOMPARE(got.value_or(-1), 0);
        QVERIFY((*writer)->append(ScratchRun::note(5)));
        got = follower.poll([](Entry &&) {});
    }

    QVERIFY(!got);
    QVERIFY2(got.error().what.contains(u"not the one that was read"_s), qPrintable(got.error().text()));
}

void TstJournalReader::intactChainHasNoProblems()
{
    QVERIFY(m_run->begin(5000));
    const auto report = verifyChain(path());
    QVERIFY(report);
    QCOMPARE(report->problems, QStringList());
    QCOMPARE(report->entries, 5000);
    QString problem;
    QCOMPARE(report->head, m_run->entries(&problem).last().hash);
}

void TstJournalReader::chainProblemIsFoundWhereItIs_data()
{
    QTest::addColumn<QString>("edit");
    QTest::addColumn<QStringList>("expected"); // the beginning of each problem
    QTest::newRow("a byte") << u"byte"_s << QStringList{u"line 3: the line's hash differs"_s};
    QTest::newRow("a line and its hash") << u"sealed"_s << QStringList{u"line 4: names "_s};
    QTest::newRow("a line removed") << u"removed"_s
                                    << QStringList{u"line 3: has the number 4 where 3"_s, u"line 3: names "_s};
    QTest::newRow("a line doubled") << u"doubled"_s
                                    << QStringList{u"line 4: has the number 3 where 4"_s, u"line 4: names "_s};
    QTest::newRow("two lines swapped") << u"swapped"_s
                                       << QStringList{u"line 3: has the number 4 where 3"_s, u"line 3: names "_s,
                                                      u"line 4: has the number 3 where 5"_s, u"line 4: names "_s,
                                                      u"line 5: has the number 5 where 4"_s, u"line 5: names "_s};
    QTest::newRow("garbage") << u"garbage"_s << QStringList{u"line 3: the line does not end with its hash"_s};
    QTest::newRow("first line") << u"first"_s << QStringList{u"line 1: names "_s, u"line 2: names "_s};
    QTest::newRow("torn") << u"torn"_s << QStringList{u"the file ends in the middle of an entry: 7 bytes"_s};
}

void TstJournalReader::chainProblemIsFoundWhereItIs()
{
    QFETCH(const QString, edit);
    QFETCH(const QStringList, expected);
    QVERIFY(m_run->begin(5));
    QByteArrayList lines = m_run->bytes().split('\n');
    const auto reseal = [](QByteArray &line, auto change) {
        auto entry = decodeEntry(line, true);
        change(*entry);
        line = encodeEntry(*entry).chopped(1);
    };
    if (edit == u"byte")
        lines[2].replace("\"n\":2", "\"n\":7");
    else if (edit == u"sealed")
        reseal(lines[2], [](Entry &entry) { entry.data.insert(u"n"_s, 7); });
    else if (edit == u"removed")
        lines.removeAt(2);
    else if (edit == u"doubled")
        lines.insert(3, lines.at(2));
    else if (edit == u"swapped")
        lines.swapItemsAt(2, 3);
    else if (edit == u"garbage")
        lines[2] = "{\"seq\":3}";
    else if (edit == u"first")
        reseal(lines[0], [](Entry &entry) { entry.prev = QByteArray(64, 'a'); });
    else
        lines.last() = "{\"seq\":";
    m_run->write(lines.join('\n'));

    const auto report = verifyChain(path());

    QVERIFY(report);
    QVERIFY2(report->problems.size() == expected.size(), qPrintable(report->problems.join(u'\n')));
    for (qsizetype i = 0; i < expected.size(); ++i)
        QVERIFY2(report->problems.at(i).startsWith(expected.at(i)), qPrintable(report->problems.join(u'\n')));
}

void TstJournalReader::everyProblemIsFoundInOneGo()
{
    QVERIFY(m_run->begin(9));
    QByteArrayList lines = m_run->bytes().split('\n');
    for (const int i : {1, 4, 7})
        lines[i].replace("owner", "OWNER");
    m_run->write(lines.join('\n'));

    const auto report = verifyChain(path());

    QVERIFY(report);
    QCOMPARE(report->entries, 6);
    QCOMPARE(report->problems.size(), 3);
    QVERIFY(report->problems.at(0).startsWith(u"line 2: "_s));
    QVERIFY(report->problems.at(1).startsWith(u"line 5: "_s));
    QVERIFY(report->problems.at(2).startsWith(u"line 8: "_s));
    QCOMPARE(report->firstChanged, 2);
}

void TstJournalReader::batchThatIsNotWholeIsAProblem_data()
{
    QTest::addColumn<QString>("edit");
    QTest::addColumn<QStringList>("expected"); // the beginning of each problem
    QTest::newRow("whole") << u"none"_s << QStringList();
    QTest::newRow("cut off") << u"cut"_s << QStringList{u"the file ends in the middle of the batch 3 to 5"_s};
    QTest::newRow("torn as well") << u"torn"_s << QStringList{u"the file ends in the middle of the batch 3 to 5"_s};
    QTest::newRow("a line damaged") << u"byte"_s << QStringList{u"line 4: the line's hash differs"_s};
    QTest::newRow("another entry in it") << u"alone"_s
                                         << QStringList{
                                                u"line 4: is of no batch and does not go on from the batch 3 to 5"_s};
    QTest::newRow("without its beginning")
        << u"begin"_s << QStringList{u"line 4: is of the batch 3 to 5 and does not go on from no batch"_s};
}

void TstJournalReader::batchThatIsNotWholeIsAProblem()
{
    QFETCH(const QString, edit);
    QFETCH(const QStringList, expected);
    QVERIFY(m_run->begin(2));
    auto writer = m_run->open();
    QVERIFY((*writer)->append({ScratchRun::note(1), ScratchRun::note(2), ScratchRun::note(3)}));
    QByteArrayList lines = m_run->bytes().split('\n');
    QByteArray prev = decodeEntry(lines.at(1), true)->hash;
    for (int i = 2; i < 5; ++i) { // sealed anew, so that only what was edited is wrong
        auto entry = decodeEntry(lines.at(i), true);
        entry->prev = prev;
        if ((edit == u"alone" && i >= 3) || (edit == u"begin" && i == 2))
            entry->batch = {};
        lines[i] = encodeEntry(*entry).chopped(1);
        prev = entry->hash;
    }
    if (edit == u"byte")
        lines[3].replace("\"n\":2", "\"n\":7");
    else if (edit == u"cut")
        lines.remove(4);
    else if (edit == u"torn")
        lines[4] = lines.at(4).first(20), lines.removeLast();
    m_run->write(lines.join('\n'));

    const auto report = verifyChain(path());

    QVERIFY(report);
    QVERIFY2(report->problems.size() == expected.size(), qPrintable(report->problems.join(u'\n')));
    for (qsizetype i = 0; i < expected.size(); ++i)
        QVERIFY2(report->problems.at(i).startsWith(expected.at(i)), qPrintable(report->problems.join(u'\n')));
    QCOMPARE(report->firstChanged > 0, expected.value(0).startsWith(u"line "_s)); // a torn end is no changed line
}

void TstJournalReader::ruinedFileGivesABoundedReport()
{
    QVERIFY(m_run->begin(1));
    m_run->write(QByteArray("x\n").repeated(5000));
    const auto report = verifyChain(path());
    QVERIFY(report);
    QCOMPARE(report->entries, 0);
    QCOMPARE(report->problems.size(), 101);
    QCOMPARE(report->problems.last(), u"4900 more problems"_s);
}

QTEST_APPLESS_MAIN(TstJournalReader)
#include "tst_journalreader.moc"
