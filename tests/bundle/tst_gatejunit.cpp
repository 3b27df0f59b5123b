// gate.junit.xml says what the gate said, to the gate's own reader of JUnit reports and to any XML reader.
#include "core/bundle/gatejunit.h"
#include "core/gate/parsers.h"

#include <QTest>
#include <QXmlStreamReader>

using namespace Qt::StringLiterals;
using namespace assay;

class TstGateJUnit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void eachCommandIsASuiteWithItsCasesAndCounts();
    void whatAReaderOfJUnitReadsIsWhatTheGateSaid();
    void aCommandOfStatusOnlyIsOneCase_data();
    void aCommandOfStatusOnlyIsOneCase();
    void aCommandThatEndedBadlyIsNeverGreen();
    void charactersThatXmlForbidsAreShown();
    void anUnguardedRunHasNoSuite();

private:
    /// Every start of an element with its attributes, as text; checks that the document is well-formed.
    static QStringList elements(const QByteArray &xml);
};

QStringList TstGateJUnit::elements(const QByteArray &xml)
{
    QStringList list;
    QXmlStreamReader reader(xml);
    while (!reader.atEnd()) {
        if (reader.readNext() != QXmlStreamReader::StartElement)
            continue;
        QString text = reader.name().toString();
        for (const QXmlStreamAttribute &attribute : reader.attributes())
            text += u" %1=%2"_s.arg(attribute.name(), attribute.value());
        list.append(text);
    }
    if (reader.hasError())
        list.append(u"no XML: "_s + reader.errorString());
    return list;
}

namespace {

CommandReport unittest()
{
    return {.command = u"python3 -m unittest"_s,
            .format = ReportFormat::Unittest,
            .exitStatus = 1,
            .duration = std::chrono::milliseconds(2500),
            .cases = {{.name = u"t.Pool.takes"_s, .seconds = 0.25, .file = u"t.py"_s},
                      {.name = u"t.Pool.gives"_s, .result = CaseResult::Failed, .message = u"1 != 2\nat t.py:3"_s},
                      {.name = u"t.Pool.locks"_s, .result = CaseResult::Error, .message = u"no fixture"_s},
                      {.name = u"t.Pool.later"_s, .result = CaseResult::Skipped, .message = u"not here"_s}},
            .passed = 1,
            .failed = 2,
            .skipped = 1,
            .countsKnown = true};
}

} // namespace

void TstGateJUnit::eachCommandIsASuiteWithItsCasesAndCounts()
{
    CommandReport build{.command = u"make"_s, .folder = "sub", .exitStatus = 0, .duration = std::chrono::seconds(1)};
    const QByteArray xml = gateAsJUnit({.tree = ObjectId(QByteArray(40, 'a')), .commands = {unittest(), build}});
    const QString suite = u"python3 -m unittest"_s;
    QCOMPARE(elements(xml),
             (QStringList{u"testsuites name=gate of tree %1 tests=5 failures=1 errors=1 skipped=1 time=3.500"_s.arg(
                              QString(40, u'a')),
                          u"testsuite name=%1 tests=4 failures=1 errors=1 skipped=1 time=2.500"_s.arg(suite),
                          u"testcase name=t.Pool.takes classname=%1 file=t.py time=0.250"_s.arg(suite),
                          u"testcase name=t.Pool.gives classname=%1"_s.arg(suite), u"failure message=1 != 2"_s,
                          u"testcase name=t.Pool.locks classname=%1"_s.arg(suite), u"error message=no fixture"_s,
                          u"testcase name=t.Pool.later classname=%1"_s.arg(suite), u"skipped message=not here"_s,
                          u"testsuite name=make (in sub) tests=1 failures=0 errors=0 skipped=0 time=1.000"_s,
                          u"testcase name=make (in sub) classname=make (in sub) time=1.000"_s}));
    QVERIFY(xml.contains("1 != 2\nat t.py:3"));
}

void TstGateJUnit::whatAReaderOfJUnitReadsIsWhatTheGateSaid()
{
    const ParsedCases read = parseJUnit(gateAsJUnit({.commands = {unittest()}}));
    QCOMPARE(read.cases.size(), 4);
    QCOMPARE(read.passed, 1);
    QCOMPARE(read.failed, 2);
    QCOMPARE(read.skipped, 1);
    for (qsizetype i = 0; i < 4; ++i)
        QCOMPARE(read.cases.at(i).result, unittest().cases.at(i).result);
}

void TstGateJUnit::aCommandOfStatusOnlyIsOneCase_data()
{
    QTest::addColumn<CommandReport>("command");
    QTest::addColumn<QString>("outcome");
    const CommandReport green{.command = u"make check"_s, .exitStatus = 0};
    QTest::newRow("green") << green << QString();
    CommandReport red = green;
    red.exitStatus = 2;
    QTest::newRow("red") << red << u"failure message=exit status 2"_s;
    CommandReport killed = green;
    killed.exitStatus = -1;
    killed.signal = 11;
    QTest::newRow("killed") << killed << u"failure message=it was ended by signal 11"_s;
    CommandReport late = killed;
    late.timedOut = true;
    QTest::newRow("late") << late << u"failure message=it was ended after its time limit"_s;
    CommandReport broken = green;
    broken.broken = u"make was not found"_s;
    QTest::newRow("broken") << broken << u"error message=it measured nothing: make was not found"_s;
}

void TstGateJUnit::aCommandOfStatusOnlyIsOneCase()
{
    QFETCH(CommandReport, command);
    QFETCH(QString, outcome);
    const QStringList seen = elements(gateAsJUnit({.commands = {command}}));
    QCOMPARE(seen.value(2), u"testcase name=make check classname=make check time=0.000"_s);
    QCOMPARE(seen.value(3), outcome);
    QCOMPARE(seen.size(), outcome.isEmpty() ? 3 : 4);
}

void TstGateJUnit::aCommandThatEndedBadlyIsNeverGreen()
{
    CommandReport command = unittest();
    command.cases = {{.name = u"fine"_s}};
    const QStringList seen = elements(gateAsJUnit({.commands = {command}}));
    QVERIFY(seen.contains(u"testcase name=python3 -m unittest classname=python3 -m unittest"_s));
    QVERIFY(seen.contains(u"failure message=exit status 1"_s));
    QVERIFY(seen.first().contains(u"tests=2 failures=1"));
}

void TstGateJUnit::charactersThatXmlForbidsAreShown()
{
    CommandReport command = unittest();
    command.cases = {{.name = u"a\x01<\"&\u202e"_s + QChar(0xd800) + QChar(0xffff),
                      .result = CaseResult::Failed,
                      .message = u"one\x1b[31m\r\n]]>two\x0b"_s}};
    const QByteArray xml = gateAsJUnit({.commands = {command}});
    const QStringList seen = elements(xml);
    QCOMPARE(seen.value(2), u"testcase name=a\\x01<\"&\\u202e\\ud800\\uffff classname=python3 -m unittest"_s);
    QCOMPARE(seen.value(3), u"failure message=one\\x1b[31m"_s);
    QVERIFY(xml.contains("one\\x1b[31m\n]]&gt;two\\x0b"));
}

void TstGateJUnit::anUnguardedRunHasNoSuite()
{
    QCOMPARE(elements(gateAsJUnit({})),
             QStringList{u"testsuites name=gate of tree  tests=0 failures=0 errors=0 skipped=0 time=0.000"_s});
}

QTEST_GUILESS_MAIN(TstGateJUnit)
#include "tst_gatejunit.moc"
