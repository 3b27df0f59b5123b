// A command line as a list of words, for a program that is started without a shell.
#pragma once

#include "core/domain/error.h"

#include <QStringList>

namespace assay {

/// Splits as a POSIX shell would, quoting only: '…' literally, "…" with \" \\ \$ \` escaped, \c outside quotes.
/// No variables, globs, substitutions or operators: `$`, `*`, `|` stand for themselves. Fails on an open quote.
[[nodiscard]] Result<QStringList> splitWords(const QString &line);

} // namespace assay
