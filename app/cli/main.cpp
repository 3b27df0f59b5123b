// assay: the headless program.
#include "app/cli/commandline.h"
#include "app/cli/dispatch.h"
#include "app/cli/helptext.h"
#include "core/process/reach.h"

#include <QCoreApplication>
#include <QFile>

#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>

#include <unistd.h>

using namespace Qt::StringLiterals;

namespace {

/// Qt's own words go to standard error as ours do; a failed assertion of ours is a fault, not a crash dump.
void onMessage(QtMsgType type, const QMessageLogContext &, const QString &text)
{
    if (text.startsWith(u"Detected locale"_s))
        return; // the C locale: Qt speaks UTF-8 all the same, and the terminal gets ASCII marks
    std::fprintf(stderr, "assay: %s\n", qUtf8Printable(text));
    if (type != QtFatalMsg)
        return;
    std::fputs("assay: this is a defect of Assay. The run's journal is whole; resume it, and please report this.\n",
               stderr);
    ::_exit(70);
}

[[noreturn]] void onTerminate()
{
    std::fputs("assay: an error nobody caught; this is a defect of Assay. The run's journal is whole; resume it, and "
               "please report this.\n",
               stderr);
    ::_exit(70);
}

QStringList wordsOf(int argc, char **argv)
{
    QStringList words;
    for (int i = 1; i < argc; ++i)
        words.append(QFile::decodeName(argv[i]));
    return words;
}

int runProgram(const QStringList &words, assay::ProcessHost &host)
{
    using namespace assay;
    using namespace assay::cli;
    // Before the line is read: an error in it is printed as it asks for, too.
    const Terminal::Options asked{.json = words.contains(u"--json"_s),
                                  .quiet = words.contains(u"--quiet"_s) || words.contains(u"-q"_s),
                                  .noColor = words.contains(u"--no-color"_s)};
    Terminal terminal(asked);
    const auto invocation = parseCommandLine(words);
    if (!invocation)
        return terminal.error(invocation.error());
    if (invocation->has(u"version"_s)) {
        terminal.result(u"assay "_s + QStringLiteral(ASSAY_VERSION));
        terminal.object({{u"type"_s, u"result"_s}, {u"version"_s, QStringLiteral(ASSAY_VERSION)}, {u"exit"_s, 0}});
        return 0;
    }
    if (invocation->has(u"help"_s)) {
        const QString help
            = invocation->command ? commandHelp(*invocation->command, terminal.style()) : overview(terminal.style());
        terminal.result(help);
        terminal.object({{u"type"_s, u"result"_s}, {u"help"_s, help}, {u"exit"_s, 0}});
        return 0;
    }
    if (!invocation->command) {
        return terminal.error({.what = u"no command was given"_s,
                               .subject = u"assay"_s,
                               .remedy = u"`assay demo` shows what it does; `assay --help` lists the commands."_s,
                               .kind = ErrorKind::Usage});
    }
    const SystemClock clock;
    return dispatch({*invocation, terminal, host, clock});
}

} // namespace

int main(int argc, char **argv)
{
    std::set_terminate(onTerminate);
    qInstallMessageHandler(onMessage);
    if (argc > 1 && std::strcmp(argv[1], "--try-reach") == 0) // doctor starts this program in the sandbox
        return assay::tryReach(QByteArrayList(argv + 2, argv + argc));
    try {
        assay::ProcessHost host; // first: it forks while the program is small and its signals are the owner's
        std::signal(SIGPIPE, SIG_IGN); // a reader that goes away is noticed when writing
        const QCoreApplication application(argc, argv);
        return runProgram(wordsOf(argc, argv), host);
    } catch (const std::exception &exception) {
        std::fprintf(stderr,
                     "assay: our own fault: %s. The run's journal is whole; resume it, and please report this.\n",
                     exception.what());
        return 70;
    }
}
