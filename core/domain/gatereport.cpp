// What one gate report says: counts, cases by name, and the teeth of one test.
#include "core/domain/gatereport.h"

#include <QRegularExpression>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

constexpr QChar KeySeparator(0x1f);

bool isFailing(CaseResult result)
{
    return result == CaseResult::Failed || result == CaseResult::Error;
}

/// The same test as different runners and people write it: "tests/test_pool.py::PoolTest::test_it",
/// "tests.test_pool.PoolTest.test_it" and "test_it (tests.test_pool.PoolTest)" become one.
QString plainName(const QString &name)
{
    QString plain = name.trimmed();
    static const QRegularExpression unittestForm(u"^(\\S+) \\(([A-Za-z_][^()\\s]*)\\)$"_s);
    if (const auto match = unittestForm.match(plain); match.hasMatch()) {
        const QString method = match.captured(1), owner = match.captured(2);
        plain = owner.endsWith(u'.' + method) ? owner : owner + u'.' + method; // Python 3.11 repeats the method
    }
    const qsizetype parameters = plain.indexOf(u'['); // leave parameters alone: they may hold anything
    QString head = parameters < 0 ? plain : plain.left(parameters);
    head.replace(u".py::"_s, u"."_s).replace(u"::"_s, u"."_s).replace(u'/', u'.').replace(u'#', u'.');
    return parameters < 0 ? head : head + plain.mid(parameters);
}

struct Named {
    const CommandReport *command;
    const TestCase *testCase;
};

QList<Named> allCases(const GateReport &report)
{
    QList<Named> all;
    for (const CommandReport &command : report.commands) {
        for (const TestCase &testCase : command.cases)
            all.append({&command, &testCase});
    }
    return all;
}

/// Every case that the name can mean: the exact one; else the same name in another runner's form; else the ones
/// whose name ends with it at a part's border; else its parametrised forms.
QList<Named> casesNamed(const GateReport &report, const QString &name)
{
    const QList<Named> all = allCases(report);
    const auto where = [&](const auto &fits) {
        QList<Named> found;
        std::ranges::copy_if(all, std::back_inserter(found), fits);
        return found;
    };
    if (const auto found = where([&](const Named &n) { return caseKey(*n.command, *n.testCase) == name; });
        !found.isEmpty())
        return found;
    if (const auto found = where([&](const Named &n) { return n.testCase->name == name; }); !found.isEmpty())
        return found;
    const QString plain = plainName(name);
    if (const auto found = where([&](const Named &n) { return plainName(n.testCase->name) == plain; });
        !found.isEmpty())
        return found;
    if (const auto found = where([&](const Named &n) { return plainName(n.testCase->name).endsWith(u'.' + plain); });
        !found.isEmpty())
        return found;
    return where([&](const Named &n) {
        const QString candidate = plainName(n.testCase->name);
        return candidate.startsWith(plain + u'[') || candidate.contains(u'.' + plain + u'[');
    });
}

/// An import or compile error is never teeth, inside a test's body either: such a test did not get to its point.
bool isImportError(const TestCase &testCase)
{
    if (testCase.name.startsWith(u"unittest.loader._FailedTest"_s))
        return true;
    static const QRegularExpression importError(
        u"^\\s*(?:E\\s+)?(?:ImportError|ModuleNotFoundError|SyntaxError|IndentationError|TabError)\\b"
        "|^\\s*(?:Error: )?Cannot find (?:module|package)\\b"_s,
        QRegularExpression::MultilineOption);
    return importError.match(testCase.message).hasMatch();
}

QString firstLine(const QString &text)
{
    return text.trimmed().section(u'\n', 0, 0);
}

} // namespace

QString caseKey(const CommandReport &command, const TestCase &testCase)
{
    return command.name() + KeySeparator + testCase.name;
}

QString CommandReport::name() const
{
    return folder.isEmpty() ? command : u"%1 (in %2)"_s.arg(command, RepoPath(folder).display());
}

QStringList GateReport::blind() const
{
    QStringList names;
    for (const CommandReport &command : commands) {
        if (command.isBlind())
            names.append(command.name());
    }
    return names;
}

QString GateReport::brokenReason() const
{
    for (const CommandReport &command : commands) {
        if (!command.broken.isEmpty())
            return command.name() + u": "_s + command.broken;
    }
    return {};
}

int GateReport::passed() const
{
    int sum = 0;
    for (const CommandReport &command : commands)
        sum += command.passed;
    return sum;
}

int GateReport::failed() const
{
    int sum = 0;
    for (const CommandReport &command : commands)
        sum += command.failed;
    return sum;
}

const TestCase *GateReport::find(const QString &key) const
{
    const qsizetype separator = key.indexOf(KeySeparator);
    if (separator < 0)
        return nullptr;
    const auto line = QStringView(key).first(separator), name = QStringView(key).sliced(separator + 1);
    for (const CommandReport &command : commands) {
        if (command.name() != line)
            continue;
        const auto found = std::ranges::find(command.cases, name, &TestCase::name);
        if (found != command.cases.cend())
            return &*found;
    }
    return nullptr;
}

const TestCase *GateReport::findByName(const QString &name) const
{
    const QList<Named> found = casesNamed(*this, name);
    // An exact name may stand in several commands (the first is meant); anything vaguer must mean one case only.
    if (found.isEmpty() || (found.size() > 1 && found.first().testCase->name != name))
        return nullptr;
    return found.first().testCase;
}

Teeth judgeTeeth(const GateReport &onOldCode, const QString &testName, QString *seen)
{
    const auto say = [seen](Teeth teeth, const QString &what) {
        if (seen)
            *seen = what;
        return teeth;
    };
    const QList<Named> found = casesNamed(onOldCode, testName);
    if (found.isEmpty()) {
        const QString broken = onOldCode.brokenReason();
        return say(Teeth::NotComparable,
                   broken.isEmpty() ? u"not among the %1 cases that ran there"_s.arg(allCases(onOldCode).size())
                                    : broken);
    }
    // Several cases: the parameters of one test. One that ran and failed gives the test its teeth.
    const Named *passed = nullptr;
    QString other;
    for (const Named &named : found) {
        const TestCase &testCase = *named.testCase;
        if (!named.command->broken.isEmpty()) {
            other = named.command->name() + u": "_s + named.command->broken;
        } else if (isFailing(testCase.result) && isImportError(testCase)) {
            other = u"could not import there: "_s + firstLine(testCase.message);
        } else if (isFailing(testCase.result)) {
            const QString message = firstLine(testCase.message);
            return say(Teeth::Toothed,
                       message.isEmpty() ? toWord(testCase.result) : toWord(testCase.result) + u": "_s + message);
        } else if (testCase.result == CaseResult::Passed) {
            passed = &named;
        } else {
            other = u"skipped"_s;
        }
    }
    if (passed)
        return say(Teeth::Toothless, u"passed"_s);
    return say(Teeth::NotComparable, other);
}

QString gateWords(bool countsKnown, int passed, int failed, const QList<int> &exits)
{
    if (countsKnown)
        return u"%1 passed, %2 failed"_s.arg(passed).arg(failed);
    QStringList statuses;
    for (const int exit : exits)
        statuses.append(QString::number(exit));
    return statuses.isEmpty() ? u"ran"_s : u"exit status "_s + statuses.join(u", "_s);
}

QString gateWords(const GateReport &report)
{
    bool countsKnown = false;
    QList<int> exits;
    for (const CommandReport &command : report.commands) {
        countsKnown = countsKnown || command.countsKnown;
        exits.append(command.exitStatus);
    }
    return gateWords(countsKnown, report.passed(), report.failed(), exits);
}

QString blindWords(const QStringList &commands)
{
    if (commands.isEmpty())
        return {};
    QStringList quoted;
    for (const QString &command : commands)
        quoted.append(u'`' + command + u'`');
    return commands.size() == 1
        ? quoted.first() + u" is red and names no test case: it judges no change until it is green"_s
        : quoted.join(u", "_s) + u" are red and name no test case: they judge no change until they are green"_s;
}

} // namespace assay
