// Values of assay.toml, each asked for as what its key means. Private to the reading of the configuration.
#pragma once

#include "core/domain/error.h"

#include <QMap>
#include <QStringList>

#include <toml++/toml.hpp>

#include <chrono>
#include <optional>

namespace assay {

[[nodiscard]] QString fromUtf8(std::string_view text);

/// The first problem of the file by position: sections are met in the order of their names, not of the file.
class ConfigProblems {
public:
    explicit ConfigProblems(QString fileName) : m_fileName(std::move(fileName)) {}

    void add(const toml::source_region &where, const QString &what, const QString &remedy)
    {
        ++m_count;
        const auto position = std::pair(where.begin.line, where.begin.column);
        if (m_first && position >= m_position)
            return;
        m_position = position;
        m_first = Error{what, QStringLiteral("%1:%2:%3").arg(m_fileName).arg(position.first).arg(position.second),
                        remedy, ErrorKind::Usage};
    }
    [[nodiscard]] const std::optional<Error> &first() const { return m_first; }
    [[nodiscard]] int count() const { return m_count; }

private:
    QString m_fileName;
    std::pair<toml::source_index, toml::source_index> m_position;
    std::optional<Error> m_first;
    int m_count = 0;
};

/// One value of the file. Each function sets the target, or adds a problem and leaves it. Refers to the node and the
/// problems it was made with.
class ConfigValue {
public:
    ConfigValue(QString key, const toml::node &node, ConfigProblems &problems)
        : m_key(std::move(key)),
          m_node(node),
          m_problems(problems)
    {}

    void setTo(bool &target) const;
    void setTo(int &target, int least, int most) const;
    void setTo(double &target) const; ///< finite, not negative
    void setTo(std::chrono::milliseconds &target, std::chrono::milliseconds least) const;
    void setTo(QStringList &target) const;      ///< texts that are not empty
    void setToGlobs(QStringList &target) const; ///< relative to the tree
    void setToLine(QString &target) const;
    void setToPath(QByteArray &target) const; ///< relative to the tree, without "./" and a last "/"
    void setToAgent(QString &target) const;
    void setToKinds(QStringList &target) const; ///< of permissionKinds()
    void setToEnvironment(QMap<QString, QString> &target) const;
    template <class Enum>
    void setToWord(Enum &target, std::optional<Enum> (*fromWord)(QStringView), const QString &words) const
    {
        const auto text = m_node.value_exact<std::string>();
        if (const auto known = text ? fromWord(fromUtf8(*text)) : std::nullopt)
            target = *known;
        else
            refuse(QStringLiteral("one of %1").arg(words));
    }

    /// Adds the problem: what the key is and what was expected.
    void refuse(const QString &expected) const;

private:
    [[nodiscard]] QString shown() const; ///< the value as the file has it, in one short line

    QString m_key;
    const toml::node &m_node;
    ConfigProblems &m_problems;
};

} // namespace assay
