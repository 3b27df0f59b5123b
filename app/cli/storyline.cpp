#include "app/cli/storyline.h"

#include "app/cli/proofmatrix.h"
#include "core/domain/displaytext.h"
#include "core/engine/configfile.h"
#include "core/journal/codec.h"

#include <QJsonArray>
#include <QJsonDocument>

using namespace Qt::StringLiterals;

namespace assay::cli {
namespace {

constexpr int kIndent = 5;

/// Builds the lines of one entry.
class Teller {
public:
    Teller(const Entry &entry, const RunState &state, const ReportPlace &place, const TextStyle &style)
        : m_entry(entry),
          m_state(state),
          m_place(place),
          m_style(style)
    {}
    [[nodiscard]] QStringList told() const { return m_lines; }

    using Tell = void (Teller::*)();
    static const QHash<QString, Tell> &tells();

private:
    [[nodiscard]] QString text(QStringView member) const { return m_entry.data[member].toString(); }
    [[nodiscard]] QString ids(QStringView member) const { return codec::toTexts(m_entry.data[member]).join(u' '); }

    /// A paragraph for each line of the words: what a program printed stays in its lines.
    void say(const QString &words, Ink ink = Ink::Plain)
    {
        int indent = kIndent;
        for (const QString &line : words.split(u'\n')) {
            m_lines.append(inked(m_style, ink,
                                 QString(indent, u' ') + wrapped(visible(line), m_style.width - indent, indent + 2)));
            indent = kIndent + 2;
        }
    }

    /// The whole plan at first, what changed later.
    void configured()
    {
        const QJsonObject old = m_entry.data[u"old"].toObject();
        if (old.isEmpty())
            return m_lines.append(setUpLines(m_state, m_style));
        say(text(u"why"));
        for (auto it = old.constBegin(); it != old.constEnd(); ++it) {
            const QJsonValue now = m_entry.data[u"policy"][it.key()];
            say(u"  %1: %2, was %3"_s.arg(it.key(), settingWords(now), settingWords(it.value())));
        }
    }
    static QString settingWords(const QJsonValue &value)
    {
        QStringList words;
        for (const QJsonValue one : value.toArray()) // commands
            words.append(one[u"run"].toString());
        const QJsonObject members = value.toObject();
        for (auto it = members.constBegin(); it != members.constEnd(); ++it)
            words.append(it.key() == "wall_clock_ms"_L1
                             ? u"time "_s + formatDuration(std::chrono::milliseconds(it->toInteger()))
                             : it.key() + u' ' + it->toVariant().toString());
        return value.isString() ? value.toString() : words.isEmpty() ? u"none"_s : words.join(u", "_s);
    }
    void recovered()
    {
        say(u"the journal ended in a torn line, which was moved aside to %1"_s.arg(text(u"file")), Ink::Warning);
    }
    void paused()
    {
        say(u"paused: %1; `%2 resume %3` lets it go on"_s.arg(text(u"why"), m_place.program, m_place.run));
    }
    void resumed() { say(u"goes on"_s); }
    void rewound() { say(u"back at checkpoint %1"_s.arg(m_entry.data[u"checkpoint"].toInt()), Ink::Warning); }
    void commandRefused() { say(u"refused: %1: %2"_s.arg(text(u"verb"), text(u"why")), Ink::Warning); }
    void agentUnavailable()
    {
        const QString until = text(u"resets_at");
        say(u"the agent is unavailable: %1"_s.arg(text(u"cause")), until.isEmpty() ? Ink::Bad : Ink::Warning);
    }
    void note() { say(u"note of the owner: %1"_s.arg(text(u"text"))); }
    void skipped()
    {
        QStringList ended;
        for (const QJsonValue process : m_entry.data[u"processes"].toArray())
            ended.append(process.toString());
        say(u"ended by the owner: %1"_s.arg(ended.join(u", "_s)));
    }
    void findingEdited() { say(u"%1: root cause %2, says the owner"_s.arg(text(u"id"), text(u"cause"))); }
    void causeMerged() { say(u"root cause %1 is %2 now, says the owner"_s.arg(text(u"from"), text(u"to"))); }
    void causeSplit()
    {
        say(u"%1: root cause %2 apart from %3, says the owner"_s.arg(ids(u"findings"), text(u"to"), text(u"from")));
    }
    /// The owner asked for these; of the loop's own runs the verdict is told.
    void proofRun()
    {
        if (text(u"role") != toWord(ProofRole::Recheck))
            return;
        const Check check = m_state.checks.value(CheckId(text(u"subject")));
        say(u"%1 run again, %2 of %3: %4"_s.arg(check.finding.isEmpty() ? text(u"subject") : check.finding.text())
                .arg(m_entry.data[u"k"].toInt())
                .arg(m_entry.data[u"n"].toInt())
                .arg(text(u"answer")));
    }
    void undone() { say(u"the owner took back: %1"_s.arg(text(u"verb"))); }
    void tampered()
    {
        say(u"tampered with: %1: %2; %3"_s.arg(pathFromJson(m_entry.data[u"path"]).display(), text(u"what"),
                                               text(u"done")),
            Ink::Bad);
    }

    void gateReported()
    {
        const GateFact gate = codec::toGate(m_entry);
        const bool base = gate.label == "baseline-1"_L1, again = gate.label == "baseline-2"_L1;
        if (!gate.broken.isEmpty()) {
            say(u"gate (%1): measured nothing: %2"_s.arg(gate.label, gate.broken), Ink::Bad);
        } else if (base || gate.label == "fresh"_L1) {
            QString counts = !gate.countsKnown ? gateWords(false, 0, 0, gate.exits) + u"; its format gives no counts"_s
                : gate.failed > 0              ? u"%1 passed, %2 failed"_s.arg(gate.passed).arg(gate.failed)
                                               : u"%1 passed"_s.arg(gate.passed);
            if (!gate.casesJudged)
                counts += u"; vanished cases cannot be judged"_s;
            say(u"gate %1: %2 (%3)"_s.arg(base ? u"at base"_s : u"on a fresh preparation"_s, counts,
                                          formatDuration(gate.duration)));
            if (!gate.blind.isEmpty())
                say(blindWords(gate.blind), Ink::Warning);
        }
        if (!gate.untracked.isEmpty() || !gate.rewritten.isEmpty())
            say(u"left out of every candidate, since the gate itself %1"_s.arg(
                baselineWords(gate.untracked, gate.rewritten)));
        if (again && !gate.unstable.isEmpty())
            say(u"unstable, so not decisive: %1"_s.arg(
                    QStringList(gate.unstable).replaceInStrings(u"\x1f"_s, u": "_s).join(u", "_s)),
                Ink::Warning);
    }

    void gateCompared()
    {
        if (text(u"label") != "containment"_L1)
            return;
        const QStringList changed = codec::toTexts(m_entry.data[u"changed"]);
        if (changed.isEmpty())
            return say(u"containment changes no case of the gate"_s);
        say(u"changed by containment:"_s, Ink::Warning);
        for (const QString &one : changed)
            say(u"  "_s + one, Ink::Warning);
    }

    void iterationStarted()
    {
        const IterationFact &iteration = m_state.iterations.last();
        QString head = placeWords(m_state, iteration) + u"  "_s;
        if (const Task *task = m_state.task(iteration.task)) {
            QStringList covers;
            for (const FindingId &id : task->covers)
                covers.append(id.text());
            head += u"%1 %2, attempt %3: %4 %5"_s.arg(task->id.text(), toWord(task->type))
                        .arg(iteration.attempt)
                        .arg(titleWord(task->severity), covers.join(u' '));
            if (!task->cause.isEmpty())
                head += u" ("_s + task->cause + u')';
            if (iteration.ownersEdit)
                head += u", the owner's edit"_s;
        } else {
            head += toWord(iteration.type);
        }
        m_lines.append(QString());
        m_lines.append(inked(m_style, Ink::Bold, fitted(head, m_style.width)));
    }

    void sessionEnded()
    {
        const QString reason = text(u"reason"), detail = text(u"detail");
        if (reason != "finished"_L1)
            say(u"the agent's session: %1%2"_s.arg(reason, detail.isEmpty() ? QString() : u": "_s + detail),
                Ink::Warning);
    }

    void outboxRefused()
    {
        const qsizetype errors = m_entry.data[u"errors"].toArray().size();
        say(u"the agent's form did not fit (%1 %2); it gets them back once"_s.arg(errors).arg(
                errors == 1 ? u"error"_s : u"errors"_s),
            Ink::Warning);
    }

    void findingJudged()
    {
        const Finding *finding = m_state.finding(FindingId(text(u"id")));
        if (!finding)
            return;
        const bool filed = isFiled(finding->state);
        const QString state
            = filed && finding->state == FindingState::Reproduced ? finding->reason : stateWords(finding->state);
        const QString head = u"%1 %2"_s.arg(finding->id.text(), titleWord(finding->severity));
        if (finding->state == FindingState::Fixed)
            return say(u"%1: fixed"_s.arg(head), Ink::Good);
        if (finding->state == FindingState::Regressed)
            return say(u"%1: regressed: %2"_s.arg(head, finding->reason), Ink::Bad);
        const QString why = filed ? u"; "_s + state : u"; "_s + state + u": "_s + finding->reason;
        say(u"%1: %2%3"_s.arg(head, finding->title, why), filed ? Ink::Plain : Ink::Faint);
    }

    void thirdStrike()
    {
        say(u"third strike of %1: %2 covers %3%4"_s.arg(
                text(u"cause"), text(u"task"), ids(u"findings"),
                ids(u"superseded").isEmpty() ? QString() : u", supersedes "_s + ids(u"superseded")),
            Ink::Warning);
    }

    void checkRefused()
    {
        if (text(u"role") != toWord(CheckRole::Guard))
            return;
        const Check check = m_state.checks.value(CheckId(text(u"id")));
        say(u"check \"%1\" of %2: %3"_s.arg(check.name, check.finding.text(), text(u"reason")));
    }

    void taskMoved()
    {
        const QString id = text(u"id"), state = text(u"state");
        if (state == toWord(TaskState::Parked) || state == toWord(TaskState::Blocked))
            say(u"%1 %2: %3"_s.arg(id, state, text(u"why")), Ink::Warning);
        else if (state == toWord(TaskState::Open))
            say(u"%1 open again: %2"_s.arg(id, text(u"why")));
    }

    void taskFiled()
    {
        const Task task = codec::toTask(m_entry.data);
        if (task.type == TaskType::Gate)
            say(u"%1 filed: give the gate teeth for %2"_s.arg(task.id.text(), ids(u"covers")));
    }

    void declined() { say(u"declined: %1: %2"_s.arg(text(u"subject"), text(u"reason"))); }

    void promptFiled()
    {
        const Prompt prompt = codec::toPrompt(m_entry.data);
        if (m_entry.data[u"ruled"].toBool())
            return; // answered with the next entry
        if (prompt.type == PromptType::Decision)
            return say(u"%1 is yours to decide: %2"_s.arg(prompt.id.text(), prompt.title));
        say(u"waits for you:"_s, Ink::Warning);
        for (const QString &line : promptLines(prompt, m_place, m_style))
            m_lines.append(QString(kIndent, u' ') + line);
        if (!prompt.why.isEmpty())
            say(prompt.why);
    }

    void promptAnswered()
    {
        const Prompt *prompt = m_state.prompt(PromptId(text(u"id")));
        const QString answered
            = u"%1 answered by %2: %3"_s.arg(text(u"id"), prompt ? prompt->answeredBy : m_entry.actor, text(u"option"));
        if (!prompt || prompt->type != PromptType::Permission)
            return say(answered);
        const QString reason = text(u"reason");
        say(u"%1 (%2)%3"_s.arg(answered, prompt->title, reason.isEmpty() ? QString() : u": "_s + reason));
    }

    void suspectJudged()
    {
        const bool accepted = m_entry.data[u"accepted"].toBool(), named = m_entry.data[u"named"].toBool();
        say(u"suspect test %1: %2"_s.arg(text(u"test"),
                                         accepted    ? u"named with its reason, accepted by "_s + text(u"rule")
                                             : named ? u"named with its reason, needs your leave"_s
                                                     : u"not named"_s),
            accepted ? Ink::Plain : Ink::Warning);
    }

    void claimJudged()
    {
        const Claim claim = m_state.claims.value(m_entry.data[u"claim"].toInteger(-1));
        if (claim.result == ClaimResult::Refuted)
            say(u"claim refuted: %1; seen: %2"_s.arg(claimWords(claim), claim.seen), Ink::Warning);
    }

    void convergenceJudged()
    {
        qsizetype met = 0;
        for (const Condition &condition : m_state.conditions)
            met += condition.met ? 1 : 0;
        say(u"convergence: %1 of %2 conditions met"_s.arg(met).arg(m_state.conditions.size()),
            met == m_state.conditions.size() ? Ink::Good : Ink::Warning);
        for (const Condition &condition : m_state.conditions) {
            if (!condition.met)
                say(u"not met: %1: %2"_s.arg(condition.name, condition.detail), Ink::Warning);
        }
    }

    void iterationEnded()
    {
        const IterationFact *iteration = m_state.iteration(m_entry.iteration);
        if (!iteration)
            return;
        tellTeeth(*iteration);
        const bool good = iteration->verdict == verdict::Kept || iteration->verdict == verdict::Clean
            || iteration->verdict == verdict::Passed;
        const bool filed = iteration->verdict == verdict::FindingsFiled;
        const auto took = std::chrono::milliseconds(std::max<qint64>(0, iteration->started.msecsTo(iteration->ended)));
        // What a program printed was told where it ended.
        const QString reason = iteration->reason.section(u'\n', 0, 0);
        QString words = u"→ %1%2 (%3)"_s.arg(iteration->verdict, reason.isEmpty() ? QString() : u": "_s + reason,
                                             formatDuration(took));
        if (!iteration->counted)
            words += u", not counted"_s;
        say(words, good ? Ink::Good : filed ? Ink::Plain : Ink::Warning);
    }

    void tellTeeth(const IterationFact &iteration)
    {
        int toothed = 0, all = 0;
        for (const TeethFact &fact : m_state.teeth) {
            if (fact.iteration != iteration.n)
                continue;
            ++all;
            toothed += fact.teeth == Teeth::Toothed ? 1 : 0;
        }
        if (all > 0)
            say(u"teeth: %1 of %2 new or corrected tests fail without the fix"_s.arg(toothed).arg(all));
    }

    const Entry &m_entry;
    const RunState &m_state;
    const ReportPlace &m_place;
    const TextStyle &m_style;
    QStringList m_lines;
};

const QHash<QString, Teller::Tell> &Teller::tells()
{
    static const QHash<QString, Tell> table{
        {u"run.configured"_s, &Teller::configured},
        {u"journal.recovered"_s, &Teller::recovered},
        {u"run.paused"_s, &Teller::paused},
        {u"run.resumed"_s, &Teller::resumed},
        {u"run.rewound"_s, &Teller::rewound},
        {u"command.refused"_s, &Teller::commandRefused},
        {u"agent.unavailable"_s, &Teller::agentUnavailable},
        {u"note.given"_s, &Teller::note},
        {u"process.skipped"_s, &Teller::skipped},
        {u"command.undone"_s, &Teller::undone},
        {u"finding.edited"_s, &Teller::findingEdited},
        {u"cause.merged"_s, &Teller::causeMerged},
        {u"cause.split"_s, &Teller::causeSplit},
        {u"proof.run"_s, &Teller::proofRun},
        {u"tamper.seen"_s, &Teller::tampered},
        {u"gate.reported"_s, &Teller::gateReported},
        {u"gate.compared"_s, &Teller::gateCompared},
        {u"iteration.started"_s, &Teller::iterationStarted},
        {u"iteration.ended"_s, &Teller::iterationEnded},
        {u"session.ended"_s, &Teller::sessionEnded},
        {u"outbox.refused"_s, &Teller::outboxRefused},
        {u"finding.judged"_s, &Teller::findingJudged},
        {u"strike.third"_s, &Teller::thirdStrike},
        {u"check.refused"_s, &Teller::checkRefused},
        {u"task.filed"_s, &Teller::taskFiled},
        {u"task.moved"_s, &Teller::taskMoved},
        {u"declined"_s, &Teller::declined},
        {u"prompt.filed"_s, &Teller::promptFiled},
        {u"prompt.answered"_s, &Teller::promptAnswered},
        {u"suspect.judged"_s, &Teller::suspectJudged},
        {u"claim.judged"_s, &Teller::claimJudged},
        {u"convergence.judged"_s, &Teller::convergenceJudged},
    };
    return table;
}

} // namespace

QStringList storyLines(const Entry &entry, const RunState &state, const ReportPlace &place, const TextStyle &style)
{
    const Teller::Tell tell = Teller::tells().value(entry.kind);
    if (!tell)
        return {};
    Teller teller(entry, state, place, style);
    (teller.*tell)();
    return teller.told();
}

QString liveText(const RunState &state, std::chrono::milliseconds elapsed)
{
    const qint64 seconds = elapsed.count() / 1000;
    const QString clock = u"%1:%2"_s.arg(seconds / 60).arg(seconds % 60, 2, 10, QChar(u'0'));
    const IterationFact *running = state.running();
    if (!running) {
        const QString what = state.phase == RunPhase::Paused                ? u"paused"_s
            : state.limitedUntil.isValid()                                  ? standing(state, true)
            : !state.openPrompts().isEmpty() && !state.iterations.isEmpty() ? u"waiting"_s
            : state.iterations.isEmpty() ? (state.policy.isEmpty() ? u"cloning"_s : u"measuring base"_s)
                                         : u"deciding"_s;
        return what + u" · "_s + clock;
    }
    QString text = placeWords(state, *running) + u" · "_s;
    text += running->task.isEmpty() ? toWord(running->type)
                                    : u"%1 attempt %2"_s.arg(running->task.text()).arg(running->attempt);
    for (auto step = running->steps.crbegin(); step != running->steps.crend(); ++step) {
        if (step->ended.isValid())
            continue;
        text += u" · "_s + step->name;
        break;
    }
    return text + u" · "_s + clock;
}

QString entryLine(const Entry &entry, const TextStyle &style)
{
    const QString iteration = entry.iteration > 0 ? QString::number(entry.iteration) : u"-"_s;
    const QString head = u"%1  %2  %3  %4  "_s.arg(entry.seq, 5)
                             .arg(entry.at.toString(u"yyyy-MM-dd HH:mm:ss"_s), iteration.rightJustified(3),
                                  entry.kind.leftJustified(20));
    QString data = QString::fromUtf8(QJsonDocument(entry.data).toJson(QJsonDocument::Compact));
    if (entry.actor != "engine"_L1)
        data.prepend(entry.actor + u' ');
    return visible(head) + inked(style, Ink::Faint, fitted(data, std::max(20, style.width - columns(head))));
}

} // namespace assay::cli
