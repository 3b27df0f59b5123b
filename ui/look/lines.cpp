#include "ui/look/lines.h"

#include "core/domain/displaytext.h"
#include "core/domain/ids.h"
#include "ui/look/formats.h"

#include <algorithm>

namespace assay::ui {
namespace {

constexpr qsizetype shownMost = 5000;
constexpr int tabWidth = 4;

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? char(c + 32) : c;
}

bool holds(QByteArrayView line, const QByteArray &lowered)
{
    return std::ranges::search(line, lowered, {}, lower).begin() != line.end();
}

} // namespace

Lines Lines::of(const QByteArray &bytes)
{
    Lines lines{.bytes = bytes};
    for (qsizetype start = 0; start < bytes.size();) {
        qsizetype end = bytes.indexOf('\n', start);
        if (end < 0)
            end = bytes.size();
        lines.starts.append(start);
        lines.widest = std::max(lines.widest, end - start);
        start = end + 1;
    }
    return lines;
}

QByteArrayView Lines::raw(qsizetype line) const
{
    const qint64 start = starts.at(line);
    const bool last = line + 1 == starts.size();
    qint64 end = last ? bytes.size() : starts.at(line + 1) - 1;
    if (last && end > start && bytes.at(end - 1) == '\n')
        --end;
    return QByteArrayView(bytes).sliced(start, end - start);
}

QString Lines::shown(qsizetype line) const
{
    if (const auto title = titles.constFind(line); title != titles.cend())
        return *title;
    QByteArrayView rest = raw(line);
    const qsizetype whole = rest.size();
    qsizetype cut = std::min(whole, shownMost);
    while (cut < whole && cut > shownMost - 4 && (static_cast<unsigned char>(rest.at(cut)) & 0xC0) == 0x80)
        --cut; // not inside a character
    rest = rest.first(cut);
    QString text;
    while (true) {
        const qsizetype tab = rest.indexOf('\t');
        const QByteArrayView piece = tab < 0 ? rest : rest.first(tab);
        text += visible(piece.isValidUtf8() ? QString::fromUtf8(piece) : RepoPath(piece.toByteArray()).display());
        if (tab < 0)
            break;
        text += QString(tabWidth - text.size() % tabWidth, u' ');
        rest = rest.sliced(tab + 1);
    }
    if (cut < whole)
        text += Formats::cutOff(whole - cut);
    return text;
}

qsizetype Lines::find(const QString &text, qsizetype from, bool backwards) const
{
    QByteArray lowered = text.toUtf8();
    std::ranges::transform(lowered, lowered.begin(), lower);
    if (lowered.isEmpty() || count() == 0)
        return -1;
    from = std::clamp<qsizetype>(from, 0, count() - 1);
    for (qsizetype i = 0; i < count(); ++i) {
        const qsizetype line = backwards ? (from - i + count()) % count() : (from + i) % count();
        if (holds(raw(line), lowered))
            return line;
    }
    return -1;
}

} // namespace assay::ui
