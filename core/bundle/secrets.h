// Secrets in what is about to leave the machine: shown before a bundle is written.
#pragma once

#include "core/domain/error.h"

#include <QList>

namespace assay {

enum class SecretKind {
    PrivateKey, ///< a PEM or OpenPGP private key block
    CloudKeyId, ///< the id of a cloud access key
    Token,      ///< a service's token, known by its prefix
    Password,   ///< a name like password set to a text that no one would type as a word, or one in an address
};
[[nodiscard]] QString secretWords(SecretKind kind); ///< "a private key", for readers

struct Secret {
    SecretKind kind = SecretKind::Token;
    QString file;    ///< of the bundle: "fixes.patch", "journal.jsonl"
    qint64 line = 0; ///< from 1; of journal.jsonl it is the entry's number
    QString blanked; ///< the line's text around it, the secret itself blanked but for its first characters
    friend bool operator==(const Secret &, const Secret &) = default;
};

/// Line by line, in order; texts in JSON are looked at with quotes and line ends unescaped. What it finds may be an
/// example; what it does not find may be a secret all the same. Pure.
[[nodiscard]] QList<Secret> findSecrets(const QString &file, QByteArrayView bytes);

/// "fixes.patch:12: a token: +key = ghp_████", for readers.
[[nodiscard]] QString secretText(const Secret &secret);

} // namespace assay
