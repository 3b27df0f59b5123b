#include "core/gate/proofrunner.h"

#include "core/gate/processwords.h"

using namespace Qt::StringLiterals;

namespace assay {
namespace {

/// Finds the first line that begins REPRODUCED: as output passes by: what is kept of it may miss the middle.
class ReproducedLine {
public:
    void look(QByteArrayView bytes)
    {
        for (const char c : bytes) {
            if (m_found)
                return;
            if (c == '\n') {
                m_found = isMarked();
                if (m_found)
                    return;
                m_line.clear();
                m_skipping = false;
            } else if (!m_skipping) {
                m_line += c;
                // Long enough to see that it is another line, or as long as one is kept.
                m_skipping = m_line.size() >= kLongest || (m_line.size() == kMark.size() && !isMarked());
            }
        }
    }
    [[nodiscard]] QByteArray line() const { return isMarked() ? m_line : QByteArray(); }

private:
    static constexpr QByteArrayView kMark = "REPRODUCED:";
    static constexpr qsizetype kLongest = 4096;
    [[nodiscard]] bool isMarked() const { return m_line.startsWith(kMark); }

    QByteArray m_line;
    bool m_skipping = false;
    bool m_found = false;
};

bool canBeExecuted(QByteArrayView bytes)
{
    return bytes.startsWith("#!")
        || bytes.startsWith("\x7f"
                            "ELF");
}

} // namespace

ProofRunner::ProofRunner(CheckoutPool &pool, EvidenceStore &evidence, Policy policy)
    : m_pool(pool),
      m_evidence(evidence),
      m_policy(std::move(policy))
{}

Result<ProofResult> ProofRunner::run(const QByteArray &fileName, const QByteArray &bytes, const PreparedTree &prepared,
                                     int k, StopToken stop) const
{
    const auto checkout = m_pool.take(prepared);
    if (!checkout)
        return failure(checkout.error());
    return runIn(**checkout, fileName, bytes, std::max(0, k - 1), stop);
}

Result<ProofResult> ProofRunner::control(const QByteArray &fileName, const QByteArray &bytes,
                                         const PreparedTree &prepared, StopToken stop) const
{
    const auto checkout = m_pool.takeEmpty(prepared);
    if (!checkout)
        return failure(checkout.error());
    return runIn(**checkout, fileName, bytes, 0, stop);
}

Result<ProofResult> ProofRunner::runIn(Checkout &checkout, const QByteArray &fileName, const QByteArray &bytes,
                                       int hashSeed, StopToken stop) const
{
    if (!canBeExecuted(bytes)) {
        // Some programs hand such a file to a shell, others refuse it: what it says would depend on the caller.
        const auto nothing = m_evidence.put({});
        if (!nothing)
            return failure(nothing.error());
        return ProofResult{.reason
                           = u"it could not start: its first line does not name an interpreter (#!), and it is no "
                             "compiled program"_s,
                           .out = *nothing,
                           .err = *nothing,
                           .hashSeed = hashSeed};
    }
    Checkout::Call call;
    call.title = u"check "_s + QString::fromUtf8(fileName);
    call.argv = {checkout.filesPath() + '/' + fileName};
    call.inCheckFolder = true;
    call.files = {{fileName, bytes}};
    call.limits.timeout = m_policy.checkTimeout;
    call.environment["ASSAY_TREE"] = checkout.treePath();
    call.environment["PYTHONHASHSEED"] = QByteArray::number(hashSeed);
    call.environment["PERL_HASH_SEED"] = QByteArray::number(hashSeed);
    for (const auto &[name, value] : m_policy.reproEnv.asKeyValueRange())
        call.environment[name.toUtf8()] = value.toUtf8().replace("${TREE}", checkout.treePath());
    ReproducedLine reproduced;
    call.onOutput = [&reproduced](int stream, QByteArrayView output) {
        if (stream == 1)
            reproduced.look(output);
    };
    const auto outcome = checkout.run(call, stop);
    if (!outcome)
        return failure(outcome.error());
    const ProcessResult &process = outcome->process;

    ProofResult result;
    result.exitStatus = process.exitStatus;
    result.signal = process.signal;
    result.timedOut = process.end == ProcessEnd::TimedOut;
    result.duration = process.duration;
    result.hashSeed = hashSeed;
    result.reproducedLine = reproduced.line();

    if (result.timedOut || process.end == ProcessEnd::Exited || process.end == ProcessEnd::Signalled) {
        // The line counts wherever it came, also where the output was too long to be kept whole.
        const auto judged = judgeAnswer(process.exitStatus, process.signal, result.timedOut,
                                        process.standardOutput + '\n' + result.reproducedLine);
        result.answer = judged.answer;
        result.reason = judged.reason;
    }
    if (const QString why = whyItMeasuredNothing(process); !why.isEmpty())
        result.reason = u"it "_s + why;
    else if (result.answer == Answer::Inconclusive && !process.standardError.trimmed().isEmpty())
        result.reason += u"; its last words: "_s + lastWords(process.standardError);

    const auto out = m_evidence.put(process.standardOutput);
    if (!out)
        return failure(out.error());
    const auto err = m_evidence.put(process.standardError);
    if (!err)
        return failure(err.error());
    result.out = *out;
    result.err = *err;
    return result;
}

} // namespace assay
