// Pictures of every view of a run, at several moments, light and dark: screenshots RUN-FOLDER OUTPUT-FOLDER [VIEW…]
//
// The run is the demo's, ended or not; each moment is the same window looking at the run as of an entry. The scale is
// QT_SCALE_FACTOR's. packaging/screenshots makes the run, calls this at 1× and 2×, and says where the pictures are.
#include "ui/look/look.h"
#include "ui/windows/console.h"
#include "ui/windows/runwindow.h"

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>
#include <QFileInfo>

#include <cstdio>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::ui;

namespace {

/// Lets the window work until `done`, at most ten seconds.
bool waitFor(const std::function<bool()> &done)
{
    QElapsedTimer clock;
    clock.start();
    while (!done()) {
        if (clock.elapsed() > 10'000)
            return false;
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    }
    return true;
}

void settle()
{
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < 400)
        QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
}

/// The last entry of an iteration, or 0.
qint64 endOf(const RunDocument &document, int iteration)
{
    for (const EntryHead &head : document.heads()) {
        if (head.kind == "iteration.ended"_L1 && head.iteration == iteration)
            return head.seq;
    }
    return 0;
}

bool save(QWidget *window, const QString &path)
{
    settle();
    if (window->grab().save(path))
        return true;
    std::fprintf(stderr, "screenshots: %s cannot be written\n", qUtf8Printable(path));
    return false;
}

} // namespace

int main(int argc, char **argv)
{
    ProcessHost host;
    QApplication application(argc, argv);
    QApplication::setOrganizationName(u"assay-screenshots"_s);
    const QStringList arguments = QApplication::arguments();
    if (arguments.size() < 3) {
        std::fprintf(stderr, "usage: screenshots RUN-FOLDER OUTPUT-FOLDER [VIEW…]\n");
        return 2;
    }
    const QString output = arguments.at(2);
    const QStringList only = arguments.mid(3);
    QDir().mkpath(output);
    Look look(application, Scheme::Light);
    EngineRoom engines(host);
    const QString scale = qEnvironmentVariable("QT_SCALE_FACTOR", u"1"_s);
    auto *window = new RunWindow(RunFolder(QFileInfo(arguments.at(1)).absoluteFilePath()), engines);
    window->resize(1180, 760);
    window->show();
    RunDocument &document = window->document();
    if (!waitFor([&] { return document.isLoaded(); })) {
        std::fprintf(stderr, "screenshots: %s cannot be read\n", qUtf8Printable(arguments.at(1)));
        return 1;
    }
    bool good = true;
    const std::pair<QString, qint64> moments[] = {{u"start"_s, 5},
                                                  {u"audited"_s, endOf(document, 1)},
                                                  {u"rolled-back"_s, endOf(document, 4)},
                                                  {u"converged"_s, 0}};
    for (const auto &[moment, seq] : moments) {
        if (seq > 0)
            document.showAsOf(seq);
        else
            document.showNow();
        if (!waitFor([&] { return document.asOf() == seq; }))
            return 1;
        for (const Scheme scheme : {Scheme::Light, Scheme::Dark}) {
            look.setScheme(scheme);
            for (const RunView *view : window->views()) {
                if (!only.isEmpty() && !only.contains(view->objectName()))
                    continue;
                window->showView(view->objectName());
                good = save(window,
                            u"%1/%2-%3-%4-%5x.png"_s.arg(output, view->objectName(), moment,
                                                         scheme == Scheme::Dark ? u"dark"_s : u"light"_s, scale))
                    && good;
            }
        }
    }
    delete window;
    return good ? 0 : 1;
}
