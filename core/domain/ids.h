// Identities as types: a finding's id cannot be handed where a task's is expected, a tree's hash is no text.
#pragma once

#include <QAnyStringView>
#include <QByteArray>
#include <QHashFunctions>
#include <QList>
#include <QString>

#include <array>
#include <compare>
#include <cstring>

namespace assay {

/// A short readable name that the engine gives: "F1", "S1", "C3". Compared byte by byte.
template <class Tag>
class Id {
public:
    Id() = default;
    explicit Id(QString text) : m_text(std::move(text)) {}
    [[nodiscard]] const QString &text() const { return m_text; }
    [[nodiscard]] bool isEmpty() const { return m_text.isEmpty(); }
    friend bool operator==(const Id &, const Id &) = default;
    friend bool operator<(const Id &a, const Id &b) { return a.m_text < b.m_text; }
    friend size_t qHash(const Id &id, size_t seed = 0) { return qHash(id.m_text, seed); }

private:
    QString m_text;
};

using FindingId = Id<struct FindingTag>; ///< F1… reproduced; N1… claimed but not reproduced
using CheckId = Id<struct CheckTag>;     ///< "C1" and so on, one for each file under the repro contract
using TaskId = Id<struct TaskTag>;       ///< T3 spot (of F3), S1 structural, G1 gate
using PromptId = Id<struct PromptTag>;   ///< P1… whatever is put to the owner
using SessionId = Id<struct SessionTag>; ///< one agent session: "A4" in iteration 4
using RunId = Id<struct RunTag>;
using HunkId = Id<struct HunkTag>; ///< a hunk by its content, in its file; written by core/diff/hunkpatch.h

/// A hash, its bytes in place: a run names hundreds of thousands of them, without an allocation. All zeros = none.
template <size_t Size>
class HashName {
public:
    HashName() = default;
    /// From 2 * Size lower-case hexadecimal digits; anything else gives none.
    explicit HashName(QAnyStringView hex);
    [[nodiscard]] QByteArray hex() const; ///< empty for none
    [[nodiscard]] QString text() const { return QString::fromLatin1(hex()); }
    [[nodiscard]] bool isNull() const { return m_bytes == std::array<unsigned char, Size>(); }
    friend auto operator<=>(const HashName &, const HashName &) = default;
    friend size_t qHash(const HashName &name, size_t seed = 0)
    {
        size_t bits = 0; // of a hash, any will do
        std::memcpy(&bits, name.m_bytes.data(), sizeof bits);
        return bits ^ seed;
    }

private:
    std::array<unsigned char, Size> m_bytes{};
};
extern template class HashName<20>;
extern template class HashName<32>;

/// A git object's SHA-1, or none.
class ObjectId : public HashName<20> {
public:
    using HashName::HashName;
    [[nodiscard]] QString shortText() const { return text().left(7); }
};

/// SHA-256 of uncompressed bytes: the name of a piece of evidence.
class Digest : public HashName<32> {
public:
    using HashName::HashName;
    [[nodiscard]] static Digest of(QByteArrayView bytes);
};

/// A path inside a repository: bytes with '/' between the parts, never decoded but for display.
class RepoPath {
public:
    RepoPath() = default;
    explicit RepoPath(QByteArray bytes) : m_bytes(std::move(bytes)) {}
    [[nodiscard]] const QByteArray &bytes() const { return m_bytes; }
    [[nodiscard]] bool isEmpty() const { return m_bytes.isEmpty(); }
    [[nodiscard]] bool isUtf8() const;
    /// For people: control characters and bytes that are not UTF-8 are shown as \xNN, so nothing is lost.
    [[nodiscard]] QString display() const;
    /// True if the path is this folder or lies below it.
    [[nodiscard]] bool isBelow(QByteArrayView folder) const;
    friend bool operator==(const RepoPath &, const RepoPath &) = default;
    friend bool operator<(const RepoPath &a, const RepoPath &b) { return a.m_bytes < b.m_bytes; }
    friend size_t qHash(const RepoPath &path, size_t seed = 0) { return qHash(path.m_bytes, seed); }

private:
    QByteArray m_bytes;
};

} // namespace assay
