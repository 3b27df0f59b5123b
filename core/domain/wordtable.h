// Enums as the words that stand in files: one table an enum, read both ways.
#pragma once

#include <QString>

#include <array>
#include <optional>
#include <utility>

namespace assay::words {

template <class E, size_t N>
[[nodiscard]] QString wordOf(const std::array<std::pair<E, QStringView>, N> &table, E value)
{
    for (const auto &[key, word] : table) {
        if (key == value)
            return word.toString();
    }
    Q_UNREACHABLE_RETURN(QString());
}

template <class E, size_t N>
[[nodiscard]] std::optional<E> valueOf(const std::array<std::pair<E, QStringView>, N> &table, QStringView word)
{
    for (const auto &[key, text] : table) {
        if (text == word)
            return key;
    }
    return std::nullopt;
}

} // namespace assay::words

/// Defines toWord(Enum) and fromWord(word) in namespace assay from {value, u"word"} pairs.
#define ASSAY_WORDS(Enum, fromWord, ...)                                                     \
    namespace {                                                                              \
    constexpr auto words##Enum = std::to_array<std::pair<Enum, QStringView>>({__VA_ARGS__}); \
    }                                                                                        \
    QString toWord(Enum value)                                                               \
    {                                                                                        \
        return words::wordOf(words##Enum, value);                                            \
    }                                                                                        \
    std::optional<Enum> fromWord(QStringView word)                                           \
    {                                                                                        \
        return words::valueOf(words##Enum, word);                                            \
    }
