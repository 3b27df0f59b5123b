// A bundle in which anything was changed: flipped, cut, spliced, grown; by chance alone, and by one who makes the manifests
// anew. It is never verified, never crashes or hangs, and what is wrong is said. ASSAY_FUZZ_SEED and ASSAY_FUZZ_ROUNDS
// choose other ones, and more.
#include "tests/bundle/exportedrun.h"

#include <QDir>
#include <QElapsedTimer>
#include <QRandomGenerator>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

namespace {

/// Never what it was.
QByteArray mutated(const QByteArray &bytes, const QByteArray &other, QRandomGenerator &random)
{
    const auto place = [&random](qsizetype size) { return qsizetype(random.bounded(quint32(size + 1))); };
    while (true) {
        QByteArray made = bytes;
        const qsizetype at = place(made.size()), length = place(std::min<qsizetype>(64, made.size() - at));
        switch (random.bounded(7)) {
        case 0: // a bit
            if (at < made.size())
                made[at] = char(made.at(at) ^ (1 << random.bounded(8)));
            break;
        case 1: // a byte
            if (at < made.size())
                made[at] = char(random.bounded(256));
            break;
        case 2: // the end
            made.truncate(at);
            break;
        case 3: // a block less
            made.remove(at, length);
            break;
        case 4: // a block twice
            made.insert(at, bytes.sliced(at, length));
            break;
        case 5: { // a block of another file
            const qsizetype from = place(other.size());
            made.replace(at, length, other.sliced(from, std::min<qsizetype>(200, other.size() - from)));
            break;
        }
        default: // what parsers choke on
            static const QByteArray odd[] = {QByteArray("\0", 1),
                                             "\xff\xfe",
                                             "\n\n",
                                             "@@ -1 +99999999999999999999 @@\n",
                                             "../../../etc/passwd",
                                             "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
                                             "-1",
                                             "1e999",
                                             "\xed\xa0\x80",
                                             "\"",
                                             "}{"};
            made.insert(at, odd[random.bounded(quint32(std::size(odd)))]);
        }
        if (made != bytes)
            return made;
    }
}

} // namespace

class TstFuzzedBundle : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void changedByChanceIsRefuted();
    void changedWithItsManifestsMadeAnewIsNeverVerified();
    void patchesAreRefusedByWhatTheyAre_data();
    void patchesAreRefusedByWhatTheyAre();

private:
    void fuzz(bool manifestsAnew);
    ExportedRun m_exported;
};

void TstFuzzedBundle::initTestCase()
{
    QVERIFY2(m_exported.make(), qPrintable(m_exported.why()));
}

void TstFuzzedBundle::fuzz(bool manifestsAnew)
{
    const quint32 seed
        = qEnvironmentVariableIsSet("ASSAY_FUZZ_SEED") ? qEnvironmentVariable("ASSAY_FUZZ_SEED").toUInt() : 20260101;
    const int rounds
        = qEnvironmentVariableIsSet("ASSAY_FUZZ_ROUNDS") ? qEnvironmentVariable("ASSAY_FUZZ_ROUNDS").toInt() : 120;
    QRandomGenerator random(seed);
    QTemporaryDir dir;
    const QString bundle = m_exported.copy(dir);
    auto files = listBundle(bundle);
    QVERIFY(files);
    if (manifestsAnew)
        files->removeIf([](const BundleFile &file) { return file.path.startsWith("MANIFEST"); });
    for (int round = 0; round < rounds; ++round) {
        const auto any = [&] { return QString::fromUtf8(files->at(random.bounded(int(files->size()))).path); };
        const QString file = any(), other = any();
        const QString path = bundle + u'/' + file;
        const QByteArray before = bytesOf(path);
        overwrite(path, mutated(before, bytesOf(bundle + u'/' + other), random));
        if (manifestsAnew)
            rehash(bundle);
        QElapsedTimer clock;
        clock.start();
        const Verdict verdict = m_exported.verify(bundle);
        const QByteArray what = "seed " + QByteArray::number(seed) + ", round " + QByteArray::number(round) + ", "
            + file.toUtf8() + ": " + verdict.message();
        QVERIFY2(verdict.status == 9 || verdict.status == 10 || verdict.status == -1, what.constData());
        QVERIFY2(!verdict.text.trimmed().isEmpty(), what.constData());
        QVERIFY2(clock.elapsed() < 60'000, what.constData());
        // Files, manifests too, are what they were.
        overwrite(path, before);
        for (const QString &manifest : {u"/MANIFEST.json"_s, u"/MANIFEST.sha256"_s}) {
            QFile::remove(bundle + manifest);
            QVERIFY(QFile::copy(m_exported.bundle() + manifest, bundle + manifest));
        }
    }
    QCOMPARE(m_exported.verify(bundle).status, 0); // what was put back is sound: the changes alone were refused
}

void TstFuzzedBundle::changedByChanceIsRefuted()
{
    fuzz(false);
}

void TstFuzzedBundle::changedWithItsManifestsMadeAnewIsNeverVerified()
{
    fuzz(true);
}

void TstFuzzedBundle::patchesAreRefusedByWhatTheyAre_data()
{
    QTest::addColumn<QByteArray>("patch");
    const auto added = [](const QByteArray &path, const QByteArray &mode = "100644") {
        return "diff --git a/" + path + " b/" + path + "\nnew file mode " + mode + "\n--- /dev/null\n+++ b/" + path
            + "\n@@ -0,0 +1 @@\n+x\n";
    };
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("no patch") << QByteArray("hello\n");
    QTest::newRow("out of the tree") << added("../outside");
    QTest::newRow("absolute") << added("/tmp/outside");
    QTest::newRow("into .git") << added(".git/hooks/post-checkout", "100755");
    QTest::newRow("into .GIT") << added(".GIT/config");
    QTest::newRow("through a link") << added("link", "120000") + added("link/file");
    QTest::newRow("a device") << added("device", "020666");
    QTest::newRow("a line number of a terabyte")
        << QByteArray("diff --git a/count.sh b/count.sh\n--- a/count.sh\n+++ b/count.sh\n"
                      "@@ -1099511627776,1 +1099511627776,1 @@\n-x\n+y\n");
    QTest::newRow("counts that lie") << QByteArray(
        "diff --git a/count.sh b/count.sh\n--- a/count.sh\n+++ b/count.sh\n@@ -1,999999 +1,1 @@\n-x\n+y\n");
    QTest::newRow("binary that is none") << QByteArray("diff --git a/count.sh b/count.sh\nindex 1234567..89abcde "
                                                       "100755\nGIT binary patch\nliteral 99999999\nzzzz\n\n");
    QTest::newRow("a long name") << added(QByteArray(5000, 'n'));
}

void TstFuzzedBundle::patchesAreRefusedByWhatTheyAre()
{
    QFETCH(QByteArray, patch);
    QTemporaryDir dir;
    const QString bundle = m_exported.copy(dir);
    const QStringList around = QDir(dir.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    overwrite(bundle + u"/fixes.patch"_s, patch);
    rehash(bundle);
    const Verdict verdict = m_exported.verify(bundle);
    QVERIFY2(verdict.status == 9, verdict.message().constData());
    QVERIFY2(verdict.text.contains(u"fixes.patch"_s), verdict.message().constData());
    QCOMPARE(QDir(dir.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot), around);
    QVERIFY(!QFile::exists(u"/tmp/outside"_s));
}

QTEST_GUILESS_MAIN(TstFuzzedBundle)
#include "tst_fuzzedbundle.moc"
