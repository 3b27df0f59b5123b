#include "core/engine/containment.h"

#include "core/journal/codec.h"

using namespace Qt::StringLiterals;

namespace assay {
namespace {

QString resultOf(const GateReport &report, const QString &key)
{
    const TestCase *found = report.find(key);
    return found ? toWord(found->result) : u"not there"_s;
}

/// How a command ended as a whole, for those that give no cases.
QString endOf(const CommandReport &command)
{
    if (!command.broken.isEmpty())
        return u"measured nothing (%1)"_s.arg(command.broken);
    return command.signal != 0 ? u"signal %1"_s.arg(command.signal) : u"status %1"_s.arg(command.exitStatus);
}

QString differing(const QString &name, const QString &contained, const QString &uncontained)
{
    return u"%1: %2 contained, %3 uncontained"_s.arg(name, contained, uncontained);
}

} // namespace

QStringList changedByContainment(const GateReport &contained, const GateReport &uncontained,
                                 const QSet<QString> &unstable)
{
    QStringList changed;
    for (const QString &key : unstableCases(contained, uncontained) - unstable) {
        const QString name = key.section(QChar(0x1f), 1);
        changed.append(differing(name, resultOf(contained, key), resultOf(uncontained, key)));
    }
    changed.sort();
    for (qsizetype i = 0; i < contained.commands.size(); ++i) {
        const CommandReport &in = contained.commands.at(i), out = uncontained.commands.value(i);
        const bool caseless = in.cases.isEmpty() && out.cases.isEmpty();
        if (in.broken.isEmpty() != out.broken.isEmpty() || (caseless && in.exitStatus != out.exitStatus))
            changed.append(differing(in.name(), endOf(in), endOf(out)));
    }
    return changed;
}

Status compareUncontained(Measurement &measurement)
{
    const Policy &policy = measurement.policy();
    const RunState &state = measurement.state();
    Instruments &instruments = measurement.instruments();
    const ComparisonFact *known = state.containmentComparison();
    if (!policy.compareUncontained || !instruments.sandbox.contains() || policy.gate.isEmpty()
        || (known && known->seq > state.gateSince))
        return {};
    const ObjectId tree = state.baseTree;
    const auto contained = measurement.gate(u"baseline-1"_s, tree, TestSource::Base);
    if (!contained)
        return failure(contained.error());

    CheckoutPool pool(instruments.folder, instruments.host, Sandbox::detect(instruments.host, false), policy,
                      state.base);
    const auto prepared = pool.prepare(tree, Freshness::Reuse, measurement.stopToken());
    if (!prepared)
        return failure(prepared.error());
    const auto uncontained
        = GateRunner(pool, instruments.evidence, policy).run(*prepared, TestSource::Base, measurement.stopToken());
    if (!uncontained)
        return failure(uncontained.error());
    if (measurement.stopToken().stopRequested())
        return failure(u"stopped while the gate was running"_s, {}, {}, ErrorKind::Stopped);
    if (const auto told = measurement.record({u"uncontained"_s, tree, TestSource::Base}, *uncontained); !told)
        return told;
    const QStringList changed = changedByContainment(*contained, *uncontained, unstableOf(state));
    return measurement.append(u"gate.compared"_s,
                              {{u"label"_s, u"containment"_s},
                               {u"from"_s, tree.text()},
                               {u"to"_s, tree.text()},
                               {u"changed"_s, codec::toJson(changed)}});
}

} // namespace assay
