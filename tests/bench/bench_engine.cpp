// What the engine costs beside the work itself: a whole run's wall time less the agent, gate, check and preparation
// processes, beside a plain shell loop with git doing the same steps one after the other, in the same run. What it
// printed last is in tests/bench/README.md.
#include "tests/support/tinyrun.h"

#include "core/journal/journalreader.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QSysInfo>
#include <QThread>

#include <algorithm>
#include <cstdio>
#include <functional>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

namespace {

QString firstOf(const QString &file, const QString &key)
{
    QFile in(file);
    if (!in.open(QIODevice::ReadOnly))
        return u"unknown"_s;
    for (const QByteArray &line : in.readAll().split('\n')) {
        if (line.startsWith(key.toUtf8()))
            return QString::fromUtf8(line.mid(line.indexOf(':') + 1)).trimmed();
    }
    return u"unknown"_s;
}

QString load()
{
    QFile in(u"/proc/loadavg"_s);
    return in.open(QIODevice::ReadOnly) ? QString::fromLatin1(in.readAll()).section(u' ', 0, 0) : u"?"_s;
}

constexpr int kTimes = 3; // each; medians are told

/// Wall time, and what of it belongs to others: gate, check and preparation processes, and the agent. All in ms.
struct Spent {
    qint64 wall = 0, contained = 0, agent = 0;
    [[nodiscard]] qint64 own() const { return wall - contained - agent; }
};

struct Measured {
    Spent whole;
    QList<Spent> iterations; ///< from the entry that starts it to the one that ends it
    RunState state;
};

qint64 agentTime(const IterationFact &iteration)
{
    qint64 sum = 0;
    for (const SessionFact &session : iteration.sessions)
        sum += session.started.msecsTo(session.ended);
    return sum;
}

Measured measure(const QString &target, const RunOptions &options)
{
    EngineRun run(target, options, Storage::Disk);
    if (!run.create())
        qFatal("%s", qPrintable(run.error()));
    Measured measured;
    Spent begun;
    QElapsedTimer timer;
    timer.start();
    const auto observe = [&](const Entry &entry) {
        const Spent now{.wall = timer.elapsed(), .contained = run.host().containedTime().count()};
        if (entry.kind == "iteration.started"_L1)
            begun = now;
        else if (entry.kind == "iteration.ended"_L1)
            measured.iterations.append({.wall = now.wall - begun.wall, .contained = now.contained - begun.contained});
    };
    const auto outcome = run.go({}, observe);
    measured.whole = {.wall = timer.elapsed(), .contained = run.host().containedTime().count()};
    if (!outcome || *outcome != Outcome::Converged)
        qFatal("the run did not converge:\n%s", qPrintable(story(run.state())));
    measured.state = run.state();
    for (const IterationFact &iteration : std::as_const(measured.state.iterations)) {
        measured.iterations[iteration.n - 1].agent = agentTime(iteration);
        measured.whole.agent += agentTime(iteration);
    }
    return measured;
}

/// The same steps by hand: for each iteration a clean checkout and a commit of the candidate; for each check run and
/// gate run a copy of the tree, thrown away after. Prints the whole time and that of each iteration, in ms.
constexpr auto kLoop = R"sh(
set -eu
target=$1; work=$2; tree=$work/tree
now() { echo $(( $(date +%s%N) / 1000000 )); }
began=$(now); since=$began
git clone -q --no-local "$target" "$tree"
git -C "$tree" config user.name a; git -C "$tree" config user.email a@localhost
while read -r what count; do
  case $what in
    iteration) since=$(now)
               git -C "$tree" reset -q --hard; git -C "$tree" clean -fdxq
               echo "$count" >> "$tree/.loop"; git -C "$tree" add -A; git -C "$tree" commit -qm "$count"
               git -C "$tree" diff --binary HEAD~ > "$work/patch" ;;
    run) i=0; while [ $i -lt "$count" ]; do
           rm -rf "$work/copy"; cp -a "$tree" "$work/copy"; mkdir -p "$work/empty"; i=$((i + 1))
         done
         sync -f "$work"; echo "$(( $(now) - since ))" ;;
  esac
done
echo "$(( $(now) - began ))"
)sh";

/// Of each iteration, and of the whole behind them.
QList<qint64> shellLoop(const QString &target, const RunState &state)
{
    QTemporaryDir dir;
    QByteArray steps;
    for (const IterationFact &iteration : state.iterations) {
        const auto runs = std::count_if(state.proofs.begin(), state.proofs.end(),
                                        [&](const ProofFact &proof) { return proof.iteration == iteration.n; })
            + std::count_if(state.gates.begin(), state.gates.end(),
                            [&](const GateFact &gate) { return gate.iteration == iteration.n; });
        steps += "iteration " + QByteArray::number(iteration.n) + "\nrun " + QByteArray::number(qint64(runs)) + '\n';
    }
    QProcess shell;
    shell.start(u"sh"_s, {u"-c"_s, QString::fromLatin1(kLoop), u"loop"_s, target, dir.path()});
    shell.write(steps);
    shell.closeWriteChannel();
    shell.waitForFinished(-1);
    QList<qint64> times;
    for (const QByteArray &line : shell.readAllStandardOutput().trimmed().split('\n'))
        times.append(line.toLongLong());
    if (shell.exitCode() != 0 || times.size() != state.iterations.size() + 1)
        qFatal("the shell loop failed: %s", shell.readAllStandardError().constData());
    return times;
}

template <class T, class Key>
T medianOf(QList<T> list, Key key)
{
    std::ranges::sort(list, {}, key);
    return list.at(list.size() / 2);
}

void tell(const QString &what, const QList<Spent> &spent, const QList<qint64> &loops)
{
    const Spent middle = medianOf(spent, &Spent::own);
    std::printf("%-44s wall %6lld ms, contained %6lld, agent %5lld, own %5lld (%4.1f %%); shell loop %5lld\n",
                qPrintable(what), middle.wall, middle.contained, middle.agent, middle.own(),
                100.0 * double(middle.own()) / double(middle.wall), medianOf(loops, std::identity()));
    std::fflush(stdout);
}

/// The whole run, and its iterations number `from` to `to`.
void tellRun(const QString &what, const QString &target, const RunOptions &options, int from, int to)
{
    QList<Measured> runs;
    QList<QList<qint64>> loops;
    for (int i = 0; i < kTimes; ++i) { // in turns: what else the machine does hits both
        runs.append(measure(target, options));
        loops.append(shellLoop(target, runs.last().state));
    }
    QList<Spent> spent;
    QList<qint64> beside;
    for (int i = 0; i < kTimes; ++i) {
        spent.append(runs.at(i).whole);
        beside.append(loops.at(i).last());
    }
    tell(what, spent, beside);
    for (int n = from; n <= to; ++n) {
        spent.clear();
        beside.clear();
        for (int i = 0; i < kTimes; ++i) {
            spent.append(runs.at(i).iterations.at(n - 1));
            beside.append(loops.at(i).at(n - 1));
        }
        const IterationFact &iteration = runs.first().state.iterations.at(n - 1);
        tell(
            u"  iteration %1: %2 %3, %4"_s.arg(n).arg(toWord(iteration.type), iteration.task.text(), iteration.verdict),
            spent, beside);
    }
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    std::printf("machine: %s, %d cores, %s, kernel %s; load before: %s\n",
                qPrintable(firstOf(u"/proc/cpuinfo"_s, u"model name"_s)), QThread::idealThreadCount(),
                qPrintable(QSysInfo::prettyProductName()), qPrintable(QSysInfo::kernelVersion()), qPrintable(load()));
    std::printf("medians of %d; own = wall less contained (gates, checks, preparation) and agent\n", kTimes);
    const QStringList wanted = QCoreApplication::arguments().mid(1); // of demo, small, large; none: all
    const auto isWanted = [&](const QString &part) { return wanted.isEmpty() || wanted.contains(part); };
    if (isWanted(u"demo"_s)) {
        const QTemporaryDir dir;
        tellRun(u"demo, 8 iterations"_s, makeDemoRepository(dir.path()), demoOptions(), 1, 0);
    }
    if (isWanted(u"small"_s)) {
        const TinyProject small;
        tellRun(u"small project, 5 iterations"_s, small.target(), small.options(), 2, 4);
    }
    if (isWanted(u"large"_s)) {
        const TinyProject large(5000);
        tellRun(u"5,000 files, 5 iterations"_s, large.target(), large.options(), 2, 4);
    }
    std::printf("peak memory of the engine: %s; load after: %s\n",
                qPrintable(firstOf(u"/proc/self/status"_s, u"VmHWM"_s)), qPrintable(load()));
    return 0;
}
