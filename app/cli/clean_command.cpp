#include "app/cli/clean_command.h"

#include "core/domain/displaytext.h"
#include "core/git/trash.h"
#include "core/journal/runlock.h"
#include "core/places/runfinder.h"

#include <QFile>
#include <QFileInfo>
#include <QLocale>

#include <cstdio>

#include <fts.h>
#include <sys/stat.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace assay::cli {
namespace {

/// Bytes on the disk below a folder; links are not followed. What cannot be looked at counts nothing.
qint64 bytesBelow(const QString &path)
{
    QByteArray name = QFile::encodeName(path);
    char *roots[] = {name.data(), nullptr};
    FTS *walk = ::fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, nullptr);
    qint64 bytes = 0;
    while (walk) {
        const FTSENT *entry = ::fts_read(walk);
        if (!entry)
            break;
        const bool counts = entry->fts_info == FTS_F || entry->fts_info == FTS_D || entry->fts_info == FTS_SL;
        if (counts && entry->fts_statp)
            bytes += qint64(entry->fts_statp->st_blocks) * 512;
    }
    if (walk)
        ::fts_close(walk);
    return bytes;
}

QString sized(qint64 bytes)
{
    return QLocale::c().formattedDataSize(bytes, 1, QLocale::DataSizeSIFormat);
}

bool confirmed(const QString &question)
{
    std::fprintf(stderr, "%s [y/N] ", question.toUtf8().constData());
    std::fflush(stderr);
    char answer[16] = {};
    return std::fgets(answer, sizeof answer, stdin) && (answer[0] == 'y' || answer[0] == 'Y');
}

struct Cleaned {
    qint64 freed = 0;
    bool skipped = false;
};

Result<Cleaned> cleanRun(const CommandContext &context, const RunFolder &folder)
{
    Terminal &terminal = context.terminal;
    const QString name = visible(runWord(folder));
    // Held while deleting, so that no engine starts on it; a folder of a damaged or newer run has a lock all the same.
    const auto lock = RunLock::take(folder);
    if (!lock) {
        if (RunLock::holder(folder) == 0)
            return failure(lock.error());
        terminal.line(u"%1  live, left alone"_s.arg(name));
        return Cleaned{.skipped = true};
    }
    const bool whole = context.invocation.has(u"delete"_s);
    const QStringList parts
        = whole ? QStringList{folder.path()} : QStringList{folder.prepared(), folder.checkouts(), folder.scratch()};
    Cleaned cleaned;
    for (const QString &part : parts) {
        if (QFileInfo::exists(part))
            cleaned.freed += bytesBelow(part);
    }
    if (whole && !context.invocation.has(u"yes"_s)) {
        if (::isatty(STDIN_FILENO) != 1) {
            return failure(u"deleting it needs a yes, and there is nobody to ask"_s, folder.path(), u"Give --yes."_s,
                           ErrorKind::Usage);
        }
        if (!confirmed(u"Delete the run %1 (%2), its journal and bundle included?"_s.arg(name, sized(cleaned.freed)))) {
            terminal.line(u"%1  kept"_s.arg(name));
            return Cleaned{.skipped = true};
        }
    }
    for (const QString &part : parts) {
        if (const auto gone = discard(part); !gone)
            return failure(gone.error());
    }
    terminal.line(u"%1  %2 %3"_s.arg(name, whole ? u"deleted,"_s : u"freed"_s, sized(cleaned.freed)));
    return cleaned;
}

} // namespace

int cleanCommand(const CommandContext &context)
{
    Terminal &terminal = context.terminal;
    QList<RunFolder> folders;
    if (context.invocation.has(u"all"_s)) {
        for (const FoundRun &run : knownRuns())
            folders.append(RunFolder(run.path));
        if (folders.isEmpty())
            terminal.line(u"There is no run in %1."_s.arg(visible(runsFolder())));
    } else {
        const auto folder = runOf(context);
        if (!folder)
            return terminal.error(folder.error());
        folders.append(*folder);
    }
    int status = 0;
    qint64 freed = 0;
    for (const RunFolder &folder : std::as_const(folders)) {
        const auto cleaned = cleanRun(context, folder);
        if (!cleaned) {
            status = terminal.error(cleaned.error());
            continue;
        }
        freed += cleaned->freed;
        terminal.object({{u"type"_s, u"progress"_s},
                         {u"run"_s, folder.path()},
                         {u"freed"_s, cleaned->freed},
                         {u"skipped"_s, cleaned->skipped}});
    }
    terminal.object({{u"type"_s, u"result"_s}, {u"command"_s, u"clean"_s}, {u"freed"_s, freed}, {u"exit"_s, status}});
    terminal.line(u"%1 freed."_s.arg(sized(freed)));
    return status;
}

} // namespace assay::cli
