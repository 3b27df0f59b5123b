#include "app/cli/changes_command.h"

#include "app/cli/changelines.h"
#include "app/cli/ownercommand.h"
#include "core/git/vault.h"
#include "core/review/heldcandidate.h"
#include "core/review/leftouttree.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace assay::cli {
namespace {

Error usage(const QString &what, const QString &subject, const QString &remedy)
{
    return {.what = what, .subject = subject, .remedy = remedy, .kind = ErrorKind::Usage};
}

struct Sides {
    ObjectId from, to;
};

Result<Sides> sidesOf(const Invocation &given, const RunState &state)
{
    if (given.has(u"candidate"_s)) {
        if (given.has(u"at"_s))
            return std::unexpected(usage(u"--at and --candidate exclude each other"_s, {}, u"Give one of them."_s));
        const IterationFact *held = review::heldIteration(state);
        if (!held)
            return std::unexpected(usage(u"no candidate waits for a review"_s, u"the run"_s,
                                         u"`%1 status` shows what the run waits for."_s.arg(programName())));
        return Sides{held->checkpointTree, held->candidate->tree};
    }
    if (!given.has(u"at"_s))
        return Sides{state.baseTree, state.checkpoint().tree};
    const int number = given.value(u"at"_s).toInt();
    if (number < 0 || number >= state.checkpoints.size())
        return std::unexpected(usage(u"there is no checkpoint %1"_s.arg(number), u"the run"_s,
                                     u"Checkpoints are 0 (base) to %1."_s.arg(state.checkpoints.size() - 1)));
    return Sides{state.baseTree, state.checkpoints.at(number).tree};
}

} // namespace

int changesCommand(const CommandContext &context)
{
    Terminal &terminal = context.terminal;
    const auto folder = runOf(context);
    if (!folder)
        return terminal.error(folder.error());
    RunState state;
    if (const auto read = readState(*folder, state); !read)
        return terminal.error(read.error());
    const auto sides = sidesOf(context.invocation, state);
    if (!sides)
        return terminal.error(sides.error());
    const auto vault = Vault::open(folder->vault());
    if (!vault)
        return terminal.error(vault.error());
    const auto files = review::readChange(*vault, sides->from, sides->to);
    if (!files)
        return terminal.error(files.error());
    const QString only = context.invocation.value(u"only"_s);
    const Shown wanted = only == "open"_L1 ? Shown::Open
        : only == "left-out"_L1            ? Shown::LeftOut
        : only == "commented"_L1           ? Shown::Commented
                                           : Shown::All;
    // Of another change than the exported one nothing is left out.
    const bool isExported = sides->from == state.baseTree && sides->to == state.checkpoint().tree;
    const QList<ReviewPlace> lapsed = isExported ? review::lapsedMarks(state.marks, *files) : QList<ReviewPlace>();
    for (const QString &line :
         changeLines(*files, state.marks, wanted, context.invocation.has(u"patch"_s), lapsed, terminal.style()))
        terminal.result(line);
    if (const IterationFact *held = review::heldIteration(state); held && !context.invocation.has(u"candidate"_s))
        terminal.line(
            u"The candidate of iteration %1 waits for your review; `%2 changes --candidate` shows it."_s.arg(held->n)
                .arg(programName()));
    QJsonObject result = changeObject(*files, state.marks, wanted);
    QJsonArray changed;
    for (const ReviewPlace &place : lapsed)
        changed.append(placeToJson(place));
    result[u"lapsed"_s] = changed;
    result[u"type"_s] = u"result"_s;
    result[u"command"_s] = u"changes"_s;
    result[u"from"_s] = sides->from.text();
    result[u"to"_s] = sides->to.text();
    result[u"exit"_s] = 0;
    terminal.object(result);
    return 0;
}

} // namespace assay::cli
