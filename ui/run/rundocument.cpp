#include "ui/run/rundocument.h"

#include "ui/run/journaldamage.h"

#include <QtConcurrent>

using namespace std::chrono_literals;

namespace assay::ui {
namespace {

constexpr auto foldSlice = 8ms; ///< of one event-loop turn: a flood of entries must not stop the window

} // namespace

RunDocument::RunDocument(const RunFolder &folder, QObject *parent)
    : QObject(parent),
      m_folder(folder),
      m_feed(new JournalFeed(folder))
{
    m_feed->moveToThread(&m_thread);
    connect(&m_thread, &QThread::started, m_feed, &JournalFeed::start);
    connect(&m_thread, &QThread::finished, m_feed, &QObject::deleteLater);
    connect(m_feed, &JournalFeed::started, this, &RunDocument::start);
    connect(m_feed, &JournalFeed::arrived, this, &RunDocument::take);
    connect(m_feed, &JournalFeed::failed, this, [this](const Error &error) {
        m_problem = error;
        Q_EMIT problemChanged();
    });
    connect(m_feed, &JournalFeed::touched, this, [this] {
        if (m_loaded)
            lookAtChain();
    });
    connect(m_feed, &JournalFeed::holderChanged, this, [this](qint64 pid, bool isEngine) {
        // While it grows every moment nobody can tell an edit by the file's looks; once it rests, all of it is looked at.
        if (m_loaded && m_holder > 0 && pid <= 0)
            lookAtChain();
        m_holder = std::max<qint64>(pid, 0);
        m_isEngine = isEngine;
        Q_EMIT holderChanged();
    });
    m_folding.setInterval(0ms);
    m_telling.setInterval(100ms);
    m_telling.setSingleShot(true);
    connect(&m_folding, &QTimer::timeout, this, &RunDocument::foldSome);
    connect(&m_telling, &QTimer::timeout, this, &RunDocument::tell);
    connect(&m_asOfReading, &QFutureWatcherBase::finished, this, [this] {
        const auto read = m_asOfReading.result();
        if (m_asOfWanted == 0)
            return;
        if (!read) {
            m_problem = read.error();
            Q_EMIT problemChanged();
            return;
        }
        if ((*read)->lastSeq != m_asOfWanted && m_asOfWanted <= m_live->lastSeq) {
            showAsOf(m_asOfWanted); // another moment was asked for while this one was read
            return;
        }
        m_past = *read;
        m_asOf = m_asOfWanted;
        Q_EMIT reset();
    });
    connect(&m_chainReading, &QFutureWatcherBase::finished, this, [this] {
        const auto read = m_chainReading.result();
        if (std::exchange(m_chainAgain, false)) {
            lookAtChain();
            return;
        }
        if (!read)
            return; // the feed says what is wrong with the file
        m_chain = *read;
        const bool wasDamaged = m_damage.has_value();
        m_damage = damageOf(m_folder, *m_chain);
        Q_EMIT chainChecked();
        if (!m_damage && !wasDamaged)
            return;
        m_problem = m_damage;
        Q_EMIT problemChanged();
    });
    m_thread.setObjectName(QStringLiteral("journal feed"));
    m_thread.start();
}

RunDocument::~RunDocument()
{
    m_thread.quit();
    m_thread.wait();
    m_asOfReading.waitForFinished();
    m_chainReading.waitForFinished();
}

void RunDocument::start(const FeedStart &start)
{
    m_live = start.state;
    m_heads = start.heads;
    m_waiting.clear();
    m_next = 0;
    m_folding.stop();
    m_loaded = true;
    m_newer = start.newer;
    m_damage = start.problem ? std::optional(damageOf(m_folder, *start.problem)) : std::nullopt;
    m_chain.reset();
    if (m_problem || m_damage) {
        m_problem = m_damage;
        Q_EMIT problemChanged();
    }
    if (!m_past)
        Q_EMIT reset();
    if (!m_damage) // else it is known why not all of it could be read
        lookAtChain();
}

void RunDocument::lookAtChain()
{
    if (m_chainReading.isRunning())
        m_chainAgain = true;
    else
        m_chainReading.setFuture(QtConcurrent::run([path = m_folder.journal()] { return verifyChain(path); }));
}

void RunDocument::take(const FeedBatch &batch)
{
    if (m_newer.isEmpty())
        m_newer = batch.newer;
    m_waiting.append(batch.entries);
    m_heads.append(batch.heads);
    if (!m_folding.isActive())
        m_folding.start();
}

void RunDocument::foldSome()
{
    QElapsedTimer clock;
    clock.start();
    while (m_next < m_waiting.size() && clock.durationElapsed() < foldSlice) {
        const Entry entry = m_waiting.at(m_next++);
        m_live->apply(entry);
        m_changed |= partsOf(entry.kind);
        Q_EMIT arrived(entry);
    }
    if (m_next == m_waiting.size()) {
        m_waiting.clear();
        m_next = 0;
        m_folding.stop();
    }
    if (!m_telling.isActive())
        m_telling.start();
}

void RunDocument::tell()
{
    const Parts parts = std::exchange(m_changed, {});
    if (parts)
        Q_EMIT changed(parts);
}

void RunDocument::showAsOf(qint64 seq)
{
    if (seq >= m_live->lastSeq) {
        showNow();
        return;
    }
    m_asOfWanted = seq;
    if (m_asOfReading.isRunning())
        return; // looked at again when that one is there
    m_asOfReading.setFuture(QtConcurrent::run([folder = m_folder, seq] { return stateAsOf(folder, seq); }));
}

void RunDocument::holdFor(const QString &sentence)
{
    m_ownWork = sentence;
    Q_EMIT holderChanged();
}

void RunDocument::showNow()
{
    m_asOfWanted = 0;
    if (!m_past)
        return;
    m_past.reset();
    m_asOf = 0;
    Q_EMIT reset();
}

} // namespace assay::ui
