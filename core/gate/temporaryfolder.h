// TMPDIR of a command that is not contained. Private to core/gate.
#pragma once

#include "core/domain/error.h"

namespace assay {

/// Made anew, mode 0700, at a path in /tmp; gone with its owner, whatever is in it. An empty path makes nothing.
class TemporaryFolder {
public:
    explicit TemporaryFolder(QByteArray path);
    ~TemporaryFolder();
    TemporaryFolder(const TemporaryFolder &) = delete;
    TemporaryFolder &operator=(const TemporaryFolder &) = delete;
    [[nodiscard]] Status made() const { return m_made; }

private:
    QByteArray m_path;
    Status m_made;
};

} // namespace assay
