#include "ui/views/colouring.h"

#include "ui/look/codeinker.h"

namespace assay::ui {
namespace {

constexpr qint64 bytesMost = 1 << 20;

} // namespace

std::shared_ptr<const Lines> coloured(const QByteArray &bytes, const QString &fileName)
{
    auto lines = std::make_shared<Lines>(Lines::of(bytes));
    if (bytes.size() > bytesMost || lines->count() == 0)
        return lines;
    CodeInker inker(fileName, lines->raw(0));
    if (!inker.knowsLanguage())
        return lines;
    lines->inks.reserve(lines->count());
    for (qsizetype line = 0; line < lines->count(); ++line)
        lines->inks.append(inker.inksOf(lines->shown(line)));
    return lines;
}

} // namespace assay::ui
