#include "core/git/vault.h"

#include "core/git/libgit2handles.h"

#include <QFile>
#include <QTimeZone>

#include <algorithm>
#include <vector>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

const QString kRefs = u"refs/assay/"_s;

QDateTime dateTime(git_time time)
{
    return QDateTime::fromSecsSinceEpoch(time.time, QTimeZone::fromSecondsAheadOfUtc(time.offset * 60));
}

} // namespace

void startLibgit2()
{
    static const int started = [] {
        const int count = git_libgit2_init();
        for (const int level :
             {GIT_CONFIG_LEVEL_SYSTEM, GIT_CONFIG_LEVEL_XDG, GIT_CONFIG_LEVEL_GLOBAL, GIT_CONFIG_LEVEL_PROGRAMDATA})
            git_libgit2_opts(GIT_OPT_SET_SEARCH_PATH, level, "");
        git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
        // An entry of the journal names commits: they have to be on the disk before it is.
        git_libgit2_opts(GIT_OPT_ENABLE_FSYNC_GITDIR, 1);
        return count;
    }();
    Q_UNUSED(started)
}

std::unexpected<Error> gitFailure(const QString &what, const QString &subject, const QString &remedy)
{
    const git_error *error = git_error_last();
    const QString words = error && error->message ? QString::fromUtf8(error->message) : u"no reason given"_s;
    return failure(what + u": "_s + words, subject, remedy);
}

Vault::Vault(std::unique_ptr<Private> p) : d(std::move(p)) {}
Vault::Vault(Vault &&) noexcept = default;
Vault &Vault::operator=(Vault &&) noexcept = default;
Vault::~Vault() = default;

Result<Vault> Vault::create(const QString &path)
{
    startLibgit2();
    git_repository_init_options options = GIT_REPOSITORY_INIT_OPTIONS_INIT;
    options.flags = GIT_REPOSITORY_INIT_BARE | GIT_REPOSITORY_INIT_MKPATH | GIT_REPOSITORY_INIT_NO_REINIT;
    options.initial_head = "base";
    RepositoryHandle repository;
    if (git_repository_init_ext(Out(repository), QFile::encodeName(path).constData(), &options) < 0)
        return gitFailure(u"the vault cannot be made"_s, path,
                          u"Check that its folder is writable and does not hold one already."_s);
    ConfigHandle config;
    if (git_repository_config(Out(config), repository.get()) < 0)
        return gitFailure(u"the vault cannot be configured"_s, path);
    if (git_config_set_int32(config.get(), "gc.auto", 0) < 0
        || git_config_set_bool(config.get(), "core.logallrefupdates", 0) < 0)
        return gitFailure(u"the vault cannot be configured"_s, path);
    return open(path);
}

Result<Vault> Vault::open(const QString &path)
{
    startLibgit2();
    auto p = std::make_unique<Private>();
    p->path = path;
    if (git_repository_open_ext(Out(p->repository), QFile::encodeName(path).constData(),
                                GIT_REPOSITORY_OPEN_NO_SEARCH | GIT_REPOSITORY_OPEN_BARE, nullptr)
        < 0)
        return gitFailure(u"the vault cannot be opened"_s, path,
                          u"It is made when a run is set up; a run folder without it is of no use."_s);
    if (git_repository_odb(Out(p->odb), p->repository.get()) < 0)
        return gitFailure(u"the vault's objects cannot be opened"_s, path);
    return Vault(std::move(p));
}

const QString &Vault::path() const
{
    return d->path;
}

Result<git_oid> Vault::Private::oid(const ObjectId &id) const
{
    git_oid oid;
    if (id.isNull() || git_oid_fromstrn(&oid, id.hex().constData(), GIT_OID_SHA1_HEXSIZE) < 0)
        return failure(u"an object was asked for by no id: 40 hexadecimal digits are one"_s, path, {},
                       ErrorKind::Internal);
    return oid;
}

Result<CommitFacts> Vault::commit(const ObjectId &id) const
{
    const auto oid = d->oid(id);
    if (!oid)
        return failure(oid.error());
    CommitHandle commit;
    if (git_commit_lookup(Out(commit), d->repository.get(), &*oid) < 0)
        return gitFailure(u"commit %1 cannot be read"_s.arg(id.text()), d->path);
    CommitFacts facts{.id = id,
                      .tree = objectId(git_commit_tree_id(commit.get())),
                      .parents = {},
                      .message = git_commit_message_raw(commit.get()),
                      .committed = dateTime(git_commit_committer(commit.get())->when)};
    for (unsigned i = 0; i < git_commit_parentcount(commit.get()); ++i)
        facts.parents.append(objectId(git_commit_parent_id(commit.get(), i)));
    return facts;
}

bool Vault::hasObject(const ObjectId &id) const
{
    const auto oid = d->oid(id);
    return oid && git_odb_exists(d->odb.get(), &*oid) == 1;
}

Result<ObjectId> Vault::resolveCommit(const QString &revision) const
{
    ObjectHandle object, commit;
    // Our own names come first: "base" means refs/assay/base whatever tags the target has.
    ReferenceHandle reference;
    git_oid ours;
    if (git_reference_name_to_id(&ours, d->repository.get(), (kRefs + revision).toUtf8().constData()) == 0) {
        if (git_object_lookup(Out(object), d->repository.get(), &ours, GIT_OBJECT_ANY) < 0)
            return gitFailure(u"'%1' cannot be read"_s.arg(revision), d->path);
    } else {
        const int status = git_revparse_single(Out(object), d->repository.get(), revision.toUtf8().constData());
        if (status == GIT_EAMBIGUOUS)
            return failure(u"'%1' fits more than one object"_s.arg(revision), d->path,
                           u"Give more digits of the hash."_s, ErrorKind::Usage);
        if (status < 0)
            return failure(u"there is no commit '%1'"_s.arg(revision), d->path,
                           u"Give a commit's hash or the name of a reference."_s, ErrorKind::Usage);
    }
    if (git_object_peel(Out(commit), object.get(), GIT_OBJECT_COMMIT) < 0)
        return failure(u"'%1' is a %2, a commit is needed"_s.arg(
                           revision, QString::fromLatin1(git_object_type2string(git_object_type(object.get())))),
                       d->path, u"Give a commit's hash or the name of a reference."_s, ErrorKind::Usage);
    return objectId(git_object_id(commit.get()));
}

Result<QByteArray> Vault::blob(const ObjectId &blob) const
{
    const auto oid = d->oid(blob);
    if (!oid)
        return failure(oid.error());
    BlobHandle handle;
    if (git_blob_lookup(Out(handle), d->repository.get(), &*oid) < 0)
        return gitFailure(u"blob %1 cannot be read"_s.arg(blob.text()), d->path);
    return QByteArray(static_cast<const char *>(git_blob_rawcontent(handle.get())),
                      qsizetype(git_blob_rawsize(handle.get())));
}

Result<qint64> Vault::blobSize(const ObjectId &blob) const
{
    const auto oid = d->oid(blob);
    if (!oid)
        return failure(oid.error());
    size_t size = 0;
    git_object_t type = GIT_OBJECT_INVALID;
    if (git_odb_read_header(&size, &type, d->odb.get(), &*oid) < 0)
        return gitFailure(u"blob %1 cannot be read"_s.arg(blob.text()), d->path);
    return qint64(size);
}

Result<ObjectId> Vault::writeBlob(QByteArrayView bytes)
{
    git_oid oid;
    if (git_blob_create_from_buffer(&oid, d->repository.get(), bytes.data(), size_t(bytes.size())) < 0)
        return gitFailure(u"a blob of %1 bytes cannot be written"_s.arg(bytes.size()), d->path);
    return objectId(&oid);
}

Result<ObjectId> Vault::commitTree(const ObjectId &tree, const QList<ObjectId> &parents, const QByteArray &message,
                                   const QDateTime &when)
{
    auto handle = d->tree(tree);
    if (!handle)
        return failure(handle.error());
    std::vector<CommitHandle> owners;
    std::vector<const git_commit *> commits;
    for (const ObjectId &parent : parents) {
        const auto oid = d->oid(parent);
        if (!oid)
            return failure(oid.error());
        if (git_commit_lookup(Out(owners.emplace_back()), d->repository.get(), &*oid) < 0)
            return gitFailure(u"the parent %1 cannot be read"_s.arg(parent.text()), d->path);
        commits.push_back(owners.back().get());
    }
    SignatureHandle signature;
    if (git_signature_new(Out(signature), "Assay", "assay@localhost", when.toSecsSinceEpoch(),
                          when.offsetFromUtc() / 60)
        < 0)
        return gitFailure(u"no signature can be made"_s, d->path);
    const QByteArray text = message.endsWith('\n') ? message : message + '\n';
    git_oid oid;
    if (git_commit_create(&oid, d->repository.get(), nullptr, signature.get(), signature.get(), nullptr,
                          text.constData(), handle->get(), commits.size(), commits.data())
        < 0)
        return gitFailure(u"the commit cannot be written"_s, d->path);
    return objectId(&oid);
}

Status Vault::packSince(const ObjectId &base, const ObjectId &commit, const QString &folder) const
{
    const auto from = d->oid(base), to = d->oid(commit);
    if (!from || !to)
        return failure(from ? to.error() : from.error());
    RevwalkHandle walk;
    if (git_revwalk_new(Out(walk), d->repository.get()) < 0)
        return gitFailure(u"history cannot be walked"_s, d->path);
    if (git_revwalk_push(walk.get(), &*to) < 0 || git_revwalk_hide(walk.get(), &*from) < 0)
        return gitFailure(u"history cannot be walked from %1 to %2"_s.arg(commit.text(), base.text()), d->path);
    PackBuilderHandle builder;
    if (git_packbuilder_new(Out(builder), d->repository.get()) < 0)
        return gitFailure(u"a pack cannot be made"_s, d->path);
    if (git_packbuilder_insert_walk(builder.get(), walk.get()) < 0
        || git_packbuilder_write(builder.get(), QFile::encodeName(folder).constData(), 0, nullptr, nullptr) < 0)
        return gitFailure(u"the pack cannot be written"_s, folder);
    return {};
}

Status Vault::setRef(const QString &name, const ObjectId &target, const ObjectId &expected)
{
    const auto oid = d->oid(target);
    if (!oid)
        return failure(oid.error());
    git_oid before = {};
    if (!expected.isNull()) {
        const auto given = d->oid(expected);
        if (!given)
            return failure(given.error());
        before = *given;
    }
    const QByteArray full = (kRefs + name).toUtf8();
    ReferenceHandle reference;
    // With no `expected` the null id makes libgit2 demand that the reference does not exist.
    const int status
        = git_reference_create_matching(Out(reference), d->repository.get(), full.constData(), &*oid,
                                        expected.isNull() ? 0 : 1, expected.isNull() ? nullptr : &before, nullptr);
    if (status == 0)
        return {};
    const auto refused = gitFailure(u"the reference cannot be set to %1"_s.arg(target.text()), kRefs + name);
    if (status == GIT_EEXISTS || status == GIT_EMODIFIED || status == GIT_ENOTFOUND) {
        const auto now = ref(name);
        if (now && *now == target)
            return {};
        if (now)
            return failure(u"it is %1, expected %2; not set to %3"_s.arg(
                               *now ? (*now)->text() : u"absent"_s, expected.isNull() ? u"absent"_s : expected.text(),
                               target.text()),
                           kRefs + name, u"Another program wrote to this run's vault."_s);
    }
    return refused;
}

Result<std::optional<ObjectId>> Vault::ref(const QString &name) const
{
    git_oid oid;
    const int status = git_reference_name_to_id(&oid, d->repository.get(), (kRefs + name).toUtf8().constData());
    if (status == GIT_ENOTFOUND)
        return std::nullopt;
    if (status < 0)
        return gitFailure(u"the reference cannot be read"_s, kRefs + name);
    return objectId(&oid);
}

Result<QList<std::pair<QString, ObjectId>>> Vault::refs(const QString &prefix) const
{
    ReferenceIteratorHandle iterator;
    if (git_reference_iterator_new(Out(iterator), d->repository.get()) < 0)
        return gitFailure(u"the references cannot be listed"_s, d->path);
    QList<std::pair<QString, ObjectId>> found;
    int status = 0;
    git_reference *raw = nullptr;
    while ((status = git_reference_next(&raw, iterator.get())) == 0) {
        const ReferenceHandle reference(raw);
        const QString name = QString::fromUtf8(git_reference_name(reference.get()));
        if (name.startsWith(kRefs + prefix) && git_reference_target(reference.get()))
            found.emplaceBack(name.mid(kRefs.size()), objectId(git_reference_target(reference.get())));
    }
    if (status != GIT_ITEROVER)
        return gitFailure(u"the references cannot be listed"_s, d->path);
    std::ranges::sort(found);
    return found;
}

} // namespace assay
