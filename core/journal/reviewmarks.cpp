#include "core/journal/reviewmarks.h"

#include "core/journal/codec.h"

using namespace Qt::StringLiterals;

namespace assay {

ReviewPlace ReviewPlace::ofHunk(RepoPath path, HunkId hunk)
{
    return {std::move(path), std::move(hunk), {}, {}};
}

ReviewPlace ReviewPlace::ofFile(RepoPath path, const ObjectId &oldBlob, const ObjectId &newBlob)
{
    return {std::move(path), {}, oldBlob, newBlob};
}

QString ReviewPlace::text() const
{
    return hunk.isEmpty() ? path.display() : path.display() + u" hunk "_s + shortText(hunk);
}

QString shortText(const HunkId &hunk)
{
    constexpr int digits = 8; // of 64; a change has thousands of hunks, not billions
    const QString &text = hunk.text();
    const qsizetype which = text.indexOf(u'.');
    return text.left(digits) + (which < 0 ? QString() : text.mid(which));
}

bool isMarkState(QStringView state)
{
    return state == marked::Reviewed || state == marked::Open || state == marked::LeftOut || state == marked::Accepted
        || state == marked::Comment || state == marked::Uncommented;
}

ReviewPlace placeFromJson(const QJsonObject &json)
{
    const RepoPath path = pathFromJson(json[u"path"]);
    const HunkId hunk(json[u"hunk"].toString());
    return hunk.isEmpty() ? ReviewPlace::ofFile(path, codec::toObject(json[u"old"]), codec::toObject(json[u"new"]))
                          : ReviewPlace::ofHunk(path, hunk);
}

QJsonObject placeToJson(const ReviewPlace &place)
{
    QJsonObject json{{u"path"_s, pathToJson(place.path)}};
    if (!place.hunk.isEmpty()) {
        json[u"hunk"_s] = place.hunk.text();
        return json;
    }
    json[u"old"_s] = place.oldBlob.text();
    json[u"new"_s] = place.newBlob.text();
    return json;
}

void applyMark(ReviewMark &mark, const QJsonObject &json)
{
    const QString state = json[u"state"].toString();
    mark.oldBlob = codec::toObject(json[u"old"]);
    mark.newBlob = codec::toObject(json[u"new"]);
    if (state == marked::Reviewed || state == marked::Open) {
        mark.reviewed = state == marked::Reviewed;
    } else if (state == marked::LeftOut || state == marked::Accepted) {
        mark.leftOut = state == marked::LeftOut;
    } else if (state == marked::Comment || state == marked::Uncommented) {
        const bool made = state == marked::Comment;
        mark.comment = made ? json[u"comment"].toString() : QString();
        mark.line = made ? json[u"line"].toInt() : 0;
        mark.excerpt = made ? json[u"excerpt"].toString() : QString();
        mark.given.reset();
    }
}

QString commentText(const ReviewPlace &place, const ReviewMark &mark)
{
    QString text = place.path.display();
    if (mark.line > 0)
        text += u", line %1"_s.arg(mark.line);
    text += u":\n"_s;
    if (!mark.excerpt.isEmpty()) {
        const QStringList lines = mark.excerpt.split(u'\n');
        for (const QString &line : lines)
            text += u"    "_s + line + u'\n';
    }
    return text + mark.comment.trimmed();
}

} // namespace assay
