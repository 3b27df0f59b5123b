#include "ui/diff/shownline.h"

#include "core/diff/encoding.h"
#include "core/domain/displaytext.h"

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

bool standsForItself(QChar c)
{
    return c.unicode() >= 0x20 && c.unicode() < 0x7f;
}

} // namespace

ShownLine::ShownLine(const QString &text)
{
    if (std::ranges::all_of(text, standsForItself)) {
        m_text = text;
        return;
    }
    m_text.reserve(text.size() + 16);
    m_starts.reserve(text.size() + 1);
    for (qsizetype at = 0; at < text.size(); ++at) {
        const QChar c = text.at(at);
        m_starts.append(qint32(m_text.size()));
        if (c == u'\t') {
            m_text += QString(kTab - m_text.size() % kTab, u' ');
        } else if (standsForItself(c)) {
            m_text += c;
        } else if (c.isHighSurrogate() && at + 1 < text.size() && text.at(at + 1).isLowSurrogate()) {
            m_starts.append(qint32(m_text.size()));
            m_text += visible(text.sliced(at++, 2));
        } else if (diff::isStrayByte(c.unicode())) {
            m_text += u"\\x%1"_s.arg(uint(c.unicode()) - 0xdc00, 2, 16, QChar(u'0'));
        } else {
            m_text += visible(QString(c));
        }
    }
    m_starts.append(qint32(m_text.size()));
}

qsizetype ShownLine::shownAt(qsizetype position) const
{
    if (m_starts.isEmpty())
        return std::clamp<qsizetype>(position, 0, m_text.size());
    return m_starts.at(std::clamp<qsizetype>(position, 0, m_starts.size() - 1));
}

qsizetype ShownLine::positionAt(qsizetype shown) const
{
    if (m_starts.isEmpty())
        return std::clamp<qsizetype>(shown, 0, m_text.size());
    const auto behind = std::ranges::upper_bound(m_starts, qint32(std::clamp<qsizetype>(shown, 0, m_text.size())));
    qsizetype at = behind - m_starts.begin() - 1;
    while (at > 0 && m_starts.at(at - 1) == m_starts.at(at))
        --at; // not inside a pair
    return at;
}

diff::Span ShownLine::shown(const diff::Span &span) const
{
    const qsizetype start = shownAt(span.start);
    return {start, shownAt(span.end()) - start};
}

} // namespace assay::ui
