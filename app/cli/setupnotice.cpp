// What the owner is told before the first command runs.
#include "app/cli/storyline.h"
#include "core/domain/displaytext.h"
#include "core/engine/configfile.h"

using namespace Qt::StringLiterals;

namespace assay::cli {
namespace {

QString placeOf(const QByteArray &folder)
{
    return folder.isEmpty() ? u"in the tree"_s : u"in %1"_s.arg(RepoPath(folder).display());
}

QString networkOf(bool network)
{
    return network ? u"with the network"_s : u"no network"_s;
}

} // namespace

QStringList setUpLines(const RunState &state, const TextStyle &style)
{
    QStringList lines;
    const auto policy = policyFromJson(state.policy);
    if (!policy)
        return lines;
    const bool contained = state.toolchain[u"contained"].toBool();
    const QString box = contained ? u"contained"_s : u"NOT CONTAINED"_s;
    constexpr int nameWidth = 10;
    const auto row = [&](const QString &name, const QString &command, const QString &how) {
        lines.append(u"  "_s + padded(name, nameWidth)
                     + wrapped(visible(command), style.width - nameWidth - 2, nameWidth + 4));
        lines.append(QString(nameWidth + 4, u' ') + inked(style, Ink::Faint, visible(how)));
    };
    lines.append(u"target    %1 at %2 (%3), only read"_s.arg(visible(state.target), visible(state.baseName),
                                                             state.base.shortText()));
    if (!state.dirty.isEmpty()) {
        QStringList names;
        for (const RepoPath &path : state.dirty.first(std::min<qsizetype>(5, state.dirty.size())))
            names.append(path.display());
        if (state.dirty.size() > 5)
            names.append(u"%1 more"_s.arg(state.dirty.size() - 5));
        lines.append(
            u"          changed there and left alone, so not part of the run: %1"_s.arg(visible(names.join(u", "_s))));
    }
    lines.append(inked(style, Ink::Bold, u"These commands will be executed:"_s));
    for (const ShellCommand &command : policy->prepare)
        row(u"prepare"_s, command.line,
            u"%1, %2, %3, once per tree"_s.arg(placeOf(command.folder), networkOf(command.network), box));
    for (const ShellCommand &command : policy->services)
        row(u"service"_s, command.line,
            u"%1, %2, %3, beside every gate and check"_s.arg(placeOf(command.folder), networkOf(command.network), box));
    for (const GateCommand &gate : policy->gate) {
        row(u"gate"_s, gate.run.line,
            u"%1, %2, %3, %4%5"_s.arg(placeOf(gate.run.folder), networkOf(gate.run.network), box,
                                      gate.detected ? u"found in the tree"_s : u"named by you"_s,
                                      gate.why.isEmpty() ? QString() : u": "_s + gate.why));
        if (gate.format == ReportFormat::StatusOnly)
            lines.append(
                QString(nameWidth + 4, u' ')
                + inked(style, Ink::Faint,
                        u"its status, and its cases where it prints TAP; else vanished cases cannot be judged"_s));
        if (contained && policy->compareUncontained)
            lines.append(QString(nameWidth + 4, u' ')
                         + inked(style, Ink::Warning,
                                 u"once more at base NOT CONTAINED, with your files and the network, to compare"_s));
    }
    if (policy->gate.isEmpty())
        row(u"gate"_s, u"none"_s, u"unguarded: only checks judge"_s);
    row(u"checks"_s, u"the files that the agent leaves to show a defect"_s,
        u"in an empty folder beside the tree, no network, %1, at most %2 each"_s.arg(
            box, formatDuration(policy->checkTimeout)));
    row(u"agent"_s, policy->agent,
        policy->agent.startsWith("recorded:"_L1) ? u"replays a recording into the run's own clone; starts nothing"_s
            : policy->agentContained ? u"in the run's own clone, contained, with its own login and the network"_s
                                     : u"in the run's own clone, with your files and the network, NOT CONTAINED"_s);
    lines.append(u"budget    %1 iterations, %2 of work%3; %4 supervision"_s.arg(policy->budget.iterations)
                     .arg(formatDuration(policy->budget.wallClock),
                          policy->budget.cost > 0 ? u", cost %1"_s.arg(policy->budget.cost) : QString(),
                          toWord(policy->supervision)));
    for (const QString &warning : state.warnings)
        lines.append(inked(style, Ink::Warning, u"warning   "_s + wrapped(visible(warning), style.width - 10, 10)));
    return lines;
}

} // namespace assay::cli
