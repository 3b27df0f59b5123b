#include "ui/diff/diffwords.h"

#include "core/diff/words.h"
#include "ui/look/formats.h"

#include <QLocale>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

constexpr int warningsOfLine = 3, warningsOfFile = 500;

QString size(qint64 bytes)
{
    return QLocale().formattedDataSize(bytes, 1, QLocale::DataSizeSIFormat);
}

QString modeWord(quint32 mode)
{
    return mode == 0100755 ? DiffWords::tr("executable")
        : mode == 0120000  ? DiffWords::tr("a link")
        : mode == 0160000  ? DiffWords::tr("a submodule")
                           : DiffWords::tr("a plain file");
}

QString encodingWord(const diff::VersionFacts &facts)
{
    QString word;
    switch (facts.encoding) {
    case diff::TextEncoding::Utf8:
        word = u"UTF-8"_s;
        break;
    case diff::TextEncoding::Utf16Le:
        word = u"UTF-16LE"_s;
        break;
    case diff::TextEncoding::Utf16Be:
        word = u"UTF-16BE"_s;
        break;
    case diff::TextEncoding::Latin1:
        word = DiffWords::tr("ISO 8859-1 (a guess)");
        break;
    case diff::TextEncoding::Broken:
        word = DiffWords::tr("UTF-8 with stray bytes");
        break;
    }
    return facts.byteOrderMark ? DiffWords::tr("%1 with a byte order mark").arg(word) : word;
}

QString lineEndWord(diff::LineEndStyle style)
{
    switch (style) {
    case diff::LineEndStyle::None:
        return DiffWords::tr("none");
    case diff::LineEndStyle::Lf:
        return u"LF"_s;
    case diff::LineEndStyle::CrLf:
        return u"CRLF"_s;
    case diff::LineEndStyle::Cr:
        return u"CR"_s;
    case diff::LineEndStyle::Mixed:
        return DiffWords::tr("mixed");
    }
    return {};
}

QString content(const diff::VersionFacts &facts)
{
    return facts.image == diff::ImageFormat::None ? size(facts.size) : DiffWords::tr("image, %1").arg(size(facts.size));
}

/// What takes the place of lines: binary, submodule, empty, beyond the limit.
void addContent(QList<DiffNote> &notes, const diff::Rows &rows)
{
    const diff::FileDiff &file = rows.file();
    const diff::FileFacts &facts = file.facts();
    const diff::FileChange &change = file.change();
    if (change.before.isSubmodule() || change.after.isSubmodule()) {
        const auto commit = [](const diff::FileVersion &one) {
            return one.isSubmodule() ? one.blob.shortText() : DiffWords::tr("none");
        };
        notes.append(
            {.text = DiffWords::tr("Submodule: commit %1 becomes %2").arg(commit(change.before), commit(change.after)),
             .meaning = {}});
        if (rows.count() == 0)
            return;
    }
    if (facts.isBinary()) {
        QString text = DiffWords::tr("Binary: %1 become %2").arg(content(facts.before), content(facts.after));
        if (facts.before.kind == diff::ContentKind::Absent)
            text = DiffWords::tr("Binary: %1").arg(content(facts.after));
        else if (facts.after.kind == diff::ContentKind::Absent)
            text = DiffWords::tr("Binary: %1 are gone").arg(content(facts.before));
        notes.append({.text = text, .meaning = {}});
    }
    if (const auto &cut = file.truncated(); cut && cut->limit == diff::Truncated::FileBytes) {
        const QString what = DiffWords::tr("%1: lines were not compared").arg(size(cut->whole));
        notes.append({.text = cut->canBeLifted ? DiffWords::tr("%1 · Enter compares them").arg(what) : what,
                      .meaning = Meaning::Unsure});
    }
    const bool lines = rows.count() > 0;
    if (lines || facts.isBinary() || file.truncated())
        return;
    if (facts.after.isEmpty() && facts.before.kind == diff::ContentKind::Absent)
        notes.append({.text = DiffWords::tr("The new file is empty"), .meaning = {}});
    else if (facts.before.isEmpty() && facts.after.kind == diff::ContentKind::Absent)
        notes.append({.text = DiffWords::tr("The file was empty"), .meaning = {}});
    else if (change.before.blob == change.after.blob && change.before.exists() && change.after.exists())
        notes.append({.text = DiffWords::tr("The content is the same"), .meaning = {}});
    else if (file.options().whitespace != diff::Whitespace::Exact && !change.after.isSubmodule())
        notes.append({.text = DiffWords::tr("Only whitespace differs, and that is ignored now"), .meaning = {}});
}

QList<DiffNote> factNotes(const diff::Rows &rows)
{
    const diff::FileDiff &file = rows.file();
    const diff::FileFacts &facts = file.facts();
    const diff::FileChange &change = file.change();
    QList<DiffNote> notes;
    const auto becomes = [&](const QString &what, const QString &before, const QString &after) {
        notes.append({.text = DiffWords::tr("%1: %2 becomes %3").arg(what, before, after), .meaning = {}});
    };
    if (change.modeChanged())
        becomes(DiffWords::tr("Mode"), modeWord(change.before.mode), modeWord(change.after.mode));
    else if (!change.before.exists() && change.after.mode == 0100755)
        notes.append({.text = DiffWords::tr("The new file is executable"), .meaning = {}});
    if (change.after.isLink() && !change.modeChanged())
        notes.append({.text = DiffWords::tr("A link: its one line is where it leads"), .meaning = {}});
    if (facts.encodingChanged() || facts.byteOrderMarkChanged())
        becomes(DiffWords::tr("Encoding"), encodingWord(facts.before), encodingWord(facts.after));
    else if (facts.after.kind == diff::ContentKind::Text && facts.after.encoding != diff::TextEncoding::Utf8)
        notes.append({.text = DiffWords::tr("Encoding: %1").arg(encodingWord(facts.after)), .meaning = {}});
    if (facts.lineEndsChanged())
        becomes(DiffWords::tr("Line ends"), lineEndWord(facts.before.lineEnds()), lineEndWord(facts.after.lineEnds()));
    if (facts.newlineAtEndChanged()) {
        notes.append({.text = facts.after.newlineAtEnd ? DiffWords::tr("A newline was added at the end of the file")
                                                       : DiffWords::tr("The newline at the end of the file is gone"),
                      .meaning = {}});
    }
    addContent(notes, rows);
    return notes;
}

/// Where a line is cut off, so is what changed in it: a cap is said where it holds.
void addLongLines(QList<DiffNote> &notes, const diff::Rows &rows)
{
    constexpr qsizetype most = diff::WordChanges::kLengthLimit;
    qint64 count = 0;
    const auto look = [&](const diff::BlobLines &lines, int start, int end) {
        for (int line = start; line < end; ++line)
            count += lines.line(line).size() > most && lines.decoded(line, most).cut() > 0 ? 1 : 0;
    };
    for (const diff::LineChange &change : rows.file().changes()) {
        look(rows.file().before(), change.oldStart, change.oldEnd());
        look(rows.file().after(), change.newStart, change.newEnd());
    }
    if (count > 0) {
        notes.append({.text = DiffWords::tr("%1 longer than %2 characters: shown to there, words not compared")
                                  .arg(Formats::counted(count, DiffWords::tr("1 changed line is"),
                                                        DiffWords::tr("%1 changed lines are")),
                                       Formats::count(most)),
                      .meaning = Meaning::Unsure});
    }
}

/// A few of a line and some hundred of a file tell what there is to tell; of the others, how many.
void addWarnings(QList<DiffNote> &notes, const diff::Rows &rows, const QList<diff::Warning> &warnings)
{
    int told = 0;
    for (qsizetype i = 0; i < warnings.size() && told < warningsOfFile;) {
        const int line = warnings.at(i).line, below = std::max(0, rows.rowOfNewLine(line));
        qsizetype end = i;
        while (end < warnings.size() && warnings.at(end).line == line)
            ++end;
        for (const qsizetype first = i; i < end && i - first < warningsOfLine; ++i, ++told) {
            notes.append(
                {.text = DiffWords::warning(warnings.at(i), rows.file()), .meaning = Meaning::Unsure, .below = below});
        }
        if (i < end) {
            notes.append({.text = DiffWords::tr("%1 more in this line").arg(Formats::count(end - i)),
                          .meaning = Meaning::Unsure,
                          .below = below});
        }
        i = end;
    }
    if (told >= warningsOfFile) {
        notes.append({.text = DiffWords::tr("%1 warnings, of which the first %2 stand at their lines")
                                  .arg(Formats::count(warnings.size()), Formats::count(warningsOfFile)),
                      .meaning = Meaning::Unsure});
    }
}

} // namespace

QString DiffWords::status(const diff::FileChange &change)
{
    switch (change.status) {
    case diff::FileStatus::Added:
        return tr("added");
    case diff::FileStatus::Deleted:
        return tr("deleted");
    case diff::FileStatus::Modified:
        return tr("modified");
    case diff::FileStatus::TypeChanged:
        return tr("another type");
    case diff::FileStatus::Renamed:
        return change.similarity == 100 ? tr("renamed") : tr("renamed, %1 % the same").arg(change.similarity);
    case diff::FileStatus::Copied:
        return change.similarity == 100 ? tr("copied") : tr("copied, %1 % the same").arg(change.similarity);
    }
    return {};
}

QString DiffWords::statusGlyph(diff::FileStatus status)
{
    switch (status) {
    case diff::FileStatus::Added:
        return u"+"_s;
    case diff::FileStatus::Deleted:
        return u"−"_s;
    case diff::FileStatus::Renamed:
    case diff::FileStatus::Copied:
        return u"→"_s;
    default:
        return u"±"_s;
    }
}

QString DiffWords::name(const diff::FileChange &change)
{
    const QString after = Formats::line(change.path().display());
    if (change.status != diff::FileStatus::Renamed && change.status != diff::FileStatus::Copied)
        return after;
    return u"%1 → %2"_s.arg(Formats::line(change.before.path.display()), after);
}

QList<DiffNote> DiffWords::notes(const diff::Rows &rows, const QList<diff::Warning> &warnings)
{
    const diff::FileDiff &file = rows.file();
    QList<DiffNote> notes = factNotes(rows);
    addLongLines(notes, rows);
    addWarnings(notes, rows, warnings);
    // Where the ends differ, the lines themselves may look the same: said under the line that has none.
    const auto missing = [&](const diff::BlobLines &lines, bool old) {
        const int last = lines.count() - 1;
        if (last < 0 || lines.lineEnd(last) != diff::LineEnd::None)
            return;
        const int row = old ? rows.rowOfOldLine(last) : rows.rowOfNewLine(last);
        if (row < 0 || rows.at(row).kind == diff::RowKind::Fold || rows.at(row).kind == diff::RowKind::Cut)
            return;
        const DiffNote note{.text = tr("no newline at the end of the file"), .meaning = {}, .below = row};
        if (!notes.contains(note))
            notes.append(note);
    };
    if (file.change().before.exists() && !file.change().before.isLink())
        missing(file.before(), true);
    if (file.change().after.exists() && !file.change().after.isLink())
        missing(file.after(), false);
    return notes;
}

QString DiffWords::pictures(const Picture &before, const Picture &after)
{
    const auto pixels
        = [](const Picture &picture) { return tr("%1 × %2").arg(picture.size.width()).arg(picture.size.height()); };
    if (before.image.isNull() || after.image.isNull())
        return tr("Picture: %1 pixels").arg(pixels(before.image.isNull() ? after : before));
    return before.size == after.size ? tr("Picture: %1 pixels, as before").arg(pixels(after))
                                     : tr("Picture: %1 becomes %2 pixels").arg(pixels(before), pixels(after));
}

QString DiffWords::warning(const diff::Warning &warning, const diff::FileDiff &file)
{
    QString what;
    switch (warning.deceit) {
    case diff::Deceit::Bidirectional:
        what = tr("turns the reading order");
        break;
    case diff::Deceit::Invisible:
        what = tr("cannot be seen");
        break;
    case diff::Deceit::Control:
        what = tr("a control character");
        break;
    case diff::Deceit::LookAlike:
        what = tr("looks like the Latin %1").arg(QChar::fromUcs4(warning.looksLike));
        break;
    }
    const QByteArrayView before = file.after().text(warning.line).first(warning.offset);
    const auto column = diff::LineText::decoded(before, file.after().encoding()).text().size() + 1;
    return tr("U+%1 %2 in column %3: %4")
        .arg(QString::number(uint(warning.code), 16).toUpper().rightJustified(4, u'0'), warning.name,
             QString::number(column), what);
}

QString DiffWords::fold(const diff::Rows &rows, const diff::Row &row)
{
    const QString lines = Formats::counted(row.hidden, tr("1 unchanged line"), tr("%1 unchanged lines"));
    if (row.hunk < 0 || row.hunk >= rows.file().hunks().size())
        return lines;
    const int section = rows.file().sectionLine(row.hunk);
    if (section < 0)
        return lines;
    return tr("%1 · in %2").arg(lines, Formats::line(rows.file().before().decoded(section, 200).text().trimmed()));
}

QString DiffWords::cut(const diff::Rows &rows)
{
    const auto &cut = rows.truncated();
    return cut ? tr("%1 of %2 changed lines are shown · Enter shows them all")
                     .arg(Formats::count(cut->shown), Formats::count(cut->whole))
               : QString();
}

QString DiffWords::whitespace(diff::Whitespace mode)
{
    switch (mode) {
    case diff::Whitespace::Exact:
        return tr("All whitespace");
    case diff::Whitespace::IgnoreAtEnd:
        return tr("Not at line ends");
    case diff::Whitespace::IgnoreAmount:
        return tr("Not its amount");
    case diff::Whitespace::IgnoreAll:
        return tr("No whitespace");
    }
    return {};
}

} // namespace assay::ui
