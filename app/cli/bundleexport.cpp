#include "app/cli/bundleexport.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace assay::cli {

QString toWord(Proof::State state)
{
    switch (state) {
    case Proof::State::Proven:
        return u"proven"_s;
    case Proof::State::Refuted:
        return u"refuted"_s;
    case Proof::State::CouldNot:
        break;
    }
    return u"could not"_s;
}

QJsonObject proofObject(const Proof &proof)
{
    return {{u"name"_s, proof.name}, {u"state"_s, toWord(proof.state)}, {u"detail"_s, proof.detail}};
}

Result<ExportResult> exportRun(Ledger &ledger, ProcessHost &host, const ExportOptions &options,
                               const ProofProgress &progress, StopToken stop)
{
    auto written = exportBundle(ledger.folder(), ledger.state(), host, options, progress, std::move(stop));
    if (!written)
        return written;
    QJsonArray proofs;
    for (const Proof &proof : written->proofs.proofs)
        proofs.append(proofObject(proof));
    const int status = written->proofs.exitStatus();
    const auto told = ledger.append(QList<Draft>{
        {.kind = u"export.proven"_s, .data = {{u"proven"_s, status == 0}, {u"exit"_s, status}, {u"proofs"_s, proofs}}},
        {.kind = u"export.written"_s,
         .data = {{u"folder"_s, written->folder},
                  {u"unproven"_s, status != 0},
                  {u"checkpoint"_s, ledger.state().currentCheckpoint}}}});
    if (!told)
        return failure(told.error());
    return written;
}

} // namespace assay::cli
