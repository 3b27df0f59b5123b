#include "core/journal/hunkdefence.h"

#include "core/journal/codec.h"

using namespace Qt::StringLiterals;

namespace assay {

QString toWord(HunkDefence defence)
{
    switch (defence) {
    case HunkDefence::Defended:
        return u"defended"_s;
    case HunkDefence::Undefended:
        return u"undefended"_s;
    case HunkDefence::CouldNot:
        break;
    }
    return u"could not"_s;
}

std::optional<HunkDefence> hunkDefenceFromWord(QStringView word)
{
    for (const HunkDefence defence : {HunkDefence::Defended, HunkDefence::Undefended, HunkDefence::CouldNot}) {
        if (toWord(defence) == word)
            return defence;
    }
    return {};
}

QJsonObject toJson(const HunkFact &fact)
{
    QJsonObject json = placeToJson(fact.place);
    json[u"tree"_s] = fact.of.text();
    json[u"without"_s] = fact.without.text();
    json[u"asked"_s] = fact.asked.text();
    json[u"defence"_s] = toWord(fact.defence);
    json[u"seen"_s] = fact.seen;
    return json;
}

HunkFact hunkFactFromJson(const QJsonObject &json)
{
    return {.place = placeFromJson(json),
            .of = ObjectId(json[u"tree"_s].toString().toLatin1()),
            .without = ObjectId(json[u"without"_s].toString().toLatin1()),
            .asked = codec::toDigest(json[u"asked"_s]),
            .defence = hunkDefenceFromWord(json[u"defence"_s].toString()).value_or(HunkDefence::CouldNot),
            .seen = json[u"seen"_s].toString()};
}

} // namespace assay
