// What the diff viewer costs: from asking for a change to its first lines on the screen, to all of it read, to what is seen
// in colour, and a frame of scrolling. Drawn offscreen; prints the machine. Run by `packaging/test --bench`.
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

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::bench;
using namespace assay::ui;

namespace {

QByteArray lines(int count, int every)
{
    QByteArray text;
    for (int i = 0; i < count; ++i) {
        text += "    int value" + QByteArray::number(i) + " = " + (every > 0 && i % every == 0 ? "other" : "first")
            + "(2); // as before\n";
    }
    return text;
}

void change(const char *what, const QString &vault, const ObjectId &from, const ObjectId &to)
{
    std::printf("%s\n", what);
    DiffPane pane;
    pane.resize(1400, 900);
    pane.show();
    QCoreApplication::processEvents();
    DiffView *view = pane.view();
    QElapsedTimer timer;
    timer.start();
    pane.compare(vault, from, to);
    const auto until = [&](const char *name, const std::function<bool()> &done) {
        if (!QTest::qWaitFor(done, 120'000))
            std::printf("  %-40s not within two minutes\n", name);
        (void)view->viewport()->grab();
        std::printf("  %-40s %8.1f ms\n", name, milliseconds(timer));
        std::fflush(stdout);
    };
    until("first lines painted", [&] { return view->document().count() > 0 && view->document().section(0).isRead(); });
    until("those in colour", [&] { return view->document().section(0).isInked(); });
    until("all of it read", [&] { return !pane.loader().isLoading(); });
    QList<double> frames;
    for (int i = 0; i < 300; ++i) {
        view->verticalScrollBar()->setValue(view->verticalScrollBar()->maximum() * i / 300);
        QElapsedTimer frame;
        frame.start();
        (void)view->viewport()->grab();
        frames.append(milliseconds(frame));
    }
    std::ranges::sort(frames);
    std::printf("  %-40s p50 %.1f, p99 %.1f, most %.1f ms\n", "a frame somewhere else", frames.at(150), frames.at(296),
                frames.last());
    std::printf("  %-40s %s\n", "memory", lineOf(u"/proc/self/status"_s, "VmRSS").constData());
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
    const auto tree
        = [&](const QList<TreeEdit> &edits, const ObjectId &on = {}) { return *vault->editTree(on, edits); };
    const auto file = [&](const QByteArray &path, const QByteArray &bytes) {
        return TreeEdit{.path = RepoPath(path), .blob = *vault->writeBlob(bytes)};
    };
    const auto one = [&](int count, int every) { return tree({file("file.cpp", lines(count, every))}); };
    change("180 changed lines", vault->path(), one(1'800, 0), one(1'800, 20));
    change("one file of 100,000 lines, 10,000 of them changed", vault->path(), one(100'000, 0), one(100'000, 10));
    QList<TreeEdit> before, after;
    const TreeEdit old = file("x", lines(40, 0)), now = file("x", lines(40, 10));
    for (int i = 0; i < 5'000; ++i) {
        const RepoPath path("d" + QByteArray::number(i % 50) + "/f" + QByteArray::number(i) + ".cpp");
        before.append({.path = path, .blob = old.blob});
        after.append({.path = path, .blob = now.blob});
    }
    change("5,000 files", vault->path(), tree(before), tree(after));
    return 0;
}
