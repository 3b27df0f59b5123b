#include "core/git/targetlook.h"

#include "core/git/vault.h"

#include <QFile>
#include <QRegularExpression>
#include <QUrl>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

/// Paths in a sentence: the first few and how many more.
QString named(const QList<RepoPath> &paths)
{
    QStringList names;
    for (const RepoPath &path : paths.first(std::min(paths.size(), qsizetype(5))))
        names.append(path.display());
    QString text = names.join(u", "_s);
    if (paths.size() > names.size())
        text += u" and %1 more"_s.arg(paths.size() - names.size());
    return text;
}

struct ListedBlob {
    RepoPath path;
    QByteArray id;
    qint64 size = 0;
};

Result<QByteArrayList> readBlobs(const TargetLook &look, const QList<ListedBlob> &blobs)
{
    QByteArray request;
    for (const ListedBlob &blob : blobs)
        request += blob.id + '\n';
    const auto output = look.run({"cat-file", "--batch"}, request);
    if (!output)
        return failure(output.error());
    QByteArrayList contents; // "<id> blob <size>\n<bytes>\n" each
    qsizetype at = 0;
    for (const ListedBlob &blob : blobs) {
        at = output->indexOf('\n', at) + 1;
        contents.append(output->mid(at, blob.size));
        at += blob.size + 1;
    }
    return contents;
}

constexpr qint64 kLargestPointer = 1024; // by the specification of Git LFS pointer files, version 1

} // namespace

TargetLook::TargetLook(const GitProgram &git, const QString &folder) : m_git(git), m_folder(QFile::encodeName(folder))
{
    QFile config(m_home.filePath(u".gitconfig"_s));
    if (config.open(QIODevice::WriteOnly))
        config.write("[safe]\n\tdirectory = *\n");
}

Status TargetLook::ready() const
{
    if (!m_home.isValid())
        return failure(u"no scratch folder can be made: "_s + m_home.errorString(), m_home.path());
    return {};
}

GitProgram::Call TargetLook::call(const QByteArrayList &arguments) const
{
    GitProgram::Call call;
    call.arguments = arguments;
    call.folder = m_folder;
    // As files: a child such as upload-pack gets neither -c settings nor GIT_CONFIG_COUNT.
    call.environment.insert("HOME", QFile::encodeName(m_home.path()));
    call.timeout = std::chrono::hours(2);
    return call;
}

Result<QByteArray> TargetLook::run(const QByteArrayList &arguments, const QByteArray &standardInput,
                                   const StopToken &stop) const
{
    auto command = call(arguments);
    command.standardInput = standardInput;
    return m_git.run(command, stop);
}

ProcessResult TargetLook::tryRun(const QByteArrayList &arguments) const
{
    return m_git.tryRun(call(arguments));
}

Result<QByteArray> TargetLook::line(const QByteArrayList &arguments) const
{
    auto output = run(arguments);
    if (output && output->endsWith('\n'))
        output->chop(1); // and no more: a folder's name may end with one
    return output;
}

Status refuseIncomplete(const TargetLook &look, const ObjectId &tree, const QString &subject)
{
    const auto listing = look.run({"ls-tree", "-r", "-l", "-z", "--full-tree", tree.hex()});
    if (!listing)
        return failure(listing.error());
    QList<RepoPath> submodules;
    QList<ListedBlob> attributes, small;
    for (const QByteArray &record : listing->split('\0')) { // "<mode> <type> <id> <size, padded>\t<path>"
        const qsizetype tab = record.indexOf('\t');
        if (tab < 0)
            continue;
        const auto fields = record.left(tab).simplified().split(' ');
        const RepoPath path(record.mid(tab + 1));
        if (fields.at(0) == "160000") {
            submodules.append(path);
        } else if (fields.at(0) != "120000") {
            const ListedBlob blob{.path = path, .id = fields.at(2), .size = fields.at(3).toLongLong()};
            if (path.bytes() == ".gitattributes" || path.bytes().endsWith("/.gitattributes"))
                attributes.append(blob);
            else if (blob.size <= kLargestPointer && blob.size > 0)
                small.append(blob);
        }
    }
    if (!submodules.isEmpty())
        return failure(
            u"the base holds submodules, whose files are not in this repository: "_s + named(submodules), subject,
            u"Choose a base without submodules, or run Assay on a repository that holds the files themselves."_s,
            ErrorKind::Usage);
    const auto rules = readBlobs(look, attributes);
    if (!rules)
        return failure(rules.error());
    if (std::ranges::none_of(*rules, [](const QByteArray &text) { return text.contains("filter=lfs"); }))
        return {};
    const auto contents = readBlobs(look, small);
    if (!contents)
        return failure(contents.error());
    QList<RepoPath> pointers;
    for (qsizetype i = 0; i < small.size(); ++i)
        if (contents->at(i).startsWith("version https://git-lfs.github.com/spec/"))
            pointers.append(small.at(i).path);
    if (pointers.isEmpty())
        return {};
    return failure(u"the base holds Git LFS pointers instead of files: "_s + named(pointers), subject,
                   u"Choose a base that holds the files themselves ('git lfs migrate export' makes one)."_s,
                   ErrorKind::Usage);
}

bool isAddress(const QString &target)
{
    static const QRegularExpression address(u"^([A-Za-z][A-Za-z0-9+.-]*://|[A-Za-z0-9_][^/:]*:)"_s);
    return address.match(target).hasMatch() && !target.startsWith("file://"_L1) && !QFile::exists(target);
}

Result<TargetFacts> inspectAddress(const GitProgram &git, const QString &address, const QString &base)
{
    if (!QUrl(address).password().isEmpty())
        return failure(u"the address holds a password, which the journal would keep"_s,
                       QUrl(address).toDisplayString(QUrl::RemovePassword),
                       u"Clone the repository yourself and give the clone's path."_s, ErrorKind::Usage);
    const QTemporaryDir scratch;
    const QString store = scratch.filePath(u"look.git"_s);
    if (const auto made = Vault::create(store); !made)
        return failure(made.error());
    const TargetLook look(git, store);
    if (const auto ready = look.ready(); !ready)
        return failure(ready.error());
    TargetFacts facts{.path = address, .baseName = base.isEmpty() ? u"HEAD"_s : base};
    facts.warnings.append(u"an address has no work tree to look at: uncommitted changes are unknown"_s);
    if (facts.baseName.startsWith(u'-'))
        return failure(u"'%1' is no name of a commit"_s.arg(facts.baseName), address, {}, ErrorKind::Usage);
    const auto head = look.run({"ls-remote", "--symref", "--", address.toUtf8(), "HEAD"});
    if (!head)
        return failure(
            u"the address cannot be read. "_s + head.error().what, address,
            u"Check it with 'git ls-remote %1', or clone it yourself and give the clone's path."_s.arg(address),
            ErrorKind::Usage);
    if (head->startsWith("ref: refs/heads/"))
        facts.branch = QString::fromUtf8(head->left(head->indexOf('\t')).mid(16));
    // One commit deep: enough to know the tree. fetchBase takes the history.
    const auto fetched = look.run({"fetch", "-q", "--depth=1", "--no-tags", "--no-write-fetch-head", "--",
                                   address.toUtf8(), facts.baseName.toUtf8() + ":refs/assay/look"});
    if (!fetched)
        return failure(u"there is no commit '%1' there. "_s.arg(facts.baseName) + fetched.error().what, address,
                       u"Give a branch, a tag or a full hash of 40 digits."_s, ErrorKind::Usage);
    const auto commit = look.line({"rev-parse", "--verify", "-q", "refs/assay/look^{commit}"});
    const auto tree = look.line({"rev-parse", "--verify", "-q", "refs/assay/look^{tree}"});
    if (!commit || !tree)
        return failure(u"'%1' is no commit there"_s.arg(facts.baseName), address,
                       u"Give a branch, a tag or a full hash."_s, ErrorKind::Usage);
    facts.base = ObjectId(*commit);
    facts.baseTree = ObjectId(*tree);
    if (facts.base.text() == facts.baseName)
        facts.baseName = facts.base.shortText();
    if (const auto complete = refuseIncomplete(look, facts.baseTree, address); !complete)
        return failure(complete.error());
    return facts;
}

} // namespace assay
