#include "core/gate/checkoutpool.h"

#include "core/gate/copyfolder.h"
#include "core/gate/foldercheckout.h"
#include "core/gate/preparation.h"
#include "core/git/trash.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHash>
#include <QSemaphore>
#include <QSet>
#include <QThread>

#include <algorithm>
#include <condition_variable>
#include <mutex>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

/// Frozen trees that stay: base, the checkpoint and those that one verification compares; a preparation may take hours.
constexpr int kKeptPrepared = 6;
constexpr int kKeptPlain = 2;
/// Plain trees that went and wait to become another one: as many as one iteration lays.
constexpr int kSpares = 2;

/// An overlay over this folder, tried: not every file system can be below one.
bool canOverlay(ProcessHost &host, const Sandbox &sandbox, const QString &folder)
{
    if (!sandbox.contains() || !sandbox.ability().overlay)
        return false;
    ProcessCommand probe{.program = "/bin/sh", .arguments = {"-c", ": > probe && test -e probe"}};
    probe.environment = cleanEnvironment();
    probe.limits.timeout = std::chrono::seconds(20);
    const SandboxSpec spec{.binds
                           = {{QFile::encodeName(folder), kInsideTree.toByteArray(), SandboxBind::Mode::Overlay}},
                           .workingFolder = kInsideTree.toByteArray()};
    return host.run(sandbox.wrap(std::move(probe), spec)).succeeded();
}

/// "<key>.<number>" gives the number; 0 for other names.
quint64 numberOf(const QString &name)
{
    bool isNumber = false;
    const quint64 number = name.section(u'.', -1).toULongLong(&isNumber);
    return isNumber && name.indexOf(u'.') == 64 ? number : 0;
}

} // namespace

struct CheckoutPool::Private {
    Private(RunFolder run, ProcessHost &host, const Sandbox &sandbox, const Policy &policy, const ObjectId &baseCommit)
        : base(baseCommit),
          surroundings(std::move(run), host, sandbox),
          preparation(surroundings, policy.prepare, !base.isNull() && QFileInfo::exists(surroundings.folder.baseGit()))
    {
        surroundings.services = policy.services;
        if (QFileInfo::exists(surroundings.folder.baseGit()))
            surroundings.baseGit = QFile::encodeName(surroundings.folder.baseGit());
        surroundings.networkCaches = std::ranges::any_of(policy.prepare, &ShellCommand::network);
        sweep();
        surroundings.overlay = canOverlay(host, sandbox, surroundings.folder.prepared());
        method = surroundings.overlay                    ? u"overlay"_s
            : canReflink(surroundings.folder.prepared()) ? u"reflink"_s
                                                         : u"copy"_s;
    }

    /// What a crash left. What cannot be deleted or made shows itself, with its reason, when it is needed.
    void sweep()
    {
        (void)discard(surroundings.folder.checkouts());
        (void)makeFolder(surroundings.folder.checkouts());
        (void)makeFolder(surroundings.folder.prepared());
        const QDir prepared(surroundings.folder.prepared());
        for (const QString &name :
             prepared.entryList(QDir::AllEntries | QDir::Hidden | QDir::System | QDir::NoDotAndDotDot)) {
            lastNumber = std::max(lastNumber, numberOf(name));
            if (numberOf(name) == 0 || !preparation.load(prepared.filePath(name)))
                (void)discard(prepared.filePath(name));
        }
    }

    /// The newest frozen tree with this key. Under the lock.
    std::optional<PreparedTree> find(const Digest &key)
    {
        const QDir prepared(surroundings.folder.prepared());
        QStringList names = prepared.entryList({key.text() + u".*"_s}, QDir::Dirs);
        std::ranges::sort(names, std::greater(), numberOf);
        for (const QString &name : names) {
            if (numberOf(name) == 0)
                continue;
            if (auto found = preparation.load(prepared.filePath(name)); found && found->key == key) {
                used[found->folder] = ++clock;
                return found;
            }
        }
        return std::nullopt;
    }

    /// Takes the only path there is when nothing is contained; released by hand, possibly by another thread.
    void takePath(bool take)
    {
        if (surroundings.sandbox.contains())
            return;
        if (take)
            onlyPath.acquire();
        else
            onlyPath.release();
    }

    /// The frozen HOME of base, whose downloads serve later trees too; empty when there is none. Base is the owner's:
    /// what a candidate's preparation leaves serves no other tree. Under the lock.
    QString homeWithCaches()
    {
        if (!surroundings.networkCaches || base.isNull())
            return {};
        if (baseTree.isNull()) {
            const auto vault = Vault::open(surroundings.folder.vault());
            const auto commit = vault ? vault->commit(base) : failure(vault.error());
            if (!commit)
                return {};
            baseTree = commit->tree;
        }
        const auto found = find(preparation.keyFor(baseTree));
        return found ? found->home : QString();
    }

    Result<std::unique_ptr<Checkout>> take(const PreparedTree &prepared, bool empty)
    {
        if (!prepared.broken.isEmpty())
            return failure(prepared.broken, prepared.tree.text(), {}, ErrorKind::GateBroken);
        takePath(true);
        int number = 1;
        {
            const std::lock_guard lock(mutex);
            ++inUse[prepared.folder];
            used[prepared.folder] = ++clock;
            while (checkouts.contains(number))
                ++number;
            checkouts += number;
        }
        const QString own = surroundings.sandbox.contains()
            ? surroundings.folder.checkouts() + u'/' + QString::number(number)
            : surroundings.onlyFolder();
        auto checkout = std::make_unique<FolderCheckout>(surroundings, own, empty ? QString() : prepared.folder,
                                                         prepared.home, [this, number, folder = prepared.folder] {
                                                             {
                                                                 const std::lock_guard lock(mutex);
                                                                 checkouts -= number;
                                                                 if (--inUse[folder] == 0)
                                                                     inUse.remove(folder);
                                                             }
                                                             takePath(false);
                                                         });
        if (!QFileInfo::exists(prepared.folder))
            return failure(u"the prepared tree is gone"_s, prepared.folder, u"Prepare it again."_s,
                           ErrorKind::Internal);
        if (const auto laid = checkout->lay(); !laid)
            return failure(laid.error());
        return checkout;
    }

    ObjectId base;
    CheckoutSurroundings surroundings;
    Preparation preparation;
    QString method;
    QSemaphore onlyPath{1};

    std::mutex mutex; // guards what follows
    std::condition_variable preparedOne;
    ObjectId baseTree; ///< null = not looked up yet
    QSet<Digest> beingPrepared;
    QHash<Digest, PreparedTree> broken;
    QSet<int> checkouts; ///< the numbers of those that live: the lowest free one is used again
    QHash<QString, int> inUse; ///< by the frozen folder
    QHash<QString, quint64> used; ///< when last, by the frozen folder
    QStringList spares; ///< folders of plain trees that went
    quint64 clock = 0;
    quint64 lastNumber = 0;
};

CheckoutPool::CheckoutPool(RunFolder folder, ProcessHost &host, const Sandbox &sandbox, Policy policy,
                           ObjectId baseCommit)
    : d(std::make_unique<Private>(std::move(folder), host, sandbox, policy, baseCommit))
{}

CheckoutPool::~CheckoutPool() = default;

Result<PreparedTree> CheckoutPool::prepare(const ObjectId &tree, Freshness freshness, StopToken stop)
{
    const Digest key = d->preparation.keyFor(tree);
    QString name, cachesFrom, spare;
    {
        std::unique_lock lock(d->mutex);
        for (;;) {
            if (freshness == Freshness::Reuse) {
                if (auto found = d->find(key))
                    return *found;
                if (const auto broken = d->broken.constFind(key); broken != d->broken.cend())
                    return *broken;
            }
            if (!d->beingPrepared.contains(key))
                break;
            d->preparedOne.wait_for(lock, std::chrono::milliseconds(20));
            if (stop.stopRequested())
                return failure(u"stopped while another thread prepared the tree"_s, tree.text(), {},
                               ErrorKind::Stopped);
        }
        d->beingPrepared += key;
        if (freshness == Freshness::Reuse) {
            cachesFrom = d->homeWithCaches();
            if (!d->spares.isEmpty())
                spare = d->spares.takeLast();
        }
        name = u"%1.%2"_s.arg(key.text()).arg(++d->lastNumber);
    }
    d->takePath(true);
    auto made = d->preparation.make(tree, name, cachesFrom, spare, stop);
    d->takePath(false);
    {
        const std::lock_guard lock(d->mutex);
        d->beingPrepared -= key;
        if (made && made->broken.isEmpty()) {
            d->used[made->folder] = ++d->clock;
            d->broken.remove(key);
        } else if (made) {
            d->broken[key] = *made;
        }
    }
    d->preparedOne.notify_all();
    return made;
}

Result<std::unique_ptr<Checkout>> CheckoutPool::take(const PreparedTree &prepared)
{
    return d->take(prepared, false);
}

Result<std::unique_ptr<Checkout>> CheckoutPool::takeEmpty(const PreparedTree &prepared)
{
    return d->take(prepared, true);
}

int CheckoutPool::parallel() const
{
    return d->surroundings.sandbox.contains() ? std::max(1, QThread::idealThreadCount()) : 1;
}

QString CheckoutPool::copyMethod() const
{
    return d->method;
}

void CheckoutPool::trim()
{
    const bool plain = !d->preparation.hasCommands();
    const int keep = plain ? kKeptPlain : kKeptPrepared;
    const QDir prepared(d->surroundings.folder.prepared());
    QStringList doomed;
    {
        const std::lock_guard lock(d->mutex);
        QStringList names = prepared.entryList(QDir::Dirs | QDir::NoDotAndDotDot);
        erase_if(names, [](const QString &name) { return numberOf(name) == 0; });
        std::ranges::sort(names, std::greater(), [&](const QString &name) {
            return std::pair(d->used.value(prepared.filePath(name) + u"/tree"_s), numberOf(name));
        });
        for (const QString &name : names.mid(keep)) {
            if (d->inUse.contains(prepared.filePath(name) + u"/tree"_s))
                continue;
            // Out of sight at once, deleted without the lock.
            const QString away = name + u".gone"_s;
            if (!QDir(prepared).rename(name, away))
                continue;
            d->used.remove(prepared.filePath(name) + u"/tree"_s);
            if (plain && d->surroundings.sandbox.contains() && d->spares.size() < kSpares)
                d->spares += prepared.filePath(away);
            else
                doomed += away;
        }
    }
    for (const QString &name : std::as_const(doomed))
        (void)discard(prepared.filePath(name)); // what would not go is tried again when the next pool is made
}

} // namespace assay
