// One line of journal.jsonl. The file format is described in core/journal/README.md.
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

struct Entry {
    qint64 seq = 0;          ///< 1, 2, 3, … without gaps
    QString kind;
    int version = 1;         ///< of the kind's data
    QDateTime at;            ///< UTC, ms
    QString actor;
    qint64 cause = 0;
    int iteration = 0;
    QJsonObject data;
    QByteArray prev;         ///< hash of the previous line, 64 hex digits; zeros for the first
    QByteArray hash;
};

/// Serialises with "hash" as the last member, '\n' included. The hash is SHA-256 over the line's bytes before
/// `,"hash":"…"}`. Sets entry.hash.
[[nodiscard]] QByteArray encodeEntry(Entry &entry);

/// Parses one line (without or with its '\n'). With `verify` the hash is recomputed over the exact bytes.
[[nodiscard]] Result<Entry> decodeEntry(QByteArrayView line, bool verify);

/// Paths in JSON: a string, or {"b64": …} when the bytes are not UTF-8.
[[nodiscard]] QJsonValue pathToJson(const RepoPath &path);
[[nodiscard]] RepoPath pathFromJson(const QJsonValue &value);

} // namespace assay
