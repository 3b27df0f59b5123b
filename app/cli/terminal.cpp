#include "app/cli/terminal.h"

#include "core/domain/displaytext.h"

#include <QJsonDocument>

#include <algorithm>
#include <cerrno>
#include <clocale>

#include <clocale>
#include <langinfo.h>
#include <sys/ioctl.h>
#include <unistd.h>

using namespace Qt::StringLiterals;

namespace assay::cli {
namespace {

/// Asked before main: QCoreApplication settles on UTF-8 whatever the owner's terminal shows.
bool ownersLocaleIsUtf8()
{
    std::setlocale(LC_ALL, "");
    const QByteArray codeset(nl_langinfo(CODESET));
    return codeset.compare("UTF-8", Qt::CaseInsensitive) == 0 || codeset.compare("UTF8", Qt::CaseInsensitive) == 0;
}

const bool kUnicode = ownersLocaleIsUtf8();

int terminalWidth()
{
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    return 0;
}

/// Marks that an ASCII terminal can show; each of one column, as the tables count on it.
QString asAscii(QString text)
{
    static constexpr std::pair<char16_t, QLatin1StringView> marks[] = {
        {u'●', "#"_L1}, {u'○', "o"_L1}, {u'·', "."_L1}, {u'…', "~"_L1}, {u'→', ">"_L1}, {u'─', "-"_L1}, {u'×', "x"_L1}};
    for (const auto &[mark, ascii] : marks)
        text.replace(QChar(mark), ascii);
    return text;
}

} // namespace

QString inked(const TextStyle &style, Ink ink, const QString &text)
{
    if (!style.colour || ink == Ink::Plain || text.isEmpty())
        return text;
    static constexpr QLatin1StringView codes[] = {"0"_L1, "1"_L1, "2"_L1, "32"_L1, "31"_L1, "33"_L1};
    return u"\x1b[%1m%2\x1b[0m"_s.arg(codes[int(ink)], text);
}

int exitStatusOf(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::Usage:
        return 2;
    case ErrorKind::Failed:
        return 1;
    case ErrorKind::GateBroken:
        return 6;
    case ErrorKind::AgentUnavailable:
        return 7;
    case ErrorKind::Stopped:
        return 8;
    case ErrorKind::Refuted:
        return 9;
    case ErrorKind::CannotVerify:
        return 10;
    case ErrorKind::Internal:
        return 70;
    }
    return 70;
}

QString toWord(ErrorKind kind)
{
    switch (kind) {
    case ErrorKind::Usage:
        return u"usage"_s;
    case ErrorKind::Failed:
        return u"failed"_s;
    case ErrorKind::GateBroken:
        return u"gate broken"_s;
    case ErrorKind::AgentUnavailable:
        return u"agent unavailable"_s;
    case ErrorKind::Stopped:
        return u"stopped"_s;
    case ErrorKind::Refuted:
        return u"refuted"_s;
    case ErrorKind::CannotVerify:
        return u"cannot verify"_s;
    case ErrorKind::Internal:
        return u"internal"_s;
    }
    return u"internal"_s;
}

Terminal::Terminal(Options options) : m_options(options), m_unicode(kUnicode)
{
    const bool dumb = qgetenv("TERM").isEmpty() || qgetenv("TERM") == "dumb";
    const bool terminal = ::isatty(STDOUT_FILENO) == 1 && !dumb;
    m_live = terminal && !m_options.json && !m_options.quiet;
    m_colour = terminal && !m_options.noColor && qEnvironmentVariableIsEmpty("NO_COLOR");
}

Terminal::~Terminal()
{
    liveLine({});
}

TextStyle Terminal::style() const
{
    const int width = terminalWidth();
    return {.colour = m_colour, .unicode = m_unicode, .width = width > 0 ? std::clamp(width, 60, 120) : 100};
}

void Terminal::write(int fd, QByteArray bytes)
{
    if (m_live && !m_liveText.isEmpty()) {
        bytes.prepend("\r\x1b[K");
        m_liveText.clear();
    }
    qsizetype done = 0;
    while (done < bytes.size() && (m_read || fd != STDOUT_FILENO)) {
        const ssize_t written = ::write(fd, bytes.constData() + done, size_t(bytes.size() - done));
        if (written >= 0)
            done += written;
        else if (errno != EINTR && errno != EAGAIN)
            break;
    }
    if (fd == STDOUT_FILENO && done < bytes.size())
        m_read = false;
}

void Terminal::line(const QString &text)
{
    if (!m_options.quiet && !m_options.json)
        result(text);
}

void Terminal::result(const QString &text)
{
    if (!m_options.json)
        write(STDOUT_FILENO, (m_unicode ? text : asAscii(text)).toUtf8() + '\n');
}

void Terminal::object(const QJsonObject &object)
{
    if (m_options.json)
        write(STDOUT_FILENO, QJsonDocument(object).toJson(QJsonDocument::Compact) + '\n');
}

void Terminal::liveLine(const QString &text)
{
    const QString fit = text.isEmpty() ? text : fitted(text, std::max(20, terminalWidth() - 1));
    if (!m_live || fit == m_liveText)
        return;
    m_liveText.clear();
    write(STDOUT_FILENO, "\r\x1b[K" + (m_unicode ? fit : asAscii(fit)).toUtf8());
    m_liveText = fit;
}

int Terminal::error(const Error &error)
{
    const int status = exitStatusOf(error.kind);
    object({{u"type"_s, u"error"_s},
            {u"kind"_s, toWord(error.kind)},
            {u"what"_s, error.what},
            {u"subject"_s, error.subject},
            {u"remedy"_s, error.remedy},
            {u"text"_s, error.text()},
            {u"exit"_s, status}});
    if (!m_options.json) {
        // An error may quote several lines of git or a compiler; each is shown as a line, made harmless.
        QStringList lines = error.text().split(u'\n');
        for (QString &text : lines)
            text = visible(text);
        write(STDERR_FILENO, "assay: " + lines.join(u'\n').toUtf8() + '\n');
    }
    return status;
}

void Terminal::warning(const QString &text)
{
    object({{u"type"_s, u"warning"_s}, {u"text"_s, text}});
    if (!m_options.json)
        write(STDERR_FILENO, "assay: " + visible(text).toUtf8() + '\n');
}

} // namespace assay::cli
