// What the engine costs beside the work itself: a whole run's wall time less the agent, gate, check and preparation
// processes, beside a plain shell loop with git doing the same steps one after the other, in the same run.
#include "tests/support/tinyrun.h"

#include "core/journal/journalreader.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QFile>
#include <QProcess>
#include <QSysInfo>
#include <QThread>

#include <cstdio>

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

struct Measured {
    qint64 wall = 0, contained = 0, agent = 0;
    RunState state;
    [[nodiscard]] qint64 overhead() const { return wall - contained - agent; }
};

Measured measure(const QString &target, const RunOptions &options)
{
    EngineRun run(target, options, Storage::Disk);
    if (!run.create())
        qFatal("%s", qPrintable(run.error()));
    QElapsedTimer timer;
    timer.start();
    const auto outcome = run.go();
    Measured measured{.wall = timer.elapsed(), .contained = run.host().containedTime().count()};
    if (!outcome || *outcome != Outcome::Converged)
        qFatal("the run did not converge:\n%s", qPrintable(story(run.state())));
    measured.state = run.state();
    for (const IterationFact &iteration : measured.state.iterations) {
        for (const SessionFact &session : iteration.sessions)
            measured.agent += session.started.msecsTo(session.ended);
    }
    return measured;
}

/// The same steps by hand: for each iteration a clean checkout and a commit of the candidate; for each check run and
/// gate run a copy of the tree, thrown away after. Prints "wall-ms inner-ms".
constexpr auto kLoop = R"(
set -eu
target=$1; work=$2; tree=$work/tree; inner=0
now() { echo $(( $(date +%s%N) / 1000000 )); }
began=$(now)
git clone -q --no-local "$target" "$tree"
git -C "$tree" config user.name a; git -C "$tree" config user.email a@localhost
while read -r what count; do
  case $what in
    iteration) git -C "$tree" reset -q --hard; git -C "$tree" clean -fdxq
               echo "$count" >> "$tree/.loop"; git -C "$tree" add -A; git -C "$tree" commit -qm "$count"
               git -C "$tree" diff --binary HEAD~ > "$work/patch" ;;
    run) i=0; while [ $i -lt "$count" ]; do
           rm -rf "$work/copy"; cp -a "$tree" "$work/copy"; mkdir -p "$work/empty"
           t=$(now); (cd "$work/empty"; :) ; inner=$((inner + $(now) - t)); i=$((i + 1))
         done ;;
  esac
done
sync -f "$work"
echo "$(( $(now) - began )) $inner"
)";

qint64 shellLoop(const QString &target, const RunState &state)
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
    const QByteArrayList numbers = shell.readAllStandardOutput().trimmed().split(' ');
    if (shell.exitCode() != 0 || numbers.size() != 2)
        qFatal("the shell loop failed: %s", shell.readAllStandardError().constData());
    return numbers.at(0).toLongLong() - numbers.at(1).toLongLong();
}

void tell(const char *what, const Measured &measured, qint64 loop)
{
    std::printf(
        "%-34s wall %6lld ms, contained %6lld, agent %5lld, engine's own %5lld (%.1f %%); shell loop's own %5lld\n",
        what, measured.wall, measured.contained, measured.agent, measured.overhead(),
        100.0 * double(measured.overhead()) / double(measured.wall), loop);
}

} // namespace

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    std::printf("machine: %s, %d cores, %s, kernel %s\n", qPrintable(firstOf(u"/proc/cpuinfo"_s, u"model name"_s)),
                QThread::idealThreadCount(), qPrintable(QSysInfo::prettyProductName()),
                qPrintable(QSysInfo::kernelVersion()));
    QTemporaryDir dir;
    const QString demo = makeDemoRepository(dir.path());
    const Measured demoRun = measure(demo, demoOptions());
    tell("demo, 8 iterations", demoRun, shellLoop(demo, demoRun.state));
    const TinyProject small;
    const Measured tiny = measure(small.target(), small.options());
    tell("small project, 5 iterations", tiny, shellLoop(small.target(), tiny.state));
    const TinyProject large(5000);
    const Measured files = measure(large.target(), large.options());
    tell("5,000 files, 5 iterations", files, shellLoop(large.target(), files.state));
    std::printf("peak memory of the engine: %s\n", qPrintable(firstOf(u"/proc/self/status"_s, u"VmHWM"_s)));
    return 0;
}
