#include "app/cli/prooftelling.h"

#include "core/delivery/bundleexport.h"
#include "core/domain/displaytext.h"

#include <QJsonArray>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay::cli {

void tellProof(Terminal &terminal, const Proof &proof)
{
    terminal.object({{u"type"_s, u"progress"_s}, {u"proof"_s, proofObject(proof)}});
    const TextStyle style = terminal.style();
    const Ink ink = proof.state == Proof::State::Proven ? Ink::Good
        : proof.state == Proof::State::Refuted          ? Ink::Bad
                                                        : Ink::Warning;
    QString words = visible(proof.name);
    if (!proof.detail.isEmpty())
        words += u": "_s + visible(proof.detail);
    terminal.line(inked(style, ink, padded(toWord(proof.state), 11)) + wrapped(words, style.width - 11, 13));
}

void tellSecret(Terminal &terminal, const Secret &secret)
{
    terminal.object({{u"type"_s, u"progress"_s},
                     {u"secret"_s,
                      QJsonObject{{u"kind"_s, secretWords(secret.kind)},
                                  {u"file"_s, secret.file},
                                  {u"line"_s, secret.line},
                                  {u"text"_s, secret.blanked}}}});
    const TextStyle style = terminal.style();
    terminal.line(inked(style, Ink::Bad, padded(u"secret"_s, 11)) + wrapped(secretText(secret), style.width - 11, 13));
}

int tellProofs(Terminal &terminal, const QString &command, const QString &subject, const ProofList &proofs,
               const QJsonObject &facts)
{
    const int status = proofs.exitStatus();
    const auto count = [&](Proof::State state) {
        return std::count_if(proofs.proofs.begin(), proofs.proofs.end(),
                             [&](const Proof &proof) { return proof.state == state; });
    };
    QJsonArray all;
    for (const Proof &proof : proofs.proofs)
        all.append(proofObject(proof));
    QJsonObject result = facts;
    result[u"type"_s] = u"result"_s;
    result[u"command"_s] = command;
    result[u"subject"_s] = subject;
    result[u"proofs"_s] = all;
    result[u"exit"_s] = status;
    terminal.object(result);
    const auto proven = count(Proof::State::Proven), refuted = count(Proof::State::Refuted),
               open = count(Proof::State::CouldNot);
    if (status == 0)
        terminal.result(u"Verified: all %1 proofs hold."_s.arg(proven));
    else if (status == 9)
        terminal.result(u"Refuted: %1 of %2 proofs do not hold%3."_s.arg(refuted)
                            .arg(proofs.proofs.size())
                            .arg(open > 0 ? u", %1 could not be judged"_s.arg(open) : QString()));
    else // nothing was seen to be false
        terminal.result(
            u"Could not verify: %1 of %2 proofs could not be judged here."_s.arg(open).arg(proofs.proofs.size()));
    return status;
}

} // namespace assay::cli
