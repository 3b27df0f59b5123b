#include "ui/diff/markwords.h"

#include "ui/look/formats.h"

using namespace Qt::StringLiterals;

namespace assay::ui {

QString MarkWords::mark(const ReviewMark &mark, bool undefended)
{
    QStringList words;
    if (mark.reviewed)
        words.append(glyph(Meaning::Good) + u' ' + tr("reviewed"));
    if (mark.leftOut)
        words.append(glyph(Meaning::Undone) + u' ' + tr("left out"));
    if (undefended)
        words.append(glyph(Meaning::Unsure) + u' ' + tr("undefended"));
    return words.join(u" · "_s);
}

QString MarkWords::counts(const DiffSection::MarkCounts &counts)
{
    if (counts.places == 0)
        return {};
    QStringList words{
        counts.places == 1
            ? (counts.reviewed > 0 ? tr("reviewed") : tr("not reviewed"))
            : tr("%1 of %2 hunks reviewed").arg(Formats::count(counts.reviewed), Formats::count(counts.places))};
    if (counts.leftOut > 0)
        words.append(tr("%1 left out").arg(Formats::count(counts.leftOut)));
    if (counts.undefended > 0)
        words.append(tr("%1 undefended").arg(Formats::count(counts.undefended)));
    if (counts.openComments > 0)
        words.append(Formats::counted(counts.openComments, tr("1 comment open"), tr("%1 comments open")));
    return words.join(u", "_s);
}

QString MarkWords::comment(const ReviewMark &mark)
{
    const QString text = Formats::line(mark.comment);
    return mark.given ? tr("Your comment, given to the agent after iteration %1: %2").arg(*mark.given).arg(text)
                      : tr("Your comment: %1").arg(text);
}

} // namespace assay::ui
