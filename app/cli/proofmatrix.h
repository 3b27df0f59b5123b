// The proof matrix of core/journal/proofmatrix.h as the table at the end of a run, and for programs.
#pragma once

#include "app/cli/terminal.h"
#include "core/journal/proofmatrix.h"

#include <QJsonArray>

namespace assay::cli {

/// With a heading and a legend; empty when there is nothing to show. Different tests never look the same.
[[nodiscard]] QStringList matrixLines(const QList<MatrixRow> &rows, const TextStyle &style);
[[nodiscard]] QJsonArray matrixObjects(const QList<MatrixRow> &rows);

} // namespace assay::cli
