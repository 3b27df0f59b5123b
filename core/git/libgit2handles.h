// Private to core/git and core/diff: owning handles over libgit2's structures, and its thread-local error as ours.
#pragma once

#include "core/domain/error.h"
#include "core/domain/ids.h"
#include "core/git/vault.h"

#include <git2.h>

#include <memory>

namespace assay {

template <auto Free>
struct GitFree {
    template <class T>
    void operator()(T *handle) const
    {
        Free(handle);
    }
};
template <class T, auto Free>
using GitHandle = std::unique_ptr<T, GitFree<Free>>;

using RepositoryHandle = GitHandle<git_repository, git_repository_free>;
using OdbHandle = GitHandle<git_odb, git_odb_free>;
using CommitHandle = GitHandle<git_commit, git_commit_free>;
using TreeHandle = GitHandle<git_tree, git_tree_free>;
using TreeEntryHandle = GitHandle<git_tree_entry, git_tree_entry_free>;
using BlobHandle = GitHandle<git_blob, git_blob_free>;
using ObjectHandle = GitHandle<git_object, git_object_free>;
using ReferenceHandle = GitHandle<git_reference, git_reference_free>;
using ReferenceIteratorHandle = GitHandle<git_reference_iterator, git_reference_iterator_free>;
using IndexHandle = GitHandle<git_index, git_index_free>;
using DiffHandle = GitHandle<git_diff, git_diff_free>;
using SignatureHandle = GitHandle<git_signature, git_signature_free>;
using RevwalkHandle = GitHandle<git_revwalk, git_revwalk_free>;
using PackBuilderHandle = GitHandle<git_packbuilder, git_packbuilder_free>;
using ConfigHandle = GitHandle<git_config, git_config_free>;

/// Receives a handle from a libgit2 function's first argument: `call(Out(handle), …)`. The handle is set at the end
/// of the full expression, so the next call that uses it has to be another statement.
template <class Handle>
class Out {
public:
    explicit Out(Handle &handle) : m_handle(handle) {}
    Out(const Out &) = delete;
    Out &operator=(const Out &) = delete;
    ~Out() { m_handle.reset(m_raw); }
    operator typename Handle::element_type **() { return &m_raw; } // NOLINT(google-explicit-constructor)

private:
    Handle &m_handle;
    typename Handle::element_type *m_raw = nullptr;
};

/// Before the first call, from any thread, as often as one likes. The machine's and the user's git configuration must not
/// reach a run, and a vault is read by whoever may read its folder: nothing of it is ever executed.
void startLibgit2();

/// The error that the last libgit2 call of this thread left, to be taken at once.
[[nodiscard]] std::unexpected<Error> gitFailure(const QString &what, const QString &subject,
                                                const QString &remedy = {});

[[nodiscard]] inline ObjectId objectId(const git_oid *oid)
{
    QByteArray hex(GIT_OID_SHA1_HEXSIZE, Qt::Uninitialized);
    git_oid_fmt(hex.data(), oid);
    return ObjectId(hex);
}

struct Vault::Private {
    QString path;
    RepositoryHandle repository;
    OdbHandle odb;

    [[nodiscard]] Result<git_oid> oid(const ObjectId &id) const;
    [[nodiscard]] Result<TreeHandle> tree(const ObjectId &id) const;
};

} // namespace assay
