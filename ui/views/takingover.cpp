#include "ui/views/takingover.h"

#include "ui/look/formats.h"
#include "ui/run/rundocument.h"

#include <QCoreApplication>

namespace assay::ui {

QString whyNotTaken(const RunDocument &document)
{
    const auto tr = [](const char *text) { return QCoreApplication::translate("TakingOver", text); };
    if (!document.isLoaded())
        return tr("The run is still being read.");
    if (const Error *damage = document.damage())
        return Formats::line(damage->what) + u'.';
    if (!document.newer().isEmpty())
        return tr("A newer Assay wrote this run: do it there.");
    if (document.asOf() > 0)
        return tr("This is the run as of entry %1: go back to now first (Ctrl+End).").arg(document.asOf());
    if (!document.ownWork().isEmpty())
        return document.ownWork();
    if (document.isLive())
        return tr("An engine works on this run (process %1). What is looked at must not change meanwhile: stop the "
                  "run, or "
                  "wait for its end.")
            .arg(document.holder());
    if (document.isHeld())
        return tr("Process %1 holds this run, for an export say: wait until it is done.").arg(document.holder());
    return {};
}

} // namespace assay::ui
