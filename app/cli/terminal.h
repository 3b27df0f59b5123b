// Where a command prints: lines for a reader, or one JSON object a line for a program.
#pragma once

#include "core/domain/error.h"

#include <QJsonObject>

namespace assay::cli {

/// How a text for readers may look.
struct TextStyle {
    bool colour = false;
    bool unicode = true;   ///< false: a locale that is not UTF-8 gets ASCII marks
    int width = 80;        ///< columns
};

enum class Ink { Plain, Bold, Faint, Good, Bad, Warning };
[[nodiscard]] QString inked(const TextStyle &style, Ink ink, const QString &text);

/// The documented status of a kind of error.
[[nodiscard]] int exitStatusOf(ErrorKind kind);
/// The word of a kind of error in JSON: "usage", "failed", …
[[nodiscard]] QString toWord(ErrorKind kind);

/// Standard output and error of one command. Belongs to the main thread.
class Terminal {
public:
    struct Options {
        bool json = false, quiet = false, noColor = false;
    };
    explicit Terminal(Options options);
    ~Terminal(); ///< takes the live line away

    [[nodiscard]] bool json() const { return m_options.json; }
    [[nodiscard]] bool quiet() const { return m_options.quiet; }
    [[nodiscard]] TextStyle style() const; ///< width as it is now
    [[nodiscard]] bool isLive() const { return m_live; } ///< a terminal that a line can be rewritten on
    /// False once nobody reads any more (a closed pipe): long outputs end then.
    [[nodiscard]] bool isRead() const { return m_read; }

    void line(const QString &text = {});   ///< for readers; not when quiet or JSON. May hold several lines
    void result(const QString &text);      ///< for readers; when quiet, too
    void object(const QJsonObject &object);///< JSON only
    void liveLine(const QString &text);    ///< rewritten in place; empty = taken away
    /// Readers: "assay: …" on standard error. JSON: an object of type error. Returns the exit status of its kind.
    int error(const Error &error);
    void warning(const QString &text);     ///< standard error; JSON: an object of type warning

private:
    void write(int fd, QByteArray bytes);

    Options m_options;
    bool m_live = false, m_colour = false, m_unicode = true, m_read = true;
    QString m_liveText;
};

} // namespace assay::cli
