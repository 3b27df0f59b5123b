// What the owner marks in the change. Whether a hunk is in the change is not known here, where only the state is: who
// marks has looked (core/review), and a mark on nothing says nothing.
#include "core/engine/verbs.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace assay::verbs {
namespace {

bool isBlob(const QJsonValue &value)
{
    return value.toString().isEmpty() || !ObjectId(value.toString()).isNull();
}

} // namespace

Drafts mark(const RunState &state, const QJsonObject &args)
{
    const QJsonArray marks = args[u"marks"].toArray();
    if (marks.isEmpty())
        return refuse(u"nothing is marked"_s, u"marks"_s, u"`assay changes` lists what can be."_s);
    QList<Draft> drafts;
    for (const QJsonValue json : marks) {
        const QJsonObject data = json.toObject();
        const ReviewPlace place = placeFromJson(data);
        const QString word = data[u"state"].toString();
        if (place.path.isEmpty())
            return refuse(u"a mark names no file"_s, u"path"_s, u"`assay changes` lists the files."_s);
        if (!isBlob(data[u"old"]) || !isBlob(data[u"new"]))
            return refuse(u"a mark names a blob that is no object id"_s, place.text(),
                          u"Expected are 40 hexadecimal digits, or nothing where that side does not exist."_s);
        if (!isMarkState(word))
            return refuse(u"\"%1\" is no mark"_s.arg(word), place.text(),
                          u"Marks: reviewed, open, left-out, accepted, comment, uncommented."_s);
        if (word == marked::Comment && data[u"comment"].toString().trimmed().isEmpty())
            return refuse(u"the comment is empty"_s, place.text(),
                          u"Write what should be otherwise; \"uncommented\" takes a comment back."_s);
        if (word == marked::Uncommented && state.marks.value(place).comment.isEmpty())
            return refuse(u"it has no comment"_s, place.text(), u"`assay changes` shows the comments."_s);
        drafts.append(ownerDraft(u"review.marked"_s, data));
    }
    return drafts;
}

Result<GivenComments> givenComments(const RunState &state, const QJsonObject &args)
{
    GivenComments given;
    for (const QJsonValue json : args[u"marks"].toArray()) {
        const ReviewPlace place = placeFromJson(json.toObject());
        const auto mark = state.marks.constFind(place);
        if (mark == state.marks.cend() || mark->comment.isEmpty())
            return refuse(u"it has no comment to give"_s, place.text(), u"`assay changes` shows the comments."_s);
        if (mark->given)
            return refuse(u"its comment was given to the agent after iteration %1"_s.arg(*mark->given), place.text(),
                          u"Comment anew what is still to be said."_s);
        given.texts.append(commentText(place, *mark));
        given.places.append(placeToJson(place));
    }
    return given;
}

QString withComments(const QString &words, const GivenComments &given)
{
    QStringList parts = given.texts;
    if (!words.trimmed().isEmpty())
        parts.prepend(words);
    return parts.join(u"\n\n"_s);
}

} // namespace assay::verbs
