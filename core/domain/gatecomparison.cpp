// Two reports of the same gate side by side.
#include "core/domain/gatereport.h"

#include <QHash>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

bool isFailing(const TestCase &testCase)
{
    return testCase.result == CaseResult::Failed || testCase.result == CaseResult::Error;
}

bool anyFailing(const CommandReport &command)
{
    return std::ranges::any_of(command.cases, isFailing);
}

/// The same command of the other report: by its name, and by its place among those with the same name.
const CommandReport *counterpart(const GateReport &own, qsizetype index, const GateReport &other)
{
    const QString name = own.commands.at(index).name();
    const auto sameBefore = std::count_if(own.commands.cbegin(), own.commands.cbegin() + index,
                                          [&](const CommandReport &command) { return command.name() == name; });
    qsizetype place = 0;
    for (const CommandReport &command : other.commands) {
        if (command.name() == name && place++ == sameBefore)
            return &command;
    }
    return nullptr;
}

QHash<QString, const TestCase *> casesByName(const CommandReport &command)
{
    QHash<QString, const TestCase *> cases;
    for (const TestCase &testCase : command.cases)
        cases.insert(testCase.name, &testCase);
    return cases;
}

QString ending(const CommandReport &command)
{
    if (command.signal != 0)
        return u"signal %1"_s.arg(command.signal);
    return command.countsKnown ? u"exit %1, %2 failed"_s.arg(command.exitStatus).arg(command.failed)
                               : u"exit %1"_s.arg(command.exitStatus);
}

/// Worse as a whole, in what no case accounts for: not green any more though no case fails, or more failures where
/// only the counts are known. A command whose ending no case explained before either may go on like that.
bool isWorse(const CommandReport &before, const CommandReport &after)
{
    if (anyFailing(after))
        return false; // the cases decide
    const bool unexplained = !after.isGreen();
    if (before.isGreen())
        return unexplained;
    return before.cases.isEmpty() && before.countsKnown && after.countsKnown && after.failed > before.failed;
}

/// Compares the cases of one command in both reports.
class CaseComparison {
public:
    CaseComparison(const CommandReport &before, const CommandReport &after, const QSet<QString> &unstable,
                   GateComparison &result)
        : m_before(before),
          m_after(after),
          m_old(casesByName(before)),
          m_new(casesByName(after)),
          m_unstable(unstable),
          m_result(result)
    {}

    void compare(const QList<RenamedTest> &renames)
    {
        const QHash<QString, QString> newNames = pairNames(renames);
        const auto renamedTo = QSet<QString>(newNames.cbegin(), newNames.cend());
        for (const TestCase &old : m_before.cases) {
            if (isUnstable(m_before, old))
                continue;
            const QString name = newNames.value(old.name, old.name);
            if (name != old.name)
                m_result.renamed.append(u"%1 -> %2"_s.arg(old.name, name));
            judge(old, m_new.value(name));
        }
        for (const TestCase &now : m_after.cases) {
            if (m_old.contains(now.name) || renamedTo.contains(now.name) || isUnstable(m_after, now))
                continue;
            m_result.added.append(now.name);
            if (isFailing(now)) // the failing set may shrink, never grow: a new test that fails grows it
                m_result.newlyFailing.append(now.name);
        }
    }

private:
    bool isUnstable(const CommandReport &command, const TestCase &testCase) const
    {
        return m_unstable.contains(caseKey(command, testCase));
    }

    /// Old name → new name, for each rename that is one: the old name is gone, the new one was not there.
    QHash<QString, QString> pairNames(const QList<RenamedTest> &renames) const
    {
        QHash<QString, QString> names;
        QSet<QString> taken;
        for (const RenamedTest &rename : renames) {
            const TestCase *from = lookUp(m_before, rename.from);
            const TestCase *to = lookUp(m_after, rename.to);
            if (!from || !to || m_new.contains(from->name) || m_old.contains(to->name) || taken.contains(to->name)
                || names.contains(from->name))
                continue;
            names.insert(from->name, to->name);
            taken.insert(to->name);
        }
        return names;
    }

    static const TestCase *lookUp(const CommandReport &command, const QString &name)
    {
        const GateReport alone{.tree = {}, .tests = TestSource::New, .commands = {command}, .unstable = {}};
        const TestCase *found = alone.findByName(name);
        if (!found)
            return nullptr;
        return &*std::ranges::find(command.cases, found->name, &TestCase::name);
    }

    void judge(const TestCase &old, const TestCase *now)
    {
        if (!now) {
            m_result.vanished.append(old.name);
        } else if (now->result == CaseResult::Skipped) {
            if (old.result != CaseResult::Skipped) // a skipped test ran nothing
                m_result.vanished.append(old.name + u" (skipped)"_s);
        } else if (isFailing(*now)) {
            if (!isFailing(old))
                m_result.newlyFailing.append(now->name);
        } else if (old.result != CaseResult::Passed) {
            m_result.newlyPassing.append(now->name);
        }
    }

    const CommandReport &m_before, &m_after;
    QHash<QString, const TestCase *> m_old, m_new;
    const QSet<QString> &m_unstable;
    GateComparison &m_result;
};

} // namespace

GateComparison compareGates(const GateReport &before, const GateReport &after, const QList<RenamedTest> &renames)
{
    GateComparison result;
    for (qsizetype i = 0; i < before.commands.size(); ++i) {
        const CommandReport &old = before.commands.at(i);
        const CommandReport *now = counterpart(before, i, after);
        if (!now) {
            result.broken.append(old.name() + u": it was not run"_s);
            continue;
        }
        if (!now->broken.isEmpty() || !old.broken.isEmpty()) {
            result.broken.append(
                old.name() + u": "_s
                + (now->broken.isEmpty() ? u"it measured nothing before: "_s + old.broken : now->broken));
            continue;
        }
        if (old.cases.isEmpty())
            result.casesJudged = false;
        CaseComparison(old, *now, before.unstable, result).compare(renames);
        if (isWorse(old, *now))
            result.worseCommands.append(u"%1 (%2, was %3)"_s.arg(old.name(), ending(*now), ending(old)));
    }
    for (qsizetype i = 0; i < after.commands.size(); ++i) {
        const CommandReport &now = after.commands.at(i);
        if (counterpart(after, i, before))
            continue;
        // A command that the other report does not have: nothing to compare with, so it has to be green.
        if (!now.broken.isEmpty())
            result.broken.append(now.name() + u": "_s + now.broken);
        else
            CaseComparison(CommandReport{.command = now.command, .folder = now.folder}, now, before.unstable, result)
                .compare({});
        if (now.broken.isEmpty() && !now.isGreen() && !anyFailing(now))
            result.worseCommands.append(u"%1 (%2, not run before)"_s.arg(now.name(), ending(now)));
    }
    return result;
}

QSet<QString> unstableCases(const GateReport &first, const GateReport &second)
{
    const auto results = [](const GateReport &report) {
        QHash<QString, CaseResult> byKey;
        for (const CommandReport &command : report.commands) {
            for (const TestCase &testCase : command.cases)
                byKey.insert(caseKey(command, testCase), testCase.result);
        }
        return byKey;
    };
    const QHash<QString, CaseResult> one = results(first), two = results(second);
    QSet<QString> unstable;
    for (const auto &[key, result] : one.asKeyValueRange()) {
        const auto other = two.constFind(key);
        if (other == two.constEnd() || *other != result)
            unstable.insert(key);
    }
    for (auto it = two.keyBegin(); it != two.keyEnd(); ++it) {
        if (!one.contains(*it))
            unstable.insert(*it);
    }
    return unstable;
}

} // namespace assay
