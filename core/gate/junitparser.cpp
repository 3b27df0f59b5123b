// JUnit XML as it is written by ant, Maven's surefire, pytest, ctest, GoogleTest, jest-junit, nextest and others: there
// is no binding schema, so what is read is what they share. https://github.com/testmoapp/junitxml lists the dialects.
#include "core/gate/reporttext.h"

#include <QXmlStreamReader>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

constexpr int kDeepest = 64;

bool looksLikeTestModule(const QString &part)
{
    return part.startsWith(u"test_") || part.endsWith(u"_test") || part == u"tests" || part == u"test";
}

/// pytest's own name of a case, "tests/test_x.py::Class::test". It writes "tests.test_x.Class" for the class, and with
/// junit_family=xunit1 the file, which is another one when the test is inherited from there.
QString pytestName(const QString &className, const QString &name, const QString &file)
{
    QString module = file;
    module.chop(3); // ".py"
    module.replace(u'/', u'.');
    QString path = file;
    QString rest;
    if (className.isEmpty())
        return name; // a file that could not be collected
    if (className == module) {
        rest.clear();
    } else if (className.startsWith(module + u'.')) {
        rest = className.mid(module.size() + 1);
    } else {
        const QStringList parts = className.split(u'.');
        qsizetype last = parts.size() - 1;
        while (last > 0 && !looksLikeTestModule(parts.at(last)))
            --last;
        path = parts.mid(0, last + 1).join(u'/') + u".py"_s;
        rest = parts.mid(last + 1).join(u'.');
    }
    if (!rest.isEmpty())
        path += u"::"_s + QString(rest).replace(u"."_s, u"::"_s);
    return path + u"::"_s + name;
}

QString nameOf(const QString &className, const QString &name, const QString &file, const QString &suite)
{
    if (file.endsWith(u".py"))
        return pytestName(className, name, file);
    if (className == name || (className.isEmpty() && (suite.isEmpty() || suite == u"(empty)")))
        return name;
    return (className.isEmpty() ? suite : className) + u'.' + name;
}

class JUnitReader {
public:
    explicit JUnitReader(QByteArrayView xml) : m_reader(xml.toByteArray()) {}

    ParsedCases read()
    {
        QString problem = readDocument();
        if (problem.isEmpty() && m_reader.hasError())
            problem = u"the XML is damaged at line %1: %2"_s.arg(m_reader.lineNumber()).arg(m_reader.errorString());
        return m_cases.take(problem);
    }

private:
    QString readDocument()
    {
        bool root = false;
        QStringList suites;
        int depth = 0;
        while (!m_reader.atEnd()) {
            switch (m_reader.readNext()) {
            case QXmlStreamReader::DTD:
            case QXmlStreamReader::EntityReference:
                return u"it declares or uses entities of its own, which no report needs: not read"_s;
            case QXmlStreamReader::StartElement:
                if (++depth > kDeepest)
                    return u"its elements are nested deeper than %1: not read"_s.arg(kDeepest);
                if (!root && m_reader.name() != u"testsuites" && m_reader.name() != u"testsuite")
                    return u"its root is <%1>; a JUnit report begins with <testsuites> or <testsuite>"_s.arg(
                        m_reader.name().left(80));
                root = true;
                if (m_reader.name() == u"testcase") {
                    if (const QString problem = readCase(suites.isEmpty() ? QString() : suites.last());
                        !problem.isEmpty())
                        return problem;
                    --depth;
                } else {
                    suites += m_reader.name() == u"testsuite" ? m_reader.attributes().value("name"_L1).toString()
                                                              : QString();
                }
                break;
            case QXmlStreamReader::EndElement:
                --depth;
                suites.removeLast();
                break;
            default:
                break;
            }
        }
        return {};
    }

    /// From <testcase> to its end. Only what stands directly in it counts.
    QString readCase(const QString &suite)
    {
        const auto attributes = m_reader.attributes();
        const QString name = attributes.value("name"_L1).toString();
        const QString status = attributes.value("status"_L1).toString();
        const QString said = attributes.value("result"_L1).toString();
        TestCase testCase;
        testCase.file = attributes.value("file"_L1).toString();
        testCase.name = nameOf(attributes.value("classname"_L1).toString(), name, testCase.file, suite);
        bool isNumber = false;
        testCase.seconds = attributes.value("time"_L1).toDouble(&isNumber);
        if (!isNumber || testCase.seconds < 0)
            testCase.seconds = -1;
        if (status == u"disabled" || status == u"notrun" || status == u"skipped" || said == u"suppressed"
            || said == u"skipped")
            testCase.result = CaseResult::Skipped;

        int depth = 1;
        while (depth > 0 && !m_reader.atEnd()) {
            const auto token = m_reader.readNext();
            if (token == QXmlStreamReader::EndElement) {
                --depth;
            } else if (token == QXmlStreamReader::StartElement) {
                if (++depth > kDeepest)
                    return u"its elements are nested deeper than %1: not read"_s.arg(kDeepest);
                if (depth == 2)
                    readOutcome(testCase, depth);
            } else if (token == QXmlStreamReader::EntityReference) {
                return u"it uses entities of its own, which no report needs: not read"_s;
            }
        }
        // pytest tells a test that fails and whose fixture then fails as two cases of one name.
        if (testCase.result == CaseResult::Error && testCase.message.startsWith(u"failed on teardown"))
            m_cases.addOrWorsen(std::move(testCase));
        else
            m_cases.add(std::move(testCase));
        return {};
    }

    void readOutcome(TestCase &testCase, int &depth)
    {
        const auto element = m_reader.name().toString();
        const bool failure = element == u"failure";
        const bool error = element == u"error";
        const bool skipped = element == u"skipped" || element == u"disabled";
        if (!failure && !error && !skipped)
            return;
        QString message = m_reader.attributes().value("message"_L1).toString();
        QString text; // of nested elements too; read in a loop, since the document decides how deep they are
        for (const int outside = depth - 1; depth > outside && !m_reader.atEnd();) {
            const auto token = m_reader.readNext();
            if (token == QXmlStreamReader::StartElement)
                ++depth;
            else if (token == QXmlStreamReader::EndElement)
                --depth;
            else if (token == QXmlStreamReader::EntityReference)
                m_reader.raiseError(u"it uses entities of its own"_s);
            else if (token == QXmlStreamReader::Characters && text.size() < 10'000)
                text += m_reader.text();
        }
        if (message.trimmed().isEmpty())
            message = text;
        const bool first = testCase.result == CaseResult::Passed || testCase.result == CaseResult::Skipped;
        if (skipped && testCase.result == CaseResult::Passed)
            testCase.result = CaseResult::Skipped;
        else if (failure)
            testCase.result = CaseResult::Failed;
        else if (error && testCase.result != CaseResult::Failed)
            testCase.result = CaseResult::Error;
        if (testCase.message.isEmpty() || (first && !skipped))
            testCase.message = clippedMessage(message);
    }

    QXmlStreamReader m_reader;
    CaseCollector m_cases;
};

} // namespace

ParsedCases parseJUnit(QByteArrayView xml)
{
    constexpr qsizetype kLargest = qsizetype(256) << 20;
    if (xml.size() > kLargest) {
        ParsedCases parsed;
        parsed.problem = u"the report has %1 bytes; at most %2 are read"_s.arg(xml.size()).arg(kLargest);
        return parsed;
    }
    if (xml.trimmed().isEmpty()) {
        ParsedCases parsed;
        parsed.problem = u"the report is empty"_s;
        return parsed;
    }
    return JUnitReader(xml).read();
}

} // namespace assay
