#include "core/bundle/secrets.h"

#include "core/domain/displaytext.h"

#include <QRegularExpression>

#include <array>
#include <cmath>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

struct Shape {
    SecretKind kind;
    QRegularExpression form; ///< the secret is capture 1
};

struct Span {
    SecretKind kind;
    qsizetype start, length;
};

/// A line is only looked at with the forms when one of these is in it: a journal has 100,000 lines.
constexpr std::array<QByteArrayView, 17> kSigns{"-----BEGIN ", "AKIA", "ASIA",        "ghp_",   "gho_", "ghu_",
                                                "ghs_",        "ghr_", "github_pat_", "glpat-", "xox",  "sk-",
                                                "sk_live_",    "npm_", "AIza",        "pypi-",  "eyJ"};

const QList<Shape> &shapes()
{
    // The lengths are those that the services give; a prefix alone is a word of documentation.
    static const QList<Shape> all{
        {SecretKind::PrivateKey, QRegularExpression(u"(-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----)"_s)},
        {SecretKind::CloudKeyId, QRegularExpression(u"(?<![A-Za-z0-9])((?:AKIA|ASIA)[A-Z2-7]{16})(?![A-Za-z0-9])"_s)},
        {SecretKind::CloudKeyId, QRegularExpression(u"(?<![A-Za-z0-9_-])(AIza[A-Za-z0-9_-]{35})(?![A-Za-z0-9_-])"_s)},
        {SecretKind::Token, QRegularExpression(u"(?<![A-Za-z0-9])(gh[pousr]_[A-Za-z0-9]{36,})"_s)},
        {SecretKind::Token, QRegularExpression(u"(?<![A-Za-z0-9])(github_pat_[A-Za-z0-9_]{40,})"_s)},
        {SecretKind::Token, QRegularExpression(u"(?<![A-Za-z0-9])(glpat-[A-Za-z0-9_-]{20,})"_s)},
        {SecretKind::Token, QRegularExpression(u"(?<![A-Za-z0-9])(xox[abposr]-[A-Za-z0-9-]{20,})"_s)},
        {SecretKind::Token, QRegularExpression(u"(?<![A-Za-z0-9-])(sk-[A-Za-z0-9_-]{32,})"_s)},
        {SecretKind::Token, QRegularExpression(u"(?<![A-Za-z0-9])(sk_live_[A-Za-z0-9]{20,})"_s)},
        {SecretKind::Token, QRegularExpression(u"(?<![A-Za-z0-9])(npm_[A-Za-z0-9]{36})(?![A-Za-z0-9])"_s)},
        {SecretKind::Token, QRegularExpression(u"(?<![A-Za-z0-9])(pypi-[A-Za-z0-9_-]{60,})"_s)},
        {SecretKind::Token,
         QRegularExpression(
             u"(?<![A-Za-z0-9_-])(eyJ[A-Za-z0-9_-]{10,}\\.eyJ[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{20,})"_s)},
    };
    return all;
}

/// The secret is capture 1 of the form; it counts when `counts` says so of it.
struct Guess {
    QRegularExpression form;
    bool (*counts)(QStringView);
};

/// Bits a character, of the text's own letters: words have under 3, what a generator gives has more.
double entropy(QStringView text)
{
    QHash<QChar, int> counts;
    for (const QChar c : text)
        ++counts[c];
    double bits = 0;
    for (const int n : std::as_const(counts)) {
        const double share = double(n) / double(text.size());
        bits -= share * std::log2(share);
    }
    return bits;
}

/// Not what is asked for from elsewhere, nor a word or a place holder.
bool looksGenerated(QStringView value)
{
    if (value.contains(u"${") || value.contains(u"{{") || value.contains(u"$(") || value.startsWith(u'<')
        || value.startsWith(u'%'))
        return false;
    const bool letters = std::ranges::any_of(value, [](QChar c) { return c.isLetter(); });
    const bool others = std::ranges::any_of(value, [](QChar c) { return !c.isLetter() && c != u'-' && c != u'_'; });
    return letters && others && entropy(value) >= 3.0;
}

/// No call, index or attribute of a program, which is what stands unquoted behind a name in code.
bool looksTypedIn(QStringView value)
{
    return !value.startsWith(u'$') && std::ranges::any_of(value, [](QChar c) { return c.isDigit(); })
        && looksGenerated(value);
}

/// A password in an address is short; words of documentation have no digit in them.
bool isNoExample(QStringView value)
{
    return std::ranges::any_of(value, [](QChar c) { return c.isDigit(); })
        && std::ranges::any_of(value, [](QChar c) { return c.isLetter(); }) && !value.contains(u"${")
        && !value.contains(u'{') && !value.startsWith(u'<') && !value.startsWith(u'%') && !value.startsWith(u'$');
}

/// Secrets that only their name or place gives away.
const QList<Guess> &guesses()
{
    static const QString names
        = u"(?:password|passwd|passphrase|(?<=_)pwd|secret|api_?key|access_?key|auth_?key|access_?token|auth_?token)"_s;
    static const QList<Guess> all{
        // quoted, in any language, JSON included; the name may go on: SECRET_ACCESS_KEY_ID, passwordHash
        {QRegularExpression(names + u"\\w*[\"']?\\s*(?:=|:|=>|:=)\\s*[\"']([^\"'\\s]{8,200})[\"']"_s,
                            QRegularExpression::CaseInsensitiveOption),
         looksGenerated},
        // a shell's or an .env file's: DB_PASSWORD=…
        {QRegularExpression(u"(?<![A-Za-z0-9_])[A-Z0-9_]*(?:"_s + names.toUpper()
                            + u"|TOKEN)[A-Z0-9_]*=([^\"'\\s`;,()\\[\\]\\\\]{8,200})(?=$|[\\s\"'`;,\\\\])"_s),
         looksTypedIn},
        // YAML's: password: …
        {QRegularExpression(u"^[+ -]?\\s*(?:- )?\\w*"_s + names
                                + u"\\w*:\\s+([^\"'\\s`;,()\\[\\]{}\\\\.]{8,200})\\s*(?:#.*)?$"_s,
                            QRegularExpression::CaseInsensitiveOption),
         looksTypedIn},
        // an address's: postgres://user:…@host
        {QRegularExpression(u"[A-Za-z][A-Za-z0-9+.-]*://[^\\s:/@\"']*:([^\\s:/@\"']{6,200})@"_s), isNoExample},
    };
    return all;
}

/// What is shown of a secret: which it is, never what it is.
qsizetype shownOf(const Span &span)
{
    return span.kind == SecretKind::PrivateKey ? span.length : span.kind == SecretKind::Password ? 0 : 4;
}

/// Every secret of the line blanked, character by character.
void blankAll(QString &line, const QList<Span> &spans)
{
    for (const Span &span : spans) {
        for (qsizetype i = span.start + shownOf(span); i < span.start + span.length; ++i)
            line[i] = u'█';
    }
}

/// The text before it, at most 30 characters; nothing of what stands behind it, which may belong to it.
QString shownText(const QString &blankedLine, const Span &span)
{
    constexpr qsizetype around = 30;
    const qsizetype from = std::max<qsizetype>(0, span.start - around);
    return visible((from > 0 ? u"…"_s : QString()) + blankedLine.mid(from, span.start + shownOf(span) - from))
        + u"████"_s;
}

bool hasSign(QByteArrayView line)
{
    return std::ranges::any_of(kSigns, [&](QByteArrayView sign) { return line.contains(sign); });
}

/// Whether one of the guesses can be in it: as kSigns, for speed.
bool namesOne(QByteArrayView line)
{
    if (line.contains("://"))
        return true;
    if (!line.contains('=') && !line.contains(':'))
        return false;
    const QByteArray lower = line.toByteArray().toLower();
    return std::ranges::any_of(std::array<QByteArrayView, 5>{"pass", "pwd", "secret", "key", "token"},
                               [&](QByteArrayView word) { return lower.contains(word); });
}

} // namespace

QString secretWords(SecretKind kind)
{
    switch (kind) {
    case SecretKind::PrivateKey:
        return u"a private key"_s;
    case SecretKind::CloudKeyId:
        return u"the id of a cloud access key"_s;
    case SecretKind::Token:
        return u"a token"_s;
    case SecretKind::Password:
        break;
    }
    return u"a password"_s;
}

QString secretText(const Secret &secret)
{
    return u"%1:%2: %3: %4"_s.arg(visible(secret.file), QString::number(secret.line), secretWords(secret.kind),
                                  secret.blanked);
}

QList<Secret> findSecrets(const QString &file, QByteArrayView bytes)
{
    QList<Secret> found;
    qint64 number = 0;
    for (qsizetype at = 0; at < bytes.size();) {
        qsizetype end = bytes.indexOf('\n', at);
        if (end < 0)
            end = bytes.size();
        const QByteArrayView raw = bytes.sliced(at, end - at);
        at = end + 1;
        ++number;
        const bool sign = hasSign(raw), named = namesOne(raw);
        if (!sign && !named)
            continue;
        QString line = QString::fromUtf8(raw);
        line.replace(u"\\\""_s, u"\""_s);
        for (const QString &escape : {u"\\n"_s, u"\\r"_s, u"\\t"_s})
            line.replace(escape, u"  "_s); // or their letters would belong to the word behind them
        QList<Span> spans;
        const auto look = [&](SecretKind kind, const QRegularExpression &form, bool (*counts)(QStringView)) {
            for (auto all = form.globalMatch(line); all.hasNext();) {
                const QRegularExpressionMatch match = all.next();
                const Span span{kind, match.capturedStart(1), match.capturedLength(1)};
                const bool known = std::ranges::any_of(spans, [&](const Span &other) {
                    return span.start < other.start + other.length && other.start < span.start + span.length;
                });
                if (!known && counts(match.capturedView(1)))
                    spans.append(span);
            }
        };
        if (sign) {
            for (const Shape &shape : shapes())
                look(shape.kind, shape.form, [](QStringView) { return true; });
        }
        if (named) {
            for (const Guess &guess : guesses())
                look(SecretKind::Password, guess.form, guess.counts);
        }
        std::ranges::sort(spans, {}, &Span::start);
        blankAll(line, spans);
        for (const Span &span : std::as_const(spans))
            found.append({span.kind, file, number, shownText(line, span)});
    }
    return found;
}

} // namespace assay
