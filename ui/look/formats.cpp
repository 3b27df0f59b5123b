#include "ui/look/formats.h"

#include "core/domain/displaytext.h"

#include <QLocale>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

constexpr qsizetype lineMost = 2000;

} // namespace

QString Formats::duration(std::chrono::milliseconds span)
{
    const qint64 ms = std::max<qint64>(span.count(), 0);
    if (ms < 10'000)
        return tr("%1 s").arg(QLocale().toString(double(ms) / 1000, 'f', 2));
    const qint64 seconds = ms / 1000;
    if (seconds < 60)
        return tr("%1 s").arg(seconds);
    if (seconds < 3600)
        return u"%1:%2"_s.arg(seconds / 60).arg(seconds % 60, 2, 10, QChar(u'0'));
    return tr("%1 h %2").arg(seconds / 3600).arg(seconds / 60 % 60, 2, 10, QChar(u'0'));
}

QString Formats::ago(const QDateTime &when, const QDateTime &now)
{
    const qint64 seconds = when.secsTo(now);
    if (seconds < 60)
        return tr("just now");
    if (seconds < 3600)
        return tr("%1 min ago").arg(seconds / 60);
    if (seconds < 24 * 3600)
        return tr("%1 h ago").arg(seconds / 3600);
    return QLocale().toString(when.toLocalTime().date(), QLocale::ShortFormat);
}

QString Formats::exact(const QDateTime &when)
{
    return when.toLocalTime().toString(u"yyyy-MM-dd HH:mm:ss t"_s);
}

QString Formats::count(qint64 number)
{
    return QLocale().toString(number);
}

QString Formats::counted(qint64 number, const QString &one, const QString &many)
{
    return number == 1 ? one : many.arg(count(number));
}

QString Formats::line(const QString &text)
{
    if (text.size() <= lineMost)
        return visible(text);
    return visible(text.left(lineMost)) + tr("… (%1 characters more)").arg(count(text.size() - lineMost));
}

QString Formats::lines(const QString &text)
{
    QStringList shown;
    for (const QString &one : text.split(u'\n'))
        shown.append(line(one));
    return shown.join(u'\n');
}

QString Formats::cutOff(qint64 bytes)
{
    return tr("… (%1 bytes more)").arg(count(bytes));
}

QString Formats::titleCase(QString word)
{
    if (!word.isEmpty())
        word[0] = word.at(0).toUpper();
    return word;
}

} // namespace assay::ui
