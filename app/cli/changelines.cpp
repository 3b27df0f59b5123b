#include "app/cli/changelines.h"

#include "core/domain/displaytext.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace assay::cli {
namespace {

QString toWord(diff::FileStatus status)
{
    switch (status) {
    case diff::FileStatus::Added:
        return u"added"_s;
    case diff::FileStatus::Deleted:
        return u"deleted"_s;
    case diff::FileStatus::Modified:
        return u"modified"_s;
    case diff::FileStatus::TypeChanged:
        return u"type changed"_s;
    case diff::FileStatus::Renamed:
        return u"renamed"_s;
    case diff::FileStatus::Copied:
        break;
    }
    return u"copied"_s;
}

struct Lines {
    int line = 0, added = 0, removed = 0; ///< line: the first in the new file, from 1
};

Lines linesOf(const diff::FileDiff &file, qsizetype hunk)
{
    const diff::Hunk &wanted = file.hunks().at(hunk);
    Lines lines{.line = file.changes().at(wanted.firstChange).newStart + 1};
    for (int c = wanted.firstChange; c < wanted.firstChange + wanted.changeCount; ++c) {
        lines.added += file.changes().at(c).newCount;
        lines.removed += file.changes().at(c).oldCount;
    }
    return lines;
}

QStringList wordsOf(const ReviewMark &mark)
{
    QStringList words{mark.reviewed ? u"reviewed"_s : u"open"_s};
    if (mark.leftOut)
        words.append(u"left out"_s);
    return words;
}

/// What is counted: hunks, and files that have none.
struct Counts {
    int places = 0, reviewed = 0, leftOut = 0, comments = 0;
    void add(const ReviewMark &mark)
    {
        ++places;
        reviewed += mark.reviewed ? 1 : 0;
        leftOut += mark.leftOut ? 1 : 0;
    }
};

/// None of its hunks is: a file that has some is read hunk by hunk.
bool isFileShown(Shown wanted, const review::ReviewedFile &file, const ReviewMark &whole)
{
    return isShown(wanted, whole) && (wanted != Shown::Open || file.hunks.isEmpty());
}

QString counted(qint64 n, const QString &one)
{
    return u"%1 %2%3"_s.arg(n).arg(one, n == 1 ? QString() : u"s"_s);
}

class ChangeText {
public:
    ChangeText(const ReviewMarks &marks, Shown wanted, bool patch, const TextStyle &style)
        : m_marks(marks),
          m_wanted(wanted),
          m_patch(patch),
          m_style(style)
    {}

    void add(const review::ReviewedFile &file)
    {
        QStringList hunks;
        int reviewed = 0;
        m_added += file.diff.added();
        m_removed += file.diff.removed();
        const ReviewMark whole = m_marks.value(file.whole());
        for (qsizetype i = 0; i < file.hunks.size(); ++i) {
            const ReviewMark mark = m_marks.value(file.place(i));
            m_counts.add(mark);
            reviewed += mark.reviewed ? 1 : 0;
            if (!isShown(m_wanted, mark))
                continue;
            const Lines lines = linesOf(file.diff, i);
            hunks.append(u"  %1  %2  +%3 −%4  %5"_s
                             .arg(padded(shortText(file.hunks.at(i)), 10), padded(u"line %1"_s.arg(lines.line), 10))
                             .arg(lines.added)
                             .arg(lines.removed)
                             .arg(told(mark)));
            appendComment(mark, hunks);
            if (m_patch)
                appendHunk(file.diff, i, hunks);
        }
        QString words = u"%1 hunks reviewed"_s.arg(u"%1 of %2"_s.arg(reviewed).arg(file.hunks.size()));
        if (file.hunks.isEmpty()) {
            m_counts.add(whole);
            words = u"no hunks  "_s + told(whole);
        } else if (whole.leftOut) {
            ++m_counts.leftOut;
            words += u"  "_s + inked(m_style, Ink::Warning, u"left out"_s);
        }
        if (hunks.isEmpty() && !isFileShown(m_wanted, file, whole))
            return;
        QString name = visible(file.change().path().display());
        if (file.change().status == diff::FileStatus::Renamed)
            name = visible(file.change().before.path.display()) + u" → "_s + name;
        m_lines.append(u"%1  %2  +%3 −%4  %5"_s.arg(inked(m_style, Ink::Bold, name), toWord(file.change().status))
                           .arg(file.diff.added())
                           .arg(file.diff.removed())
                           .arg(words));
        appendComment(whole, m_lines);
        m_lines.append(hunks);
    }

    void addLapsed(const QList<ReviewPlace> &places)
    {
        for (const ReviewPlace &place : places)
            m_lines.append(inked(
                m_style, Ink::Warning,
                wrapped(u"%1: left out before it changed: in the bundle again; look at it"_s.arg(visible(place.text())),
                        m_style.width, 2)));
    }

    QStringList lines(qsizetype files)
    {
        m_lines.append(QString());
        m_lines.append(u"%1, +%2 −%3; %4 of %5 reviewed, %6 left out, %7 open"_s.arg(counted(files, u"file"_s))
                           .arg(m_added)
                           .arg(m_removed)
                           .arg(m_counts.reviewed)
                           .arg(counted(m_counts.places, u"hunk"_s))
                           .arg(m_counts.leftOut)
                           .arg(counted(m_counts.comments, u"comment"_s)));
        return m_lines;
    }

private:
    QString told(const ReviewMark &mark) const
    {
        return inked(m_style,
                     mark.leftOut        ? Ink::Warning
                         : mark.reviewed ? Ink::Good
                                         : Ink::Plain,
                     wordsOf(mark).join(u", "_s));
    }
    void appendHunk(const diff::FileDiff &file, qsizetype hunk, QStringList &lines) const
    {
        for (const QString &line : review::hunkLines(file, hunk)) {
            const Ink ink = line.startsWith(u'+') ? Ink::Good : line.startsWith(u'-') ? Ink::Bad : Ink::Plain;
            lines.append(u"      "_s + inked(m_style, ink, visible(QString(line).replace(u'\t', u"    "_s))));
        }
        lines.append(QString());
    }
    void appendComment(const ReviewMark &mark, QStringList &lines)
    {
        if (mark.comment.isEmpty())
            return;
        m_counts.comments += mark.given ? 0 : 1;
        for (const QString &line : mark.comment.split(u'\n'))
            lines.append(u"      "_s + wrapped(visible(line), std::max(20, m_style.width - 6), 6));
        if (mark.given)
            lines.append(inked(m_style, Ink::Faint, u"      given to the agent after iteration %1"_s.arg(*mark.given)));
    }

    const ReviewMarks &m_marks;
    const Shown m_wanted;
    const bool m_patch;
    const TextStyle &m_style;
    QStringList m_lines;
    Counts m_counts;
    qint64 m_added = 0, m_removed = 0;
};

QJsonObject markObject(const ReviewMark &mark)
{
    QJsonObject object{{u"reviewed"_s, mark.reviewed}, {u"left_out"_s, mark.leftOut}};
    if (!mark.comment.isEmpty())
        object[u"comment"_s] = mark.comment;
    if (mark.given)
        object[u"given_after"_s] = *mark.given;
    return object;
}

} // namespace

bool isShown(Shown wanted, const ReviewMark &mark)
{
    switch (wanted) {
    case Shown::All:
        return true;
    case Shown::Open:
        return !mark.reviewed;
    case Shown::LeftOut:
        return mark.leftOut;
    case Shown::Commented:
        break;
    }
    return !mark.comment.isEmpty();
}

QStringList changeLines(const QList<review::ReviewedFile> &files, const ReviewMarks &marks, Shown wanted, bool patch,
                        const QList<ReviewPlace> &lapsed, const TextStyle &style)
{
    ChangeText text(marks, wanted, patch, style);
    for (const review::ReviewedFile &file : files)
        text.add(file);
    if (wanted != Shown::Commented)
        text.addLapsed(lapsed);
    return text.lines(files.size());
}

QJsonObject changeObject(const QList<review::ReviewedFile> &files, const ReviewMarks &marks, Shown wanted)
{
    Counts counts;
    QJsonArray list;
    const auto count = [&](const ReviewMark &mark) { counts.comments += mark.isOpenComment() ? 1 : 0; };
    for (const review::ReviewedFile &file : files) {
        QJsonArray hunks;
        for (qsizetype i = 0; i < file.hunks.size(); ++i) {
            const ReviewMark mark = marks.value(file.place(i));
            counts.add(mark);
            count(mark);
            if (!isShown(wanted, mark))
                continue;
            const Lines lines = linesOf(file.diff, i);
            QJsonObject hunk = markObject(mark);
            hunk[u"id"_s] = file.hunks.at(i).text();
            hunk[u"line"_s] = lines.line;
            hunk[u"added"_s] = lines.added;
            hunk[u"removed"_s] = lines.removed;
            hunks.append(hunk);
        }
        const ReviewMark whole = marks.value(file.whole());
        count(whole);
        if (file.hunks.isEmpty())
            counts.add(whole);
        else if (whole.leftOut)
            ++counts.leftOut;
        if (hunks.isEmpty() && !isFileShown(wanted, file, whole))
            continue;
        QJsonObject object = markObject(whole);
        object[u"path"_s] = pathToJson(file.change().path());
        object[u"status"_s] = toWord(file.change().status);
        object[u"added"_s] = file.diff.added();
        object[u"removed"_s] = file.diff.removed();
        object[u"hunks"_s] = hunks;
        list.append(object);
    }
    return {{u"files"_s, list},
            {u"hunks"_s, counts.places},
            {u"reviewed"_s, counts.reviewed},
            {u"left_out"_s, counts.leftOut},
            {u"comments"_s, counts.comments}};
}

} // namespace assay::cli
