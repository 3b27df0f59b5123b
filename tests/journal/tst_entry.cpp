#include "core/journal/entry.h"
#include "core/journal/kinds.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>
#include <QTimeZone>

#include <limits>
#include <random>

using namespace assay;
using namespace Qt::StringLiterals;

namespace {

Entry proofEntry()
{
    Entry entry;
    entry.seq = 42;
    entry.kind = u"proof.run"_s;
    entry.at = QDateTime(QDate(2025, 3, 9), QTime(4, 5, 6, 78), QTimeZone::UTC);
    entry.actor = u"engine"_s;
    entry.cause = 17;
    entry.iteration = 3;
    entry.data = {{u"subject"_s, u"C1"_s}, {u"exit"_s, 1}, {u"answer"_s, u"present"_s}};
    entry.prev = QByteArray(64, 'a');
    return entry;
}

QByteArray sha256(QByteArrayView bytes)
{
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex();
}

/// A line around any bytes, its hash right: what is wrong with it is in the middle only.
QByteArray sealed(const QByteArray &beforeHash)
{
    return beforeHash + ",\"hash\":\"" + sha256(beforeHash) + "\"}\n";
}

} // namespace

class TstEntry : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void lineIsTheDocumentedBytes();
    void absentCauseAndIterationAreNotWritten();
    void batchStandsBehindTheVersion();
    void everyMemberComesBack();
    void textComesBackUnchanged_data();
    void textComesBackUnchanged();
    void pathComesBackByteForByte_data();
    void pathComesBackByteForByte();
    void valueThatIsNoPathGivesAnEmptyOne();
    void numberThatOtherReadersWouldRoundIsRefused_data();
    void numberThatOtherReadersWouldRoundIsRefused();
    void deepNestingIsRefused();
    void changedByteIsSeenWhenVerifying();
    void hashOfDataIsNotTakenForTheLines();
    void lineThatIsNoEntryIsRefused_data();
    void lineThatIsNoEntryIsRefused();
    void kindsAndMembersOfANewerVersionAreRead();
    void everyKindIsFoundByItsName();
    void damagedLinesNeverCrashNorPassVerification();
};

void TstEntry::lineIsTheDocumentedBytes()
{
    Entry entry = proofEntry();

    const QByteArray line = encodeEntry(entry);

    const QByteArray before = R"({"seq":42,"kind":"proof.run","v":1,"at":"2025-03-09T04:05:06.078Z","actor":"engine",)"
                              R"("cause":17,"iter":3,"data":{"answer":"present","exit":1,"subject":"C1"},"prev":")"
        + QByteArray(64, 'a') + '"';
    QCOMPARE(line, before + ",\"hash\":\"" + sha256(before) + "\"}\n");
    QCOMPARE(entry.hash, sha256(before));
}

void TstEntry::absentCauseAndIterationAreNotWritten()
{
    Entry entry = proofEntry();
    entry.cause = 0;
    entry.iteration = 0;

    const QByteArray line = encodeEntry(entry);

    QVERIFY(!line.contains("cause"));
    QVERIFY(!line.contains("iter"));
    const auto read = decodeEntry(line, true);
    QVERIFY2(read, qPrintable(read ? QString() : read.error().text()));
    QCOMPARE(read->cause, 0);
    QCOMPARE(read->iteration, 0);
}

void TstEntry::batchStandsBehindTheVersion()
{
    Entry entry = proofEntry();
    entry.batch = {41, 43};

    const QByteArray line = encodeEntry(entry);

    QVERIFY(line.startsWith(R"({"seq":42,"kind":"proof.run","v":1,"batch":[41,43],"at":")"));
    QVERIFY(!entry.endsBatch());
    const auto read = decodeEntry(line, true);
    QVERIFY2(read, qPrintable(read ? QString() : read.error().text()));
    QCOMPARE(read->batch, entry.batch);
    entry.batch = {};
    QVERIFY(entry.endsBatch());
    QVERIFY(!encodeEntry(entry).contains("batch"));
}

void TstEntry::everyMemberComesBack()
{
    Entry entry = proofEntry();
    entry.actor = u"policy:\"odd\" rule"_s;
    entry.data.insert(u"largest"_s, (qint64(1) << 53) - 1);
    entry.data.insert(u"smallest"_s, -(qint64(1) << 53) + 1);

    const auto read = decodeEntry(encodeEntry(entry), true);

    QVERIFY2(read, qPrintable(read ? QString() : read.error().text()));
    QCOMPARE(read->seq, entry.seq);
    QCOMPARE(read->kind, entry.kind);
    QCOMPARE(read->version, entry.version);
    QCOMPARE(read->at, entry.at);
    QCOMPARE(read->at.timeSpec(), Qt::UTC);
    QCOMPARE(read->actor, entry.actor);
    QCOMPARE(read->cause, entry.cause);
    QCOMPARE(read->iteration, entry.iteration);
    QCOMPARE(read->data, entry.data);
    QCOMPARE(read->data.value("largest"_L1).toInteger(), 9007199254740991);
    QCOMPARE(read->prev, entry.prev);
    QCOMPARE(read->hash, entry.hash);
}

void TstEntry::textComesBackUnchanged_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("quotes and controls") << u"a \"b\" \\ / \n \r \t \x01 \x7f"_s;
    QTest::newRow("nul") << QString(u"a\0b"_s);
    QTest::newRow("line separators") << u"a\u2028b\u2029c"_s;
    QTest::newRow("byte order mark inside") << u"a\ufeffb"_s;
    QTest::newRow("beyond the first plane") << u"\U0001f41e bug"_s;
    QTest::newRow("byte order mark first") << u"\ufeffname"_s;
    QTest::newRow("half a surrogate pair") << QString(QChar(0xd83d)) + u"x"_s;
    QTest::newRow("looks like the hash") << u"\",\"hash\":\"0\"}\n"_s;
}

void TstEntry::textComesBackUnchanged()
{
    QFETCH(const QString, text);
    Entry entry = proofEntry();
    entry.data = {{u"text"_s, text}, {text, 1}};

    const QByteArray line = encodeEntry(entry);

    QCOMPARE(line.count('\n'), 1);
    QVERIFY(line.isValidUtf8());
    const auto read = decodeEntry(line, true);
    QVERIFY2(read, qPrintable(read ? QString() : read.error().text()));
    QCOMPARE(read->data.value("text"_L1).toString(), text);
    QVERIFY(read->data.contains(text));
}

void TstEntry::pathComesBackByteForByte_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<bool>("readable");
    QTest::newRow("plain") << "src/main.cpp"_ba << true;
    QTest::newRow("newline and quote") << "a\n\"b"_ba << true;
    QTest::newRow("letters of Europe") << "caf\xc3\xa9"_ba << true;
    QTest::newRow("not UTF-8") << "caf\xe9"_ba << false;
    QTest::newRow("surrogate in UTF-8") << "\xed\xa0\x80"_ba << false;
    QTest::newRow("byte order mark first") << "\xef\xbb\xbfx"_ba << false;
}

void TstEntry::pathComesBackByteForByte()
{
    QFETCH(const QByteArray, bytes);
    QFETCH(const bool, readable);
    Entry entry = proofEntry();
    entry.data = {{u"path"_s, pathToJson(RepoPath(bytes))}};

    const auto read = decodeEntry(encodeEntry(entry), true);

    QVERIFY2(read, qPrintable(read ? QString() : read.error().text()));
    QCOMPARE(read->data.value("path"_L1).isString(), readable);
    QCOMPARE(pathFromJson(read->data.value("path"_L1)).bytes(), bytes);
}

void TstEntry::valueThatIsNoPathGivesAnEmptyOne()
{
    QVERIFY(pathFromJson(3).isEmpty());
    QVERIFY(pathFromJson(QJsonObject{{u"b64"_s, u"not base64!"_s}}).isEmpty());
    QVERIFY(pathFromJson(QJsonObject{}).isEmpty());
}

void TstEntry::numberThatOtherReadersWouldRoundIsRefused_data()
{
    QTest::addColumn<QJsonValue>("number");
    QTest::addColumn<bool>("fits");
    QTest::newRow("largest") << QJsonValue((qint64(1) << 53) - 1) << true;
    QTest::newRow("2^53") << QJsonValue(qint64(1) << 53) << false;
    QTest::newRow("2^53 + 1") << QJsonValue((qint64(1) << 53) + 1) << false;
    QTest::newRow("-2^53") << QJsonValue(-(qint64(1) << 53)) << false;
    QTest::newRow("fraction") << QJsonValue(0.1) << true;
    QTest::newRow("infinite") << QJsonValue(std::numeric_limits<double>::infinity()) << false;
    QTest::newRow("not a number") << QJsonValue(std::numeric_limits<double>::quiet_NaN()) << false;
}

void TstEntry::numberThatOtherReadersWouldRoundIsRefused()
{
    QFETCH(const QJsonValue, number);
    QFETCH(const bool, fits);
    Entry entry = proofEntry();
    entry.data = {{u"sizes"_s, QJsonArray{1, QJsonObject{{u"a/b"_s, number}}}}};

    const Status status = checkData(entry.data);

    QCOMPARE(status.has_value(), fits);
    if (!fits)
        QCOMPARE(status.error().subject, u"data/sizes/1/a~1b"_s);
    // A reader refuses it too, where JSON can say it at all.
    if (std::isfinite(number.toDouble()))
        QCOMPARE(decodeEntry(encodeEntry(entry), true).has_value(), fits);
}

void TstEntry::deepNestingIsRefused()
{
    const auto nested = [](int levels) {
        QJsonObject data;
        for (int i = 1; i < levels; ++i)
            data = {{u"d"_s, data}};
        return data;
    };
    QVERIFY(checkData(nested(64)));
    QVERIFY(!checkData(nested(65)));
}

void TstEntry::changedByteIsSeenWhenVerifying()
{
    Entry entry = proofEntry();
    QByteArray line = encodeEntry(entry);
    line.replace("present", "absent!");

    QVERIFY(decodeEntry(line, false));
    const auto read = decodeEntry(line, true);
    QVERIFY(!read);
    QVERIFY(read.error().what.contains(QString::fromLatin1(entry.hash)));
}

void TstEntry::hashOfDataIsNotTakenForTheLines()
{
    Entry entry = proofEntry();
    entry.data = {{u"hash"_s, QString(64, u'f')}, {u"prev"_s, QString(64, u'e')}};

    const auto read = decodeEntry(encodeEntry(entry), true);

    QVERIFY2(read, qPrintable(read ? QString() : read.error().text()));
    QCOMPARE(read->prev, QByteArray(64, 'a'));
    QCOMPARE(read->hash, entry.hash);
    QCOMPARE(read->data, entry.data);
}

void TstEntry::lineThatIsNoEntryIsRefused_data()
{
    QTest::addColumn<QByteArray>("line");
    Entry entry = proofEntry();
    const QByteArray good = encodeEntry(entry);
    const QByteArray before = good.first(good.lastIndexOf(",\"hash\""));
    const auto with
        = [&](const QByteArray &old, const QByteArray &now) { return sealed(QByteArray(before).replace(old, now)); };
    QTest::newRow("nothing") << ""_ba;
    QTest::newRow("newline") << "\n"_ba;
    QTest::newRow("zeros") << QByteArray(300, '\0');
    QTest::newRow("another JSON") << "{\"a\":1}\n"_ba;
    QTest::newRow("hash only") << sealed("{\"a\":1");
    QTest::newRow("hash in capitals") << before + ",\"hash\":\"" + sha256(before).toUpper() + "\"}\n";
    QTest::newRow("array") << sealed("[1");
    QTest::newRow("seq 0") << with("\"seq\":42", "\"seq\":0");
    QTest::newRow("seq negative") << with("\"seq\":42", "\"seq\":-1");
    QTest::newRow("seq with a fraction") << with("\"seq\":42", "\"seq\":4.5");
    QTest::newRow("seq text") << with("\"seq\":42", "\"seq\":\"42\"");
    QTest::newRow("seq too large") << with("\"seq\":42", "\"seq\":9007199254740992");
    QTest::newRow("no seq") << with("\"seq\":42,", "");
    QTest::newRow("no kind") << with("\"kind\":\"proof.run\",", "");
    QTest::newRow("no v") << with("\"v\":1,", "");
    QTest::newRow("v 0") << with("\"v\":1", "\"v\":0");
    for (const char *batch : {"3", "\"42\"", "[]", "[42]", "[41,42,43]", "[0,42]", "[43,44]", "[40,41]", "[42,42]",
                              "[\"41\",\"43\"]", "[41,42.5]", "[42,9007199254740992]"})
        QTest::addRow("batch %s", batch) << with("\"v\":1", "\"v\":1,\"batch\":" + QByteArray(batch));
    QTest::newRow("no actor") << with("\"actor\":\"engine\",", "");
    QTest::newRow("iter text") << with("\"iter\":3", "\"iter\":\"3\"");
    QTest::newRow("cause 0") << with("\"cause\":17", "\"cause\":0");
    QTest::newRow("30 February") << with("2025-03-09", "2025-02-30");
    QTest::newRow("25 o'clock") << with("T04:05", "T25:05");
    QTest::newRow("before 1970") << with("2025-03-09", "1969-12-31");
    QTest::newRow("time without ms") << with("06.078Z", "06Z");
    QTest::newRow("local time") << with("06.078Z", "06.078+");
    QTest::newRow("data text") << with(R"({"answer":"present","exit":1,"subject":"C1"})", "\"x\"");
    QTest::newRow("no data") << with(R"("data":{"answer":"present","exit":1,"subject":"C1"},)", "");
    QTest::newRow("prev short") << with(QByteArray(64, 'a'), "aa");
    QTest::newRow("large number") << with("\"exit\":1", "\"exit\":12345678901234567890");
    QTest::newRow("not UTF-8") << with("present", "pres\xff");
    QTest::newRow("nul inside") << with("present", QByteArray("pre\0ent", 7));
}

void TstEntry::lineThatIsNoEntryIsRefused()
{
    QFETCH(const QByteArray, line);
    const auto read = decodeEntry(line, true);
    QVERIFY(!read);
    QVERIFY(!read.error().what.isEmpty());
    QVERIFY(read.error().what.size() < 400);
}

void TstEntry::kindsAndMembersOfANewerVersionAreRead()
{
    const QByteArray line = sealed(R"({"later":true,"seq":1,"kind":"moon.phase","v":7,"at":"2031-01-01T00:00:00.000Z",)"
                                   R"("actor":"engine","data":{"phase":3},"prev":")"
                                   + zeroHash() + '"');

    const auto read = decodeEntry(line, true);

    QVERIFY2(read, qPrintable(read ? QString() : read.error().text()));
    QCOMPARE(read->kind, u"moon.phase"_s);
    QCOMPARE(read->version, 7);
    QVERIFY(!knownKind("moon.phase"));
}

void TstEntry::everyKindIsFoundByItsName()
{
    QVERIFY(knownKinds().size() > 50);
    for (const QString &kind : knownKinds())
        QCOMPARE(knownKind(kind.toLatin1()), kind);
    QVERIFY(!knownKind("proof"));
    QVERIFY(!knownKind("proof.run "));
    QVERIFY(!knownKind(""));
    QVERIFY(!knownKind("\xff"));
}

// The whole of decodeEntry is fed with damage: a fixed seed, so that a failure can be repeated.
void TstEntry::damagedLinesNeverCrashNorPassVerification()
{
    Entry entry = proofEntry();
    entry.data.insert(u"nested"_s, QJsonArray{QJsonObject{{u"b64"_s, u"/w=="_s}}, 1.5, QJsonValue(), u"é\n"_s});
    const QByteArray good = encodeEntry(entry).chopped(1);
    std::mt19937 random(20250309); // NOLINT: repeatable on purpose
    const auto upTo = [&random](qsizetype most) { return std::uniform_int_distribution<qsizetype>(0, most)(random); };
    int decoded = 0;
    for (int round = 0; round < 200'000; ++round) {
        QByteArray line = good;
        const auto changes = 1 + upTo(3);
        for (qsizetype change = 0; change < changes; ++change) {
            const qsizetype at = upTo(line.size() - 1);
            switch (upTo(5)) {
            case 0:
                line[at] = static_cast<char>(upTo(255));
                break;
            case 1:
                line.remove(at, 1 + upTo(20));
                break;
            case 2:
                line.insert(at, static_cast<char>(upTo(255)));
                break;
            case 3:
                line.insert(at, line.mid(upTo(line.size() - 1), upTo(40)));
                break;
            case 4:
                line.truncate(std::max<qsizetype>(at, 1));
                break;
            default:
                line[at] = "{}[]\",:0123456789eE+-.\\"[upTo(22)];
                break;
            }
            if (line.isEmpty())
                line = "{";
        }
        if (line == good)
            continue;
        QVERIFY2(!decodeEntry(line, true), line.constData());
        if (decodeEntry(line, false))
            ++decoded;
    }
    // The damage is not so coarse that the members' own checks are never reached.
    QVERIFY(decoded > 1000);
}

QTEST_APPLESS_MAIN(TstEntry)
#include "tst_entry.moc"
