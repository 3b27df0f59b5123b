// The repro contract: what one run of a check said, and what N runs said together.
#include "core/domain/rules.h"

using namespace Qt::StringLiterals;

namespace assay {
namespace {

constexpr QByteArrayView Marker = "REPRODUCED:";

bool hasReproducedLine(QByteArrayView output)
{
    for (qsizetype at = output.indexOf(Marker); at >= 0; at = output.indexOf(Marker, at + 1)) {
        if (at == 0 || output[at - 1] == '\n')
            return true;
    }
    return false;
}

} // namespace

bool isFiled(FindingState state)
{
    return state == FindingState::Reproduced || state == FindingState::Fixed || state == FindingState::Regressed;
}

bool isLeft(FindingState state)
{
    return state == FindingState::Reproduced || state == FindingState::Regressed;
}

AnswerJudgement judgeAnswer(int exitStatus, int signal, bool timedOut, QByteArrayView standardOutput)
{
    if (timedOut)
        return {Answer::Inconclusive, u"it ran into its time limit"_s};
    if (signal != 0)
        return {Answer::Inconclusive, u"it was ended by signal %1"_s.arg(signal)};
    const bool line = hasReproducedLine(standardOutput);
    if (exitStatus == 1) {
        if (line)
            return {Answer::Present, {}};
        return {Answer::Inconclusive,
                u"exit status 1 without a line on standard output that begins REPRODUCED: (a crash is no evidence)"_s};
    }
    if (exitStatus == 0) {
        if (!line)
            return {Answer::Absent, {}};
        return {Answer::Inconclusive, u"a line that begins REPRODUCED:, but exit status 0 instead of 1"_s};
    }
    return {Answer::Inconclusive, u"exit status %1 instead of 0 or 1"_s.arg(exitStatus)};
}

std::optional<Answer> unanimous(const QList<Answer> &answers)
{
    if (answers.isEmpty())
        return Answer::Inconclusive; // nothing ran: no evidence either way, and nothing that differs
    for (const Answer answer : answers) {
        if (answer != answers.first())
            return std::nullopt;
    }
    return answers.first();
}

} // namespace assay
