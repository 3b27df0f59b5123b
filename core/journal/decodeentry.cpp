// decodeEntry() of entry.h: a line read back, and everything that may be wrong with it.
#include "core/journal/entry.h"

#include "core/journal/kinds.h"
#include "core/journal/linehead.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QTimeZone>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

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

/// Of "2025-01-31T23:59:59.999Z"; invalid for what is none.
QDateTime timeFrom(QByteArrayView text)
{
    constexpr QByteArrayView shape = "0000-00-00T00:00:00.000Z";
    if (text.size() != shape.size())
        return {};
    for (qsizetype i = 0; i < shape.size(); ++i) {
        const bool fits = shape[i] == '0' ? (text[i] >= '0' && text[i] <= '9') : text[i] == shape[i];
        if (!fits)
            return {};
    }
    const auto number = [text](qsizetype from, qsizetype length) {
        int value = 0;
        for (const char c : text.sliced(from, length))
            value = value * 10 + (c - '0');
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

/// Nearly every line is as encodeEntry() wrote it: of those only `data` is parsed as JSON. Nothing for others.
std::optional<Entry> quickly(QByteArrayView hashed)
{
    constexpr QByteArrayView prevStart = ",\"prev\":\"";
    constexpr qsizetype prevLength = prevStart.size() + hashDigits + 1;
    const auto head = headOf(hashed);
    if (!head || head->rest.size() < prevLength)
        return {};
    const QByteArrayView prev = head->rest.last(prevLength);
    const QByteArrayView prevHash = prev.sliced(prevStart.size(), hashDigits);
    const QByteArrayView json = head->rest.chopped(prevLength);
    Entry entry{.seq = head->seq,
                .version = head->version,
                .batch = head->batch,
                .at = timeFrom(head->at),
                .cause = head->cause,
                .iteration = head->iteration};
    if (!prev.startsWith(prevStart) || !prev.endsWith('"') || !isHash(prevHash) || !entry.at.isValid())
        return {};
    const auto data = QJsonDocument::fromJson(QByteArray::fromRawData(json.data(), json.size()));
    if (!data.isObject())
        return {};
    static const QString engine = u"engine"_s; // one copy for most entries of a run
    entry.kind = knownKind(head->kind).value_or(QString::fromLatin1(head->kind));
    entry.actor = head->actor == "engine" ? engine : QString::fromLatin1(head->actor);
    entry.data = data.object();
    entry.prev = prevHash.toByteArray();
    return entry;
}

Result<Entry> thoroughly(QByteArrayView line)
{
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
    entry.at = timeFrom(object.value("at"_L1).toString().toUtf8());
    if (!entry.at.isValid())
        return badLine(u"`at` must be a time like 2025-01-31T23:59:59.999Z: %1"_s.arg(shown(line)));
    entry.prev = object.value("prev"_L1).toString().toLatin1();
    if (!isHash(entry.prev))
        return badLine(u"`prev` must be 64 lower-case hexadecimal digits: %1"_s.arg(shown(line)));
    const auto data = object.constFind("data"_L1);
    if (data == object.constEnd() || !data->isObject())
        return badLine(u"`data` must be an object: %1"_s.arg(shown(line)));
    entry.data = data->toObject();
    entry.seq = *seq;
    entry.kind = knownKind(kind.toLatin1()).value_or(kind);
    entry.version = static_cast<int>(*version);
    entry.batch = *batch;
    entry.actor = actor;
    entry.cause = *cause;
    entry.iteration = static_cast<int>(*iteration);
    return entry;
}

} // namespace

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
        const QByteArray computed = hashOf(hashed);
        if (computed != hash) {
            return badLine(u"the line's hash differs: written %1, computed from its bytes %2"_s.arg(
                QLatin1StringView(hash), QLatin1StringView(computed)));
        }
    }

    // JSON forbids it, the parser lets it pass inside strings, and a lost disk block is full of it.
    if (line.contains('\0'))
        return badLine(u"the line holds zero bytes: %1"_s.arg(shown(line)));

    std::optional<Entry> entry = quickly(hashed);
    if (!entry) {
        auto read = thoroughly(line);
        if (!read)
            return read;
        entry = std::move(*read);
    }
    if (mayHoldLargeInteger(hashed)) {
        if (Status status = checkData(entry->data); !status)
            return badLine(status.error().text());
    }
    entry->hash = hash.toByteArray();
    return std::move(*entry);
}

} // namespace assay
