#include "core/diff/filefacts.h"

#include <algorithm>
#include <cstring>

namespace assay::diff {
namespace {

constexpr qsizetype kLookedAtForNul = 8000;

ImageFormat imageFormat(QByteArrayView bytes)
{
    using namespace std::string_view_literals;
    static constexpr std::pair<std::string_view, ImageFormat> kBegins[] = {
        {"\x89PNG\r\n\x1a\n"sv, ImageFormat::Png},
        {"\xff\xd8\xff"sv, ImageFormat::Jpeg},
        {"GIF87a"sv, ImageFormat::Gif},
        {"GIF89a"sv, ImageFormat::Gif},
        {"II*\0"sv, ImageFormat::Tiff},
        {"MM\0*"sv, ImageFormat::Tiff},
        {"\0\0\1\0"sv, ImageFormat::Ico},
    };
    for (const auto &[begin, format] : kBegins) {
        if (bytes.startsWith(QByteArrayView(begin)))
            return format;
    }
    if (bytes.size() >= 12 && bytes.startsWith("RIFF") && bytes.sliced(8, 4) == "WEBP")
        return ImageFormat::Webp;
    if (bytes.size() >= 12 && bytes.sliced(4, 8) == "ftypavif")
        return ImageFormat::Avif;
    // "BM" alone begins many a text: a bitmap's header has four reserved zeros.
    if (bytes.size() >= 26 && bytes.startsWith("BM") && bytes.sliced(6, 4) == QByteArrayView("\0\0\0\0", 4))
        return ImageFormat::Bmp;
    const QByteArrayView head = bytes.first(std::min(bytes.size(), qsizetype(1024))).trimmed();
    if (head.startsWith("<svg") || (head.startsWith("<?xml") && head.contains("<svg")))
        return ImageFormat::Svg;
    return ImageFormat::None;
}

void countLineEnds(VersionFacts &facts, QByteArrayView bytes)
{
    const qsizetype width = isUtf16(facts.encoding) ? 2 : 1;
    const qsizetype low = facts.encoding == TextEncoding::Utf16Be ? 1 : 0;
    const auto is = [&](qsizetype at, char wanted) {
        return at + width <= bytes.size() && bytes[at + low] == wanted && (width == 1 || bytes[at + 1 - low] == 0);
    };
    if (width == 1) {
        const auto *const begin = bytes.begin();
        qint64 feeds = std::count(begin, bytes.end(), '\n');
        for (const char *at = begin; at < bytes.end(); ++at) {
            at = static_cast<const char *>(std::memchr(at, '\r', size_t(bytes.end() - at)));
            if (!at)
                break;
            if (at + 1 < bytes.end() && at[1] == '\n')
                ++facts.carriageReturnLineFeeds;
            else
                ++facts.carriageReturns;
        }
        facts.lineFeeds = feeds - facts.carriageReturnLineFeeds;
    } else {
        for (qsizetype i = 0; i + 1 < bytes.size(); i += 2) {
            if (is(i, '\r') && is(i + 2, '\n'))
                ++facts.carriageReturnLineFeeds;
            else if (is(i, '\r'))
                ++facts.carriageReturns;
            else if (is(i, '\n') && !(i >= 2 && is(i - 2, '\r')))
                ++facts.lineFeeds;
        }
    }
    facts.newlineAtEnd = bytes.size() < width || is(bytes.size() - width, '\n');
}

bool bothText(const FileFacts &facts)
{
    const auto isText = [](ContentKind kind) { return kind == ContentKind::Text; };
    return isText(facts.before.kind) && isText(facts.after.kind);
}

} // namespace

LineEndStyle VersionFacts::lineEnds() const
{
    const int kinds = int(lineFeeds > 0) + int(carriageReturnLineFeeds > 0) + int(carriageReturns > 0);
    if (kinds == 0)
        return LineEndStyle::None;
    if (kinds > 1)
        return LineEndStyle::Mixed;
    return lineFeeds > 0 ? LineEndStyle::Lf : carriageReturns > 0 ? LineEndStyle::Cr : LineEndStyle::CrLf;
}

VersionFacts factsOf(const FileVersion &version, QByteArrayView bytes)
{
    VersionFacts facts;
    if (!version.exists())
        return facts;
    if (version.isSubmodule()) {
        facts.kind = ContentKind::Submodule;
        return facts;
    }
    facts.size = bytes.size();
    facts.encoding = encodingOf(bytes);
    if (version.isLink()) {
        facts.kind = ContentKind::Link;
        facts.encoding = isUtf16(facts.encoding) ? TextEncoding::Broken : facts.encoding;
        facts.newlineAtEnd = bytes.endsWith('\n');
        return facts;
    }
    facts.image = imageFormat(bytes);
    const bool hasNul = bytes.first(std::min(bytes.size(), kLookedAtForNul)).contains('\0');
    if (hasNul && !isUtf16(facts.encoding)) {
        facts.kind = ContentKind::Binary;
        facts.encoding = TextEncoding::Broken;
        return facts;
    }
    facts.kind = ContentKind::Text;
    facts.byteOrderMark = byteOrderMark(bytes, facts.encoding) > 0;
    countLineEnds(facts, bytes);
    return facts;
}

bool FileFacts::encodingChanged() const
{
    return bothText(*this) && before.size > 0 && after.size > 0 && before.encoding != after.encoding;
}

bool FileFacts::byteOrderMarkChanged() const
{
    return bothText(*this) && before.size > 0 && after.size > 0 && before.byteOrderMark != after.byteOrderMark;
}

bool FileFacts::lineEndsChanged() const
{
    return bothText(*this) && before.lineEnds() != LineEndStyle::None && after.lineEnds() != LineEndStyle::None
        && before.lineEnds() != after.lineEnds();
}

bool FileFacts::newlineAtEndChanged() const
{
    return bothText(*this) && before.newlineAtEnd != after.newlineAtEnd;
}

} // namespace assay::diff
