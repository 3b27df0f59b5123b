#include "ui/models/exportrows.h"

#include "core/journal/runsentence.h"
#include "ui/look/formats.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

QString listed(const QStringList &ids)
{
    constexpr qsizetype most = 12;
    QString text = ids.first(std::min(ids.size(), most)).join(u", "_s);
    if (ids.size() > most)
        text += ExportRows::tr(" and %1 more").arg(ids.size() - most);
    return text;
}

template <class Things, class Wanted, class Name>
QStringList idsOf(const Things &things, Wanted wanted, Name name)
{
    QStringList ids;
    for (const auto &thing : things) {
        if (wanted(thing))
            ids.append(name(thing));
    }
    return ids;
}

void addConditions(QList<ExportRow> &rows, const RunState &state)
{
    if (state.conditions.isEmpty()) {
        rows.append({u"conditions"_s, Meaning::Idle, ExportRows::tr("not judged"), ExportRows::tr("Convergence"),
                     ExportRows::tr("the loop judges it once no High or Medium task is left")});
        return;
    }
    const bool current = state.checkpoints.isEmpty() || state.conditionsTree == state.checkpoint().tree;
    for (const Condition &condition : state.conditions) {
        rows.append({u"condition:"_s + condition.name,
                     !current            ? Meaning::Idle
                         : condition.met ? Meaning::Good
                                         : Meaning::Bad,
                     !current            ? ExportRows::tr("judged before")
                         : condition.met ? ExportRows::tr("met")
                                         : ExportRows::tr("not met"),
                     condition.name, condition.detail});
    }
}

} // namespace

QList<ExportRow> ExportRows::of(const RunState &state)
{
    QList<ExportRow> rows;
    addConditions(rows, state);
    const auto add
        = [&](const QString &id, Meaning meaning, const QString &word, const QString &what, const QStringList &ids) {
              if (!ids.isEmpty())
                  rows.append({id, meaning, word, what, listed(ids)});
          };
    const auto findingId = [](const Finding &finding) { return finding.id.text(); };
    add(u"left"_s, Meaning::Bad, tr("present"), tr("Findings that are left"),
        idsOf(
            state.findings,
            [](const Finding &one) { return isFiled(one.state) && one.state != FindingState::Fixed && !one.declined; },
            findingId));
    QStringList undefended;
    for (const Finding *finding : state.undefended())
        undefended.append(finding->id.text());
    add(u"undefended"_s, Meaning::Unsure, tr("undefended"), tr("Fixed, without a test that failed on the old code"),
        undefended);
    const auto addHunks = [&](const QString &id, HunkDefence wanted, const QString &word, const QString &what) {
        add(id, Meaning::Unsure, word, what,
            idsOf(
                state.hunks,
                [&](const HunkFact &one) {
                    return one.defence == wanted && !state.checkpoints.isEmpty() && one.of == state.checkpoint().tree;
                },
                [](const HunkFact &one) { return Formats::line(one.place.text()); }));
    };
    addHunks(u"hunks"_s, HunkDefence::Undefended, tr("undefended"),
             tr("Hunks that nothing notices when they are missing"));
    addHunks(u"hunks not judged"_s, HunkDefence::CouldNot, tr("not judged"), tr("Hunks of which it could not be told"));
    add(u"open"_s, Meaning::Waiting, tr("open"), tr("Questions that you have not answered"),
        idsOf(
            state.prompts,
            [](const Prompt &one) { return one.state == PromptState::Open || one.state == PromptState::Deferred; },
            [](const Prompt &one) { return one.id.text(); }));
    add(u"refuted"_s, Meaning::Refuted, tr("refuted"), tr("Claims of the agent that were not so"),
        idsOf(
            state.claims, [](const Claim &one) { return one.result == ClaimResult::Refuted; },
            [](const Claim &one) { return tr("iteration %1").arg(one.iteration); }));
    add(u"unswept"_s, Meaning::Unsure, tr("not swept"), tr("Surfaces that no audit swept"),
        idsOf(
            state.surfaces, [](const SurfaceFact &one) { return !one.swept; },
            [](const SurfaceFact &one) { return one.name; }));
    add(u"declined"_s, Meaning::Idle, tr("declined"), tr("Findings that are deliberately not worked"),
        idsOf(state.findings, [](const Finding &one) { return one.declined; }, findingId));
    if (!state.policy.isEmpty() && state.policy[u"gate"_s].toArray().isEmpty())
        rows.append({u"unguarded"_s, Meaning::Unsure, tr("unguarded"), tr("No gate judges this run"),
                     tr("only checks do, and the bundle says so")});
    if (const QStringList blind = blindGate(state); !blind.isEmpty())
        rows.append({u"unguarded"_s, Meaning::Unsure, tr("blind gate"), tr("The gate is red and names no test case"),
                     tr("it judges no change, and the bundle says so")});
    if (!state.policy.isEmpty() && !state.policy[u"contained"_s].toBool(true))
        rows.append({u"uncontained"_s, Meaning::Unsure, tr("not contained"),
                     tr("Checks and gate ran without a sandbox"), tr("the bundle says so")});
    return rows;
}

QVariant ExportRows::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == State ? tr("State") : section == What ? tr("What") : section == Detail ? tr("Seen") : QVariant();
}

QVariant ExportRows::cell(const ExportRow &row, int column, int role) const
{
    if (role == IdRole)
        return row.id;
    if (role == MeaningRole && column == State)
        return int(row.meaning);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    return column == State ? row.state : Formats::line(column == What ? row.what : row.detail);
}

QString ProofRows::stateWord(Proof::State state)
{
    switch (state) {
    case Proof::State::Proven:
        return tr("proven");
    case Proof::State::Refuted:
        return tr("refuted");
    case Proof::State::CouldNot:
        break;
    }
    return tr("could not");
}

Meaning ProofRows::meaningOf(Proof::State state)
{
    switch (state) {
    case Proof::State::Proven:
        return Meaning::Good;
    case Proof::State::Refuted:
        return Meaning::Bad;
    case Proof::State::CouldNot:
        break;
    }
    return Meaning::Unsure;
}

QVariant ProofRows::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == State ? tr("State") : section == Name ? tr("Proof") : section == Detail ? tr("Seen") : QVariant();
}

QVariant ProofRows::cell(const ProofRow &row, int column, int role) const
{
    if (role == IdRole)
        return QString::number(row.number);
    if (role == MeaningRole && column == State)
        return int(meaningOf(row.proof.state));
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    return column == State ? stateWord(row.proof.state)
                           : Formats::line(column == Name ? row.proof.name : row.proof.detail);
}

QVariant SecretRows::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == Rule ? tr("Looks like")
        : section == Where ? tr("Where")
        : section == Text  ? tr("Text")
                           : QVariant();
}

QVariant SecretRows::cell(const SecretRow &row, int column, int role) const
{
    if (role == IdRole)
        return QString::number(row.number);
    if (role == MeaningRole && column == Rule)
        return int(Meaning::Bad);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    const Secret &secret = row.secret;
    switch (column) {
    case Rule:
        return secretWords(secret.kind);
    case Where:
        return u"%1:%2"_s.arg(Formats::line(secret.file)).arg(secret.line);
    default:
        return Formats::line(secret.blanked);
    }
}

} // namespace assay::ui
