#include "ui/views/filerows.h"

#include "ui/diff/diffwords.h"
#include "ui/diff/markwords.h"
#include "ui/look/formats.h"
#include "ui/views/runwords.h"

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

/// What is not read yet may be anything: it is shown.
bool isShown(const DiffSection::MarkCounts &counts, FileRows::Which which)
{
    switch (which) {
    case FileRows::Which::All:
        return true;
    case FileRows::Which::Open:
        return counts.places == 0 || counts.reviewed < counts.places;
    case FileRows::Which::LeftOut:
        return counts.leftOut > 0;
    case FileRows::Which::Undefended:
        return counts.undefended > 0;
    case FileRows::Which::Commented:
        break;
    }
    return counts.comments > 0;
}

/// Of a rename: the line stands in the new folder, so only another old one is named whole.
QString shownOf(const diff::FileChange &change)
{
    if (change.status != diff::FileStatus::Renamed && change.status != diff::FileStatus::Copied)
        return {};
    const QByteArray &before = change.before.path.bytes(), &after = change.after.path.bytes();
    const auto folder = [](const QByteArray &path) { return path.first(path.lastIndexOf('/') + 1); };
    const QByteArray old = folder(before) == folder(after) ? before.sliced(folder(before).size()) : before;
    return u"%1 → %2"_s.arg(Formats::line(RepoPath(old).display()),
                            Formats::line(RepoPath(after.sliced(folder(after).size())).display()));
}

} // namespace

QList<ChangedFileRow> FileRows::files(const DiffDocument &document, const Known &known, const QString &filter,
                                      Which which)
{
    QList<ChangedFileRow> rows;
    rows.reserve(document.sectionCount());
    for (int i = 0; i < document.sectionCount(); ++i) {
        const DiffSection &section = document.section(i);
        const diff::FileChange &change = section.change();
        const QString name = DiffWords::name(change);
        if (!filter.isEmpty() && !name.contains(filter, Qt::CaseInsensitive))
            continue;
        const DiffSection::MarkCounts counts = section.markCounts();
        const auto lapsed
            = std::ranges::count_if(known.lapsed, [&](const ReviewPlace &place) { return change.isNamed(place.path); });
        if (!isShown(counts, which) && (which != Which::LeftOut || lapsed == 0))
            continue;
        ChangedFileRow row{.path = change.path(),
                           .name = name,
                           .shown = shownOf(change),
                           .change = DiffWords::status(change),
                           .glyph = DiffWords::statusGlyph(change.status),
                           .kind = {},
                           .meaning = {},
                           .known = section.isRead() && !section.error() && !section.file().truncated(),
                           .added = section.file().added(),
                           .removed = section.file().removed(),
                           .binary = section.file().facts().isBinary(),
                           .places = counts.places,
                           .reviewed = counts.reviewed,
                           .leftOut = counts.leftOut,
                           .openComments = counts.openComments,
                           .lapsed = int(lapsed),
                           .marks = MarkWords::counts(counts)};
        if (lapsed > 0)
            row.marks += u", "_s + tr("%1 left out before it changed").arg(Formats::count(lapsed));
        if (known.classOf) {
            const PathClass pathClass = known.classOf(change.path());
            row.kind = RunWords::pathClass(pathClass);
            if (pathClass == PathClass::Sensitive)
                row.meaning = Meaning::Unsure;
            else if (pathClass == PathClass::Protected)
                row.meaning = Meaning::Bad;
        }
        rows.append(row);
    }
    return rows;
}

QString FileRows::summary(const DiffDocument &document, bool marks)
{
    qint64 added = 0, removed = 0;
    DiffSection::MarkCounts all;
    for (int i = 0; i < document.sectionCount(); ++i) {
        added += document.section(i).file().added();
        removed += document.section(i).file().removed();
        const DiffSection::MarkCounts counts = document.section(i).markCounts();
        all.places += counts.places;
        all.reviewed += counts.reviewed;
        all.leftOut += counts.leftOut;
        all.openComments += counts.openComments;
        all.undefended += counts.undefended;
    }
    const QString said = marks ? MarkWords::counts(all) : QString();
    const QString text = tr("%1, +%2 −%3")
                             .arg(Formats::counted(document.sectionCount(), tr("1 file"), tr("%1 files")),
                                  Formats::count(added), Formats::count(removed));
    return said.isEmpty() ? text : u"%1 · %2"_s.arg(text, said);
}

} // namespace assay::ui
