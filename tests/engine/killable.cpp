// An engine that kills itself with SIGKILL right after a named entry became durable: what a crash leaves is real.
//
//   killable RUN RESOURCES none
//   killable RUN RESOURCES seq:N            dies after entry N
//   killable RUN RESOURCES kinds:FILE       dies after the first entry of each kind that FILE does not name yet; adds
//                                           it to FILE first
// Exit status: that of the outcome; 70 when the engine failed.
#include "core/engine/engine.h"

#include <QCoreApplication>
#include <QFile>

#include <csignal>
#include <unistd.h>

using namespace Qt::StringLiterals;
using namespace assay;

int main(int argc, char **argv)
{
    QCoreApplication app(argc, argv);
    const QStringList arguments = app.arguments();
    if (arguments.size() != 4)
        return 2;
    const RunFolder folder(arguments.at(1));
    const QString mode = arguments.at(3);
    const qint64 deadly = mode.startsWith("seq:"_L1) ? mode.mid(4).toLongLong() : 0;
    const QString kindsFile = mode.startsWith("kinds:"_L1) ? mode.mid(6) : QString();
    const auto observe = [&](const Entry &entry) {
        if (deadly != 0 && entry.seq == deadly)
            ::kill(::getpid(), SIGKILL);
        if (kindsFile.isEmpty())
            return;
        QFile file(kindsFile);
        if (!file.open(QIODevice::ReadWrite))
            return;
        const QByteArrayList seen = file.readAll().split('\n');
        if (seen.contains(entry.kind.toUtf8()))
            return;
        file.write(entry.kind.toUtf8() + '\n');
        file.close();
        ::kill(::getpid(), SIGKILL);
    };
    const SystemClock clock;
    ProcessHost host;
    auto ledger = openRun(folder, clock);
    if (!ledger) {
        qWarning("%s", qPrintable(ledger.error().text()));
        return 70;
    }
    const auto outcome = runEngine(std::move(*ledger), host, {.resources = arguments.at(2), .onEntry = observe}, {});
    if (!outcome) {
        qWarning("%s", qPrintable(outcome.error().text()));
        return 70;
    }
    return exitStatusOf(*outcome);
}
