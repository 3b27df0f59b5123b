// Inks of source code line by line: KSyntaxHighlighting's definitions, our inks.
#pragma once

#include "ui/look/lines.h"

#include <memory>

namespace assay::ui {

/// Keeps the state from line to line, so lines are given in order from the file's first. Making one takes some ten
/// milliseconds and a line some microseconds: for a worker; the definitions are the thread's own, since they must not be
/// shared between threads.
class CodeInker {
public:
    /// The language by the file's name, else by its first line ("#!/usr/bin/env python3").
    CodeInker(const QString &fileName, QByteArrayView firstLine);
    ~CodeInker();
    Q_DISABLE_COPY_MOVE(CodeInker)
    [[nodiscard]] bool knowsLanguage() const { return bool(m_highlighter); }
    [[nodiscard]] QList<InkSpan> inksOf(const QString &line); ///< positions in the line; nothing for plain text

private:
    class Highlighter;
    std::unique_ptr<Highlighter> m_highlighter;
};

} // namespace assay::ui
