#include "core/journal/inbox.h"

#include "core/journal/durablefile.h"

#include <QDir>
#include <QFileInfo>
#include <QJsonDocument>
#include <QUuid>

#include <algorithm>
#include <cerrno>
#include <chrono>

#include <fcntl.h>
#include <sys/stat.h>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

constexpr qint64 sizeLimit = 1 << 20;
constexpr qsizetype timeDigits = 20;

/// "<nanoseconds since 1970, 20 digits>-<UUID>.json"
QString fileName(const QString &id)
{
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    const qint64 nanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
    return QString::number(nanoseconds).rightJustified(timeDigits, u'0') + u'-' + id + u".json"_s;
}

/// Empty where the name is not of that form. `name` ends with ".json".
QString idIn(const QString &name)
{
    const QString stem = name.chopped(5);
    return stem.sliced(std::min(timeDigits + 1, stem.size()));
}

/// Names of commands, oldest first; what is being written begins with a dot.
QStringList commandFiles(const RunFolder &folder)
{
    // System: also broken links and sockets, which are refused by name instead of staying unseen.
    return QDir(folder.inbox()).entryList({u"*.json"_s}, QDir::Files | QDir::System, QDir::Name);
}

/// The command, or in the error's `what` why the file is none.
Result<InboxCommand> readCommand(const QString &path, const QString &name)
{
    // Without waiting: a pipe of that name would block here.
    const auto file = FileHandle::open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    if (!file)
        return failure(file.error());
    struct stat info{};
    if (::fstat(file->fd(), &info) != 0)
        return failure(systemError(u"cannot be looked at"_s, path));
    if (!S_ISREG(info.st_mode))
        return failure(u"not a regular file"_s, path);
    if (info.st_size > sizeLimit)
        return failure(u"%1 bytes long, where a command has at most %2"_s.arg(info.st_size).arg(sizeLimit), path);
    const auto bytes = readFully(file->fd(), 0, info.st_size, path);
    if (!bytes)
        return failure(bytes.error());
    QJsonParseError parsed;
    const QJsonDocument document = QJsonDocument::fromJson(*bytes, &parsed);
    if (parsed.error != QJsonParseError::NoError) {
        return failure(u"not JSON at byte %1 (%2)"_s.arg(QString::number(parsed.offset), parsed.errorString()), path);
    }
    const QJsonObject object = document.object();
    InboxCommand command{.id = object.value("id"_L1).toString(),
                         .verb = object.value("verb"_L1).toString(),
                         .args = object.value("args"_L1).toObject(),
                         .actor = u"owner"_s};
    if (command.id.isEmpty() || command.id != idIn(name))
        return failure(u"`id` is \"%1\" where the name says \"%2\""_s.arg(command.id, idIn(name)), path);
    if (command.verb.isEmpty())
        return failure(u"`verb` must be a string that is not empty"_s, path);
    if (const QJsonValue args = object.value("args"_L1); !args.isObject() && !args.isUndefined())
        return failure(u"`args` must be an object"_s, path);
    return command;
}

Status moveToRefused(const RunFolder &folder, const QString &name)
{
    const QString refused = folder.inbox() + u"/refused"_s;
    if (Status status = makeDurableFolder(refused); !status)
        return status;
    const QString path = folder.inbox() + u'/' + name;
    if (::rename(QFile::encodeName(path).constData(), QFile::encodeName(refused + u'/' + name).constData()) != 0
        && errno != ENOENT)
        return failure(systemError(u"cannot be moved to refused/"_s, path));
    return {};
}

} // namespace

Result<QString> sendCommand(const RunFolder &folder, const QString &verb, const QJsonObject &args)
{
    if (!QFileInfo::exists(folder.journal())) {
        return failure(u"there is no journal.jsonl in this folder"_s, folder.path(), u"Give the folder of a run."_s,
                       ErrorKind::Usage);
    }
    if (Status status = makeDurableFolder(folder.inbox()); !status)
        return failure(status.error());
    const QString id = QUuid::createUuid().toString(QUuid::WithoutBraces);
    const QByteArray bytes = QJsonDocument(QJsonObject{{u"id"_s, id}, {u"verb"_s, verb}, {u"args"_s, args}})
                                 .toJson(QJsonDocument::Compact);
    if (bytes.size() > sizeLimit) {
        return failure(u"%1 bytes long, where a command has at most %2"_s.arg(bytes.size()).arg(sizeLimit),
                       u"command "_s + verb, u"Shorten it."_s, ErrorKind::Usage);
    }
    if (Status status = writeDurably(folder.inbox() + u'/' + fileName(id), bytes); !status)
        return failure(status.error());
    return id;
}

Result<QList<InboxCommand>> pendingCommands(const RunFolder &folder)
{
    QList<InboxCommand> commands;
    for (const QString &name : commandFiles(folder)) {
        const QString path = folder.inbox() + u'/' + name;
        auto command = readCommand(path, name);
        if (command) {
            commands.append(std::move(*command));
            continue;
        }
        // The engine took it meanwhile.
        if (!QFileInfo::exists(path) && !QFileInfo(path).isSymLink())
            continue;
        commands.append({.id = name,
                         .verb = {},
                         .args = {{u"error"_s, command.error().what}, {u"file"_s, name}},
                         .actor = u"owner"_s});
    }
    return commands;
}

Status discardCommand(const RunFolder &folder, const QString &id)
{
    for (const QString &name : commandFiles(folder)) {
        if (name == id) {
            if (Status status = moveToRefused(folder, name); !status)
                return status;
        }
        if (id.isEmpty() || idIn(name) != id)
            continue;
        const QString path = folder.inbox() + u'/' + name;
        if (::unlink(QFile::encodeName(path).constData()) != 0 && errno != ENOENT)
            return failure(systemError(u"cannot be removed"_s, path));
    }
    return {};
}

} // namespace assay
