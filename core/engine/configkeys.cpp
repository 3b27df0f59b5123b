// The reference of assay.toml, and what an unknown key most likely meant.
#include "core/engine/configfile.h"

#include "core/agent/knownagents.h"
#include "core/domain/nearestword.h"

#include <algorithm>
#include <limits>

using namespace Qt::StringLiterals;

namespace assay {
namespace {

QString sectionOf(const QString &name)
{
    return name.left(std::max<qsizetype>(name.lastIndexOf(u'.'), 0));
}

QString leafOf(const QString &name)
{
    return name.mid(name.lastIndexOf(u'.') + 1);
}

} // namespace

const QList<ConfigKey> &configKeys()
{
    const QString duration = u"duration: 500ms, 90s, 10m, 1h30m"_s;
    const QString folder = u"folder relative to the tree"_s;
    const QString globs = u"list of globs; ** crosses folders"_s;
    const QString lines = u"list of texts"_s;
    const QString yesNo = u"true or false"_s;
    static const QList<ConfigKey> keys{
        {u"run.agent"_s, agentFormsLine(), u"\"\""_s, u"Who does the work, when the command line does not say."_s},
        {u"run.supervise"_s, u"auto, review or step"_s, u"\"auto\""_s,
         u"Whether the run goes on by itself, asks after every verified candidate, or stops at every step."_s},
        {u"run.contained"_s, yesNo, u"true"_s,
         u"Run the gate, checks and preparation in the sandbox (bubblewrap). Without it every screen says not contained."_s},
        {u"run.compare_uncontained"_s, yesNo, u"false"_s,
         u"At set-up, run the gate once without the sandbox too, with your files and the network, and list the cases that differ."_s},
        {u"run.evaluation"_s, yesNo, u"false"_s,
         u"Before it converges, have a fresh session try to refute the whole change."_s},
        {u"budget.iterations"_s, u"iterations, 1 to 10000"_s, u"20"_s,
         u"How many audits and attempts a run may spend."_s},
        {u"budget.time"_s, duration, u"\"8h\""_s, u"How long a run may take on the clock."_s},
        {u"budget.cost"_s, u"the agent's currency; 0 = no limit"_s, u"0"_s,
         u"How much the agent may cost in one run."_s},
        {u"gate[].run"_s,
         u"command line for sh"_s,
         {},
         u"One command of the gate: its failing tests may become fewer, never more. Without any [[gate]] one is looked for."_s},
        {u"gate[].folder"_s, folder, u"\"\""_s, u"Where the command runs."_s},
        {u"gate[].network"_s, yesNo, u"false"_s, u"Whether the command may use the network."_s},
        {u"gate[].timeout"_s, duration, u"\"10m\""_s, u"After this time the command counts as broken."_s},
        {u"gate[].format"_s, u"status, unittest, pytest, ctest, junit or tap"_s, u"by the command's words"_s,
         u"How the command's report is read; status knows no single tests, unless what is printed is TAP with its plan."_s},
        {u"gate[].report"_s, u"file relative to the tree, may be a glob"_s, u"\"\""_s,
         u"The JUnit XML that the command writes; makes the format junit."_s},
        {u"prepare[].run"_s,
         u"command line for sh"_s,
         {},
         u"One command that makes a tree runnable: install, configure, build. Run in order, once for each tree."_s},
        {u"prepare[].folder"_s, folder, u"\"\""_s, u"Where the command runs."_s},
        {u"prepare[].network"_s, yesNo, u"false"_s, u"Whether the command may use the network."_s},
        {u"prepare[].timeout"_s, duration, u"\"10m\""_s, u"After this time preparation has failed."_s},
        {u"service[].run"_s,
         u"command line for sh"_s,
         {},
         u"A process that gate and checks need beside them (a database, say); started inside their sandbox."_s},
        {u"service[].folder"_s, folder, u"\"\""_s, u"Where the service runs."_s},
        {u"tests.paths"_s, globs, u"by the usual names"_s, u"Which files are tests. Replaces the usual names."_s},
        {u"tests.suspect"_s, u"ask or accept-covered"_s, u"\"ask\""_s,
         u"A test that fails on the new code in its old form: ask, or accept its change where the finding named with it was fixed by the same candidate."_s},
        {u"tests.undefended"_s, u"list or refuse"_s, u"\"list\""_s,
         u"Fixed findings without a test that failed on the old code: list them, or do not converge on them."_s},
        {u"paths.sensitive"_s, globs, u"[]"_s,
         u"Files beside the known gate, CI, build, lock and runner configuration that may only change with a reason."_s},
        {u"paths.protected"_s, globs, u"[]"_s, u"Files beside .git and assay.toml that may not change at all."_s},
        {u"paths.sensitive_named_is_enough"_s, yesNo, u"true"_s,
         u"Whether a sensitive file passes when the agent names it with a reason; false asks you each time."_s},
        {u"repro.env"_s, u"table of variables; ${TREE} is the checkout"_s, u"by the languages found"_s,
         u"Environment of repros and checks: the language's search path with the checkout first."_s},
        {u"repro.timeout"_s, duration, u"\"1m\""_s, u"After this time a check is inconclusive."_s},
        {u"repro.repeats"_s, u"runs, 1 to 100"_s, u"3"_s,
         u"How often a check runs when its finding is filed, fixed, and at convergence; different answers are flaky."_s},
        {u"agent.timeout"_s, duration, u"\"1h\""_s, u"After this time a session is ended."_s},
        {u"agent.idle"_s, duration, u"\"10m\""_s, u"A session that shows no activity for this long is ended."_s},
        {u"agent.contained"_s, yesNo, u"false"_s,
         u"Whether the agent runs in the sandbox, too: it then reaches the system, its clone and outbox, its own "
         u"program and "
         u"login, what agent.read and agent.write name, and the network."_s},
        {u"agent.read"_s, u"paths, absolute or ~/…"_s, u"[]"_s, u"What a contained agent may read beside that."_s},
        {u"agent.write"_s, u"paths, absolute or ~/…"_s, u"[]"_s, u"What a contained agent may write beside that."_s},
        {u"agent.permission_limit"_s, duration, u"\"10m\""_s,
         u"How long a permission that the agent asks for waits for your answer; then it is refused."_s},
        {u"agent.rate_limit_wait"_s, duration, u"\"6h\""_s,
         u"A rate limit that ends within this time is waited for; the iteration does not count. Else the run ends."_s},
        {u"agent.permission[].answer"_s,
         u"allow, reject or ask"_s,
         {},
         u"What the agent is told in your place when it asks leave for what fits the rest of this entry; the first entry that fits answers. Reading and editing inside the clone and the outbox is allowed behind them all; what nothing fits is put to you."_s},
        {u"agent.permission[].kind"_s, u"list of "_s + permissionKinds().join(u", "_s), u"every kind"_s,
         u"Kinds of the agent's tools."_s},
        {u"agent.permission[].path"_s, globs, u"any, or none"_s,
         u"Files it names. To be allowed all of them have to lie in the tree and fit, else one is enough."_s},
        {u"agent.permission[].command"_s, u"list of patterns; * stands for any text"_s, u"any, or none"_s,
         u"The command it wants to run. Where it is to be allowed, * does not stand for ; & | < > $ ` ( ) { } and line ends."_s},
        {u"envelope.adversarial"_s, lines, u"[]"_s,
         u"Inputs that an attacker chooses. Severity is judged inside the envelope."_s},
        {u"envelope.user-error"_s, lines, u"[]"_s, u"Inputs that a person may get wrong."_s},
        {u"envelope.machine-generated"_s, lines, u"[]"_s, u"Inputs that another program writes."_s},
        {u"envelope.state-at-rest"_s, lines, u"[]"_s, u"Files and databases that the program itself left."_s},
        {u"decline.titles"_s, lines, u"[]"_s, u"Findings and ideas that are not to be worked; the agent is told."_s},
    };
    return keys;
}

QString nearestConfigKey(const QString &unknown)
{
    QString nearest;
    qsizetype least = std::numeric_limits<qsizetype>::max();
    const auto consider = [&](qsizetype distance, const QString &name) {
        if (distance < least) {
            least = distance;
            nearest = name;
        }
    };
    const QString bounded = unknown.left(200); // the distance costs the product of both lengths
    for (const ConfigKey &key : configKeys()) {
        // The same name in another section is a likelier slip than another name in the same one.
        const qsizetype moved = sectionOf(key.name) == sectionOf(bounded) ? 0 : 1;
        consider(editDistance(leafOf(bounded), leafOf(key.name)) + moved, key.name);
        if (!bounded.contains(u'.')) {
            QString section = sectionOf(key.name);
            const bool isList = section.endsWith(u"[]"_s);
            if (isList)
                section.chop(2);
            consider(editDistance(bounded, section), isList ? u"[[%1]]"_s.arg(section) : u"[%1]"_s.arg(section));
        }
    }
    return nearest;
}

} // namespace assay
