// findings.sarif holds the members that SARIF 2.1.0 requires, and what was seen of each finding. The numbers are the
// sections of the standard.
#include "core/bundle/sarif.h"
#include "tests/bundle/toldrun.h"

#include <QJsonDocument>
#include <QTest>
#include <QUrl>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

class TstSarif : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theLogHasTheRequiredMembers();
    void eachRootCauseIsARuleAndEachResultNamesIt();
    void levelsAndBaselineStatesTellWhatWasSeen();
    void aDeclinedFindingIsSuppressedWithItsReason();
    void whatWasNotShownIsNoResult();
    void pathsAreRelativeReferencesOfTheirBytes();
    void wordsOfAnAgentAreNoLinksAndHideNothing();
    void theFingerprintFollowsTheContentAndNotTheLine();
    void theSameJournalGivesTheSameBytes();

private:
    static QJsonObject sarif(const ToldRun &run);
    static QJsonObject result(const ToldRun &run, const QString &finding);
};

QJsonObject TstSarif::sarif(const ToldRun &run)
{
    return QJsonDocument::fromJson(findingsAsSarif(run.facts(), run.state)).object();
}

QJsonObject TstSarif::result(const ToldRun &run, const QString &finding)
{
    for (const QJsonValue result : sarif(run)[u"runs"][0][u"results"].toArray()) {
        if (result[u"properties"][u"id"] == finding)
            return result.toObject();
    }
    return {};
}

void TstSarif::theLogHasTheRequiredMembers()
{
    const QJsonObject log = sarif(ToldRun::whole());
    QCOMPARE(log[u"version"], u"2.1.0"_s);                                              // 3.13.2
    QVERIFY(QUrl(log[u"$schema"].toString(), QUrl::StrictMode).isValid());              // 3.13.3
    QCOMPARE(log[u"runs"].toArray().size(), 1);                                         // 3.13.4
    const QJsonValue run = log[u"runs"][0];
    QCOMPARE(run[u"tool"][u"driver"][u"name"], u"Assay"_s);                             // 3.14.6, 3.18.2, 3.19.8
    QCOMPARE(run[u"tool"][u"driver"][u"version"], QLatin1StringView(ASSAY_VERSION));    // 3.19.13
    QVERIFY(run[u"results"].isArray());                                                 // 3.14.23
    QCOMPARE(run[u"results"].toArray().size(), 5);
    for (const QJsonValue result : run[u"results"].toArray()) {
        QVERIFY(!result[u"message"][u"text"].toString().isEmpty());                     // 3.27.11, 3.11.8
        QVERIFY(result[u"locations"].isArray());                                        // 3.27.12
        QVERIFY(result[u"partialFingerprints"].isObject());                             // 3.27.17
        QVERIFY(!result[u"baselineState"].toString().isEmpty()); // 3.27.24: on one, then on all
    }
}

void TstSarif::eachRootCauseIsARuleAndEachResultNamesIt()
{
    const QJsonValue run = sarif(ToldRun::whole())[u"runs"][0];
    const QJsonArray rules = run[u"tool"][u"driver"][u"rules"].toArray();               // 3.19.23
    QCOMPARE(rules.size(), 2);
    QCOMPARE(rules.at(0)[u"id"], u"arguments"_s);                                       // 3.49.3
    QCOMPARE(rules.at(0)[u"defaultConfiguration"][u"level"], u"error"_s);               // 3.49.14, 3.50.3
    QCOMPARE(rules.at(1)[u"id"], u"spelling"_s);
    for (const QJsonValue result : run[u"results"].toArray())                           // 3.27.5, 3.27.6
        QCOMPARE(result[u"ruleId"], rules.at(result[u"ruleIndex"].toInt(-1))[u"id"]);
}

void TstSarif::levelsAndBaselineStatesTellWhatWasSeen()
{
    const ToldRun seen = ToldRun::whole();
    const auto is = [&](const QString &finding, const QString &level, const QString &baseline) {
        const QJsonObject found = result(seen, finding);
        QCOMPARE(found[u"kind"], u"fail"_s);                                            // 3.27.9
        QCOMPARE(found[u"level"], level);                                               // 3.27.10
        QCOMPARE(found[u"baselineState"], baseline);                                    // 3.27.24
    };
    is(u"F1"_s, u"error"_s, u"absent"_s);
    is(u"F2"_s, u"note"_s, u"unchanged"_s);
    is(u"F3"_s, u"warning"_s, u"unchanged"_s);
    is(u"F4"_s, u"error"_s, u"new"_s);
    QCOMPARE(result(seen, u"F1"_s)[u"properties"][u"defendedBy"].toArray(), QJsonArray{u"t_greet"_s});
    QCOMPARE(result(seen, u"F1"_s)[u"properties"][u"state"], u"fixed"_s);
}

void TstSarif::aDeclinedFindingIsSuppressedWithItsReason()
{
    const QJsonArray suppressions = result(ToldRun::whole(), u"F3"_s)[u"suppressions"].toArray(); // 3.27.23
    QCOMPARE(suppressions.size(), 1);
    QCOMPARE(suppressions.at(0)[u"kind"], u"external"_s);                                // 3.35.2
    QCOMPARE(suppressions.at(0)[u"status"], u"accepted"_s);                              // 3.35.3
    QCOMPARE(suppressions.at(0)[u"justification"], u"documented so"_s);                  // 3.35.6
    QVERIFY(!result(ToldRun::whole(), u"F2"_s).contains(u"suppressions"));
}

void TstSarif::whatWasNotShownIsNoResult()
{
    const ToldRun seen = ToldRun::whole();
    QVERIFY(!findingsAsSarif(seen.facts(), seen.state).contains("cheese"));
}

void TstSarif::pathsAreRelativeReferencesOfTheirBytes()
{
    const QList<Location> where{{RepoPath("a b/c:d%e#f?.sh"), 7},
                                {RepoPath("\xff\xfe.bin"), 0},
                                {RepoPath("/etc/passwd"), 1},
                                {RepoPath("x:y"), -4}};
    const ToldRun run = ToldRun::withOne({{u"where"_s, codec::toJson(where)}});
    const QJsonArray places = result(run, u"F1"_s)[u"locations"].toArray();
    QCOMPARE(places.size(), 4);
    const auto uri = [&](int i) { return places.at(i)[u"physicalLocation"][u"artifactLocation"][u"uri"].toString(); };
    QCOMPARE(uri(0), u"a%20b/c%3Ad%25e%23f%3F.sh"_s);                                    // 3.4.3
    QCOMPARE(uri(1), u"%FF%FE.bin"_s);
    QCOMPARE(uri(2), u"%2Fetc/passwd"_s);
    QCOMPARE(uri(3), u"x%3Ay"_s);
    for (int i = 0; i < 4; ++i) {
        QVERIFY(QUrl(uri(i), QUrl::StrictMode).isValid() && QUrl(uri(i)).isRelative());
        QCOMPARE(places.at(i)[u"physicalLocation"][u"artifactLocation"][u"uriBaseId"], u"SRCROOT"_s); // 3.4.4
    }
    QCOMPARE(places.at(0)[u"physicalLocation"][u"region"][u"startLine"].toInt(), 7);     // 3.30.5: from 1
    QVERIFY(places.at(1)[u"physicalLocation"][u"region"].isUndefined());
    QVERIFY(places.at(3)[u"physicalLocation"][u"region"].isUndefined());
}

void TstSarif::wordsOfAnAgentAreNoLinksAndHideNothing()
{
    const ToldRun run = ToldRun::withOne({{u"title"_s, u"see [here](https://evil.test) {0} \u202egnp.exe\x1b[2J"_s}});
    const QString text = result(run, u"F1"_s)[u"message"][u"text"].toString();
    QVERIFY2(text.startsWith(u"see [here] (https://evil.test) {{0}} \\u202egnp.exe\\x1b[2J\nObserved: seen 1\n"),
             qPrintable(text)); // 3.11.5, 3.11.6
}

void TstSarif::theFingerprintFollowsTheContentAndNotTheLine()
{
    const auto fingerprint = [](const QJsonObject &more) {
        const ToldRun run = ToldRun::withOne(more);
        return result(run, u"F1"_s)[u"partialFingerprints"][u"findingContent/v1"].toString();
    };
    const QString print = fingerprint({});
    QCOMPARE(print.size(), 64);
    const auto at = [](const char *path, int line) {
        return QJsonObject{{u"where"_s, codec::toJson(QList<Location>{{RepoPath(path), line}})}};
    };
    QCOMPARE(fingerprint(at("greet.sh", 99)), print);
    QCOMPARE(fingerprint({{u"title"_s, u"better words"_s}}), print);
    QVERIFY(fingerprint(at("other.sh", 3)) != print);
    QVERIFY(fingerprint({{u"observed"_s, u"something else"_s}}) != print);
}

void TstSarif::theSameJournalGivesTheSameBytes()
{
    const ToldRun one = ToldRun::whole(), other = ToldRun::whole();
    QCOMPARE(findingsAsSarif(one.facts(), one.state), findingsAsSarif(other.facts(), other.state));
}

QTEST_GUILESS_MAIN(TstSarif)
#include "tst_sarif.moc"
