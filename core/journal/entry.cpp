#include "core/journal/entry.h"

#include "core/journal/kinds.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTimeZone>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

constexpr qint64 numberLimit = qint64(1) << 53;
constexpr int depthLimit = 64;
constexpr qsizetype hashDigits = 64;
constexpr QByteArrayView hashStart = ",\"hash\":\"";
constexpr QByteArrayView hashEnd = "\"}";
static_assert(lineTailLength == hashStart.size() + hashDigits + hashEnd.size());

bool isHash(QByteArrayView text)
{
    return text.size() == hashDigits
        && std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

QByteArray sha256(QByteArrayView bytes)
{
    return QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex();
}

QString pointer(const QString &parent, const QString &member)
{
    return parent + u'/' + QString(member).replace(u'~', "~0"_L1).replace(u'/', "~1"_L1);
}

Status checkValue(const QJsonValue &value, const QString &where, int depth)
{
    if (value.isDouble()) {
        const double number = value.toDouble();
        if (!std::isfinite(number) || std::abs(number) >= double(numberLimit)) {
            return failure(u"the number %1 cannot be written to a journal: numbers are finite and below 2^53"_s.arg(
                               number, 0, 'g', 17),
                           u"data%1"_s.arg(where), u"Write it as a string."_s, ErrorKind::Internal);
        }
        return {};
    }
    if (!value.isObject() && !value.isArray())
        return {};
    if (depth > depthLimit) {
        return failure(u"nested more than %1 levels deep"_s.arg(depthLimit), u"data%1"_s.arg(where),
                       u"Put it into evidence and name that."_s, ErrorKind::Internal);
    }
    if (value.isObject()) {
        const QJsonObject object = value.toObject();
        for (auto it = object.begin(); it != object.end(); ++it) {
            // Spelling out the pointer is for the rare value that can fail at all.
            const QJsonValue member = it.value();
            if (!member.isDouble() && !member.isObject() && !member.isArray())
                continue;
            if (Status status = checkValue(member, pointer(where, it.key()), depth + 1); !status)
                return status;
        }
        return {};
    }
    const QJsonArray array = value.toArray();
    for (qsizetype i = 0; i < array.size(); ++i) {
        const QJsonValue element = array.at(i);
        if (!element.isDouble() && !element.isObject() && !element.isArray())
            continue;
        if (Status status = checkValue(element, where + u'/' + QString::number(i), depth + 1); !status)
            return status;
    }
    return {};
}

/// An integer of 2^53 or more has at least 16 digits; without such a run of digits no number needs a look.
bool mayHoldLargeInteger(QByteArrayView line)
{
    constexpr qsizetype run = 16;
    // From the end of each window backwards: ordinary text is skipped sixteen bytes at a time.
    qsizetype i = run - 1;
    while (i < line.size()) {
        qsizetype digits = 0;
        while (digits < run && line[i - digits] >= '0' && line[i - digits] <= '9')
            ++digits;
        if (digits == run)
            return true;
        i += run - digits;
    }
    return false;
}

/// Qt's writer and reader do not agree on U+FEFF at the beginning of a string: the reader drops it, unless escaped.
QByteArray compact(const QJsonDocument &document)
{
    QByteArray bytes = document.toJson(QJsonDocument::Compact);
    if (bytes.contains("\xef\xbb\xbf"))
        bytes.replace("\xef\xbb\xbf", "\\ufeff");
    return bytes;
}

void appendString(QByteArray &line, const QString &text)
{
    const bool plain
        = std::ranges::all_of(text, [](QChar c) { return c >= u' ' && c < u'\x7f' && c != u'"' && c != u'\\'; });
    if (plain) {
        line += '"';
        line += text.toLatin1();
        line += '"';
        return;
    }
    const QByteArray array = compact(QJsonDocument(QJsonArray{text}));
    line += QByteArrayView(array).sliced(1, array.size() - 2);
}

void appendPadded(QByteArray &line, qint64 number, int width)
{
    line += QByteArray::number(number).rightJustified(width, '0');
}

/// ISO 8601, always "2025-01-31T23:59:59.999Z".
void appendTime(QByteArray &line, const QDateTime &time)
{
    const QDateTime utc = time.toUTC();
    Q_ASSERT(utc.isValid() && utc.date().year() >= 1970 && utc.date().year() <= 9999);
    appendPadded(line, utc.date().year(), 4);
    line += '-';
    appendPadded(line, utc.date().month(), 2);
    line += '-';
    appendPadded(line, utc.date().day(), 2);
    line += 'T';
    appendPadded(line, utc.time().hour(), 2);
    line += ':';
    appendPadded(line, utc.time().minute(), 2);
    line += ':';
    appendPadded(line, utc.time().second(), 2);
    line += '.';
    appendPadded(line, utc.time().msec(), 3);
    line += 'Z';
}

QDateTime timeFrom(QStringView text)
{
    constexpr QStringView shape = u"0000-00-00T00:00:00.000Z";
    if (text.size() != shape.size())
        return {};
    for (qsizetype i = 0; i < shape.size(); ++i) {
        const bool fits = shape[i] == u'0' ? (text[i] >= u'0' && text[i] <= u'9') : text[i] == shape[i];
        if (!fits)
            return {};
    }
    const auto number = [text](qsizetype from, qsizetype length) {
        int value = 0;
        for (const QChar c : text.sliced(from, length))
            value = value * 10 + (c.unicode() - u'0');
        return value;
    };
    const QDate date(number(0, 4), number(5, 2), number(8, 2));
    const QTime time(number(11, 2), number(14, 2), number(17, 2), number(20, 3));
    if (!time.isValid() || date.year() < 1970) // an invalid date's year is 0
        return {};
    return QDateTime(date, time, QTimeZone::UTC);
}

std::unexpected<Error> badLine(const QString &what)
{
    return failure(what, u"journal entry"_s, u"Run `assay journal --verify` on the run to see how far it is intact."_s);
}

/// The beginning of what was found, so that a message stays a message.
QString shown(QByteArrayView bytes)
{
    constexpr qsizetype most = 60;
    return bytes.isEmpty() ? u"nothing"_s
                           : RepoPath(bytes.first(std::min(most, bytes.size())).toByteArray()).display()
            + (bytes.size() > most ? u"…"_s : QString());
}

/// A whole number from `least` up; `absent` where the member is not there.
std::optional<qint64> wholeNumber(const QJsonObject &object, QLatin1StringView member, qint64 least, qint64 most,
                                  std::optional<qint64> absent)
{
    const auto found = object.constFind(member);
    if (found == object.constEnd())
        return absent;
    const qint64 number = found->toInteger(least - 1);
    if (number < least || number > most)
        return {};
    return number;
}

/// None where the member is not there; nothing where it is not as documented.
std::optional<Batch> batchOf(const QJsonObject &object, qint64 seq)
{
    const auto found = object.constFind("batch"_L1);
    if (found == object.constEnd())
        return Batch();
    const QJsonArray numbers = found->toArray();
    const Batch batch{numbers.at(0).toInteger(), numbers.at(1).toInteger()};
    if (numbers.size() != 2 || batch.first < 1 || batch.first > seq || batch.last < seq || batch.last >= numberLimit
        || batch.first == batch.last)
        return {};
    return batch;
}

} // namespace

QByteArray zeroHash()
{
    return QByteArray(hashDigits, '0');
}

bool goesOn(const Batch &before, qint64 seq, const Batch &batch)
{
    return before.last >= seq ? batch == before : batch == Batch() || batch.first == seq;
}

QString batchText(const Batch &batch)
{
    return batch == Batch() ? u"no batch"_s : u"the batch %1 to %2"_s.arg(batch.first).arg(batch.last);
}

Status checkData(const QJsonObject &data)
{
    return checkValue(data, {}, 1);
}

QByteArray encodeEntry(Entry &entry)
{
    const QByteArray data = compact(QJsonDocument(entry.data));
    QByteArray line;
    line.reserve(data.size() + 384);
    line += "{\"seq\":";
    line += QByteArray::number(entry.seq);
    line += ",\"kind\":";
    appendString(line, entry.kind);
    line += ",\"v\":";
    line += QByteArray::number(entry.version);
    if (entry.batch != Batch()) {
        line += ",\"batch\":[";
        line += QByteArray::number(entry.batch.first);
        line += ',';
        line += QByteArray::number(entry.batch.last);
        line += ']';
    }
    line += ",\"at\":\"";
    appendTime(line, entry.at);
    line += "\",\"actor\":";
    appendString(line, entry.actor);
    if (entry.cause != 0) {
        line += ",\"cause\":";
        line += QByteArray::number(entry.cause);
    }
    if (entry.iteration != 0) {
        line += ",\"iter\":";
        line += QByteArray::number(entry.iteration);
    }
    line += ",\"data\":";
    line += data;
    line += ",\"prev\":\"";
    line += entry.prev;
    line += '"';
    entry.hash = sha256(line);
    line += hashStart;
    line += entry.hash;
    line += hashEnd;
    line += '\n';
    return line;
}

QByteArrayView writtenHash(QByteArrayView line)
{
    if (line.endsWith('\n'))
        line.chop(1);
    if (line.size() < lineTailLength || !line.endsWith(hashEnd))
        return {};
    const QByteArrayView tail = line.last(lineTailLength);
    const QByteArrayView hash = tail.sliced(hashStart.size(), hashDigits);
    if (!tail.startsWith(hashStart) || !isHash(hash))
        return {};
    return hash;
}

Result<Entry> decodeEntry(QByteArrayView line, bool verify)
{
    if (line.endsWith('\n'))
        line.chop(1);
    const QByteArrayView hash = writtenHash(line);
    if (hash.isEmpty()) {
        return badLine(u"the line does not end with its hash; found: %1"_s.arg(
            shown(line.last(std::min(lineTailLength, line.size())))));
    }
    const QByteArrayView hashed = line.chopped(lineTailLength);
    if (verify) {
        const QByteArray computed = sha256(hashed);
        if (computed != hash) {
            return badLine(u"the line's hash differs: written %1, computed from its bytes %2"_s.arg(
                QLatin1StringView(hash), QLatin1StringView(computed)));
        }
    }

    // JSON forbids it, the parser lets it pass inside strings, and a lost disk block is full of it.
    if (line.contains('\0'))
        return badLine(u"the line holds zero bytes: %1"_s.arg(shown(line)));

    QJsonParseError parsed;
    QJsonObject object = QJsonDocument::fromJson(QByteArray::fromRawData(line.data(), line.size()), &parsed).object();
    if (parsed.error != QJsonParseError::NoError) {
        return badLine(
            u"not JSON at byte %1 (%2): %3"_s.arg(QString::number(parsed.offset), parsed.errorString(), shown(line)));
    }

    Entry entry;
    const auto seq = wholeNumber(object, "seq"_L1, 1, numberLimit - 1, {});
    const auto version = wholeNumber(object, "v"_L1, 1, std::numeric_limits<int>::max(), {});
    const auto cause = wholeNumber(object, "cause"_L1, 1, numberLimit - 1, 0);
    const auto iteration = wholeNumber(object, "iter"_L1, 1, std::numeric_limits<int>::max(), 0);
    if (!seq || !version || !cause || !iteration)
        return badLine(
            u"`seq` and `v` must be whole numbers from 1, `cause` and `iter` as well where they are: %1"_s.arg(
                shown(line)));
    const auto batch = batchOf(object, *seq);
    if (!batch)
        return badLine(
            u"`batch` must be the numbers of its first and last entry, this one's among them: %1"_s.arg(shown(line)));
    const QString kind = object.value("kind"_L1).toString();
    const QString actor = object.value("actor"_L1).toString();
    if (kind.isEmpty() || actor.isEmpty())
        return badLine(u"`kind` and `actor` must be strings that are not empty: %1"_s.arg(shown(line)));
    entry.at = timeFrom(object.value("at"_L1).toString());
    if (!entry.at.isValid())
        return badLine(u"`at` must be a time like 2025-01-31T23:59:59.999Z: %1"_s.arg(shown(line)));
    entry.prev = object.value("prev"_L1).toString().toLatin1();
    if (!isHash(entry.prev))
        return badLine(u"`prev` must be 64 lower-case hexadecimal digits: %1"_s.arg(shown(line)));
    const auto data = object.constFind("data"_L1);
    if (data == object.constEnd() || !data->isObject())
        return badLine(u"`data` must be an object: %1"_s.arg(shown(line)));
    entry.data = data->toObject();
    if (mayHoldLargeInteger(hashed)) {
        if (Status status = checkData(entry.data); !status)
            return badLine(status.error().text());
    }
    entry.seq = *seq;
    entry.kind = knownKind(kind.toLatin1()).value_or(kind);
    entry.version = static_cast<int>(*version);
    entry.batch = *batch;
    entry.actor = actor;
    entry.cause = *cause;
    entry.iteration = static_cast<int>(*iteration);
    entry.hash = hash.toByteArray();
    return entry;
}

QJsonValue pathToJson(const RepoPath &path)
{
    // Decoding drops a byte order mark at the beginning: such a path is no text either.
    const QString text = QString::fromUtf8(path.bytes());
    if (text.toUtf8() == path.bytes())
        return text;
    return QJsonObject{{u"b64"_s, QString::fromLatin1(path.bytes().toBase64())}};
}

RepoPath pathFromJson(const QJsonValue &value)
{
    if (value.isString())
        return RepoPath(value.toString().toUtf8());
    const auto decoded = QByteArray::fromBase64Encoding(value.toObject().value("b64"_L1).toString().toLatin1(),
                                                        QByteArray::AbortOnBase64DecodingErrors);
    return decoded ? RepoPath(*decoded) : RepoPath();
}

} // namespace assay
