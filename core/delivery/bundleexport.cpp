#include "core/delivery/bundleexport.h"

#include "core/journal/codec.h"

using namespace Qt::StringLiterals;

namespace assay {

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

QString besideEarlier(const RunFolder &run, const QString &bundle)
{
    if (!bundle.startsWith(run.bundle() + u'-'))
        return {};
    return u"Earlier bundles stay as they are (%1); this one is beside them."_s.arg(run.bundle());
}

Result<ExportResult> exportRun(Ledger &ledger, ProcessHost &host, const ExportOptions &options,
                               const ProofProgress &progress, StopToken stop)
{
    const auto record
        = [&](const QJsonObject &data) { return ledger.append(Draft{.kind = u"export.proven"_s, .data = data}); };
    auto written = exportBundle(ledger.folder(), ledger.state(), host, options, record, progress, std::move(stop));
    if (!written)
        return written;
    QJsonObject data{{u"folder"_s, written->folder},
                     {u"digest"_s, written->digest.text()},
                     {u"unproven"_s, written->proofs.exitStatus() != 0},
                     {u"checkpoint"_s, ledger.state().currentCheckpoint}};
    if (!written->part.only.isEmpty())
        data[u"only"_s] = codec::toJson(written->part.only);
    const auto told = ledger.append(Draft{.kind = u"export.written"_s, .data = data});
    if (!told)
        return failure(told.error());
    return written;
}

} // namespace assay
