// What the console costs: a run with 100,000 journal entries and 10,000 findings opened and filtered, many runs open at
// once, the longest event-loop turn meanwhile, and memory. `bench_console [DEMO-RUN-FOLDER]`; offscreen or in a display.
// Prints the machine. Run by `packaging/test --bench`.
#include "core/journal/codec.h"
#include "core/journal/journalreader.h"
#include "tests/bench/measuring.h"
#include "ui/look/look.h"
#include "ui/windows/runwindow.h"

#include <QApplication>
#include <QCryptographicHash>
#include <QElapsedTimer>
#include <QFile>
#include <QLineEdit>
#include <QSysInfo>
#include <QTemporaryDir>
#include <QThread>
#include <QTimer>

#include <algorithm>
#include <cstdio>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::bench;
using namespace assay::ui;

namespace {

constexpr int entryCount = 100'000, findingCount = 10'000;

/// Resident memory of this process now, in MB.
double resident()
{
    return lineOf(u"/proc/self/status"_s, "VmRSS").split(' ').first().toDouble() / 1024;
}

QString tree(int n)
{
    return QString::fromLatin1(QCryptographicHash::hash(QByteArray::number(n), QCryptographicHash::Sha1).toHex());
}

Draft draft(int n)
{
    if (n == 0)
        return {.kind = u"run.created"_s,
                .data = {{u"id"_s, u"bench"_s},
                         {u"format"_s, 1},
                         {u"target"_s, u"/bench"_s},
                         {u"base"_s, tree(0)},
                         {u"tree"_s, tree(1)}}};
    if (n <= 2 * findingCount) {
        const int number = (n + 1) / 2;
        const QString claim = u"1.%1"_s.arg(number);
        if (n % 2 == 1) {
            return {.kind = u"finding.claimed"_s,
                    .data
                    = {{u"claim"_s, claim},
                       {u"title"_s, u"Finding %1 loses what was written to part %2"_s.arg(number).arg(number % 97)},
                       {u"severity"_s, number % 3 == 0 ? u"high"_s : u"medium"_s},
                       {u"cause"_s, u"cause-%1"_s.arg(number % 200)},
                       {u"observed"_s, u"It is gone."_s},
                       {u"expected"_s, u"It is there."_s}},
                    .actor = u"agent:A1"_s,
                    .iteration = 1};
        }
        return {.kind = u"finding.judged"_s,
                .data = {{u"claim"_s, claim}, {u"id"_s, u"F%1"_s.arg(number)}, {u"state"_s, u"reproduced"_s}},
                .iteration = 1};
    }
    ProofFact proof;
    proof.subject = CheckId(u"C%1"_s.arg(n % 40));
    proof.role = ProofRole::Standing;
    proof.tree = ObjectId(tree(n / 250).toLatin1());
    proof.k = 1 + n % 3;
    proof.n = 3;
    proof.answer = Answer::Absent;
    proof.exitStatus = 0;
    return {.kind = u"proof.run"_s, .data = codec::toJson(proof), .iteration = 1 + n / 250};
}

void writeRun(const QString &folder)
{
    QFile file(folder + u"/journal.jsonl"_s);
    if (!file.open(QIODevice::WriteOnly))
        qFatal("cannot write %s", qPrintable(file.fileName()));
    QByteArray prev = zeroHash();
    const QDateTime at = QDateTime::currentDateTimeUtc();
    for (int n = 0; n < entryCount; ++n) {
        const Draft made = draft(n);
        Entry entry{.seq = n + 1,
                    .kind = made.kind,
                    .at = at.addMSecs(n),
                    .actor = made.actor,
                    .iteration = made.iteration,
                    .data = made.data,
                    .prev = prev};
        file.write(encodeEntry(entry));
        prev = entry.hash;
    }
}

/// The longest time between two turns of the event loop while it lives.
class Turns : public QObject {
public:
    Turns()
    {
        m_timer.setInterval(0);
        connect(&m_timer, &QTimer::timeout, this, [this] {
            m_longest = std::max(m_longest, double(m_clock.nsecsElapsed()) / 1e6);
            m_clock.restart();
        });
        m_clock.start();
        m_timer.start();
    }
    [[nodiscard]] double longest() const { return m_longest; }

private:
    QTimer m_timer;
    QElapsedTimer m_clock;
    double m_longest = 0;
};

bool until(const std::function<bool()> &done, int most = 60'000)
{
    QElapsedTimer clock;
    clock.start();
    while (!done() && clock.elapsed() < most)
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents, 5);
    return done();
}

void openLarge(EngineRoom &engines, const QString &folder)
{
    const double before = resident();
    for (const char *view : {"overview", "audit", "backlog", "timeline", "journal"}) {
        const Turns turns;
        QElapsedTimer clock;
        clock.start();
        RunWindow window((RunFolder(folder)), engines);
        window.setAttribute(Qt::WA_DeleteOnClose, false);
        window.showView(QString::fromLatin1(view));
        window.show();
        const double shown = milliseconds(clock);
        if (!until([&] { return window.document().isLoaded(); }))
            qFatal("the run was not read");
        QCoreApplication::processEvents();
        window.repaint();
        std::printf("  %-9s  window %5.0f ms   filled %6.0f ms   longest turn %5.0f ms   memory +%.0f MB\n", view,
                    shown, milliseconds(clock), turns.longest(), resident() - before);
        for (QLineEdit *filter : window.currentView()->findChildren<QLineEdit *>()) {
            if (!filter->isVisibleTo(&window))
                continue;
            QElapsedTimer filtering;
            filtering.start();
            filter->setText(u"part 42"_s);
            QCoreApplication::processEvents();
            window.repaint();
            std::printf("             filtered in %.0f ms\n", milliseconds(filtering));
            break;
        }
    }
}

void openMany(EngineRoom &engines, const QString &folder)
{
    constexpr int many = 20;
    const double before = resident();
    const Turns turns;
    QElapsedTimer clock;
    clock.start();
    std::vector<std::unique_ptr<RunWindow>> windows;
    for (int i = 0; i < many; ++i) {
        windows.push_back(std::make_unique<RunWindow>(RunFolder(folder), engines));
        windows.back()->setAttribute(Qt::WA_DeleteOnClose, false);
        windows.back()->show();
        QCoreApplication::processEvents(); // each is opened by a click of its own
    }
    until(
        [&] { return std::ranges::all_of(windows, [](const auto &window) { return window->document().isLoaded(); }); });
    std::printf("%d windows of one run: %.0f ms, longest turn %.0f ms, %.1f MB each\n", many, milliseconds(clock),
                turns.longest(), (resident() - before) / many);
}

} // namespace

int main(int argc, char **argv)
{
    std::setvbuf(stdout, nullptr, _IOLBF, 0);
    ProcessHost host;
    QApplication application(argc, argv);
    const Look look(application);
    EngineRoom engines(host);
    QFile load(u"/proc/loadavg"_s);
    const QByteArray busy = load.open(QIODevice::ReadOnly) ? load.readAll().split(' ').first() : QByteArray("?");
    std::printf("machine: %s, %d cores, Linux %s; platform %s; load before: %s\n",
                lineOf(u"/proc/cpuinfo"_s, "model name").constData(), QThread::idealThreadCount(),
                qPrintable(QSysInfo::kernelVersion()), qPrintable(QGuiApplication::platformName()), busy.constData());
    const QTemporaryDir folder;
    writeRun(folder.path());
    std::printf("a run of %d entries and %d findings (aims: opened 1000 ms, filtered 50 ms, no turn over 50 ms)\n",
                entryCount, findingCount);
    openLarge(engines, folder.path());
    if (argc > 1) {
        const QString demo = QString::fromLocal8Bit(argv[1]);
        RunWindow window((RunFolder(demo)), engines);
        window.setAttribute(Qt::WA_DeleteOnClose, false);
        window.show();
        until([&] { return window.document().isLoaded(); });
        std::printf("the demo open: %.0f MB resident after all of the above\n", resident());
        openMany(engines, demo);
    }
    return 0;
}
