#include "core/bundle/shown.h"

#include "core/domain/displaytext.h"

using namespace Qt::StringLiterals;

namespace assay {

QString shownLine(const QString &text)
{
    QString line = text;
    for (QChar &c : line) {
        if (c == u'\n' || c == u'\t' || c == u'\r')
            c = u' ';
    }
    return visible(line);
}

QString shownLines(const QString &text)
{
    QStringList lines = text.split(u'\n');
    for (QString &line : lines) {
        if (line.endsWith(u'\r'))
            line.chop(1);
        line = visible(line.replace(u'\t', u' '));
    }
    return lines.join(u'\n');
}

QString markdownText(const QString &text)
{
    QString out;
    for (const QChar c : shownLine(text)) {
        if (QStringView(u"\\`*_[]<>|#&~!").contains(c))
            out += u'\\';
        out += c;
    }
    return out;
}

QString declineReason(const RunState &state, const Finding &finding)
{
    for (auto fact = state.declined.crbegin(); fact != state.declined.crend(); ++fact) {
        if (fact->subject == finding.id.text())
            return fact->reason;
    }
    return u"declined; the journal gives no reason"_s;
}

QString counted(qsizetype n, const QString &one, const QString &many)
{
    return u"%1 %2"_s.arg(QString::number(n), n == 1 ? one : many);
}

} // namespace assay
