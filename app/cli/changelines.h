// A change and its marks, told to a reader and to a program. Pure but for the paths' and comments' being made visible.
#pragma once

#include "app/cli/terminal.h"
#include "core/journal/runstate.h"
#include "core/review/reviewedchange.h"

namespace assay::cli {

/// Which places `--only` shows.
enum class Shown { All, Open, LeftOut, Commented };
[[nodiscard]] bool isShown(Shown wanted, const ReviewMark &mark);

/// Files, each with its hunks, and the sum of all of them at the end. Files of which nothing is shown are left out.
/// `patch`: each shown hunk with its lines.
/// `lapsed`: what was left out before it changed, said before the sum where it is asked for.
[[nodiscard]] QStringList changeLines(const QList<review::ReviewedFile> &files, const ReviewMarks &marks, Shown wanted,
                                      bool patch, const QList<ReviewPlace> &lapsed, const TextStyle &style);

/// {"files": [{"path", "status", "hunks": [{"id", "line", …}], …}], "hunks", "reviewed", "left_out", "comments"}:
/// member names are stable.
[[nodiscard]] QJsonObject changeObject(const QList<review::ReviewedFile> &files, const ReviewMarks &marks,
                                       Shown wanted);

} // namespace assay::cli
