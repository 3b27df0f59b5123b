// A gate report as JSON: the evidence of `gate.reported`. Members stand in a fixed order, so that the same report is
// the same bytes.
#include "core/gate/gaterunner.h"
#include "core/journal/entry.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

constexpr int kFormat = 1;

QJsonObject toJson(const TestCase &testCase)
{
    QJsonObject object{{u"name"_s, testCase.name}, {u"result"_s, toWord(testCase.result)}};
    if (testCase.seconds >= 0)
        object[u"seconds"_s] = testCase.seconds;
    if (!testCase.file.isEmpty())
        object[u"file"_s] = testCase.file;
    if (!testCase.message.isEmpty())
        object[u"message"_s] = testCase.message;
    return object;
}

QJsonObject toJson(const CommandReport &command)
{
    QJsonArray cases;
    for (const TestCase &testCase : command.cases)
        cases += toJson(testCase);
    return {{u"command"_s, command.command},
            {u"folder"_s, pathToJson(RepoPath(command.folder))},
            {u"format"_s, toWord(command.format)},
            {u"exit"_s, command.exitStatus},
            {u"signal"_s, command.signal},
            {u"timeout"_s, command.timedOut},
            {u"milliseconds"_s, qint64(command.duration.count())},
            {u"output"_s, command.output.text()},
            {u"passed"_s, command.passed},
            {u"failed"_s, command.failed},
            {u"skipped"_s, command.skipped},
            {u"counted"_s, command.countsKnown},
            {u"broken"_s, command.broken},
            {u"cases"_s, cases}};
}

/// Reads members and remembers the first that is not as it should be.
class Reading {
public:
    QString error;

    template <class E, class FromWord>
    E word(const QJsonObject &object, const QString &key, FromWord fromWord, const QString &where)
    {
        const QString text = object[key].toString();
        const std::optional<E> value = fromWord(text);
        if (!value)
            wrong(where + key, text, u"one of its words"_s);
        return value.value_or(E());
    }
    QString text(const QJsonObject &object, const QString &key, const QString &where)
    {
        if (!object[key].isString())
            wrong(where + key, {}, u"a text"_s);
        return object[key].toString();
    }
    qint64 number(const QJsonObject &object, const QString &key, const QString &where)
    {
        const double value = object[key].toDouble(NAN);
        if (!(std::abs(value) < 9007199254740992.0) || value != std::floor(value)) {
            wrong(where + key, {}, u"a whole number"_s);
            return 0;
        }
        return qint64(value);
    }
    int count(const QJsonObject &object, const QString &key, const QString &where)
    {
        const qint64 value = number(object, key, where);
        if (value != qint64(int(value)))
            wrong(where + key, QString::number(value), u"a number of 32 bits"_s);
        return int(value);
    }

    TestCase testCase(const QJsonObject &object, const QString &where)
    {
        TestCase read;
        read.name = text(object, u"name"_s, where);
        read.result = word<CaseResult>(object, u"result"_s, caseResultFromWord, where);
        read.seconds = object[u"seconds"_s].toDouble(-1);
        read.file = object[u"file"_s].toString();
        read.message = object[u"message"_s].toString();
        return read;
    }

    CommandReport command(const QJsonObject &object, const QString &where)
    {
        CommandReport read;
        read.command = text(object, u"command"_s, where);
        read.folder = pathFromJson(object[u"folder"_s]).bytes(); // older reports have none
        read.format = word<ReportFormat>(object, u"format"_s, reportFormatFromWord, where);
        read.exitStatus = count(object, u"exit"_s, where);
        read.signal = count(object, u"signal"_s, where);
        read.timedOut = object[u"timeout"_s].toBool();
        read.duration = std::chrono::milliseconds(number(object, u"milliseconds"_s, where));
        read.output = Digest(text(object, u"output"_s, where).toLatin1());
        read.passed = count(object, u"passed"_s, where);
        read.failed = count(object, u"failed"_s, where);
        read.skipped = count(object, u"skipped"_s, where);
        read.countsKnown = object[u"counted"_s].toBool();
        read.broken = text(object, u"broken"_s, where);
        const QJsonArray cases = object[u"cases"_s].toArray();
        read.cases.reserve(cases.size());
        for (qsizetype i = 0; i < cases.size(); ++i)
            read.cases += testCase(cases.at(i).toObject(), u"%1cases[%2]."_s.arg(where).arg(i));
        return read;
    }

private:
    void wrong(const QString &key, const QString &found, const QString &expected)
    {
        if (error.isEmpty())
            error = u"%1 is %2, expected %3"_s.arg(
                key, found.isEmpty() ? u"missing or of another type"_s : u"'%1'"_s.arg(found), expected);
    }
};

} // namespace

QByteArray encodeReport(const GateReport &report)
{
    QJsonArray commands;
    for (const CommandReport &command : report.commands)
        commands += toJson(command);
    QStringList unstable(report.unstable.cbegin(), report.unstable.cend());
    unstable.sort();
    const QJsonObject object{{u"format"_s, kFormat},
                             {u"tree"_s, report.tree.text()},
                             {u"tests"_s, toWord(report.tests)},
                             {u"commands"_s, commands},
                             {u"unstable"_s, QJsonArray::fromStringList(unstable)}};
    return QJsonDocument(object).toJson(QJsonDocument::Compact);
}

Result<GateReport> decodeReport(QByteArrayView json)
{
    const QString subject = u"gate report"_s;
    QJsonParseError parseError;
    const auto document = QJsonDocument::fromJson(QByteArray::fromRawData(json.data(), json.size()), &parseError);
    if (!document.isObject())
        return failure(u"it is no JSON object: %1 at byte %2"_s.arg(parseError.errorString()).arg(parseError.offset),
                       subject, u"The evidence is damaged; run the gate again."_s);
    const QJsonObject object = document.object();
    if (const int format = object[u"format"_s].toInt(); format != kFormat)
        return failure(u"its format is %1, this program reads %2"_s.arg(format).arg(kFormat), subject,
                       u"Use the version of Assay that wrote it, or a newer one."_s);
    Reading reading;
    GateReport report;
    report.tree = ObjectId(reading.text(object, u"tree"_s, {}).toLatin1());
    report.tests = reading.word<TestSource>(object, u"tests"_s, testSourceFromWord, {});
    const QJsonArray commands = object[u"commands"_s].toArray();
    for (qsizetype i = 0; i < commands.size(); ++i)
        report.commands += reading.command(commands.at(i).toObject(), u"commands[%1]."_s.arg(i));
    for (const auto &key : object[u"unstable"_s].toArray())
        report.unstable += key.toString();
    if (!reading.error.isEmpty())
        return failure(reading.error, subject, u"The evidence is damaged; run the gate again."_s);
    return report;
}

} // namespace assay
