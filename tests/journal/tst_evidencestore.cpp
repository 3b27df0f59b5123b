#include "core/journal/evidencestore.h"

#include "tests/journal/scratchrun.h"
#include "tests/journal/systemcalls.h"

#include <QDir>
#include <QDirIterator>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <thread>

#include <sys/resource.h>

using namespace assay;
using namespace Qt::StringLiterals;

namespace {

QByteArray noise(int size)
{
    QByteArray bytes(size, Qt::Uninitialized);
    QRandomGenerator generator(4);
    for (char &c : bytes)
        c = static_cast<char>(generator.generate());
    return bytes;
}

void overwrite(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(path));
}

} // namespace

class TstEvidenceStore : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void bytesComeBack_data();
    void bytesComeBack();
    void nameIsTheDigestOfTheUncompressedBytes();
    void sameBytesAreStoredOnce();
    void evidenceIsSyncedBeforePutReturns();
    void missingEvidenceIsNamed();
    void digestThatIsNoneIsRefused_data();
    void digestThatIsNoneIsRefused();
    void damageIsFoundWhenRead_data();
    void damageIsFoundWhenRead();
    void putMendsWhatWasDamaged();
    void manyThreadsMayPutTheSame();
    void failedPutLeavesNothing();

private:
    [[nodiscard]] QStringList files() const;
    std::optional<QTemporaryDir> m_dir;
    QString m_folder;
};

void TstEvidenceStore::init()
{
    m_dir.emplace();
    m_folder = m_dir->filePath(u"run/evidence"_s);
}

QStringList TstEvidenceStore::files() const
{
    QStringList names;
    QDirIterator it(m_folder, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (it.hasNext())
        names.append(it.next().sliced(m_folder.size() + 1));
    names.sort();
    return names;
}

void TstEvidenceStore::bytesComeBack_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("a little") << "OK"_ba;
    QTest::newRow("text") << QByteArray("test_insert ... ok\n").repeated(10'000);
    QTest::newRow("noise") << noise(100'000);
    QTest::newRow("zeros") << QByteArray(5'000'000, '\0');
}

void TstEvidenceStore::bytesComeBack()
{
    QFETCH(const QByteArray, bytes);
    const EvidenceStore store(m_folder);

    const auto digest = store.put(bytes);

    QVERIFY2(digest, qPrintable(digest ? QString() : digest.error().text()));
    QVERIFY(store.has(*digest));
    const auto read = store.get(*digest);
    QVERIFY2(read, qPrintable(read ? QString() : read.error().text()));
    QCOMPARE(*read, bytes);
    const QFileInfo info(m_folder + u'/' + files().value(0));
    QVERIFY2(info.size() <= bytes.size(), "stored larger than it is");
}

void TstEvidenceStore::nameIsTheDigestOfTheUncompressedBytes()
{
    const EvidenceStore store(m_folder);
    const QByteArray text(100, 'a');
    const auto digest = store.put(text);
    QVERIFY(digest);
    QCOMPARE(digest->hex(), "2816597888e4a0d3a36b82b83316ab32680eb8f00f8cd3b904d681246d285a0e"_ba);
    QVERIFY(store.put("ab"));
    QCOMPARE(files(),
             (QStringList{u"sha256/28/16597888e4a0d3a36b82b83316ab32680eb8f00f8cd3b904d681246d285a0e.zst"_s,
                          u"sha256/fb/8e20fc2e4c3f248c60c39bd652f3c1347298bb977b8b4d5903b85055620603"_s}));
}

void TstEvidenceStore::sameBytesAreStoredOnce()
{
    const EvidenceStore store(m_folder);
    const auto first = store.put("once");
    const QDateTime written = QFileInfo(m_folder + u'/' + files().value(0)).lastModified();
    const auto second = store.put("once");
    QVERIFY(first);
    QVERIFY(second);
    QCOMPARE(*first, *second);
    QCOMPARE(files().size(), 1);
    QCOMPARE(QFileInfo(m_folder + u'/' + files().value(0)).lastModified(), written);
}

void TstEvidenceStore::evidenceIsSyncedBeforePutReturns()
{
    if (test::isTraced()) {
        QVERIFY(EvidenceStore(m_folder).put("a"));
        test::mark();
        const EvidenceStore store(m_folder);
        QVERIFY(store.put("b"));
        test::mark();
        QVERIFY(EvidenceStore(m_folder).put("b"));
        test::mark();
        QVERIFY(EvidenceStore(store).put("b"));
        test::mark();
        return;
    }
    const QByteArrayList calls = test::tracedCalls("evidenceIsSyncedBeforePutReturns", "pwrite64,fsync,rename,mkdir");
    const qsizetype first = calls.indexOf("mark");
    QVERIFY2(first >= 0, "nothing was traced: is strace there?");
    // The folder of two digits, and its name in sha256; the file, its name, the name in the folder. Then what is there:
    // synced by a store that does not know whether it was, not again by the one that does.
    QCOMPARE(calls.sliced(first),
             (QByteArrayList{"mark", "mkdir", "fsync", "pwrite64", "fsync", "rename", "fsync", "mark", "fsync", "mark",
                             "mark"}));
}

void TstEvidenceStore::missingEvidenceIsNamed()
{
    const EvidenceStore store(m_folder);
    const Digest digest = Digest::of("never stored");
    QVERIFY(!store.has(digest));
    const auto read = store.get(digest);
    QVERIFY(!read);
    QVERIFY(read.error().subject.startsWith(m_folder));
    QCOMPARE(read.error().kind, ErrorKind::CannotVerify);
}

void TstEvidenceStore::digestThatIsNoneIsRefused_data()
{
    QTest::addColumn<QByteArray>("hex");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("a path") << QByteArray("../../../../etc/passwd").rightJustified(64, '.');
    QTest::newRow("capitals") << QByteArray(64, 'A');
    QTest::newRow("too short") << QByteArray(63, 'a');
}

void TstEvidenceStore::digestThatIsNoneIsRefused()
{
    QFETCH(const QByteArray, hex);
    const EvidenceStore store(m_folder);
    QVERIFY(!store.has(Digest(hex)));
    const auto read = store.get(Digest(hex));
    QVERIFY(!read);
    QVERIFY2(read.error().what.contains(u"no SHA-256"_s), qPrintable(read.error().text()));
}

void TstEvidenceStore::damageIsFoundWhenRead_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("now");
    const QByteArray text = QByteArray("a line of output\n").repeated(100);
    QTest::newRow("edited") << "yes"_ba << "no!"_ba;
    QTest::newRow("emptied") << "yes"_ba << QByteArray();
    QTest::newRow("no longer zstd") << text << text;
    QTest::newRow("cut") << text << "\x28\xb5\x2f\xfd"_ba;
    QTest::newRow("claims to be huge") << text
                                       << QByteArray("\x28\xb5\x2f\xfd\xe0\xff\xff\xff\xff\xff\xff\xff\x0f\x01\x00\x00",
                                                     16);
}

void TstEvidenceStore::damageIsFoundWhenRead()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const QByteArray, now);
    const EvidenceStore store(m_folder);
    const auto digest = store.put(bytes);
    QVERIFY(digest);
    overwrite(m_folder + u'/' + files().value(0), now);

    const auto read = store.get(*digest);

    QVERIFY(!read);
    QCOMPARE(read.error().kind, ErrorKind::CannotVerify);
    QCOMPARE(read.error().subject, m_folder + u'/' + files().value(0));
}

void TstEvidenceStore::putMendsWhatWasDamaged()
{
    const EvidenceStore store(m_folder);
    const auto digest = store.put("yes");
    QVERIFY(digest);
    overwrite(m_folder + u'/' + files().value(0), "no!");
    QVERIFY(store.put("yes"));
    QCOMPARE(store.get(*digest).value_or("?"), "yes"_ba);
}

void TstEvidenceStore::manyThreadsMayPutTheSame()
{
    const EvidenceStore store(m_folder);
    std::atomic<int> stored = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&] {
            for (int i = 0; i < 10; ++i) {
                const QByteArray bytes = QByteArray::number(i).repeated(300);
                const auto digest = store.put(bytes);
                stored += digest && store.get(*digest) == bytes;
            }
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    QCOMPARE(stored.load(), 40);
    QCOMPARE(files().size(), 10);
}

void TstEvidenceStore::failedPutLeavesNothing()
{
    const QString said = test::inChild([&]() -> QString {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{1000, RLIM_INFINITY};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        const auto digest = EvidenceStore(m_folder).put(noise(5000));
        return digest ? u"stored"_s : digest.error().what;
    });
    QVERIFY2(said.contains(u"File too large"_s), qPrintable(said));
    QCOMPARE(files(), QStringList());

    overwrite(m_folder + u"2"_s, "a file where the folder should be");
    const auto digest = EvidenceStore(m_folder + u"2"_s).put("x");
    QVERIFY(!digest);
    QVERIFY2(digest.error().subject.startsWith(m_folder), qPrintable(digest.error().text()));
}

QTEST_APPLESS_MAIN(TstEvidenceStore)
#include "tst_evidencestore.moc"
