#include "ui/views/ownerwords.h"

#include "ui/look/formats.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace assay::ui {

QString OwnerWords::what(const Undoable &command)
{
    const auto arg = [&](QStringView name) { return Formats::line(command.args[name].toString()); };
    const QString &verb = command.verb;
    if (verb == "decide"_L1)
        return tr("the answer to %1").arg(arg(u"prompt"));
    if (verb == "defer"_L1)
        return tr("deferring %1").arg(arg(u"prompt"));
    if (verb == "decline"_L1)
        return tr("declining %1").arg(arg(command.args.contains(u"prompt") ? u"prompt" : u"finding"));
    if (verb == "park"_L1)
        return tr("parking %1").arg(arg(u"task"));
    if (verb == "unpark"_L1)
        return tr("unparking %1").arg(arg(u"task"));
    if (verb == "rank"_L1 || verb == "order"_L1)
        return tr("the order of the backlog");
    if (verb == "cause"_L1)
        return tr("the root cause of %1").arg(arg(u"finding"));
    if (verb == "split"_L1)
        return tr("splitting off %1").arg(arg(u"to"));
    if (verb == "merge"_L1)
        return tr("merging %1 into %2").arg(arg(u"from"), arg(u"to"));
    if (verb == "budget"_L1)
        return tr("the change of the budget");
    if (verb == "gate"_L1)
        return tr("the change of the gate");
    if (verb == "submit"_L1)
        return tr("the edit submitted for %1").arg(arg(u"task"));
    if (verb == "mark"_L1) {
        const QJsonArray marks = command.args[u"marks"].toArray();
        return marks.size() == 1
            ? tr("marking %1").arg(Formats::line(placeFromJson(marks.first().toObject()).path.display()))
            : tr("%n mark(s)", nullptr, int(marks.size()));
    }
    return verb == "note"_L1 ? tr("the note") : Formats::line(verb);
}

} // namespace assay::ui
