#include "core/journal/entry.h"

#include "core/journal/linehead.h"

#include <QCryptographicHash>
#include <QJsonArray>
#include <QJsonDocument>
#include <QTimeZone>

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace assay {

namespace {

constexpr int depthLimit = 64;
constexpr QByteArrayView hashStart = ",\"hash\":\"";
constexpr QByteArrayView hashEnd = "\"}";
static_assert(lineTailLength == hashStart.size() + hashDigits + hashEnd.size());

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
    entry.hash = hashOf(line);
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
