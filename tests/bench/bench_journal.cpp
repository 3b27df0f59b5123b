// What the journal costs: appending beside a raw write + fdatasync of the same bytes, and reading, folding, following and
// verifying a run of 100,000 entries. `bench_journal [FOLDER]` measures on that folder's disk (default: the temporary
// one). Prints the machine. Run by `packaging/test --bench`.
#include "core/journal/codec.h"
#include "core/journal/journalreader.h"
#include "core/journal/journalwriter.h"
#include "core/journal/runstate.h"
#include "tests/bench/measuring.h"

#include <QCryptographicHash>
#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QStorageInfo>
#include <QSysInfo>
#include <QTemporaryDir>
#include <QThread>

#include <algorithm>
#include <cstdio>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::bench;

namespace {

constexpr int entryCount = 100'000;
constexpr int findingCount = 10'000;

[[noreturn]] void die(const Error &error)
{
    qFatal("%s", qPrintable(error.text()));
}

/// Time that this process's threads computed: what a busy machine does not change much.
double computed()
{
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    const auto inMs = [](const timeval &time) { return double(time.tv_sec) * 1e3 + double(time.tv_usec) / 1e3; };
    return inMs(used.ru_utime) + inMs(used.ru_stime);
}

/// Peak of this process, in MB. A child started anew, so that what the parent needed does not count.
double peak()
{
    return lineOf(u"/proc/self/status"_s, "VmHWM").split(' ').first().toDouble() / 1024;
}

void printMachine(const QString &folder)
{
    const QStorageInfo disk(folder);
    QFile load(u"/proc/loadavg"_s);
    const QByteArray busy = load.open(QIODevice::ReadOnly) ? load.readAll().split(' ').first() : QByteArray("?");
    std::printf("machine: %s, %d cores, %s, Linux %s; %s on %s; load before: %s\n",
                lineOf(u"/proc/cpuinfo"_s, "model name").constData(), QThread::idealThreadCount(),
                qPrintable(QSysInfo::currentCpuArchitecture()), qPrintable(QSysInfo::kernelVersion()),
                disk.fileSystemType().constData(), disk.device().constData(), busy.constData());
}

QString hex(QCryptographicHash::Algorithm algorithm, int n)
{
    return QString::fromLatin1(QCryptographicHash::hash(QByteArray::number(n), algorithm).toHex());
}

/// As a long run writes them: iterations of 250 entries, most of them proofs.
Draft draft(int n)
{
    const int inIteration = n % 250;
    Draft made{.iteration = 1 + n / 250};
    if (n == 0)
        return {.kind = u"run.created"_s, .data = {{u"id"_s, u"bench"_s}}};
    if (inIteration == 1) {
        made.kind = u"iteration.started"_s;
        made.data = {{u"n"_s, made.iteration}, {u"type"_s, u"task"_s}, {u"task"_s, u"T1"_s}, {u"attempt"_s, 1}};
        return made;
    }
    if (inIteration % 25 == 0) {
        made.kind = u"step.started"_s;
        made.data = {{u"step"_s, u"acceptance"_s}};
        return made;
    }
    made.kind = u"proof.run"_s;
    ProofFact proof;
    proof.subject = CheckId(u"C%1"_s.arg(n % 40));
    proof.role = ProofRole::Standing;
    proof.tree = ObjectId(hex(QCryptographicHash::Sha1, n / 250).toLatin1());
    proof.k = 1 + n % 3;
    proof.n = 3;
    proof.answer = Answer::Absent;
    proof.reason = u"exit status 0 and no line that begins REPRODUCED:"_s;
    proof.exitStatus = 0;
    proof.duration = std::chrono::milliseconds(40 + n % 100);
    proof.out = Digest(hex(QCryptographicHash::Sha256, n).toLatin1());
    proof.err = Digest(hex(QCryptographicHash::Sha256, -n).toLatin1());
    made.data = codec::toJson(proof);
    made.data.insert(u"env"_s,
                     QJsonObject{{u"PYTHONHASHSEED"_s, QString::number(n % 3)}, {u"PYTHONSAFEPATH"_s, u"1"_s}});
    return made;
}

/// Six entries each: claimed, three proofs, judged, its task filed; an audit of a hundred is an iteration.
Draft findingDraft(int n)
{
    if (n == 0)
        return draft(0);
    const int finding = (n - 1) / 6 + 1;
    const QString check = u"C%1"_s.arg(finding), claim = u"%1.%2"_s.arg(1 + finding / 100).arg(finding % 100);
    Draft made{.iteration = 1 + finding / 100};
    switch ((n - 1) % 6) {
    case 0:
        made.kind = u"finding.claimed"_s;
        made.data = {
            {u"claim"_s, claim},
            {u"title"_s, u"The %1th thing that is not as it says"_s.arg(finding)},
            {u"severity"_s, u"medium"_s},
            {u"cause"_s, u"cause-%1"_s.arg(finding % 300)},
            {u"where"_s,
             QJsonArray{QJsonObject{{u"path"_s, u"src/part%1.py"_s.arg(finding % 500)}, {u"line"_s, finding % 900}}}},
            {u"observed"_s, u"what was seen, in a sentence of about eighty characters, number %1"_s.arg(n)},
            {u"expected"_s, u"what should be seen, in a sentence of about eighty characters"_s},
            {u"checks"_s,
             QJsonArray{QJsonObject{{u"id"_s, check},
                                    {u"name"_s, u"repro %1"_s.arg(finding)},
                                    {u"file"_s, hex(QCryptographicHash::Sha256, n)},
                                    {u"file_name"_s, u"repro%1.py"_s.arg(finding)}}}}};
        break;
    case 4:
        made.kind = u"finding.judged"_s;
        made.data = {{u"id"_s, u"F%1"_s.arg(finding)},
                     {u"claim"_s, claim},
                     {u"state"_s, u"reproduced"_s},
                     {u"reason"_s, u"present in 3 of 3 runs"_s}};
        break;
    case 5:
        made.kind = u"task.filed"_s;
        made.data = {{u"id"_s, u"T%1"_s.arg(finding)},
                     {u"type"_s, u"spot"_s},
                     {u"severity"_s, u"medium"_s},
                     {u"cause"_s, u"cause-%1"_s.arg(finding % 300)},
                     {u"covers"_s, QJsonArray{u"F%1"_s.arg(finding)}}};
        break;
    default:
        made.kind = u"proof.run"_s;
        made.data = draft(2).data;
        made.data[u"subject"_s] = check;
        made.data[u"out"_s] = hex(QCryptographicHash::Sha256, n);
    }
    return made;
}

/// The whole run without a sync for each entry.
qint64 writeRun(const QString &path, int count, Draft (*draftOf)(int))
{
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        qFatal("cannot write %s", qPrintable(path));
    QByteArray prev = zeroHash();
    const SystemClock clock;
    for (int n = 0; n < count; ++n) {
        Draft made = draftOf(n);
        if (n == 0)
            made.data.insert(u"format"_s, 1);
        Entry entry{.seq = n + 1,
                    .kind = made.kind,
                    .at = clock.now(),
                    .actor = made.actor,
                    .iteration = made.iteration,
                    .data = made.data,
                    .prev = prev};
        file.write(encodeEntry(entry));
        prev = entry.hash;
    }
    return file.size();
}

double medianOf(QList<double> each)
{
    std::ranges::sort(each);
    return each.at(each.size() / 2);
}

/// What one more entry costs: alone, and while another holds a copy of the state, so that what it touches is copied.
void applyOneMore(RunState &state, const char *kind, int from)
{
    constexpr int times = 40;
    QList<double> alone, beside;
    for (int i = 0; i < 2 * times; ++i) {
        const Draft made = findingDraft(1 + 6 * (7 * i) + from);
        const Entry entry{.seq = state.lastSeq + 1, .kind = made.kind, .iteration = made.iteration, .data = made.data};
        const RunState copy = i < times ? RunState() : state;
        QElapsedTimer timer;
        timer.start();
        state.apply(entry);
        (i < times ? alone : beside).append(double(timer.nsecsElapsed()) / 1e3);
    }
    std::printf("  one more %-33s %8.1f us   %8.1f us while a copy is held\n", kind, medianOf(alone), medianOf(beside));
}

void copyAndApply(RunState state)
{
    QList<double> copying;
    for (int i = 0; i < 100; ++i) {
        QElapsedTimer timer;
        timer.start();
        const RunState copy = state;
        copying.append(double(timer.nsecsElapsed()) / 1e3);
    }
    std::printf("  %-42s %8.1f us\n", "a copy of the state", medianOf(copying));
    applyOneMore(state, "proof.run", 1);
    applyOneMore(state, "finding.judged", 4);
    applyOneMore(state, "task.filed", 5);
}

/// In a process of its own; prints its time, and the peak with what the programs' libraries need.
int readIn(const QByteArray &how, const QString &path)
{
    QElapsedTimer timer;
    timer.start();
    qint64 entries = 0;
    RunState state;
    if (how == "verify") {
        const auto report = verifyChain(path);
        if (!report)
            die(report.error());
        entries = report->problems.isEmpty() ? report->entries : -1;
    } else {
        const auto end = readJournal(path, 0, false, [&](Entry &&entry) {
            ++entries;
            if (how == "fold")
                state.apply(entry);
            return true;
        });
        if (!end)
            die(end.error());
    }
    const char *what = how == "read" ? "read and parsed"
        : how == "fold"              ? "read, parsed and folded"
                                     : "every hash and link";
    std::printf("  %-42s %8.0f ms   %6.0f ms computed   %6.1f MB peak\n", what, milliseconds(timer), computed(),
                peak());
    const bool isWhole = entries == entryCount || entries == 1 + 6 * findingCount;
    if (state.findings.size() == findingCount)
        copyAndApply(std::move(state));
    return isWhole ? 0 : 1;
}

void readRun(const char *self, const QString &path, const QList<const char *> &hows)
{
    for (const char *how : hows) {
        const pid_t child = ::fork();
        if (child == 0) {
            ::execl("/proc/self/exe", self, "--in-child", how, QFile::encodeName(path).constData(), nullptr);
            ::_exit(127);
        }
        int status = 0;
        ::waitpid(child, &status, 0);
        if (status != 0)
            qFatal("reading in a child failed");
    }
}

void append(const QString &folder)
{
    constexpr int rounds = 5, each = 200;
    const SystemClock clock;
    const RunFolder run(folder + u"/append"_s);
    auto writer = JournalWriter::create(run, clock);
    if (!writer)
        die(writer.error());
    const QByteArray line(620, 'x');
    const int raw = ::open(QFile::encodeName(folder + u"/raw"_s).constData(), O_WRONLY | O_CREAT | O_TRUNC, 0666);
    double rawMs = 0, journalMs = 0, batchMs = 0;
    int n = 0;
    // Turn by turn, so that what else the machine does hits all of them.
    for (int round = 0; round < rounds; ++round) {
        QElapsedTimer timer;
        timer.start();
        for (int i = 0; i < each; ++i) {
            if (::write(raw, line.constData(), size_t(line.size())) != line.size() || ::fdatasync(raw) != 0)
                qFatal("cannot write");
        }
        rawMs += milliseconds(timer);
        timer.restart();
        for (int i = 0; i < each; ++i) {
            if (auto appended = (*writer)->append(draft(n++)); !appended)
                die(appended.error());
        }
        journalMs += milliseconds(timer);
        timer.restart();
        for (int i = 0; i < each / 10; ++i) {
            QList<Draft> ten;
            for (int k = 0; k < 10; ++k)
                ten.append(draft(n++));
            if (auto appended = (*writer)->append(ten); !appended)
                die(appended.error());
        }
        batchMs += milliseconds(timer);
    }
    ::close(raw);
    const int total = rounds * each;
    std::printf("appending, %d times in turns\n", total);
    std::printf("  %-42s %8.0f a second\n", "raw write + fdatasync, 620 bytes", total / rawMs * 1e3);
    std::printf("  %-42s %8.0f a second   (%.2f of raw)\n", "one entry, durable", total / journalMs * 1e3,
                rawMs / journalMs);
    std::printf("  %-42s %8.0f a second\n", "ten entries with one sync", total / batchMs * 1e3);
    QElapsedTimer timer;
    timer.start();
    constexpr int encoded = 50'000;
    const SystemClock now;
    Draft made = draft(2);
    for (int i = 0; i < encoded; ++i) {
        Entry entry{.seq = i + 1,
                    .kind = made.kind,
                    .at = now.now(),
                    .actor = made.actor,
                    .data = made.data,
                    .prev = zeroHash()};
        if (encodeEntry(entry).isEmpty())
            std::abort();
    }
    std::printf("  %-42s %8.1f us an entry\n", "encoding alone", milliseconds(timer) * 1e3 / encoded);
}

void follow(const QString &folder)
{
    const RunFolder run(folder);
    const SystemClock clock;
    const double before = computed();
    QElapsedTimer timer;
    timer.start();
    auto writer = JournalWriter::open(run, clock);
    if (!writer)
        die(writer.error());
    std::printf("  %-42s %8.0f ms   %6.0f ms computed\n", "opened for appending", milliseconds(timer),
                computed() - before);
    JournalFollower follower(run.journal());
    if (auto all = follower.poll([](Entry &&) {}); !all)
        die(all.error());
    constexpr int polls = 20'000;
    timer.restart();
    for (int i = 0; i < polls; ++i) {
        if (follower.poll([](Entry &&) {}).value_or(1) != 0)
            qFatal("there was nothing new");
    }
    std::printf("  %-42s %8.2f us\n", "a look when nothing came", milliseconds(timer) * 1e3 / polls);
    QList<double> each;
    for (int i = 0; i < 200; ++i) {
        if (auto appended = (*writer)->append(draft(i + 2)); !appended)
            die(appended.error());
        timer.restart();
        if (follower.poll([](Entry &&) {}).value_or(0) != 1)
            qFatal("the entry was not seen");
        each.append(double(timer.nsecsElapsed()) / 1e3);
    }
    std::ranges::sort(each);
    std::printf("  %-42s %8.2f us   (p50)\n", "a look that brings one entry", each.at(each.size() / 2));
}

} // namespace

int main(int argc, char **argv)
{
    if (argc == 4 && qstrcmp(argv[1], "--in-child") == 0)
        return readIn(argv[2], QFile::decodeName(argv[3]));
    QTemporaryDir dir(argc > 1 ? QFile::decodeName(argv[1]) + u"/bench-XXXXXX"_s
                               : QDir::tempPath() + u"/bench-XXXXXX"_s);
    if (!dir.isValid())
        qFatal("no folder to measure in: %s", qPrintable(dir.errorString()));
    printMachine(dir.path());
    append(dir.path());
    const QString findings = dir.filePath(u"findings.jsonl"_s);
    std::printf("a run of %d findings, six entries each, %.1f MB\n", findingCount,
                double(writeRun(findings, 1 + 6 * findingCount, findingDraft)) / 1e6);
    std::fflush(stdout);
    readRun(argv[0], findings, {"fold", "fold", "fold"});
    const qint64 size = writeRun(dir.filePath(u"journal.jsonl"_s), entryCount, draft);
    std::printf("a run of %d entries, %.1f MB, %lld bytes an entry\n", entryCount, double(size) / 1e6,
                static_cast<long long>(size / entryCount));
    std::fflush(stdout);
    readRun(argv[0], dir.filePath(u"journal.jsonl"_s), {"read", "read", "read", "fold", "fold", "fold", "verify"});
    follow(dir.path());
    return 0;
}
