#include "core/gate/processwords.h"

#include "core/gate/reporttext.h"

#include <csignal>
#include <cstring>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

QString signalText(int signal)
{
    const char *name = ::sigabbrev_np(signal);
    return name ? u"signal %1 (SIG%2)"_s.arg(signal).arg(QString::fromLatin1(name)) : u"signal %1"_s.arg(signal);
}

QString seconds(std::chrono::milliseconds duration)
{
    return u"%1 s"_s.arg(double(duration.count()) / 1000, 0, 'f', 1);
}

QString withWords(const QString &text, const ProcessResult &result)
{
    const QString words
        = lastWords(result.standardError.trimmed().isEmpty() ? result.standardOutput : result.standardError);
    return words.isEmpty() ? text : text + u": "_s + words;
}

} // namespace

QString lastWords(QByteArrayView output)
{
    const QStringList lines = reportLines(output.last(std::min<qsizetype>(output.size(), 4096)));
    for (auto line = lines.crbegin(); line != lines.crend(); ++line) {
        if (const QString text = line->trimmed(); !text.isEmpty())
            return text.size() > 200 ? text.first(200) + u'…' : text;
    }
    return {};
}

QString lastLines(const ProcessResult &result)
{
    constexpr qsizetype kMost = 4, kLength = 200;
    const QByteArray &printed = result.standardError.trimmed().isEmpty() ? result.standardOutput : result.standardError;
    const QStringList lines = reportLines(QByteArrayView(printed).last(std::min<qsizetype>(printed.size(), 4096)));
    QStringList shown;
    for (auto line = lines.crbegin(); line != lines.crend() && shown.size() < kMost; ++line) {
        if (const QString text = line->trimmed(); !text.isEmpty())
            shown.prepend(text.size() > kLength ? text.first(kLength) + u'…' : text);
    }
    return shown.join(u" / "_s);
}

QString whyItMeasuredNothing(const ProcessResult &result)
{
    switch (result.end) {
    case ProcessEnd::NotStarted:
        return u"could not start: %1"_s.arg(result.startError);
    case ProcessEnd::TimedOut:
        return u"ran into its time limit after %1"_s.arg(seconds(result.duration));
    case ProcessEnd::Idle:
        return u"printed nothing for too long and was ended after %1"_s.arg(seconds(result.duration));
    case ProcessEnd::TooManyProcesses:
        return u"had too many processes at once and was ended"_s;
    case ProcessEnd::DiskFloor:
        return u"filled the disk and was ended"_s;
    case ProcessEnd::EndedByOwner:
        return kEndedByOwner.toString();
    case ProcessEnd::Stopped:
        return u"was stopped"_s;
    case ProcessEnd::Exited:
        if (result.exitStatus == 127)
            return withWords(u"could not start (status 127, command not found)"_s, result);
        if (result.exitStatus == 126)
            return withWords(u"could not start (status 126, not executable)"_s, result);
        return {};
    case ProcessEnd::Signalled:
        return {};
    }
    Q_UNREACHABLE_RETURN({});
}

QString howItEnded(const ProcessResult &result)
{
    if (const QString why = whyItMeasuredNothing(result); !why.isEmpty())
        return why;
    if (result.end == ProcessEnd::Signalled)
        return withWords(u"was ended by %1"_s.arg(signalText(result.signal)), result);
    return withWords(u"ended with status %1"_s.arg(result.exitStatus), result);
}

} // namespace assay
