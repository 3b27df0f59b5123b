// A file's inks and picture, made in a worker.
#pragma once

#include "core/domain/stoptoken.h"
#include "ui/diff/diffsection.h"

namespace assay::ui {

/// Inks of one version's lines; plain beyond 5 MB, where the language is not known, and when stopped.
[[nodiscard]] FileInks inksOf(const diff::BlobLines &lines, const RepoPath &path, const StopToken &stop = {});

/// A PNG or JPEG at most as large as a view shows it; null for anything else and for what is damaged or would take more
/// than 64 MB to decode. No other format is tried, so a hostile file meets no other decoder.
[[nodiscard]] QImage pictureOf(const QByteArray &bytes, diff::ImageFormat format);

} // namespace assay::ui
