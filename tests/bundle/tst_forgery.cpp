// What somebody with a text editor and sha256sum can do to a bundle, and what it is told to be.
#include "core/bundle/bundlejournal.h"
#include "tests/bundle/exportedrun.h"

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

class TstForgery : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void aFileReplacedWithItsHashesIsRefutedByTheJournal_data();
    void aFileReplacedWithItsHashesIsRefutedByTheJournal();
    void aManifestThatSaysOtherThanTheJournalIsRefuted_data();
    void aManifestThatSaysOtherThanTheJournalIsRefuted();
    void aJournalCutOffAtAnyEntryIsRefuted();
    void anEditedEntryWithAllLaterHashesMadeAnewIsNotAnchored();
    void aPatchForgedDownToTheJournalIsRefutedByWhatIsRun();
    void countsForgedDownToTheJournalAreRefutedByWhatIsRun();
    void aGateReportForgedDownToTheJournalIsRefutedByWhatIsRun();
    void textsOfAnotherVersionCannotBeJudged();
    void entriesOfANewerVersionCannotBeJudged();
    void aSetUidBitRefutes();

private:
    ExportedRun m_exported;
};

void TstForgery::initTestCase()
{
    QVERIFY2(m_exported.make(), qPrintable(m_exported.why()));
}

void TstForgery::aFileReplacedWithItsHashesIsRefutedByTheJournal_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::newRow("a repro that looks elsewhere")
        << u"repro/F1-greet-sh-forgets-the-name.sh"_s << QByteArray("exit 1") << QByteArray("exit 1 # as told");
    QTest::newRow("a runner that lies") << u"repro/run"_s << QByteArray("exit \"$worst\"") << QByteArray("exit 0");
    QTest::newRow("a table that leaves out") << u"repro/list"_s << QByteArray("F2") << QByteArray("F1");
    QTest::newRow("another environment") << u"repro/env"_s << QByteArray() << QByteArray("PATH=/tmp\n");
    QTest::newRow("the story told otherwise") << u"journal.md"_s << QByteArray("rolled back") << QByteArray("kept");
    QTest::newRow("a finding made less") << u"findings.sarif"_s << QByteArray("\"error\"") << QByteArray("\"note\"");
    QTest::newRow("a gate's result") << u"gate.junit.xml"_s << QByteArray("failures=\"0\"")
                                     << QByteArray("failures=\"1\"");
    QTest::newRow("a machine's work called a human's")
        << u"disclosure.md"_s << QByteArray("Done by a machine") << QByteArray("Done by hand");
    QTest::newRow("a report that tells less") << u"report.html"_s << QByteArray("rolled back") << QByteArray("kept");
    QTest::newRow("a commit's words") << u"series/0001-Greet-by-name.patch"_s << QByteArray("Greet by name")
                                      << QByteArray("Reviewed by all");
    QTest::newRow("a commit's hash") << u"series/0002-Count-all-arguments.patch"_s << QByteArray("From ")
                                     << QByteArray("From 0");
    QTest::newRow("words before the patch") << u"fixes.patch"_s << QByteArray("diff --git a/count.sh")
                                            << QByteArray("Signed off by upstream.\ndiff --git a/count.sh");
    QTest::newRow("one file more") << u"repro/F9.sh"_s << QByteArray() << QByteArray("#!/bin/sh\n");
}

void TstForgery::aFileReplacedWithItsHashesIsRefutedByTheJournal()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QTemporaryDir dir;
    const QString bundle = m_exported.copy(dir);
    const QString path = bundle + u'/' + file;
    QByteArray bytes = QFile::exists(path) ? bytesOf(path) : QByteArray();
    if (from.isEmpty()) {
        bytes += to;
    } else {
        QVERIFY(bytes.contains(from));
        bytes.replace(bytes.indexOf(from), from.size(), to);
    }
    overwrite(path, bytes);
    rehash(bundle);
    QVERIFY(checkManifest(bundle)->problems.isEmpty());
    const Verdict verdict = m_exported.verify(bundle);
    QVERIFY2(verdict.status == 9, verdict.message().constData());
    QVERIFY2(verdict.text.contains(file), verdict.message().constData()); // the reader is told which
    QVERIFY2(!verdict.text.contains(u"present before"_s), verdict.message().constData()); // nothing of it was run
}

void TstForgery::aManifestThatSaysOtherThanTheJournalIsRefuted_data()
{
    QTest::addColumn<QString>("member");
    QTest::addColumn<QJsonValue>("value");
    for (const QString &name : {u"findings"_s, u"checks"_s, u"proofs"_s, u"series"_s})
        QTest::newRow(qPrintable(name)) << name << QJsonValue(QJsonArray{});
    QTest::newRow("unstable") << u"unstable"_s << QJsonValue(QJsonArray{u"greets"_s});
    QTest::newRow("outcome") << u"outcome"_s << QJsonValue(u"stuck"_s);
    QTest::newRow("policy") << u"policy"_s << QJsonValue(QJsonObject{});
    QTest::newRow("gate") << u"gate"_s << QJsonValue(QJsonObject{{u"passed"_s, 4000}});
    QTest::newRow("run") << u"run"_s << QJsonValue(u"another"_s);
    QTest::newRow("a member more") << u"endorsed_by"_s << QJsonValue(u"upstream"_s);
}

void TstForgery::aManifestThatSaysOtherThanTheJournalIsRefuted()
{
    QFETCH(QString, member);
    QFETCH(QJsonValue, value);
    QTemporaryDir dir;
    const QString bundle = m_exported.copy(dir);
    rehash(bundle, [&](QJsonObject &facts) { facts[member] = value; });
    const Verdict verdict = m_exported.verify(bundle);
    QVERIFY2(verdict.status == 9, verdict.message().constData());
    QVERIFY2(verdict.text.contains(member), verdict.message().constData());
}

void TstForgery::aJournalCutOffAtAnyEntryIsRefuted()
{
    QTemporaryDir dir;
    const QString bundle = m_exported.copy(dir);
    const QString path = bundle + u"/journal.jsonl"_s;
    QByteArrayList lines = bytesOf(path).split('\n');
    lines.removeLast();
    const qsizetype all = lines.size();
    for (const qsizetype left : {all - 1, all - 2, all / 2, qsizetype(1)}) {
        overwrite(path, lines.mid(0, left).join('\n') + '\n');
        rehash(bundle);
        const Verdict verdict = m_exported.verify(bundle);
        QVERIFY2(verdict.status == 9,
                 (QByteArray::number(left) + " of " + QByteArray::number(all) + ": " + verdict.message()).constData());
        QVERIFY2(verdict.text.contains(u"cut off"_s), verdict.message().constData());
    }
}

void TstForgery::anEditedEntryWithAllLaterHashesMadeAnewIsNotAnchored()
{
    QTemporaryDir dir;
    const QString bundle = m_exported.copy(dir);
    const QString path = bundle + u"/journal.jsonl"_s;
    QByteArrayList lines = bytesOf(path).split('\n');
    lines.removeLast();
    QByteArray prev = zeroHash(), all;
    for (const QByteArray &line : std::as_const(lines)) {
        auto entry = decodeEntry(line, true);
        QVERIFY(entry);
        if (entry->kind == "finding.claimed"_L1)
            entry->data[u"severity"_s] = u"low"_s;
        entry->prev = prev;
        all += encodeEntry(*entry);
        prev = entry->hash;
    }
    overwrite(path, all);
    rehash(bundle);
    const Verdict verdict = m_exported.verify(bundle);
    QVERIFY2(verdict.status == 9, verdict.message().constData());
    QVERIFY2(verdict.text.contains(u"1 each commit of series/ is anchored"_s), verdict.message().constData());
}

void TstForgery::aPatchForgedDownToTheJournalIsRefutedByWhatIsRun()
{
    // Every manifest fits, the journal names the digest, and the patch no longer mends anything.
    QTemporaryDir dir;
    const QString bundle = m_exported.copy(dir);
    QByteArray patch = bytesOf(bundle + u"/fixes.patch"_s);
    QVERIFY(patch.contains("+echo $#"));
    patch.replace("+echo $#", "+echo $9");
    overwrite(bundle + u"/fixes.patch"_s, patch);
    forgeLastEntry(bundle, [&](QJsonObject &data) { data[u"patch"_s] = Digest::of(patch).text(); });
    rehash(bundle);
    const Verdict verdict = m_exported.verify(bundle);
    QVERIFY2(verdict.status == 9, verdict.message().constData());
    QVERIFY2(verdict.text.contains(u"0 every file is the one that the journal names"_s), verdict.message().constData());
    QVERIFY2(verdict.text.contains(u"1 fixes.patch on base gives tree"_s), verdict.message().constData());
}

void TstForgery::countsForgedDownToTheJournalAreRefutedByWhatIsRun()
{
    // All hashes made anew, and the trailers in series/ with them: nothing but the gate itself knows better.
    QTemporaryDir dir;
    const QString bundle = m_exported.copy(dir);
    const QString path = bundle + u"/journal.jsonl"_s;
    QByteArrayList lines = bytesOf(path).split('\n');
    lines.removeLast();
    const QStringList mails = QDir(bundle + u"/series"_s).entryList(QDir::Files, QDir::Name);
    QHash<QByteArray, QByteArray> renamed;
    QByteArray prev = zeroHash(), all;
    for (const QByteArray &line : std::as_const(lines)) {
        auto entry = decodeEntry(line, true);
        QVERIFY(entry);
        const QByteArray before = entry->hash;
        if (entry->kind == "gate.reported"_L1 && entry->data[u"passed"_s].toInt() == 2)
            entry->data[u"passed"_s] = 4000;
        if (entry->kind == "export.proven"_L1) {
            QJsonArray series;
            for (const QString &mail : mails) {
                QByteArray bytes = bytesOf(bundle + u"/series/"_s + mail);
                for (auto it = renamed.cbegin(); it != renamed.cend(); ++it)
                    bytes.replace("Assay-Journal: " + it.key(), "Assay-Journal: " + it.value());
                overwrite(bundle + u"/series/"_s + mail, bytes);
                series.append(QJsonObject{{u"file"_s, u"series/"_s + mail}, {u"sha256"_s, Digest::of(bytes).text()}});
            }
            entry->data[u"series"_s] = series;
        }
        entry->prev = prev;
        all += encodeEntry(*entry);
        prev = entry->hash;
        renamed.insert(before, prev);
    }
    overwrite(path, all);
    const auto journal = readBundleJournal(path);
    QVERIFY(journal);
    auto facts = BundleFacts::of(journal->state);
    QVERIFY(facts && facts->takeExport(journal->last.data));
    const auto texts = writtenFromJournal(*facts, journal->state, bytesOf(resources() + u"/bundle/run"_s));
    for (auto it = texts.cbegin(); it != texts.cend(); ++it)
        overwrite(bundle + u'/' + QString::fromUtf8(it.key()), it.value());
    QVERIFY(texts.value("journal.md").contains(" 4000 pass now"));
    rehash(bundle, [&](QJsonObject &manifest) {
        manifest = facts->toJson();
        manifest[u"format"_s] = u"assay/bundle/1"_s;
    });
    const Verdict verdict = m_exported.verify(bundle);
    QVERIFY2(verdict.status == 9, verdict.message().constData());
    QVERIFY2(verdict.text.contains(u"1 the gate says what the journal says"_s), verdict.message().constData());
    QCOMPARE(verdict.text.count(u"\n1 "_s), 1);
}

void TstForgery::aGateReportForgedDownToTheJournalIsRefutedByWhatIsRun()
{
    QTemporaryDir dir;
    const QString bundle = m_exported.copy(dir);
    const QByteArray honest = bytesOf(bundle + u"/gate.junit.xml"_s);
    const auto forged = [&](const QByteArray &from, const QByteArray &to) {
        QByteArray report = honest;
        overwrite(bundle + u"/gate.junit.xml"_s, report.replace(from, to));
        forgeLastEntry(bundle, [&](QJsonObject &data) { data[u"gate_report"_s] = Digest::of(report).text(); });
        rehash(bundle);
        return m_exported.verify(bundle);
    };
    QVERIFY2(honest.contains("<testcase name=\"greets by name\" classname=\"sh run.sh\"/>"), honest.constData());
    Verdict verdict = forged("classname=\"sh run.sh\"/>", "classname=\"sh run.sh\"><skipped/></testcase>");
    QVERIFY2(verdict.status == 9, verdict.message().constData());
    QVERIFY2(verdict.text.contains(u"1 the gate says what gate.junit.xml says"_s), verdict.message().constData());
    QCOMPARE(verdict.text.count(u"\n1 "_s), 1);
    verdict = forged("greets by name", "greets in Klingon"); // another runner may name it so: nothing is refuted
    QVERIFY2(verdict.status == 10, verdict.message().constData());
    QVERIFY2(verdict.text.contains(u"no such name here: "_s), verdict.message().constData());
}

void TstForgery::textsOfAnotherVersionCannotBeJudged()
{
    QTemporaryDir dir;
    const QString bundle = m_exported.copy(dir);
    forgeLastEntry(bundle, [](QJsonObject &data) { data[u"assay"_s] = u"0.0.1"_s; });
    overwrite(bundle + u"/journal.md"_s, "# as version 0.0.1 told it\n");
    rehash(bundle, [](QJsonObject &facts) { facts[u"assay"_s] = u"0.0.1"_s; });
    const Verdict verdict = m_exported.verify(bundle);
    QVERIFY2(verdict.status == 10, verdict.message().constData());
    QVERIFY2(verdict.text.contains(u"Verify it with 0.0.1"_s), verdict.message().constData());
    QVERIFY2(verdict.text.contains(u"0 F1 is absent after"_s), verdict.message().constData()); // all else is proven
}

void TstForgery::entriesOfANewerVersionCannotBeJudged()
{
    QTemporaryDir dir;
    const QString bundle = m_exported.copy(dir);
    const QString path = bundle + u"/journal.jsonl"_s;
    const QByteArray bytes = bytesOf(path);
    const auto last = decodeEntry(bytes.mid(bytes.lastIndexOf('\n', -2) + 1), true);
    QVERIFY(last);
    Entry newer{.seq = last->seq + 1,
                .kind = u"dream.dreamt"_s,
                .at = last->at,
                .actor = u"engine"_s,
                .data = {},
                .prev = last->hash};
    overwrite(path, bytes + encodeEntry(newer));
    rehash(bundle);
    const Verdict verdict = m_exported.verify(bundle);
    QVERIFY2(verdict.status == 10, verdict.message().constData());
    QVERIFY2(verdict.text.contains(u"dream.dreamt"_s), verdict.message().constData());
}

void TstForgery::aSetUidBitRefutes()
{
    QTemporaryDir dir;
    const QString bundle = m_exported.copy(dir);
    runProgram(u"chmod"_s, {u"4755"_s, u"repro/run"_s}, bundle);
    const Verdict verdict = m_exported.verify(bundle);
    QVERIFY2(verdict.status == 9, verdict.message().constData());
    QVERIFY2(verdict.text.contains(u"set-uid"_s), verdict.message().constData());
}

QTEST_GUILESS_MAIN(TstForgery)
#include "tst_forgery.moc"
