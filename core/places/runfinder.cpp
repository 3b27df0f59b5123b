#include "core/places/runfinder.h"

#include "core/domain/nearestword.h"
#include "core/journal/entry.h"
#include "core/places/userfolders.h"

#include <QDir>
#include <QFileInfo>
#include <QRandomGenerator>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

/// When the run was created, from its first line; the file's own time where that cannot be read.
QDateTime createdAt(const QString &journal)
{
    QFile file(journal);
    if (file.open(QIODevice::ReadOnly)) {
        if (const auto entry = decodeEntry(file.readLine(1 << 20), false); entry && entry->at.isValid())
            return entry->at;
    }
    return QFileInfo(journal).lastModified();
}

std::unexpected<Error> noRun(const QString &what, const QString &subject, const QString &remedy)
{
    return failure(what, subject, remedy, ErrorKind::Usage);
}

} // namespace

QString runsFolder()
{
    return stateFolder() + u"/runs"_s;
}

QList<FoundRun> knownRuns()
{
    QList<FoundRun> runs;
    const QDir folder(runsFolder());
    for (const QString &name : folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        const RunFolder run(folder.filePath(name));
        if (QFileInfo::exists(run.journal()))
            runs.append({name, run.path(), createdAt(run.journal())});
    }
    std::stable_sort(runs.begin(), runs.end(),
                     [](const FoundRun &a, const FoundRun &b) { return a.created > b.created; });
    return runs;
}

QString freshRunPath(const QString &target)
{
    QString name;
    for (const QChar c : QFileInfo(target).fileName().toLower()) {
        if ((c >= u'a' && c <= u'z') || (c >= u'0' && c <= u'9'))
            name += c;
        else if (!name.isEmpty() && !name.endsWith(u'-'))
            name += u'-';
    }
    name = name.left(40);
    while (name.endsWith(u'-'))
        name.chop(1);
    if (name.isEmpty())
        name = u"run"_s;
    name += u'-' + QDate::currentDate().toString(Qt::ISODate);
    for (;;) {
        const quint32 id = QRandomGenerator::global()->generate() & 0xffffffU;
        const QString path = u"%1/%2-%3"_s.arg(runsFolder(), name).arg(id, 6, 16, QChar(u'0'));
        if (!QFileInfo::exists(path))
            return path;
    }
}

Result<RunFolder> findRun(const QString &word)
{
    const QList<FoundRun> runs = knownRuns();
    if (word.isEmpty()) {
        if (runs.isEmpty())
            return noRun(u"there is no run yet"_s, runsFolder(), u"Start one: assay run TARGET, or assay demo."_s);
        return RunFolder(runs.first().path);
    }
    if (!word.contains(u'/')) {
        const auto named
            = std::find_if(runs.begin(), runs.end(), [&](const FoundRun &run) { return run.name == word; });
        if (named != runs.end())
            return RunFolder(named->path);
    }
    const QFileInfo info(word);
    if (info.isDir()) {
        const RunFolder folder(info.absoluteFilePath().endsWith(u'/') ? info.absoluteFilePath().chopped(1)
                                                                      : info.absoluteFilePath());
        if (QFileInfo::exists(folder.journal()))
            return folder;
        return noRun(u"it is no run folder: it holds no journal.jsonl"_s, word,
                     u"Give a run's name or its folder; `assay status --all` lists them."_s);
    }
    if (info.exists())
        return noRun(u"it is a file; a run folder is needed"_s, word, u"Give a run's name or its folder."_s);
    QStringList names;
    for (const FoundRun &run : runs)
        names.append(run.name);
    const QString nearest = nearestWord(word, names);
    return noRun(u"there is no such run"_s, word,
                 nearest.isEmpty() ? u"`assay status --all` lists them."_s : u"Did you mean %1?"_s.arg(nearest));
}

QString runWord(const RunFolder &folder)
{
    const QFileInfo info(folder.path());
    return QFileInfo(info.path()) == QFileInfo(runsFolder()) ? info.fileName() : folder.path();
}

} // namespace assay
