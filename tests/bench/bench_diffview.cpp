// What the diff viewer costs: from asking for a change to its first lines on the screen, to what is seen in colour, to all
// of it read; the longest turn of the event loop meanwhile; a frame of scrolling; memory. Drawn offscreen; prints the
// machine. Run by `packaging/test --bench`; with names of changes as arguments, those alone, and in a process of its own
// each is measured without what the others left.
#include "core/diff/hunkpatch.h"
#include "core/git/vault.h"
#include "tests/bench/measuring.h"
#include "ui/diff/diffpane.h"

#include <QApplication>
#include <QScrollBar>
#include <QSysInfo>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <algorithm>
#include <cstdio>
#include <ctime>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::bench;
using namespace assay::ui;

namespace {

QByteArray lines(int count, int every, int salt = 0)
{
    QByteArray text;
    for (int i = 0; i < count; ++i) {
        text += "    int value" + QByteArray::number(i + salt) + " = "
            + (every > 0 && i % every == 0 ? "other" : "first") + "(2); // as before\n";
    }
    return text;
}

/// How long the event loop was not asked for anything.
class Turns : public QObject {
public:
    Turns()
    {
        m_timer.start();
        m_id = startTimer(0);
    }
    ~Turns() override { killTimer(m_id); }
    [[nodiscard]] double longest() const { return m_longest; }

protected:
    void timerEvent(QTimerEvent *) override
    {
        m_longest = std::max(m_longest, milliseconds(m_timer));
        m_timer.restart();
    }

private:
    QElapsedTimer m_timer;
    double m_longest = 0;
    int m_id = 0;
};

void say(const char *what, const char *format, auto... values)
{
    std::printf("  %-44s ", what);
    std::printf(format, values...);
    std::printf("\n");
    std::fflush(stdout);
}

/// Processor time of this thread, ms: it hardly depends on what else the machine does.
double computed()
{
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return double(now.tv_sec) * 1e3 + double(now.tv_nsec) / 1e6;
}

/// Times what the window paints at a time: all that was asked to be painted since the last.
class Frames : public QObject {
public:
    explicit Frames(QWidget *window) : m_window(window) { window->installEventFilter(this); }
    [[nodiscard]] const QList<double> &times() const { return m_times; } ///< on the clock
    [[nodiscard]] const QList<double> &computing() const { return m_computed; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override
    {
        if (watched != m_window || event->type() != QEvent::UpdateRequest || m_painting)
            return false;
        m_painting = true;
        QElapsedTimer timer;
        timer.start();
        const double before = computed();
        QCoreApplication::sendEvent(watched, event);
        m_computed.append(computed() - before);
        m_times.append(milliseconds(timer));
        m_painting = false;
        return true;
    }

private:
    QWidget *m_window;
    bool m_painting = false;
    QList<double> m_times, m_computed;
};

/// Frames that follow a step of the scroll bar; what comes in between, inks say, is painted with the next.
void scrolled(const char *what, DiffView *view, int step)
{
    QScrollBar *bar = view->verticalScrollBar();
    const Frames painted(view->window());
    for (int i = 0; i < 400; ++i) {
        const qsizetype before = painted.times().size();
        bar->setValue(step > 0 ? bar->value() + step : int(qint64(bar->maximum()) * i / 400));
        QElapsedTimer limit;
        limit.start();
        while (painted.times().size() == before && limit.elapsed() < 100)
            QCoreApplication::processEvents();
    }
    QList<double> frames = painted.times(), work = painted.computing();
    if (frames.size() < 10)
        return;
    std::ranges::sort(frames);
    std::ranges::sort(work);
    say(what, "p50 %.1f, p99 %.1f, most %.1f ms; computed %.1f, %.1f, %.1f ms", frames.at(frames.size() / 2),
        frames.at(frames.size() * 99 / 100), frames.last(), work.at(work.size() / 2), work.at(work.size() * 99 / 100),
        work.last());
}

/// Every hunk reviewed, left out or commented in turn.
ReviewMarks marksOn(const DiffDocument &document, qsizetype most)
{
    ReviewMarks marks;
    for (int i = 0; i < document.sectionCount(); ++i) {
        for (const HunkId &hunk : document.section(i).hunks()) {
            ReviewMark mark{.reviewed = marks.size() % 3 == 0, .leftOut = marks.size() % 3 == 1};
            if (marks.size() % 3 == 2)
                mark.comment = u"why is it so?"_s;
            marks.insert(ReviewPlace::ofHunk(document.section(i).change().path(), hunk), mark);
            if (marks.size() == most)
                return marks;
        }
    }
    return marks;
}

struct Change {
    QString vault;
    ObjectId from, to;
};

void measure(const char *what, const Change &change, bool sideBySide, bool marks)
{
    std::printf("%s%s\n", what, sideBySide ? ", side by side" : "");
    DiffPane pane(nullptr, marks ? DiffPane::Use::Review : DiffPane::Use::Compare);
    pane.resize(1400, 900);
    pane.show();
    DiffView *view = pane.view();
    view->setSideBySide(sideBySide);
    QCoreApplication::processEvents();
    const auto before = lineOf(u"/proc/self/status"_s, "VmRSS");
    std::optional<Turns> turns;
    turns.emplace();
    QElapsedTimer timer;
    timer.start();
    pane.compare(change.vault, change.from, change.to);
    const auto until = [&](const char *name, const std::function<bool()> &done) {
        QElapsedTimer limit;
        limit.start();
        while (!done() && limit.elapsed() < 120'000)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        view->viewport()->repaint();
        say(name, "%8.1f ms", milliseconds(timer));
    };
    until("first lines painted", [&] { return view->document().count() > 0 && view->document().section(0).isRead(); });
    until("those in colour", [&] { return view->document().section(0).isInked(); });
    until("all of it read", [&] { return !pane.loader().isLoading(); });
    if (marks) {
        const auto identified = [&] {
            for (int i = 0; i < view->document().sectionCount(); ++i) {
                if (!view->document().section(i).canBeMarked())
                    return false;
            }
            return true;
        };
        until("marks can be made", identified);
        const ReviewMarks all = marksOn(view->document(), 10'000);
        QElapsedTimer told;
        told.start();
        view->setMarks(all);
        view->viewport()->repaint();
        say("its marks shown", "%8.1f ms (%lld of them)", milliseconds(told), qint64(all.size()));
    }
    say("longest turn of the event loop", "%8.1f ms", turns->longest());
    turns.reset();
    QElapsedTimer other;
    other.start();
    view->setSideBySide(!sideBySide);
    view->viewport()->repaint();
    say("the other layout", "%8.1f ms", milliseconds(other));
    view->setSideBySide(sideBySide);
    view->verticalScrollBar()->setValue(0);
    scrolled("a frame, three lines on", view, 3);
    scrolled("a frame, a page on", view, view->geometryNow().fullRows(view->viewport()->height()));
    scrolled("a frame somewhere else", view, 0);
    say("memory before, now, most", "%s, %s, %s", before.constData(),
        lineOf(u"/proc/self/status"_s, "VmRSS").constData(), lineOf(u"/proc/self/status"_s, "VmHWM").constData());
}

} // namespace

int main(int argc, char **argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    std::printf("%s, %d cores, load %s\n", lineOf(u"/proc/cpuinfo"_s, "model name").constData(),
                QThread::idealThreadCount(), lineOf(u"/proc/loadavg"_s, "").constData());
    const QTemporaryDir folder;
    auto vault = Vault::create(folder.filePath(u"vault"_s));
    if (!vault)
        return 1;
    const auto blob = [&](const QByteArray &bytes) { return *vault->writeBlob(bytes); };
    const auto tree = [&](const QList<TreeEdit> &edits) { return *vault->editTree({}, edits); };
    const auto one = [&](const QByteArray &path, const QByteArray &old, const QByteArray &now) {
        return Change{vault->path(), tree({{.path = RepoPath(path), .blob = blob(old)}}),
                      tree({{.path = RepoPath(path), .blob = blob(now)}})};
    };
    /// So many files of so many lines, every so-many-th changed. Few blobs: each is synced to the disk.
    const auto many = [&](int files, int count, int every) {
        constexpr int different = 16;
        QList<ObjectId> old, now;
        for (int i = 0; i < different; ++i) {
            old.append(blob(lines(count, 0, i)));
            now.append(blob(lines(count, every, i)));
        }
        QList<TreeEdit> before, after;
        for (int i = 0; i < files; ++i) {
            const RepoPath path("d" + QByteArray::number(i % 50) + "/f" + QByteArray::number(i) + ".cpp");
            before.append({.path = path, .blob = old.at(i % different)});
            after.append({.path = path, .blob = now.at(i % different)});
        }
        return Change{vault->path(), tree(before), tree(after)};
    };
    const QStringList wanted = QApplication::arguments().mid(1);
    const auto run = [&](const char *name, const char *what, const std::function<Change()> &make, bool sideBySide,
                         bool marks = false) {
        if (wanted.isEmpty() || wanted.contains(QLatin1StringView(name)))
            measure(what, make(), sideBySide, marks);
    };
    run("180", "180 changed lines", [&] { return one("a.cpp", lines(1'800, 0), lines(1'800, 20)); }, false);
    run("10k", "10,000 changed lines in 100 files", [&] { return many(100, 500, 10); }, true);
    run("100k", "100,000 changed lines in 500 files", [&] { return many(500, 1'000, 10); }, true);
    run("1m", "1,000,000 changed lines in 2,000 files", [&] { return many(2'000, 1'250, 5); }, true);
    run(
        "marks", "10,000 marks on 100,000 changed lines in 500 files", [&] { return many(500, 1'000, 10); }, true,
        true);
    run("files", "5,000 files of 40 lines", [&] { return many(5'000, 40, 10); }, false);
    run(
        "file", "one file of 1,000,000 lines, 200,000 changed lines",
        [&] { return one("a.cpp", lines(1'000'000, 0), lines(1'000'000, 10)); }, true);
    run(
        "line", "one line of 5 MB",
        [&] {
            const QByteArray line = R"({"key": "value", "n": 12},)"_ba.repeated(200'000);
            return one("a.json", "[\n" + line + "\n]\n", "[\n" + line + "{}\n]\n");
        },
        true);
    return 0;
}
