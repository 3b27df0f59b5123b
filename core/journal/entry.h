// One line of journal.jsonl, as a value and as bytes. The file format is described in core/journal/README.md.
#pragma once

#include "core/domain/error.h"
#include "core/domain/ids.h"

#include <QDateTime>
#include <QJsonObject>

namespace assay {

/// What a writer says; the journal adds seq, time, prev and hash.
struct Draft {
    QString kind;            ///< "proof.run"
    QJsonObject data;
    QString actor = QStringLiteral("engine"); ///< engine | owner | policy:rule | agent:session
    int iteration = 0;       ///< 0 = outside any iteration (member "iter" absent)
    qint64 cause = 0;        ///< seq of the entry that made this happen; 0 = none
};

/// Entries that were appended together and are one fact: the numbers of the first and the last; both 0 for none.
struct Batch {
    qint64 first = 0, last = 0;
    friend bool operator==(const Batch &, const Batch &) = default;
};

struct Entry {
    qint64 seq = 0;          ///< 1, 2, 3, … without gaps
    QString kind;
    int version = 1;         ///< of the kind's data
    Batch batch;             ///< this one is among them; none for an entry that was appended alone
    QDateTime at;            ///< UTC, ms, years 1970 to 9999
    QString actor;
    qint64 cause = 0;
    int iteration = 0;
    QJsonObject data;
    QByteArray prev;         ///< hash of the previous line, 64 hex digits; zeros for the first
    QByteArray hash;
    /// Nothing that belongs to the same fact follows.
    [[nodiscard]] bool endsBatch() const { return seq >= batch.last; }
};

/// Whether an entry of `batch` with the number `seq` may stand behind one of the batch `before`: a batch that began goes
/// on until its end, and one that goes on began.
[[nodiscard]] bool goesOn(const Batch &before, qint64 seq, const Batch &batch);
/// "the batch 4 to 7", "no batch": for messages.
[[nodiscard]] QString batchText(const Batch &batch);

/// Longest line, in bytes: what a reader must be ready to hold. What may grow without bound belongs into evidence.
inline constexpr qint64 lineLimit = 64 << 20;

/// Every line ends with that many bytes of one form, its newline aside: the member "hash" and the closing brace.
inline constexpr qint64 lineTailLength = 75;

/// `prev` of the first entry.
[[nodiscard]] QByteArray zeroHash();

/// What the format can carry: every number finite and below 2^53 in magnitude (so that every JSON reader sees the
/// same integer), at most 64 levels of arrays and objects. The error names the member by JSON pointer.
[[nodiscard]] Status checkData(const QJsonObject &data);

/// Serialises with "hash" as the last member, '\n' included. The hash is SHA-256 over the line's bytes before
/// `,"hash":"…"}`. Sets entry.hash. The data must have passed checkData().
[[nodiscard]] QByteArray encodeEntry(Entry &entry);

/// Parses one line (without or with its '\n'). With `verify` the hash is recomputed over the exact bytes.
/// Kinds that this version does not know, and members it does not know, are no error. Any bytes may be given.
[[nodiscard]] Result<Entry> decodeEntry(QByteArrayView line, bool verify);

/// The line's own hash as it stands at its end, without parsing the rest; empty where the line has no such end.
[[nodiscard]] QByteArrayView writtenHash(QByteArrayView line);

/// Paths in JSON: a string, or {"b64": …} when the bytes are not UTF-8.
[[nodiscard]] QJsonValue pathToJson(const RepoPath &path);
/// Any other value gives an empty path.
[[nodiscard]] RepoPath pathFromJson(const QJsonValue &value);

} // namespace assay
