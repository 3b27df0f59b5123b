// report.html can be read anywhere and carries nothing but the run: no script, nothing from elsewhere, no text of the
// journal that acts as markup.
#include "core/bundle/reporthtml.h"
#include "tests/bundle/toldrun.h"

#include <QTest>
#include <QXmlStreamReader>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

namespace {

struct Element {
    QString name;
    QXmlStreamAttributes attributes;
    QString text; ///< all text in it, its children's too
};

/// Every element in document order; a last one "error" when the page is not well-formed.
QList<Element> elementsOf(const QByteArray &html)
{
    QList<Element> elements;
    QList<qsizetype> open;
    QXmlStreamReader reader(html);
    while (!reader.atEnd()) {
        switch (reader.readNext()) {
        case QXmlStreamReader::StartElement:
            open.append(elements.size());
            elements.append({reader.name().toString(), reader.attributes(), {}});
            break;
        case QXmlStreamReader::EndElement:
            open.removeLast();
            break;
        case QXmlStreamReader::Characters:
            for (const qsizetype at : std::as_const(open))
                elements[at].text += reader.text();
            break;
        default:
            break;
        }
    }
    if (reader.hasError())
        elements.append({u"error"_s, {}, reader.errorString()});
    return elements;
}

QList<Element> named(const QList<Element> &elements, const QString &name)
{
    QList<Element> some = elements;
    some.removeIf([&](const Element &element) { return element.name != name; });
    return some;
}

} // namespace

class TstReportHtml : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void itIsWellFormedAndSaysWhatItIs();
    void headingsAreInOrder();
    void nothingComesFromElsewhereAndNothingRuns();
    void everyLinkLeadsToAPlaceInThePage();
    void lightDarkPhoneAndPaperAreCaredFor();
    void theMatrixHasWordsBesideItsGlyphs();
    void theWholeRunIsTold();
    void whatIsNotProvenIsSaidOnTop();
    void wordsOfTheJournalAreNeverMarkup();
    void aRunWithoutFindingsIsAPage();
    void theSameJournalGivesTheSameBytes();

private:
    static QByteArray page(const ToldRun &run) { return reportAsHtml(run.facts(), run.state); }
};

void TstReportHtml::itIsWellFormedAndSaysWhatItIs()
{
    const QByteArray html = page(ToldRun::whole());
    QVERIFY(html.startsWith("<!DOCTYPE html>\n"));
    const QList<Element> all = elementsOf(html);
    QVERIFY2(all.last().name != u"error", qPrintable(all.last().text));
    QCOMPARE(named(all, u"html"_s).first().attributes.value(u"lang"_s), u"en"_s);
    QVERIFY(named(all, u"title"_s).first().text.startsWith(u"Assay run "));
    QStringList metas;
    for (const Element &meta : named(all, u"meta"_s))
        metas.append(u"%1%2"_s.arg(meta.attributes.value(u"charset"_s), meta.attributes.value(u"name"_s)));
    QVERIFY(metas.contains(u"utf-8"_s) && metas.contains(u"viewport"_s));
}

void TstReportHtml::headingsAreInOrder()
{
    int level = 0, first = 0;
    for (const Element &element : elementsOf(page(ToldRun::whole()))) {
        if (element.name.size() != 2 || !element.name.startsWith(u'h') || !element.name.at(1).isDigit())
            continue;
        const int now = element.name.at(1).digitValue();
        QVERIFY2(now <= level + 1, qPrintable(element.text));
        QVERIFY(!element.text.isEmpty());
        first += now == 1 ? 1 : 0;
        level = now;
    }
    QCOMPARE(first, 1);
}

void TstReportHtml::nothingComesFromElsewhereAndNothingRuns()
{
    const QByteArray html = page(ToldRun::whole());
    for (const Element &element : elementsOf(html)) {
        QVERIFY2(
            !(QStringList{u"script"_s, u"link"_s, u"img"_s, u"iframe"_s, u"object"_s, u"form"_s, u"base"_s}.contains(
                element.name)),
            qPrintable(element.name));
        for (const QXmlStreamAttribute &attribute : element.attributes) {
            QVERIFY2(!attribute.name().startsWith(u"on") && attribute.name() != u"src", qPrintable(element.name));
            QVERIFY(attribute.name() != u"href" || attribute.value().startsWith(u'#'));
        }
    }
    for (const char *outside : {"url(", "@import", "http://", "https://", "javascript:"})
        QVERIFY2(!html.contains(outside), outside);
    QVERIFY(html.contains("default-src 'none'"));
}

void TstReportHtml::everyLinkLeadsToAPlaceInThePage()
{
    QStringList ids, links;
    for (const Element &element : elementsOf(page(ToldRun::whole()))) {
        if (element.attributes.hasAttribute(u"id"_s)) {
            QVERIFY(!ids.contains(element.attributes.value(u"id"_s)));
            ids.append(element.attributes.value(u"id"_s).toString());
        }
        if (element.attributes.hasAttribute(u"href"_s))
            links.append(element.attributes.value(u"href"_s).mid(1).toString());
    }
    QVERIFY(!links.isEmpty());
    for (const QString &link : std::as_const(links))
        QVERIFY2(ids.contains(link), qPrintable(link));
}

void TstReportHtml::lightDarkPhoneAndPaperAreCaredFor()
{
    const QString style = named(elementsOf(page(ToldRun::whole())), u"style"_s).first().text;
    for (const QString &part :
         {u"prefers-color-scheme: dark"_s, u"color-scheme: light dark"_s, u"@media print"_s, u"@media (max-width:"_s})
        QVERIFY2(style.contains(part), qPrintable(part));
    QCOMPARE(style.count(u'{'), style.count(u'}'));
}

void TstReportHtml::theMatrixHasWordsBesideItsGlyphs()
{
    const QList<Element> all = elementsOf(page(ToldRun::whole()));
    QStringList row;
    for (const Element &cell : named(all, u"td"_s))
        row.append(cell.text);
    QVERIFY2(row.size() > 12, qPrintable(row.join(u'|')));
    QCOMPARE(row.mid(0, 6),
             (QStringList{u"F1"_s, u"finding 1"_s, u"● present 3/3"_s, u"● present 3/3"_s, u"○ absent 3/3"_s,
                          u"fixed in 3, 1 toothed test"_s}));
    const qsizetype test = row.indexOf(u"t_greet"_s);
    QCOMPARE(row.mid(test, 4), (QStringList{u"t_greet"_s, u"● fails"_s, u"● fails"_s, u"○ passes"_s}));
    QVERIFY(!named(all, u"caption"_s).isEmpty());
    for (const Element &head : named(all, u"th"_s))
        QCOMPARE(head.attributes.value(u"scope"_s), u"col"_s);
}

void TstReportHtml::theWholeRunIsTold()
{
    const QString told = elementsOf(page(ToldRun::whole())).first().text;
    for (const QString &part :
         {u"31 tests were green while 3 High findings were real"_s, u"seen 1"_s, u"wanted 1"_s, u"greet.sh:3"_s,
          u"nothing: no test was seen to fail without the fix"_s, u"F3 finding 3: documented so (owner)"_s,
          u"a linter: no defect (agent:A1)"_s, u"P1 Other languages?"_s, u"P2 Old shells?: none by owner: POSIX only"_s,
          u"rolled back"_s, u"F1 is present still"_s, u"Iteration 2: 99 passed; seen: 30 passed"_s,
          u"the moon is cheese: not reproduced (absent in 3 of 3 runs)"_s, u"assay verify BUNDLE"_s})
        QVERIFY2(told.contains(part), qPrintable(part + u" is not in "_s + told));
}

void TstReportHtml::whatIsNotProvenIsSaidOnTop()
{
    const ToldRun run = ToldRun::whole();
    BundleFacts facts = run.facts();
    QVERIFY(!page(run).contains("Not proven."));
    facts.unproven = true;
    facts.proofs = {QJsonObject{{u"name"_s, u"F1 is absent after"_s}, {u"state"_s, u"refuted"_s}}};
    const QByteArray html = reportAsHtml(facts, run.state);
    const qsizetype said = html.indexOf("Not proven.");
    QVERIFY(said > 0 && said < html.indexOf("<h2>"));
    QVERIFY(html.contains("refuted: F1 is absent after"));
}

void TstReportHtml::wordsOfTheJournalAreNeverMarkup()
{
    const QString hostile
        = u"</h3><script>alert(1)</script>\"'><img src=x onerror=alert(1)> %1 %2 &lt; \u202egnp.exe\u200b\x1b[2J"_s;
    ToldRun run = ToldRun::withOne({{u"title"_s, hostile},
                                    {u"cause"_s, hostile},
                                    {u"observed"_s, hostile},
                                    {u"expected"_s, hostile},
                                    {u"where"_s, codec::toJson(QList<Location>{{RepoPath(hostile.toUtf8()), 1}})}});
    run.add(u"declined"_s, {{u"subject"_s, hostile}, {u"reason"_s, hostile}}, 0, hostile);
    run.add(
        u"prompt.filed"_s,
        codec::toJson(Prompt{
            .id = PromptId(u"P1"_s), .title = hostile, .question = hostile, .options = {{hostile, hostile, false}}}),
        1);
    run.add(u"claim.made"_s, codec::toJson(Claim{.text = hostile}), 1);
    run.add(u"claim.judged"_s, {{u"claim"_s, 0}, {u"result"_s, u"refuted"_s}, {u"seen"_s, hostile}}, 1);
    run.verdict(1, hostile, hostile);
    const QByteArray html = page(run);
    const QList<Element> all = elementsOf(html);
    QVERIFY2(all.last().name != u"error", qPrintable(all.last().text));
    QVERIFY(named(all, u"script"_s).isEmpty() && named(all, u"img"_s).isEmpty());
    for (const char *hidden : {"\u202e", "\u200b", "\x1b", "<script"})
        QVERIFY(!html.contains(hidden));
    const QString shown
        = u"</h3><script>alert(1)</script>\"'><img src=x onerror=alert(1)> %1 %2 &lt; \\u202egnp.exe\\u200b\\x1b[2J"_s;
    const QString told = all.first().text;
    QVERIFY2(told.count(shown) >= 12, qPrintable(told));
}

void TstReportHtml::aRunWithoutFindingsIsAPage()
{
    const QList<Element> all = elementsOf(page(ToldRun()));
    QVERIFY2(all.last().name != u"error", qPrintable(all.last().text));
    const QString told = all.first().text;
    for (const QString &part : {u"Nothing was shown."_s, u"None was shown."_s, u"No claim of the agent was refuted."_s})
        QVERIFY2(told.contains(part), qPrintable(part));
}

void TstReportHtml::theSameJournalGivesTheSameBytes()
{
    QCOMPARE(page(ToldRun::whole()), page(ToldRun::whole()));
}

QTEST_GUILESS_MAIN(TstReportHtml)
#include "tst_reporthtml.moc"
