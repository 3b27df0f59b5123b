#include "app/cli/mark_command.h"

#include "app/cli/ownercommand.h"
#include "core/git/vault.h"
#include "core/review/heldcandidate.h"
#include "core/review/reviewedchange.h"

using namespace Qt::StringLiterals;

namespace assay::cli {
namespace {

Error usage(const QString &what, const QString &subject, const QString &remedy)
{
    return {.what = what, .subject = subject, .remedy = remedy, .kind = ErrorKind::Usage};
}

/// A file of a change, and which of its hunks; -1: the file.
struct Named {
    review::ReviewedFile file;
    qsizetype hunk = -1;
};

/// Fits a path, or the beginning of a hunk's id.
QList<Named> named(const QList<review::ReviewedFile> &files, const QString &word)
{
    QList<Named> found;
    for (const review::ReviewedFile &file : files) {
        if (file.change().path().bytes() == word.toUtf8() || file.change().path().display() == word)
            return {{file, -1}};
        for (qsizetype i = 0; i < file.hunks.size(); ++i) {
            const QString &id = file.hunks.at(i).text();
            if (id == word || shortText(file.hunks.at(i)) == word)
                return {{file, i}};
            if (word.size() >= 4 && id.startsWith(word))
                found.append({file, i});
        }
    }
    return found;
}

/// Base and now first; what is there is what is exported. Then what the held candidate would change.
Result<Named> find(const RunFolder &folder, const RunState &state, const QString &word, bool exported)
{
    const auto vault = Vault::open(folder.vault());
    if (!vault)
        return failure(vault.error());
    const auto now = review::readChange(*vault, state.baseTree, state.checkpoint().tree);
    if (!now)
        return failure(now.error());
    QList<Named> found = named(*now, word);
    if (const IterationFact *held = review::heldIteration(state); held && found.isEmpty()) {
        const auto candidate = review::readChange(*vault, held->checkpointTree, held->candidate->tree);
        if (!candidate)
            return failure(candidate.error());
        found = named(*candidate, word);
        if (!found.isEmpty() && exported)
            return std::unexpected(usage(u"it is of the candidate that waits, and not kept: there is nothing to leave "
                                         "out of what is exported"_s,
                                         word, u"Comment it and send the candidate back, or reject it."_s));
    }
    if (found.size() == 1)
        return found.first();
    QStringList ids;
    for (const Named &one : std::as_const(found))
        ids.append(one.file.place(one.hunk).text());
    return std::unexpected(
        found.isEmpty()
            ? usage(u"the change has no such file or hunk"_s, word,
                    u"`%1 changes` lists them; a hunk that was changed since has another id."_s.arg(programName()))
            : usage(u"several hunks have an id that begins so"_s, word, u"They are: %1."_s.arg(ids.join(u", "_s))));
}

/// The one thing that is to be said of it.
Result<QStringView> stateOf(const Invocation &given)
{
    QList<QStringView> states;
    for (const auto &[option, state] :
         {std::pair(u"reviewed"_s, marked::Reviewed), std::pair(u"open"_s, marked::Open),
          std::pair(u"leave-out"_s, marked::LeftOut), std::pair(u"accept"_s, marked::Accepted),
          std::pair(u"comment"_s, marked::Comment), std::pair(u"no-comment"_s, marked::Uncommented)}) {
        if (given.has(option))
            states.append(state);
    }
    if (states.size() == 1)
        return states.first();
    return std::unexpected(usage(states.isEmpty() ? u"nothing is said of it"_s : u"that is more than one mark"_s,
                                 given.argument(u"PLACE"_s),
                                 u"Give one of --reviewed, --open, --leave-out, --accept, --comment TEXT and "
                                 "--no-comment."_s));
}

} // namespace

int markCommand(const CommandContext &context)
{
    const Invocation &given = context.invocation;
    Terminal &terminal = context.terminal;
    const auto folder = runOf(context);
    if (!folder)
        return terminal.error(folder.error());
    const auto state = stateOf(given);
    if (!state)
        return terminal.error(state.error());
    RunState run;
    if (const auto read = readState(*folder, run); !read)
        return terminal.error(read.error());
    const bool exported = *state == marked::LeftOut || *state == marked::Accepted;
    const auto place = find(*folder, run, given.argument(u"PLACE"_s), exported);
    if (!place)
        return terminal.error(place.error());
    QJsonArray marks = place->file.marks(place->hunk, *state, given.value(u"comment"_s));
    if (*state == marked::Accepted && place->hunk < 0)
        marks = review::acceptMarks(place->file, run.marks);
    return tellOwnersCommand(context, *folder, u"mark"_s, {{u"marks"_s, marks}});
}

} // namespace assay::cli
