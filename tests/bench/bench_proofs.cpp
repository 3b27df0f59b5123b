// What a proof costs beside the check itself: the same trivial check started plainly, and as a proof, contained and
// not; and what preparing and copying a tree of 5,000 files costs. Run by `packaging/test --bench`.
#include "core/gate/proofrunner.h"
#include "core/git/target.h"
#include "tests/support/scratchrepository.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QTemporaryDir>
#include <QThreadPool>
#include <QtConcurrentMap>

#include <algorithm>
#include <cstdio>

using namespace Qt::StringLiterals;
using namespace assay;

namespace {

struct Times {
    QList<double> each; // ms
    double at(double quantile)
    {
        std::ranges::sort(each);
        return each.at(qsizetype(double(each.size() - 1) * quantile));
    }
};

template <class F>
Times measure(int times, F &&call)
{
    Times seen;
    for (int i = 0; i < times; ++i) {
        QElapsedTimer timer;
        timer.start();
        call(i);
        seen.each += double(timer.nsecsElapsed()) / 1e6;
    }
    return seen;
}

void print(const char *what, Times times)
{
    std::printf("  %-58s p50 %8.1f ms   p90 %8.1f ms\n", what, times.at(0.5), times.at(0.9));
    std::fflush(stdout);
}

struct Run {
    explicit Run(bool contained, ProcessHost &processHost, const QString &path, const QString &repository)
        : host(processHost),
          sandbox(Sandbox::detect(host, contained)),
          folder(path),
          evidence(folder.evidence())
    {
        QDir().mkpath(path);
        const GitProgram git(host);
        facts = inspectTarget(git, repository, u"HEAD"_s);
        if (const auto fetched = fetchBase(git, *facts, folder.vault(), folder.baseGit()); !fetched)
            qFatal("%s", qPrintable(fetched.error().text()));
        pool = std::make_unique<CheckoutPool>(folder, host, sandbox, policy, facts->base);
    }
    ProcessHost &host;
    Sandbox sandbox;
    RunFolder folder;
    EvidenceStore evidence;
    Policy policy{.reproEnv = {{u"PYTHONPATH"_s, u"${TREE}"_s}}};
    Result<TargetFacts> facts;
    std::unique_ptr<CheckoutPool> pool;
};

} // namespace

int main()
{
    ProcessHost host;
    const QTemporaryDir dir;
    test::ScratchRepository repository;
    for (int i = 0; i < 5000; ++i)
        repository.write("package" + QByteArray::number(i % 50) + "/file" + QByteArray::number(i) + ".py",
                         QByteArray("line of some file\n").repeated(20 + i % 200));
    repository.commitAll(u"files"_s);
    const QByteArray check = "#!/usr/bin/env python3\nprint('absent')\n";

    std::printf("a check that starts python3 and prints a line; a tree of 5,000 files; %d cores\n",
                QThread::idealThreadCount());
    QFile script(dir.filePath(u"check.py"_s));
    if (!script.open(QIODevice::WriteOnly) || script.write(check) != check.size())
        return 1;
    script.setPermissions(QFile::ReadOwner | QFile::ExeOwner);
    script.close();
    ProcessCommand plain{.program = QFile::encodeName(script.fileName()), .environment = cleanEnvironment()};
    print("the check itself, started plainly", measure(40, [&](int) { (void)host.run(plain); }));

    for (const bool contained : {true, false}) {
        Run run(contained, host, dir.filePath(contained ? u"contained"_s : u"plain"_s), repository.path());
        if (contained && !run.sandbox.contains()) {
            std::printf("not contained here: %s\n", qPrintable(run.sandbox.ability().reason));
            continue;
        }
        std::printf("%s, copies by %s\n", contained ? "contained" : "not contained",
                    qPrintable(run.pool->copyMethod()));
        std::optional<PreparedTree> prepared;
        print("a tree written out, with .git, and frozen", measure(3, [&](int) {
                  const auto made = run.pool->prepare(run.facts->baseTree, Freshness::Fresh, {});
                  prepared = *made;
              }));
        print("found frozen",
              measure(20, [&](int) { (void)run.pool->prepare(run.facts->baseTree, Freshness::Reuse, {}); }));
        print("a checkout taken and thrown away", measure(10, [&](int) { (void)run.pool->take(*prepared); }));
        const ProofRunner runner(*run.pool, run.evidence, run.policy);
        print("a proof", measure(contained ? 40 : 10, [&](int i) {
                  (void)runner.run("check.py", check, *prepared, 1 + i % 3, {});
              }));
        QThreadPool threads;
        threads.setMaxThreadCount(run.pool->parallel());
        QList<int> runs(20);
        QElapsedTimer timer;
        timer.start();
        QtConcurrent::blockingMap(&threads, runs,
                                  [&](int &) { (void)runner.run("check.py", check, *prepared, 1, {}); });
        std::printf("  %-58s     %8.1f ms each\n", "20 proofs, side by side where they may be",
                    double(timer.elapsed()) / 20);
    }
}
