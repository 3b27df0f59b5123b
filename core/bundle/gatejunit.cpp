#include "core/bundle/gatejunit.h"

#include "core/bundle/shown.h"

#include <QXmlStreamWriter>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

struct Counts {
    int tests = 0, failures = 0, errors = 0, skipped = 0;
    void add(CaseResult result)
    {
        ++tests;
        failures += result == CaseResult::Failed ? 1 : 0;
        errors += result == CaseResult::Error ? 1 : 0;
        skipped += result == CaseResult::Skipped ? 1 : 0;
    }
};

QString seconds(double value)
{
    return QString::number(value, 'f', 3);
}

/// How the command ended, as far as that is not "well".
QString badEnd(const CommandReport &command)
{
    if (!command.broken.isEmpty())
        return u"it measured nothing: "_s + command.broken;
    if (command.timedOut)
        return u"it was ended after its time limit"_s;
    if (command.signal != 0)
        return u"it was ended by signal %1"_s.arg(command.signal);
    return command.exitStatus != 0 ? u"exit status %1"_s.arg(command.exitStatus) : QString();
}

/// The command's cases, and one for the command itself where they do not tell all.
QList<TestCase> casesOf(const CommandReport &command)
{
    QList<TestCase> cases = command.cases;
    const bool failing = std::ranges::any_of(
        cases, [](const TestCase &one) { return one.result == CaseResult::Failed || one.result == CaseResult::Error; });
    const QString end = badEnd(command);
    if (!cases.isEmpty() && (end.isEmpty() || (failing && command.broken.isEmpty())))
        return cases;
    TestCase whole{.name = command.name(),
                   .result = end.isEmpty()        ? CaseResult::Passed
                       : command.broken.isEmpty() ? CaseResult::Failed
                                                  : CaseResult::Error,
                   .seconds = cases.isEmpty() ? double(command.duration.count()) / 1000 : -1,
                   .message = end};
    if (cases.isEmpty() && command.countsKnown)
        whole.message += u"%1%2 passed, %3 failed, %4 skipped; the command names no cases"_s
                             .arg(end.isEmpty() ? QString() : u"; "_s, QString::number(command.passed))
                             .arg(command.failed)
                             .arg(command.skipped);
    cases.append(whole);
    return cases;
}

void writeCounts(QXmlStreamWriter &xml, const Counts &counts, double time)
{
    xml.writeAttribute(u"tests"_s, QString::number(counts.tests));
    xml.writeAttribute(u"failures"_s, QString::number(counts.failures));
    xml.writeAttribute(u"errors"_s, QString::number(counts.errors));
    xml.writeAttribute(u"skipped"_s, QString::number(counts.skipped));
    xml.writeAttribute(u"time"_s, seconds(time));
}

void writeCase(QXmlStreamWriter &xml, const TestCase &testCase, const QString &suite)
{
    xml.writeStartElement(u"testcase"_s);
    xml.writeAttribute(u"name"_s, shownLine(testCase.name));
    xml.writeAttribute(u"classname"_s, suite);
    if (!testCase.file.isEmpty())
        xml.writeAttribute(u"file"_s, shownLine(testCase.file));
    if (testCase.seconds >= 0)
        xml.writeAttribute(u"time"_s, seconds(testCase.seconds));
    const QString message = shownLines(testCase.message);
    const auto outcome = [&](const QString &element) {
        xml.writeStartElement(element);
        xml.writeAttribute(u"message"_s, message.section(u'\n', 0, 0));
        xml.writeCharacters(message);
        xml.writeEndElement();
    };
    switch (testCase.result) {
    case CaseResult::Failed:
        outcome(u"failure"_s);
        break;
    case CaseResult::Error:
        outcome(u"error"_s);
        break;
    case CaseResult::Skipped:
        outcome(u"skipped"_s);
        break;
    case CaseResult::Passed:
        if (!message.isEmpty())
            xml.writeTextElement(u"system-out"_s, message);
        break;
    }
    xml.writeEndElement();
}

} // namespace

QByteArray gateAsJUnit(const GateReport &report)
{
    QList<QList<TestCase>> suites;
    QList<Counts> counts;
    Counts all;
    double time = 0;
    for (const CommandReport &command : report.commands) {
        suites.append(casesOf(command));
        counts.append(Counts{});
        for (const TestCase &testCase : std::as_const(suites.last())) {
            counts.last().add(testCase.result);
            all.add(testCase.result);
        }
        time += double(command.duration.count()) / 1000;
    }
    QByteArray bytes;
    QXmlStreamWriter xml(&bytes);
    xml.setAutoFormatting(true);
    xml.setAutoFormattingIndent(2);
    xml.writeStartDocument();
    xml.writeStartElement(u"testsuites"_s);
    xml.writeAttribute(u"name"_s, u"gate of tree %1"_s.arg(report.tree.text()));
    writeCounts(xml, all, time);
    for (qsizetype i = 0; i < suites.size(); ++i) {
        const CommandReport &command = report.commands.at(i);
        const QString name = shownLine(command.name());
        xml.writeStartElement(u"testsuite"_s);
        xml.writeAttribute(u"name"_s, name);
        writeCounts(xml, counts.at(i), double(command.duration.count()) / 1000);
        for (const TestCase &testCase : suites.at(i))
            writeCase(xml, testCase, name);
        xml.writeEndElement();
    }
    xml.writeEndElement();
    xml.writeEndDocument();
    return bytes;
}

} // namespace assay
