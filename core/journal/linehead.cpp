#include "core/journal/linehead.h"

#include <QCryptographicHash>

#include <algorithm>
#include <charconv>

namespace assay {

namespace {

/// Takes `text` off the front of `rest`.
bool skip(QByteArrayView &rest, QByteArrayView text)
{
    if (!rest.startsWith(text))
        return false;
    rest = rest.sliced(text.size());
    return true;
}

/// A whole number from 1 to below 2^53, as JSON writes it.
template <class Number>
bool take(QByteArrayView &rest, Number &number)
{
    if (!rest.isEmpty() && rest.front() == '0')
        return false;
    const auto [end, error] = std::from_chars(rest.begin(), rest.end(), number);
    if (error != std::errc() || number < 1 || qint64(number) >= numberLimit)
        return false;
    rest = rest.sliced(end - rest.begin());
    return true;
}

/// A text without escapes, up to the quote that ends it.
bool takeText(QByteArrayView &rest, QByteArrayView &text)
{
    const qsizetype end = rest.indexOf('"');
    if (end <= 0)
        return false;
    text = rest.first(end);
    rest = rest.sliced(end);
    return std::ranges::all_of(text, [](char c) { return c >= ' ' && c < '\x7f' && c != '\\'; });
}

bool takeBatch(QByteArrayView &rest, qint64 seq, Batch &batch)
{
    return take(rest, batch.first) && skip(rest, ",") && take(rest, batch.last) && skip(rest, "]") && batch.first <= seq
        && batch.last >= seq && batch.first != batch.last;
}

} // namespace

bool isHash(QByteArrayView text)
{
    return text.size() == hashDigits
        && std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

QByteArray hashOf(QByteArrayView bytes)
{
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex();
}

std::optional<LineHead> headOf(QByteArrayView line)
{
    LineHead head;
    if (!skip(line, "{\"seq\":") || !take(line, head.seq) || !skip(line, ",\"kind\":\"") || !takeText(line, head.kind)
        || !skip(line, "\",\"v\":") || !take(line, head.version))
        return {};
    if (skip(line, ",\"batch\":[") && !takeBatch(line, head.seq, head.batch))
        return {};
    if (!line.startsWith(','))
        return {};
    if (skip(line, ",\"at\":\"") && takeText(line, head.at) && skip(line, "\",\"actor\":\"")
        && takeText(line, head.actor) && skip(line, "\"") && (!skip(line, ",\"cause\":") || take(line, head.cause))
        && (!skip(line, ",\"iter\":") || take(line, head.iteration)) && skip(line, ",\"data\":"))
        head.rest = line;
    return head;
}

} // namespace assay
