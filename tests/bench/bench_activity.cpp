// A million lines of agent activity, arriving as fast as they can be read, and scrolled through:
// bench_activity [LINES]
#include "core/agent/activitystream.h"
#include "tests/ui/openrun.h"
#include "ui/look/look.h"
#include "ui/views/activitypane.h"
#include "ui/views/agentview.h"

#include <QApplication>
#include <QFile>
#include <QJsonObject>
#include <QScrollBar>
#include <QTableView>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;
using namespace assay::ui;

namespace {

qint64 memoryMegabytes()
{
    QFile status(u"/proc/self/status"_s);
    if (!status.open(QIODevice::ReadOnly))
        return -1;
    for (const QByteArray &line : status.readAll().split('\n')) {
        if (line.startsWith("VmRSS:"))
            return line.simplified().split(' ').at(1).toLongLong() / 1024;
    }
    return -1;
}

} // namespace

int main(int argc, char **argv)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    const int lines = argc > 1 ? QByteArray(argv[1]).toInt() : 1'000'000;
    Look look(application, Scheme::Light);
    OpenRun run({made(u"run.created"_s, {{u"id"_s, u"r1"_s}, {u"target"_s, u"/t"_s}, {u"tree"_s, u"b"_s}}),
                 made(u"iteration.started"_s, {{u"n"_s, 1}, {u"type"_s, u"audit"_s}}, 1),
                 made(u"session.started"_s, {{u"id"_s, u"A1"_s}, {u"purpose"_s, u"audit"_s}}, 1)},
                true);
    {
        auto writer = ActivityWriter::create(run.run.folder().streams() + u"/A1.jsonl.zst"_s);
        if (!writer)
            return 1;
        for (int i = 0; i < lines; ++i) {
            if (i % 40 == 0)
                (*writer)->write(
                    {{u"type"_s, u"message"_s}, {u"text"_s, u"Step %1: I look at the next file now."_s.arg(i)}});
            else
                (*writer)->write(
                    {{u"type"_s, u"output"_s},
                     {u"stream"_s, u"stdout"_s},
                     {u"text"_s, u"src/module/file_%1.cpp:%1: note: eighty characters of compiler output"_s.arg(i)}});
        }
        if (!(*writer)->close())
            return 1;
    }
    const qint64 before = memoryMegabytes();
    AgentView view(run.place());
    view.resize(1180, 760);
    view.show();
    qint64 longest = 0, slow = 0;
    QElapsedTimer turn, all;
    all.start();
    while (view.pane()->model().lines() < lines) {
        turn.start();
        QCoreApplication::processEvents(QEventLoop::AllEvents);
        const qint64 took = turn.elapsed();
        longest = std::max(longest, took);
        slow += took > 50;
    }
    std::printf("%d lines shown in %lld ms, longest event-loop turn %lld ms, %lld turns over 50 ms\n", lines,
                all.elapsed(), longest, slow);
    std::printf("memory %lld MB, %lld MB before\n", memoryMegabytes(), before);

    turn.start();
    view.pane()->model().foldAll(false);
    QCoreApplication::processEvents();
    std::printf("unfolding all of it: %lld ms\n", turn.elapsed());
    QScrollBar *bar = view.pane()->table()->verticalScrollBar();
    qint64 frame = 0;
    for (int i = 0; i < 200; ++i) {
        turn.start();
        bar->setValue(bar->maximum() / 200 * i);
        view.pane()->table()->viewport()->repaint();
        QCoreApplication::processEvents();
        frame = std::max(frame, turn.nsecsElapsed() / 1000);
    }
    std::printf("longest frame while scrolling: %.1f ms\n", double(frame) / 1000);
    turn.start();
    const ActivityHits hits = searchActivity(view.pane()->model().pieces(), 0, 0, u"FILE_99999"_s);
    std::printf("search: %lld places in %lld ms\n", hits.count, turn.elapsed());
    return 0;
}
