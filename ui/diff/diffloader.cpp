#include "ui/diff/diffloader.h"

#include "core/diff/hunkpatch.h"
#include "core/diff/renames.h"
#include "core/git/vault.h"
#include "ui/diff/fileinks.h"

#include <QElapsedTimer>
#include <QThread>

#include <atomic>
#include <deque>

namespace assay::ui {
namespace {

constexpr int toldEvery = 30; // ms between two handfuls of read files
constexpr qsizetype firstInked = 5'000; // lines
constexpr qint64 pictureMost = 5'000'000; // bytes

ReadFile readFile(const Vault &vault, const diff::FileChange &change, const diff::Options &options, diff::Layout layout)
{
    ReadFile read;
    read.diff = diff::FileDiff::read(vault, change, options);
    if (!read.diff)
        return read;
    read.rows = diff::Rows(*read.diff, layout);
    read.warnings = diff::addedWarnings(*read.diff);
    const auto picture = [&](const diff::FileVersion &version, const diff::VersionFacts &facts) {
        const bool drawn = facts.kind == diff::ContentKind::Text && facts.image == diff::ImageFormat::Svg;
        if ((facts.kind != diff::ContentKind::Binary && !drawn) || facts.size > pictureMost)
            return Picture();
        const auto bytes = vault.blob(version.blob);
        return bytes ? pictureOf(*bytes, facts.image) : Picture();
    };
    read.before = picture(change.before, read.diff->facts().before);
    read.after = picture(change.after, read.diff->facts().after);
    return read;
}

} // namespace

/// What the workers of one request share.
struct DiffLoader::Job {
    DiffRequest request;
    StopSource stop;
    std::atomic<diff::Layout> layout = diff::Layout::Unified;
    QMutex mutex;
    std::deque<diff::FileChange> queue; ///< what is still to be read, the next one first
    int readers = 0;                    ///< workers that take from it

    [[nodiscard]] diff::Options options() const { return {.whitespace = request.whitespace}; }
};

DiffLoader::DiffLoader(QObject *parent) : QObject(parent)
{
    m_pool.setMaxThreadCount(std::max(2, QThread::idealThreadCount()));
}

DiffLoader::~DiffLoader()
{
    cancel();
    m_pool.waitForDone();
}

void DiffLoader::cancel()
{
    if (m_job)
        m_job->stop.requestStop();
    m_job.reset();
    m_files.clear();
    m_places.clear();
    m_diffs.clear();
    m_unread.clear();
    m_wanted.clear();
    m_inked.clear();
    m_loading = m_renamesKnown = false;
}

void DiffLoader::tell(const std::shared_ptr<Job> &job, std::function<void()> what)
{
    QMetaObject::invokeMethod(
        this,
        [this, job, what = std::move(what)] {
            if (m_job == job)
                what();
        },
        Qt::QueuedConnection);
}

void DiffLoader::load(const DiffRequest &request)
{
    cancel();
    m_request = request;
    m_loading = true;
    m_job = std::make_shared<Job>();
    m_job->request = request;
    m_job->layout = m_layout;
    m_pool.start([this, job = m_job] { listFiles(job); }, 2);
}

void DiffLoader::listFiles(const std::shared_ptr<Job> &job)
{
    const auto vault = Vault::open(job->request.vault);
    const auto tree = [&](const ObjectId &id) {
        return !vault ? failure(vault.error()) : id.isNull() ? Result<ObjectId>(id) : vault->treeOf(id);
    };
    const auto from = tree(job->request.from);
    const auto to = from ? tree(job->request.to) : from;
    const auto files = to ? diff::changedFiles(*vault, *from, *to) : failure(to.error());
    if (!files) {
        tell(job, [this, error = files.error()] {
            m_loading = false;
            Q_EMIT failed(error);
        });
        return;
    }
    tell(job, [this, job, found = *files] {
        take(found);
        m_pool.start([this, job, found] { findRenames(job, found); }, 0);
    });
}

/// The list, or the one with renames: what it has in common with the one before stays read.
void DiffLoader::take(const QList<diff::FileChange> &files)
{
    const QList<diff::FileChange> before = std::exchange(m_files, files);
    const QHash<RepoPath, qsizetype> places = std::exchange(m_places, {});
    std::deque<diff::FileChange> queue;
    m_unread.clear();
    for (qsizetype i = 0; i < files.size(); ++i) {
        const diff::FileChange &file = files.at(i);
        m_places.insert(file.path(), i);
        const qsizetype place = places.value(file.path(), -1);
        const bool same = place >= 0 && before.at(place) == file;
        if (same && m_diffs.contains(file.path()))
            continue;
        if (!same) {
            m_diffs.remove(file.path());
            m_inked.remove(file.path());
        }
        m_unread.insert(file.path());
        queue.push_back(file);
    }
    {
        const QMutexLocker lock(&m_job->mutex);
        m_job->queue = std::move(queue);
        const int readers = std::max(1, m_pool.maxThreadCount() - 1);
        while (m_job->readers < readers && m_job->readers < int(m_job->queue.size())) {
            ++m_job->readers;
            m_pool.start([this, job = m_job] { readFiles(job); }, 1);
        }
    }
    Q_EMIT listed(files);
    finish();
}

void DiffLoader::readFiles(const std::shared_ptr<Job> &job)
{
    const auto vault = Vault::open(job->request.vault);
    QHash<RepoPath, ReadFile> handful;
    QElapsedTimer sinceTold;
    bool first = true;
    const auto tellHandful = [&] {
        if (!handful.isEmpty())
            tell(job, [this, read = std::exchange(handful, {})] { took(read); });
        sinceTold.restart();
        first = false;
    };
    sinceTold.start();
    while (true) {
        diff::FileChange change;
        {
            const QMutexLocker lock(&job->mutex);
            if (job->queue.empty() || job->stop.stopRequested()) {
                --job->readers;
                break;
            }
            change = job->queue.front();
            job->queue.pop_front();
        }
        handful.insert(
            change.path(),
            vault ? readFile(*vault, change, job->options(), job->layout)
                  : ReadFile{.diff = failure(vault.error()), .rows = {}, .warnings = {}, .before = {}, .after = {}});
        if (first || sinceTold.elapsed() >= toldEvery)
            tellHandful();
    }
    tellHandful();
}

void DiffLoader::took(const QHash<RepoPath, ReadFile> &files)
{
    QHash<RepoPath, ReadFile> current;
    for (auto it = files.cbegin(); it != files.cend(); ++it) {
        // The list may have become another one meanwhile.
        const qsizetype place = m_places.value(it.key(), -1);
        if (place < 0 || (it->diff && it->diff->change() != m_files.at(place)))
            continue;
        current.insert(it.key(), *it);
        m_unread.remove(it.key());
        if (it->diff)
            m_diffs.insert(it.key(), *it->diff);
    }
    Q_EMIT filesRead(current);
    identify(current);
    QList<diff::FileChange> toInk;
    for (const diff::FileChange &file : std::as_const(m_files)) {
        if (current.contains(file.path()) && m_wanted.contains(file.path()))
            toInk.append(file);
    }
    want(toInk);
    finish();
}

/// Hashing the lines of a large change takes its time: what is read is shown first.
void DiffLoader::identify(const QHash<RepoPath, ReadFile> &files)
{
    if (!m_request.identified || m_request.whitespace != diff::Whitespace::Exact)
        return; // such hunks are not what is exported
    QList<diff::FileDiff> diffs;
    for (const ReadFile &file : files) {
        if (file.diff)
            diffs.append(*file.diff);
    }
    if (diffs.isEmpty())
        return;
    m_pool.start([this, job = m_job, diffs] {
        HunkIds known;
        for (const diff::FileDiff &file : diffs) {
            if (job->stop.stopRequested())
                return;
            QList<HunkId> ids;
            for (const diff::HunkIdentity &identity : diff::hunkIdentities(file))
                ids.append(identity.id());
            known.append({file.change(), ids});
        }
        tell(job, [this, known] { Q_EMIT identified(known); });
    });
}

void DiffLoader::finish()
{
    if (!m_loading || !m_unread.isEmpty())
        return;
    m_loading = false;
    Q_EMIT allRead();
    if (!m_renamesKnown)
        return; // its list comes yet
    QList<diff::FileDiff> files;
    for (const diff::FileChange &file : std::as_const(m_files))
        files.append(m_diffs.value(file.path()));
    m_pool.start([this, job = m_job, files] {
        if (const diff::Moves moves = diff::movedLines(files); !job->stop.stopRequested())
            tell(job, [this, moves] { Q_EMIT movesFound(moves); });
    });
}

void DiffLoader::findRenames(const std::shared_ptr<Job> &job, const QList<diff::FileChange> &files)
{
    const auto vault = Vault::open(job->request.vault);
    const auto renamed
        = vault ? diff::withRenames(*vault, files, {.copies = true}, job->stop.token()) : failure(vault.error());
    // Where they cannot be told, the list without them is right too.
    tell(job, [this, found = renamed ? renamed->files : files] {
        m_renamesKnown = true;
        m_loading = true;
        if (found == m_files)
            finish();
        else
            take(found);
    });
}

void DiffLoader::setLayout(diff::Layout layout)
{
    m_layout = layout;
    if (m_job)
        m_job->layout = layout;
}

void DiffLoader::want(const QList<diff::FileChange> &files)
{
    if (!m_job)
        return;
    const QMutexLocker lock(&m_job->mutex);
    for (auto file = files.crbegin(); file != files.crend(); ++file) {
        m_wanted.insert(file->path());
        const auto queued = std::ranges::find(m_job->queue, *file);
        if (queued != m_job->queue.end() && queued != m_job->queue.begin()) {
            m_job->queue.erase(queued);
            m_job->queue.push_front(*file);
        }
        const auto read = m_diffs.constFind(file->path());
        if (read != m_diffs.cend() && !m_inked.contains(file->path())) {
            m_inked.insert(file->path());
            m_pool.start([this, job = m_job, diff = *read] { ink(job, diff); }, 3);
        }
    }
}

void DiffLoader::forgetInks(const diff::FileChange &file)
{
    m_inked.remove(file.path());
}

void DiffLoader::ink(const std::shared_ptr<Job> &job, const diff::FileDiff &file)
{
    FileInker before(file.before(), file.change().before.path), after(file.after(), file.change().after.path);
    // A large file's first lines are seen first.
    bool more = true;
    for (qsizetype line = firstInked; more; line *= 4) {
        const bool old = before.advance(line, job->stop.token()), now = after.advance(line, job->stop.token());
        more = (old || now) && !job->stop.stopRequested();
        tell(job, [this, change = file.change(), old = before.inks(), now = after.inks()] {
            if (m_diffs.value(change.path()).change() == change)
                Q_EMIT inked(change, old, now);
        });
    }
}

void DiffLoader::readWhole(const diff::FileChange &file)
{
    if (!m_job)
        return;
    m_inked.remove(file.path());
    m_pool.start(
        [this, job = m_job, file] {
            const auto vault = Vault::open(job->request.vault);
            diff::Options options = job->options();
            options.fileLimit = diff::Options::kNoLimit;
            const ReadFile read = vault
                ? readFile(*vault, file, options, job->layout)
                : ReadFile{.diff = failure(vault.error()), .rows = {}, .warnings = {}, .before = {}, .after = {}};
            tell(job, [this, file, read] { took({{file.path(), read}}); });
        },
        3);
}

} // namespace assay::ui
