// Source code as Lines in ink: KSyntaxHighlighting's definitions, our inks.
#pragma once

#include "ui/look/lines.h"

namespace assay::ui {

/// The language by the file's name, else by its first line ("#!/usr/bin/env python3"). Plain where neither tells, and
/// beyond 1 MB. Takes up to a few hundred milliseconds: for a worker; each call has a definitions' repository of its own,
/// since one must not be shared between threads.
[[nodiscard]] std::shared_ptr<const Lines> coloured(const QByteArray &bytes, const QString &fileName);

} // namespace assay::ui
