#include "core/agent/linereporter.h"

#include "core/agent/activity.h"
#include "core/agent/sessionprocess.h"

#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

constexpr qsizetype kShownOfLine = qsizetype(64) << 10; ///< bytes of a plain line that its event carries
constexpr qint64 kPlainBytes = qint64(8) << 20;         ///< of plain lines a session
constexpr qint64 kPlainLines = 20'000;
constexpr qint64 kEventBytes = qint64(64) << 20; ///< of lines that are events themselves

} // namespace

void LineReporter::report(const OutputLine &line)
{
    if (m_usage && passOn(line))
        return;
    m_lines += 1;
    m_bytes += qMin(line.bytes.size(), kShownOfLine);
    if (m_lines > kPlainLines || m_bytes > kPlainBytes) {
        m_leftOut += line.bytes.size() + line.cut + 1;
        return;
    }
    const QByteArrayView shown = QByteArrayView(line.bytes).first(qMin(line.bytes.size(), kShownOfLine));
    QJsonObject event{{u"type"_s, u"output"_s},
                      {u"stream"_s, line.stream == 2 ? u"stderr"_s : u"stdout"_s},
                      {u"text"_s, shownText(shown)}};
    if (const qint64 cut = line.cut + line.bytes.size() - shown.size(); cut > 0)
        event.insert(u"cut"_s, cut);
    m_sink(event);
}

void LineReporter::finish(qint64 dropped)
{
    const qint64 leftOut = m_leftOut + dropped;
    if (leftOut > 0)
        m_sink({{u"type"_s, u"output"_s},
                {u"stream"_s, u"stdout"_s},
                {u"text"_s, u"… %1 bytes of output left out …"_s.arg(leftOut)},
                {u"cut"_s, leftOut}});
}

bool LineReporter::passOn(const OutputLine &line)
{
    if (!line.bytes.startsWith('{') || line.cut > 0 || m_eventBytes + line.bytes.size() > kEventBytes)
        return false;
    const QJsonObject event = QJsonDocument::fromJson(line.bytes).object();
    if (!isActivityType(event.value("type"_L1).toString()))
        return false;
    m_eventBytes += line.bytes.size();
    addUsage(*m_usage, event);
    m_sink(event);
    return true;
}

} // namespace assay
