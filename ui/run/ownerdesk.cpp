#include "ui/run/ownerdesk.h"

#include "core/engine/approval.h"
#include "core/engine/commands.h"
#include "core/engine/leftcommands.h"
#include "core/journal/journalreader.h"
#include "core/journal/runlock.h"
#include "core/review/heldcandidate.h"

#include <QtConcurrent>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

/// A candidate that is sent back takes the open comments on its change along.
Result<QJsonObject> withComments(const RunFolder &folder, const QString &verb, QJsonObject args)
{
    const QString answer = verb == "decide"_L1 ? args[u"option"].toString()
        : verb == "review"_L1                  ? args[u"answer"].toString()
                                               : QString();
    if (answer != kSendBack || args.contains(u"marks"))
        return args;
    RunState state;
    const auto read = readJournal(folder.journal(), 0, false, [&](Entry &&entry) {
        state.apply(entry);
        return true;
    });
    if (!read)
        return failure(read.error());
    const auto marks = review::commentsOfHeld(folder, state);
    if (!marks)
        return failure(marks.error());
    if (!marks->isEmpty())
        args[u"marks"_s] = *marks;
    return args;
}

} // namespace

OwnerDesk::OwnerDesk(const RunFolder &folder, QObject *parent)
    : QObject(parent),
      m_folder(folder),
      m_clock(std::make_shared<SystemClock>())
{
    m_writing.setMaxThreadCount(1);
}

OwnerDesk::~OwnerDesk()
{
    m_writing.waitForDone(); // what was told is not lost with the window
}

void OwnerDesk::tell(const QString &verb, const QJsonObject &args)
{
    m_pending.append({verb, args});
    Q_EMIT pendingGrew();
    auto *watcher = new QFutureWatcher<Result<QString>>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher, verb, args] {
        const Result<QString> how = watcher->result();
        watcher->deleteLater();
        m_sent = m_sent || (how && *how == "sent"_L1);
        if (how)
            Q_EMIT told(verb, *how);
        else {
            forget(verb, &args);
            Q_EMIT refused(verb, how.error());
        }
    });
    watcher->setFuture(
        QtConcurrent::run(&m_writing, [folder = m_folder, clock = m_clock, verb, args]() -> Result<QString> {
            const auto whole = withComments(folder, verb, args);
            return whole ? commandRun(folder, *clock, verb, *whole) : failure(whole.error());
        }));
}

bool OwnerDesk::forget(const QString &verb, const QJsonObject *args)
{
    const auto told = std::ranges::find_if(
        m_pending, [&](const Told &one) { return one.verb == verb && (!args || one.args == *args); });
    if (told == m_pending.end())
        return false;
    m_pending.erase(told);
    return true;
}

void OwnerDesk::saw(const Entry &entry)
{
    const QString verb = entry.data[u"verb"].toString();
    if (entry.kind == "command.received"_L1) {
        // An answer may have taken comments along; another terminal's marks are not ours.
        const QJsonObject args = entry.data[u"args"].toObject();
        forget(verb, verb == "mark"_L1 ? &args : nullptr);
    } else if (entry.kind == "command.refused"_L1 && forget(verb)) {
        Q_EMIT refusedByRun(verb, entry.data[u"why"].toString());
    }
}

void OwnerDesk::carryOutLeft()
{
    if (!std::exchange(m_sent, false))
        return;
    auto *watcher = new QFutureWatcher<Status>(this);
    connect(watcher, &QFutureWatcherBase::finished, this, [this, watcher] {
        const Status done = watcher->result();
        watcher->deleteLater();
        if (done)
            return;
        m_sent = true; // somebody works on the run again and takes it, or else the next one that ends is looked after
        if (RunLock::holder(m_folder) == 0)
            Q_EMIT refused({}, done.error());
    });
    watcher->setFuture(QtConcurrent::run(
        &m_writing, [folder = m_folder, clock = m_clock] { return assay::carryOutLeft(folder, *clock); }));
}

} // namespace assay::ui
