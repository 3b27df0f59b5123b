#include "core/gate/preparation.h"

#include "core/gate/copyfolder.h"
#include "core/gate/processwords.h"
#include "core/gate/temporaryfolder.h"
#include "core/gate/toolchain.h"
#include "core/git/trash.h"

#include <QDir>
#include <QElapsedTimer>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QSaveFile>

#include <fcntl.h>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

constexpr int kLayout = 1; // raised when a frozen tree is made in another way

constexpr auto kGitConfiguration = "[user]\n"
                                   "\tname = Assay\n"
                                   "\temail = assay@localhost\n"
                                   "[init]\n"
                                   "\tdefaultBranch = main\n"
                                   "[safe]\n"
                                   "\tdirectory = *\n";

QString bootId()
{
    QFile file(u"/proc/sys/kernel/random/boot_id"_s);
    return file.open(QIODevice::ReadOnly) ? QString::fromLatin1(file.readAll().trimmed()) : QString();
}

Status writeWhole(const QString &path, const QByteArray &bytes)
{
    QSaveFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        return failure(u"it cannot be written: "_s + file.errorString(), path,
                       u"Free some space on the disk, or make the run folder writable."_s);
    return {};
}

} // namespace

Digest Preparation::keyFor(const ObjectId &tree) const
{
    QByteArray text = "layout " + QByteArray::number(kLayout) + "\ntree " + tree.hex() + '\n';
    text += m_surroundings.sandbox.contains() ? "contained\n" : "not contained\n";
    for (const ShellCommand &command : m_commands) {
        const QByteArray line = command.line.toUtf8();
        text += "run " + QByteArray::number(line.size()) + ' ' + line + " in " + command.folder
            + (command.network ? " with network\n" : "\n");
    }
    if (!m_commands.isEmpty()) // what only lies there depends on no tool
        text += toolchainFingerprint(m_surroundings.environment().value("PATH"));
    return Digest::of(text);
}

Status Preparation::layTree(const ObjectId &tree, const QString &folder, const StopToken &stop) const
{
    const GitProgram git(m_surroundings.host, QFile::encodeName(m_surroundings.folder.path()));
    const QString vault = m_surroundings.folder.vault();
    const bool isThere = isFolderAt(AT_FDCWD, QFile::encodeName(folder));
    if (const auto written
        = isThere ? restore(git, vault, tree, folder, false, stop) : materialize(git, vault, tree, folder, stop);
        !written)
        return written;
    if (!m_hasBase)
        return {};
    return layGit(vault, tree, m_surroundings.folder.baseGit(), m_surroundings.baseGitAsSeen(), folder);
}

Status Preparation::layHome(const QString &folder, const QString &cachesFrom, const StopToken &stop) const
{
    if (const auto made = makeFolder(folder + u"/.cache"_s); !made)
        return made;
    const QString caches = u'/' + QString::fromLatin1(CheckoutSurroundings::kCaches);
    if (!cachesFrom.isEmpty() && isFolderAt(AT_FDCWD, QFile::encodeName(cachesFrom + caches))) {
        if (const auto copied = copyFolder(cachesFrom + caches, folder + caches, stop); !copied)
            return copied;
    }
    return writeWhole(folder + u"/.gitconfig"_s, kGitConfiguration);
}

/// Empty when all went well, else why not.
Result<QString> Preparation::runCommands(const QString &folder, QByteArray &output, const StopToken &stop) const
{
    const SeenPaths seen = m_surroundings.seenPaths();
    const TemporaryFolder temporary(m_surroundings.sandbox.contains() ? QByteArray() : seen.temporary);
    if (const auto made = temporary.made(); !made)
        return failure(made.error());
    for (const ShellCommand &command : m_commands) {
        ProcessCommand call{.program = "/bin/sh", .arguments = {"-c", command.line.toUtf8()}};
        call.title = u"preparation: "_s + command.line;
        call.environment = m_surroundings.environment();
        call.workingFolder = command.folder.isEmpty() ? seen.tree : seen.tree + '/' + command.folder;
        call.limits.timeout = command.timeout;
        call.limits.diskPath = QFile::encodeName(folder);
        SandboxSpec spec{.workingFolder = call.workingFolder, .home = seen.home, .network = command.network};
        spec.binds = {{QFile::encodeName(folder) + "/tree", seen.tree, SandboxBind::Mode::ReadWrite},
                      {QFile::encodeName(folder) + "/home", seen.home, SandboxBind::Mode::ReadWrite}};
        if (!m_surroundings.baseGit.isEmpty())
            spec.binds
                += SandboxBind{m_surroundings.baseGit, kInsideBaseGit.toByteArray(), SandboxBind::Mode::ReadOnly};
        const ProcessResult result = m_surroundings.host.run(m_surroundings.sandbox.wrap(std::move(call), spec), stop);
        output += "$ " + command.line.toUtf8() + '\n' + result.standardOutput + result.standardError;
        if (result.end == ProcessEnd::Stopped)
            return failure(u"stopped while preparing a tree"_s, command.line, {}, ErrorKind::Stopped);
        if (!result.succeeded())
            return u"preparation failed: `%1` %2"_s.arg(command.line, howItEnded(result));
    }
    return QString();
}

Result<PreparedTree> Preparation::make(const ObjectId &tree, const QString &name, const QString &cachesFrom,
                                       const QString &spare, StopToken stop) const
{
    QElapsedTimer timer;
    timer.start();
    const QString final = m_surroundings.folder.prepared() + u'/' + name;
    const QString making = final + u".making"_s;
    // Not contained it has to lie where every later copy will lie: build tools write that path into what they make.
    const bool contained = m_surroundings.sandbox.contains();
    const QString work = contained ? making : m_surroundings.onlyFolder();
    if (const auto gone = discard(work); !gone)
        return failure(gone.error());
    const auto cleaned = [&](const Error &error) {
        (void)discard(work); // the error that is told came first; what is left goes when the next pool is made
        return failure(error);
    };
    if (!spare.isEmpty() && QDir().rename(spare, work)) {
        for (const QString &part : {u"/done.json"_s, u"/home"_s})
            if (const auto gone = discard(work + part); !gone)
                return cleaned(gone.error());
    }
    if (const auto laid = layTree(tree, work + u"/tree"_s, stop); !laid)
        return cleaned(laid.error());
    if (const auto laid = layHome(work + u"/home"_s, cachesFrom, stop); !laid)
        return cleaned(laid.error());

    PreparedTree prepared{.key = keyFor(tree), .tree = tree};
    QByteArray output;
    const auto broken = runCommands(work, output, stop);
    if (!broken)
        return cleaned(broken.error());
    if (!m_commands.isEmpty()) {
        const auto stored = EvidenceStore(m_surroundings.folder.evidence()).put(output);
        if (!stored)
            return cleaned(stored.error());
        prepared.output = *stored;
    }
    prepared.duration = std::chrono::milliseconds(timer.elapsed());
    if (!broken->isEmpty()) {
        prepared.broken = *broken;
        if (const auto gone = discard(work); !gone)
            return failure(gone.error());
        return prepared;
    }
    const QJsonObject marker{{u"layout"_s, kLayout},
                             {u"key"_s, prepared.key.text()},
                             {u"tree"_s, tree.text()},
                             {u"output"_s, prepared.output.text()},
                             {u"milliseconds"_s, qint64(prepared.duration.count())},
                             {u"boot"_s, bootId()}};
    if (const auto written = writeWhole(work + u"/done.json"_s, QJsonDocument(marker).toJson()); !written)
        return cleaned(written.error());
    if (!QDir().rename(work, final))
        return cleaned({u"the prepared tree cannot be moved into place"_s, final,
                        u"Look whether something else is there, and at the run folder's permissions."_s});
    prepared.folder = final + u"/tree"_s;
    prepared.home = final + u"/home"_s;
    return prepared;
}

std::optional<PreparedTree> Preparation::load(const QString &folder) const
{
    QFile file(folder + u"/done.json"_s);
    if (!file.open(QIODevice::ReadOnly))
        return std::nullopt;
    const QJsonObject marker = QJsonDocument::fromJson(file.readAll()).object();
    if (marker[u"layout"_s].toInt() != kLayout || marker[u"boot"_s].toString() != bootId())
        return std::nullopt;
    PreparedTree prepared;
    prepared.key = Digest(marker[u"key"_s].toString().toLatin1());
    prepared.tree = ObjectId(marker[u"tree"_s].toString().toLatin1());
    prepared.output = Digest(marker[u"output"_s].toString().toLatin1());
    prepared.duration = std::chrono::milliseconds(marker[u"milliseconds"_s].toInteger());
    prepared.folder = folder + u"/tree"_s;
    prepared.home = folder + u"/home"_s;
    prepared.reused = true;
    return prepared;
}

} // namespace assay
