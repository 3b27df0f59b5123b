#include "ui/diff/fileinks.h"

#include "ui/look/codeinker.h"

#include <QBuffer>
#include <QImageReader>

namespace assay::ui {
namespace {

constexpr qsizetype bytesMost = 5'000'000;
constexpr qsizetype lineMost = 5'000; // characters; the rest of a longer one is not looked at
constexpr QSize pictureMost(1024, 512);
constexpr qint64 pixelsMost = 16'000'000;

} // namespace

FileInks inksOf(const diff::BlobLines &lines, const RepoPath &path, const StopToken &stop)
{
    FileInks inks;
    if (lines.count() == 0 || lines.bytes().size() > bytesMost)
        return inks;
    CodeInker inker(path.display(), lines.line(0));
    if (!inker.knowsLanguage())
        return inks;
    inks.ends.reserve(lines.count());
    for (int line = 0; line < lines.count(); ++line) {
        if (stop.stopRequested())
            return {};
        inks.spans += inker.inksOf(lines.decoded(line, lineMost).text());
        inks.ends.append(inks.spans.size());
    }
    return inks;
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
