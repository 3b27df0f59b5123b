// A glob over repository paths, made ready once and matched many times.
#pragma once

#include <QByteArray>
#include <QList>

namespace assay {

/// The names of a path between its slashes; views into the path.
[[nodiscard]] QList<QByteArrayView> namesOf(QByteArrayView path);

/// The pattern language is described at globMatches() in rules.h.
class Glob {
public:
    explicit Glob(QByteArrayView glob);
    /// Whether the glob stands for the whole path that these names make.
    [[nodiscard]] bool matches(const QList<QByteArrayView> &names) const;

private:
    QList<QByteArrayList> m_patterns; ///< one for each choice among the braces, split at its slashes
};

} // namespace assay
