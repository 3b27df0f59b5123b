// A file's inks and picture, made in a worker.
#pragma once

#include "core/domain/stoptoken.h"
#include "ui/diff/diffsection.h"
#include "ui/look/codeinker.h"

namespace assay::ui {

/// Makes the inks of one version's lines, as far as they are wanted; plain beyond 50 MB, and where the language is not
/// known. Of one thread.
class FileInker {
public:
    FileInker(diff::BlobLines lines, const RepoPath &path);
    /// On to this line; false: all of them have theirs, or it was stopped.
    bool advance(qsizetype toLine, const StopToken &stop = {});
    [[nodiscard]] const FileInks &inks() const { return m_inks; }

private:
    diff::BlobLines m_lines;
    CodeInker m_inker;
    FileInks m_inks;
};

/// A PNG, JPEG or SVG at most as large as a view shows it; null for anything else and for what is damaged or would take
/// more than 64 MB to decode. No other format is tried, so a hostile file meets no other decoder; of an SVG nothing but
/// shapes and text: with what names other files, or grows when it is drawn (entities, uses, patterns), it is text alone.
[[nodiscard]] Picture pictureOf(const QByteArray &bytes, diff::ImageFormat format);

} // namespace assay::ui
