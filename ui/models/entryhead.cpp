#include "ui/models/entryhead.h"

#include "core/domain/displaytext.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QSet>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

constexpr qsizetype summaryMost = 200;

QString shared(const QString &word, QSet<QString> &words)
{
    return *words.insert(word);
}

QString text(const QJsonValue &value)
{
    if (value.isString())
        return value.toString();
    if (value.isDouble() || value.isBool())
        return value.toVariant().toString();
    if (value.isArray()) {
        const QJsonArray array = value.toArray();
        QStringList parts;
        for (qsizetype i = 0; i < array.size() && i < 4; ++i)
            parts.append(text(array.at(i)));
        parts.removeAll(QString());
        if (array.size() > 4)
            parts.append(u"… %1 in all"_s.arg(array.size()));
        return parts.join(u", "_s);
    }
    const QJsonObject object = value.toObject();
    for (const QLatin1StringView name : {"id"_L1, "name"_L1, "title"_L1, "path"_L1, "text"_L1}) {
        if (object.contains(name))
            return text(object.value(name));
    }
    return {};
}

} // namespace

EntryHead headOf(const Entry &entry, QSet<QString> &words)
{
    EntryHead head{.seq = entry.seq,
                   .kind = shared(entry.kind, words),
                   .at = entry.at,
                   .actor = shared(entry.actor, words),
                   .iteration = entry.iteration,
                   .cause = entry.cause,
                   .hash = QByteArray::fromHex(entry.hash)};
    // What says most comes first; whatever is long or only means something to a machine is left to the details.
    QStringList parts;
    for (const QLatin1StringView name :
         {"id"_L1,     "n"_L1,    "name"_L1,  "subject"_L1, "step"_L1,  "task"_L1,    "type"_L1,   "purpose"_L1,
          "label"_L1,  "role"_L1, "k"_L1,     "answer"_L1,  "state"_L1, "verdict"_L1, "result"_L1, "outcome"_L1,
          "option"_L1, "test"_L1, "teeth"_L1, "title"_L1,   "path"_L1,  "cause"_L1,   "passed"_L1, "failed"_L1,
          "reason"_L1, "why"_L1,  "text"_L1,  "seen"_L1,    "verb"_L1,  "folder"_L1}) {
        if (!entry.data.contains(name))
            continue;
        QString part = text(entry.data.value(name));
        if (part.isEmpty())
            continue;
        if (name == "passed"_L1 || name == "failed"_L1)
            part += u' ' + QString(name);
        parts.append(part);
    }
    head.summary = visible(parts.join(u" · "_s).left(summaryMost));
    return head;
}

Parts partsOf(const QString &kind)
{
    const qsizetype dot = kind.indexOf(u'.');
    const QStringView group = QStringView(kind).left(dot < 0 ? kind.size() : dot);
    if (group == u"finding" || group == u"check" || group == u"surface")
        return Part::Findings;
    if (group == u"cause" || group == u"strike")
        return Part::Findings | Part::Backlog;
    if (group == u"declined")
        return Part::Findings | Part::Prompts;
    if (group == u"task" || group == u"backlog")
        return Part::Backlog;
    if (group == u"iteration" || group == u"step" || group == u"session" || group == u"candidate" || group == u"review"
        || group == u"hunk" || group == u"tamper" || group == u"rolled" || group == u"outbox")
        return Part::Iterations;
    if (group == u"checkpoint")
        return Part::Iterations | Part::Findings | Part::Gate | Part::Proofs;
    if (group == u"proof")
        return Part::Proofs;
    if (group == u"gate" || group == u"teeth" || group == u"suspect" || group == u"prepare")
        return Part::Gate | Part::Findings;
    if (group == u"prompt")
        return Part::Prompts | Part::Backlog;
    if (group == u"claim")
        return Part::Claims;
    if (kind == "run.rewound"_L1 || kind == "corrected"_L1)
        return Part::All;
    return Part::Run;
}

} // namespace assay::ui
