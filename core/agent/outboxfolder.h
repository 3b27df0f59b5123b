// A folder filled by somebody who is not trusted, read without ever following a link.
#pragma once

#include <QByteArray>
#include <QString>

#include <expected>

namespace assay {

/// Opens names relative to one folder, part by part, refusing links, `..`, devices and whatever is too large.
/// A FIFO does not block it. Reads at most kTotalLimit bytes over its life. One thread at a time.
class OutboxFolder {
public:
    static constexpr qint64 kFormLimit = qint64(16) << 20;  ///< bytes of audit.json and its like
    static constexpr qint64 kCheckLimit = qint64(1) << 20;  ///< bytes of one check
    static constexpr qint64 kTotalLimit = qint64(64) << 20; ///< bytes of everything that is read

    struct File {
        QByteArray bytes;
        bool executable = false; ///< its owner's run bit
    };

    OutboxFolder() = default;
    ~OutboxFolder();
    OutboxFolder(const OutboxFolder &) = delete;
    OutboxFolder &operator=(const OutboxFolder &) = delete;

    /// The error is a sentence for the agent: what was found, what was expected.
    [[nodiscard]] std::expected<void, QString> open(const QString &path);
    [[nodiscard]] std::expected<File, QString> read(const QByteArray &name, qint64 limit);
    /// Why `name` cannot name a file of the folder (absolute, `..`, an empty part, a control character), or empty.
    [[nodiscard]] static QString whyNotRelative(const QByteArray &name);

private:
    int m_folder = -1;
    qint64 m_total = 0;
};

} // namespace assay
