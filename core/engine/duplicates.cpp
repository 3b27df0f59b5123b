#include "core/engine/duplicates.h"

#include <QRegularExpression>

using namespace Qt::StringLiterals;

namespace assay {

int carriedLine(QByteArrayView zeroContextDiff, int line)
{
    static const QRegularExpression header(u"^@@ -(\\d+)(?:,(\\d+))? \\+(\\d+)(?:,(\\d+))? @@"_s);
    int shift = 0;
    for (const QByteArray &text : zeroContextDiff.toByteArray().split('\n')) {
        if (!text.startsWith("@@ "))
            continue;
        const auto match = header.match(QString::fromLatin1(text));
        if (!match.hasMatch())
            continue;
        const auto count = [&](int group) { return match.hasCaptured(group) ? match.captured(group).toInt() : 1; };
        const int oldStart = match.captured(1).toInt();
        const int oldCount = count(2);
        // A hunk without old lines stands behind line oldStart.
        const int firstTouched = oldCount == 0 ? oldStart + 1 : oldStart;
        if (line < firstTouched)
            break;
        if (line < firstTouched + oldCount)
            return 0;
        shift += count(4) - oldCount;
    }
    return line + shift;
}

Result<FindingId> duplicateOf(Measurement &measurement, const Finding &claimed)
{
    const RunState &state = measurement.state();
    Instruments &instruments = measurement.instruments();
    const Digest repro = state.checks.value(claimed.checks.value(0)).file;
    for (const Finding &known : state.findings) {
        if (!isLeft(known.state))
            continue;
        if (state.checks.value(known.checks.value(0)).file == repro)
            return known.id;
        if (known.cause != claimed.cause)
            continue;
        const IterationFact *seen = state.iteration(known.iteration);
        const ObjectId oldTree = seen ? seen->checkpointTree : state.baseTree;
        for (const Location &place : known.where) {
            int line = place.line;
            if (oldTree != state.checkpoint().tree) {
                const auto diff
                    = instruments.git.run({.arguments = {"diff", "-U0", "--no-color", "--no-ext-diff", "--no-textconv",
                                                         "--no-renames", oldTree.hex(), state.checkpoint().tree.hex(),
                                                         "--", ":(literal)" + place.path.bytes()},
                                           .folder = instruments.folder.vault().toUtf8(),
                                           .environment = {{"GIT_DIR", instruments.folder.vault().toUtf8()}}},
                                          measurement.stopToken());
                if (!diff)
                    return failure(diff.error());
                line = carriedLine(*diff, place.line);
            }
            for (const Location &told : claimed.where) {
                if (told.path == place.path && line > 0 && told.line == line)
                    return known.id;
            }
        }
    }
    return FindingId();
}

} // namespace assay
