#include "ui/diff/fileinks.h"

#include <QBuffer>
#include <QImageReader>

#include <limits>

namespace assay::ui {
namespace {

constexpr qsizetype bytesMost = 50'000'000;
constexpr qsizetype lineMost = 5'000; // characters; the rest of a longer one is not looked at
static_assert(lineMost <= std::numeric_limits<quint16>::max());
constexpr QSize pictureMost(1024, 512);
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

QImage pictureOf(const QByteArray &bytes, diff::ImageFormat format)
{
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
    return reader.read();
}

} // namespace assay::ui
