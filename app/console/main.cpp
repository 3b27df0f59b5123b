// assay-console: the operator's window on runs.
#include "core/places/runfinder.h"
#include "ui/look/look.h"
#include "ui/windows/comparewindow.h"
#include "ui/windows/console.h"
#include "ui/windows/runwindow.h"

#include <QApplication>
#include <QCommandLineParser>

#include <csignal>
#include <cstdio>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::ui;

namespace {

int misuse(const QString &text)
{
    std::fprintf(stderr, "assay-console: %s\n", qUtf8Printable(text));
    return 2;
}

} // namespace

int main(int argc, char **argv)
{
    ProcessHost host; // first: it forks while the program is small and its signals are the owner's
    std::signal(SIGPIPE, SIG_IGN);
    QCoreApplication::setApplicationName(u"assay-console"_s);
    QCoreApplication::setApplicationVersion(QStringLiteral(ASSAY_VERSION));
    QCoreApplication::setOrganizationName(u"assay"_s);
    QCommandLineParser parser;
    parser.setApplicationDescription(
        QCoreApplication::translate("main", "Supervises runs: watch, decide, review, export."));
    const QCommandLineOption help = parser.addHelpOption(), version = parser.addVersionOption();
    const QCommandLineOption demo(u"demo"_s,
                                  QCoreApplication::translate("main", "Start the demo, in review supervision."));
    const QCommandLineOption view(
        u"view"_s, QCoreApplication::translate("main", "Show this view: overview, audit, backlog, …"), u"name"_s);
    const QCommandLineOption scheme(u"scheme"_s, QCoreApplication::translate("main", "desktop, light or dark."),
                                    u"scheme"_s, u"desktop"_s);
    const QCommandLineOption compare(
        u"compare"_s,
        QCoreApplication::translate(
            "main",
            "Show what differs between two revisions of this repository: --compare REPO FROM [TO], TO else HEAD."),
        u"repo"_s);
    parser.addOptions({demo, view, scheme, compare});
    parser.addPositionalArgument(
        u"RUN"_s, QCoreApplication::translate("main", "A run's name or folder; of --compare the revisions."),
        u"[RUN | FROM [TO]]"_s);
    {
        // What it is needs no display.
        const QCoreApplication plain(argc, argv);
        parser.parse(QCoreApplication::arguments());
        if (parser.isSet(help) || parser.isSet(version))
            parser.process(plain);
    }
    QApplication application(argc, argv);
    QApplication::setApplicationDisplayName(u"Assay"_s);
    QApplication::setDesktopFileName(u"assay-console"_s);
    QApplication::setQuitOnLastWindowClosed(false); // runs may go on without a window; Console ends the program
    parser.process(application);
    const QString wanted = parser.value(scheme);
    if (wanted != "desktop"_L1 && wanted != "light"_L1 && wanted != "dark"_L1)
        return misuse(u"--scheme is \"%1\"; give desktop, light or dark."_s.arg(wanted));
    const Look look(application,
                    wanted == "dark"_L1        ? Scheme::Dark
                        : wanted == "light"_L1 ? Scheme::Light
                                               : Scheme::Desktop);
    const QStringList named = parser.positionalArguments();
    if (!parser.isSet(compare) && named.size() > 1)
        return misuse(u"one run at most; these are more: %1"_s.arg(named.join(u' ')));
    if (parser.isSet(compare) && (named.isEmpty() || named.size() > 2))
        return misuse(u"--compare needs one or two revisions: --compare REPO FROM [TO]; found: %1"_s.arg(
            named.isEmpty() ? u"none"_s : named.join(u' ')));

    EngineRoom engines(host);
    Console console(engines);
    QObject::connect(&console, &Console::opened, &console, [&](RunWindow *window) {
        if (parser.isSet(view))
            window->showView(parser.value(view));
    });
    if (parser.isSet(compare)) {
        console.compare({.repository = parser.value(compare), .from = named.at(0), .to = named.value(1)});
    } else if (!named.isEmpty()) {
        const auto folder = findRun(named.constFirst());
        if (!folder)
            return misuse(folder.error().text());
        console.openRun(*folder);
    } else {
        console.showStartPage();
        if (parser.isSet(demo))
            console.startRun({.options = {.supervision = Supervision::Review}, .demo = true});
    }
    return QApplication::exec();
}
