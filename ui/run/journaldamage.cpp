#include "ui/run/journaldamage.h"

#include "core/domain/displaytext.h"
#include "core/places/programname.h"

#include <QCoreApplication>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

QString wayOut(const RunFolder &run)
{
    return QCoreApplication::translate("JournalDamage",
                                       "It cannot be resumed or exported. See all of it with `%1 journal %2 --verify`; "
                                       "put the run folder back from a copy, or begin a new run.")
        .arg(programName(), shellWord(run.path()));
}

} // namespace

std::optional<Error> damageOf(const RunFolder &run, const ChainReport &chain)
{
    if (chain.firstChanged == 0)
        return std::nullopt;
    return Error{QCoreApplication::translate("JournalDamage", "The journal was changed after it was written: %1")
                     .arg(chain.problems.first()),
                 run.journal(), wayOut(run), ErrorKind::CannotVerify};
}

Error damageOf(const RunFolder &run, const Error &unreadable)
{
    return {unreadable.what, unreadable.subject, wayOut(run), unreadable.kind};
}

} // namespace assay::ui
