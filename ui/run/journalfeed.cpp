#include "ui/run/journalfeed.h"

#include "core/journal/kinds.h"
#include "core/journal/runlock.h"
#include "ui/look/formats.h"

#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>

#include <sys/stat.h>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace assay::ui {
namespace {

constexpr int holderRounds = 3;   ///< the lock is asked every third time
constexpr qsizetype batchMost = 2000; ///< entries: a batch is copied between threads and folded in slices

/// What of an entry this version does not understand.
void lookForNewer(const Entry &entry, QString &found)
{
    if (!found.isEmpty())
        return;
    const int format = entry.kind == "run.created"_L1 ? entry.data[u"format"].toInt() : 0;
    if (format > journalFormat)
        found = JournalFeed::tr("the journal's format is %1, this version knows %2").arg(format).arg(journalFormat);
    else if (!knownKind(entry.kind.toUtf8()))
        found = JournalFeed::tr("entry %1 is of the kind “%2”, which this version does not know")
                    .arg(entry.seq)
                    .arg(Formats::line(entry.kind));
    else if (entry.version > kindVersion)
        found = JournalFeed::tr("entry %1 (%2) has version %3, this version knows %4")
                    .arg(entry.seq)
                    .arg(entry.kind)
                    .arg(entry.version)
                    .arg(kindVersion);
}

} // namespace

JournalFeed::JournalFeed(RunFolder folder) : m_folder(std::move(folder)), m_timer(new QTimer(this))
{
    m_timer->setInterval(100ms);
    connect(m_timer, &QTimer::timeout, this, &JournalFeed::look);
}

void JournalFeed::start()
{
    read();
    lookAtFile();
    lookAtHolder();
    m_timer->start();
}

void JournalFeed::look()
{
    if (!m_follower)
        read();
    else
        follow();
    lookAtFile();
    if (m_round++ % holderRounds == 0)
        lookAtHolder();
}

void JournalFeed::lookAtHolder()
{
    const qint64 holder = RunLock::holder(m_folder);
    const bool isEngine = m_watch.works(holder);
    if (holder == m_holder && isEngine == m_isEngine)
        return;
    m_holder = holder;
    m_isEngine = isEngine;
    Q_EMIT holderChanged(holder, isEngine);
}

JournalFeed::Stamp JournalFeed::stampOf() const
{
    struct stat now{};
    if (::stat(QFile::encodeName(m_folder.journal()).constData(), &now) != 0)
        return {};
    const auto nanoseconds = [](const timespec &time) { return qint64(time.tv_sec) * 1'000'000'000 + time.tv_nsec; };
    return {now.st_dev, now.st_ino, now.st_size, nanoseconds(now.st_mtim), nanoseconds(now.st_ctim)};
}

/// Appending makes it larger; whoever changes what stands there leaves its size, or replaces it.
void JournalFeed::lookAtFile()
{
    const Stamp before = std::exchange(m_stamp, stampOf());
    const bool same = before.inode == m_stamp.inode && before.device == m_stamp.device;
    const bool grew = same && m_stamp.size > before.size;
    if (before.size >= 0 && m_stamp.size >= 0 && before != m_stamp && !grew)
        Q_EMIT touched();
}

void JournalFeed::read()
{
    if (!QFileInfo::exists(m_folder.journal())) {
        const bool folder = QFileInfo(m_folder.path()).isDir();
        fail({.what = folder ? tr("it holds no journal.jsonl") : tr("the folder is not there"),
              .subject = m_folder.path(),
              .remedy
              = folder ? tr("Open a run folder.") : tr("It may have been moved or removed; open it where it is now.")});
        return;
    }
    const qint64 size = QFileInfo(m_folder.journal()).size();
    if (size == m_damagedSize)
        return;
    m_damagedSize = -1;
    auto follower = std::make_unique<JournalFollower>(m_folder.journal());
    FeedStart start{.state = std::make_shared<RunState>(), .heads = {}, .problem = {}, .newer = {}};
    m_words.clear();
    m_watch = {};
    const auto polled = follower->poll([&](Entry &&entry) {
        m_watch.saw(entry);
        lookForNewer(entry, start.newer);
        start.state->apply(entry);
        start.heads.append(headOf(entry, m_words));
    });
    if (!polled) {
        m_damagedSize = size;
        // What was read before the damage is shown, with the problem beside it.
        start.problem = polled.error();
        m_told = polled.error().text();
        if (start.heads.isEmpty())
            Q_EMIT failed(polled.error());
        else
            Q_EMIT started(start);
        return;
    }
    if (start.heads.isEmpty()) {
        fail({.what = tr("it holds no entry yet"),
              .subject = m_folder.journal(),
              .remedy = tr("Wait, or look whether its run was started.")});
        return;
    }
    m_told.clear();
    m_follower = std::move(follower);
    Q_EMIT started(start);
}

void JournalFeed::follow()
{
    FeedBatch batch;
    const auto polled = m_follower->poll([&](Entry &&entry) {
        m_watch.saw(entry);
        lookForNewer(entry, batch.newer);
        batch.heads.append(headOf(entry, m_words));
        batch.entries.append(std::move(entry));
        if (batch.entries.size() >= batchMost)
            Q_EMIT arrived(std::exchange(batch, {}));
    });
    if (!batch.entries.isEmpty())
        Q_EMIT arrived(batch);
    if (polled)
        return;
    fail(polled.error());
    m_follower.reset(); // begins anew
}

void JournalFeed::fail(const Error &error)
{
    if (error.text() == std::exchange(m_told, error.text()))
        return;
    Q_EMIT failed(error);
}

Result<std::shared_ptr<RunState>> stateAsOf(const RunFolder &folder, qint64 seq)
{
    auto state = std::make_shared<RunState>();
    const auto read = readJournal(folder.journal(), 0, false, [&](Entry &&entry) {
        if (entry.seq > seq)
            return false;
        state->apply(entry);
        return entry.seq < seq;
    });
    if (!read && state->lastSeq < seq)
        return failure(read.error());
    return state;
}

Result<QByteArray> entryText(const RunFolder &folder, qint64 seq)
{
    QByteArray text;
    const auto read = readJournal(folder.journal(), 0, false, [&](Entry &&entry) {
        if (entry.seq < seq)
            return true;
        QJsonObject object{{u"seq"_s, entry.seq},
                           {u"kind"_s, entry.kind},
                           {u"v"_s, entry.version},
                           {u"at"_s, entry.at.toString(Qt::ISODateWithMs)},
                           {u"actor"_s, entry.actor},
                           {u"data"_s, entry.data},
                           {u"prev"_s, QString::fromLatin1(entry.prev)},
                           {u"hash"_s, QString::fromLatin1(entry.hash)}};
        if (entry.iteration)
            object[u"iter"_s] = entry.iteration;
        if (entry.cause)
            object[u"cause"_s] = entry.cause;
        text = QJsonDocument(object).toJson(QJsonDocument::Indented);
        return false;
    });
    if (!read && text.isEmpty())
        return failure(read.error());
    return text;
}

} // namespace assay::ui
