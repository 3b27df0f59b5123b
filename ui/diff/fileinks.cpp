#include "ui/diff/fileinks.h"

#include <QBuffer>
#include <QImageReader>
#include <QPainter>
#include <QSvgRenderer>

#include <algorithm>
#include <limits>

namespace assay::ui {
namespace {

constexpr qsizetype bytesMost = 50'000'000;
constexpr qsizetype lineMost = 5'000; // characters; the rest of a longer one is not looked at
static_assert(lineMost <= std::numeric_limits<quint16>::max());
constexpr QSize pictureMost(1024, 512), svgLeast(96, 96); // an icon is drawn larger than it is
constexpr qsizetype svgMost = 500'000;                     // bytes
constexpr qint64 pixelsMost = 16'000'000;

} // namespace

FileInker::FileInker(diff::BlobLines lines, const RepoPath &path)
    : m_lines(lines.bytes().size() > bytesMost ? diff::BlobLines() : std::move(lines)),
      m_inker(path.display(), m_lines.count() > 0 ? m_lines.line(0) : QByteArrayView())
{}

bool FileInker::advance(qsizetype toLine, const StopToken &stop)
{
    const qsizetype end = m_inker.knowsLanguage() ? std::min<qsizetype>(toLine, m_lines.count()) : 0;
    for (qsizetype line = m_inks.ends.size(); line < end; ++line) {
        if (stop.stopRequested())
            return false;
        for (const InkSpan &ink : m_inker.inksOf(m_lines.decoded(int(line), lineMost).text()))
            m_inks.spans.append({quint16(ink.start), quint16(ink.length), ink.ink});
        m_inks.ends.append(quint32(m_inks.spans.size()));
    }
    return m_inker.knowsLanguage() && end < m_lines.count();
}

namespace {

Picture drawn(const QByteArray &svg)
{
    const auto has = [&](QByteArrayView what) { return svg.contains(what); };
    const QByteArrayView refused[] = {"<!ENTITY", "<!ELEMENT", "<image",         "<use",    "<pattern", "<filter",
                                      "<mask",    "<marker",   "<foreignObject", "<script", "<animate", "@import"};
    if (svg.size() > svgMost || std::ranges::any_of(refused, has))
        return {};
    QSvgRenderer renderer;
    renderer.setOptions(QtSvg::Tiny12FeaturesOnly);
    if (!renderer.load(svg) || renderer.defaultSize().isEmpty())
        return {};
    const QSize size = renderer.defaultSize();
    QImage image(size.scaled(size.boundedTo(pictureMost).expandedTo(svgLeast), Qt::KeepAspectRatio).expandedTo({1, 1}),
                 QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::white); // as a page is, on a dark ground too
    QPainter painter(&image);
    renderer.render(&painter);
    return {image, size};
}

} // namespace

Picture pictureOf(const QByteArray &bytes, diff::ImageFormat format)
{
    if (format == diff::ImageFormat::Svg)
        return drawn(bytes);
    const char *name = format == diff::ImageFormat::Png ? "png" : format == diff::ImageFormat::Jpeg ? "jpeg" : nullptr;
    if (!name || bytes.isEmpty())
        return {};
    QByteArray copy = bytes;
    QBuffer buffer(&copy);
    buffer.open(QIODevice::ReadOnly);
    QImageReader reader(&buffer, name);
    reader.setDecideFormatFromContent(false);
    const QSize size = reader.size();
    if (!size.isValid() || qint64(size.width()) * size.height() > pixelsMost)
        return {};
    if (size.width() > pictureMost.width() || size.height() > pictureMost.height())
        reader.setScaledSize(size.scaled(pictureMost, Qt::KeepAspectRatio));
    return {reader.read(), size};
}

} // namespace assay::ui
