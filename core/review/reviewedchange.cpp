#include "core/review/reviewedchange.h"

#include "core/diff/hunkpatch.h"
#include "core/diff/renames.h"
#include "core/git/vault.h"
#include "core/journal/entry.h"

#include <QSet>

using namespace Qt::StringLiterals;

namespace assay::review {
namespace {

QString shown(const diff::BlobLines &lines, int line)
{
    constexpr qsizetype most = 400;
    const diff::LineText text = lines.decoded(line, most);
    QString readable;
    for (const QChar c : text.text()) {
        if (diff::isStrayByte(c.unicode()) && (readable.isEmpty() || !readable.back().isHighSurrogate()))
            readable += u"\\x%1"_s.arg(uint(c.unicode()) - 0xdc00, 2, 16, QChar(u'0'));
        else
            readable += c;
    }
    return text.cut() > 0 ? readable + u'…' : readable;
}

struct HunkText {
    QStringList lines;
    qsizetype left = 0; ///< lines beyond those that were asked for
};

/// `context`: that before the first change and behind the last one, too. Only the first `most` lines are decoded.
HunkText textOf(const diff::FileDiff &file, qsizetype hunk, bool context, qsizetype most)
{
    const diff::Hunk &wanted = file.hunks().at(hunk);
    HunkText text;
    const auto add = [&](QChar kind, const diff::BlobLines &from, int first, int end) {
        for (int line = first; line < end; ++line) {
            if (text.lines.size() < most)
                text.lines.append(kind + shown(from, line));
            else
                ++text.left;
        }
    };
    int seen = context ? wanted.newStart : file.changes().at(wanted.firstChange).newStart;
    for (int c = wanted.firstChange; c < wanted.firstChange + wanted.changeCount; ++c) {
        const diff::LineChange &change = file.changes().at(c);
        add(u' ', file.after(), seen, change.newStart);
        add(u'-', file.before(), change.oldStart, change.oldStart + change.oldCount);
        add(u'+', file.after(), change.newStart, change.newEnd());
        seen = change.newEnd();
    }
    if (context)
        add(u' ', file.after(), seen, wanted.newStart + wanted.newCount);
    return text;
}

} // namespace

ReviewPlace ReviewedFile::whole() const
{
    return ReviewPlace::ofFile(change().path(), change().before.blob, change().after.blob);
}

ReviewPlace ReviewedFile::place(qsizetype hunk) const
{
    return hunk < 0 ? whole() : ReviewPlace::ofHunk(change().path(), hunks.at(hunk));
}

QList<ReviewPlace> ReviewedFile::places() const
{
    if (hunks.isEmpty())
        return {whole()};
    QList<ReviewPlace> places;
    for (qsizetype i = 0; i < hunks.size(); ++i)
        places.append(place(i));
    return places;
}

QJsonArray ReviewedFile::marks(qsizetype hunk, QStringView state, const QString &comment) const
{
    const bool about = state == marked::Comment || state == marked::Uncommented;
    if (hunk >= 0 || about || hunks.isEmpty())
        return {markData(hunk, state, comment)};
    QJsonArray marks;
    for (qsizetype i = 0; i < hunks.size(); ++i)
        marks.append(markData(i, state, comment));
    return marks;
}

QJsonObject ReviewedFile::markData(qsizetype hunk, QStringView state, const QString &comment) const
{
    QJsonObject data{{u"path"_s, pathToJson(change().path())},
                     {u"old"_s, change().before.blob.text()},
                     {u"new"_s, change().after.blob.text()},
                     {u"state"_s, state.toString()}};
    if (hunk >= 0)
        data[u"hunk"_s] = hunks.at(hunk).text();
    if (state != marked::Comment)
        return data;
    data[u"comment"_s] = comment;
    if (hunk >= 0) {
        data[u"line"_s] = diff.changes().at(diff.hunks().at(hunk).firstChange).newStart + 1;
        data[u"excerpt"_s] = excerptOf(diff, hunk);
    }
    return data;
}

QJsonArray acceptMarks(const ReviewedFile &file, const ReviewMarks &marks)
{
    QJsonArray accepted = file.marks(-1, marked::Accepted);
    const QList<ReviewPlace> places = file.places();
    for (auto it = marks.cbegin(); it != marks.cend(); ++it) {
        const ReviewPlace &place = it.key();
        if (!file.change().isNamed(place.path) || !it->leftOut || places.contains(place))
            continue;
        QJsonObject data = placeToJson(place);
        if (!place.hunk.isEmpty()) {
            data[u"old"_s] = it->oldBlob.text();
            data[u"new"_s] = it->newBlob.text();
        }
        data[u"state"_s] = marked::Accepted.toString();
        accepted.append(data);
    }
    return accepted;
}

Result<QList<diff::FileChange>> changedFiles(const Vault &vault, const ObjectId &from, const ObjectId &to,
                                             const StopToken &stop)
{
    const auto files = diff::changedFiles(vault, from, to);
    if (!files)
        return failure(files.error());
    auto renamed = diff::withRenames(vault, *files, {.copies = true}, stop);
    return renamed ? Result<QList<diff::FileChange>>(std::move(renamed->files)) : failure(renamed.error());
}

Result<ReviewedFile> readFile(const Vault &vault, const diff::FileChange &change)
{
    // A mark must not depend on how much of a file somebody chose to see.
    auto file = diff::FileDiff::read(vault, change, {.fileLimit = diff::Options::kNoLimit});
    if (!file)
        return failure(file.error());
    ReviewedFile reviewed{.diff = std::move(*file), .hunks = {}};
    for (const diff::HunkIdentity &identity : diff::hunkIdentities(reviewed.diff))
        reviewed.hunks.append(identity.id());
    return reviewed;
}

Result<QList<ReviewedFile>> readChange(const Vault &vault, const ObjectId &from, const ObjectId &to,
                                       const StopToken &stop)
{
    const auto changes = changedFiles(vault, from, to, stop);
    if (!changes)
        return failure(changes.error());
    QList<ReviewedFile> files;
    for (const diff::FileChange &change : *changes) {
        if (stop.stopRequested())
            return failure(u"stopped while the change was read"_s, {}, {}, ErrorKind::Stopped);
        auto file = readFile(vault, change);
        if (!file)
            return failure(file.error());
        files.append(std::move(*file));
    }
    return files;
}

QStringList hunkLines(const diff::FileDiff &file, qsizetype hunk)
{
    return textOf(file, hunk, true, std::numeric_limits<qsizetype>::max()).lines;
}

QString excerptOf(const diff::FileDiff &file, qsizetype hunk)
{
    constexpr qsizetype most = 40; // lines; the file has the rest
    auto [lines, left] = textOf(file, hunk, false, most);
    if (left > 0)
        lines.append(u"(%1 lines more)"_s.arg(left));
    return lines.join(u'\n');
}

Result<QList<ReviewPlace>> openCommentsIn(const Vault &vault, const ReviewMarks &marks, const ObjectId &from,
                                          const ObjectId &to, const StopToken &stop)
{
    QList<ReviewPlace> open;
    QSet<RepoPath> paths;
    for (auto it = marks.cbegin(); it != marks.cend(); ++it) {
        if (it->isOpenComment())
            paths.insert(it.key().path);
    }
    if (paths.isEmpty())
        return open;
    const auto changes = changedFiles(vault, from, to, stop);
    if (!changes)
        return failure(changes.error());
    for (const diff::FileChange &change : *changes) {
        if (!paths.contains(change.path()))
            continue;
        const auto file = readFile(vault, change);
        if (!file)
            return failure(file.error());
        QList<ReviewPlace> places{file->whole()};
        if (!file->hunks.isEmpty())
            places += file->places();
        for (const ReviewPlace &place : std::as_const(places)) {
            if (marks.value(place).isOpenComment())
                open.append(place);
        }
    }
    return open;
}

} // namespace assay::review
