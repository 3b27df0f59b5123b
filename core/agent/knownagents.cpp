#include "core/agent/knownagents.h"

#include "core/agent/claudeagent.h"
#include "core/agent/sessionprocess.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QStandardPaths>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay {

const QList<KnownAgent> &acpAgents()
{
    static const QList<KnownAgent> agents{
        {.name = u"claude"_s,
         .title = u"Claude Code by ACP"_s,
         .program = u"claude-agent-acp"_s,
         .arguments = {},
         .install = u"npm install -g @agentclientprotocol/claude-agent-acp"_s,
         .login = u"`claude` and /login, or ANTHROPIC_API_KEY"_s,
         .askingMode = u"default"_s,
         .ownFolders = {u"~/.claude"_s, u"~/.claude.json"_s}},
        {.name = u"codex"_s,
         .title = u"Codex"_s,
         .program = u"codex-acp"_s,
         .arguments = {},
         .install = u"npm install -g @agentclientprotocol/codex-acp"_s,
         .login = u"`codex login`, or CODEX_API_KEY or OPENAI_API_KEY"_s,
         .askingMode = u"read-only"_s,
         .ownFolders = {u"~/.codex"_s}},
        {.name = u"gemini"_s,
         .title = u"Gemini CLI"_s,
         .program = u"gemini"_s,
         .arguments = {u"--acp"_s},
         .install = u"npm install -g @google/gemini-cli"_s,
         .login = u"`gemini` once, or GEMINI_API_KEY"_s,
         .askingMode = u"default"_s,
         .ownFolders = {u"~/.gemini"_s}},
        {.name = u"opencode"_s,
         .title = u"OpenCode"_s,
         .program = u"opencode"_s,
         .arguments = {u"acp"_s},
         .install = u"npm install -g opencode-ai"_s,
         .login = u"`opencode auth login`, or the provider's key in the environment"_s,
         .askingMode = u"build"_s,
         .ownFolders = {u"~/.config/opencode"_s, u"~/.local/share/opencode"_s, u"~/.local/state/opencode"_s,
                        u"~/.cache/opencode"_s}},
    };
    return agents;
}

QStringList acpAgentNames()
{
    QStringList names;
    for (const KnownAgent &agent : acpAgents())
        names.append(agent.name);
    return names;
}

const KnownAgent *acpAgent(QStringView name)
{
    const auto found = std::ranges::find(acpAgents(), name, &KnownAgent::name);
    return found == acpAgents().cend() ? nullptr : &*found;
}

QList<std::pair<QString, QString>> agentForms()
{
    QList<std::pair<QString, QString>> forms{{u"claude"_s, u"Claude Code; claude:--model opus passes options on"_s}};
    for (const KnownAgent &agent : acpAgents())
        forms.append({u"acp:"_s + agent.name, agent.title});
    forms += {{u"acp:PROGRAM"_s, u"any program that speaks the Agent Client Protocol, with its arguments"_s},
              {u"command:PROGRAM"_s, u"any program, with its arguments, started once for each session"_s},
              {u"recorded:DIR"_s, u"replays a recording"_s}};
    return forms;
}

QString agentFormsLine()
{
    return u"claude, acp:%1, acp:PROGRAM, command:PROGRAM or recorded:DIR"_s.arg(acpAgentNames().join(u", acp:"_s));
}

QList<AgentHere> agentsHere(ProcessHost &host)
{
    QList<AgentHere> here;
    const auto claude = ClaudeAgent::find({}, host);
    here.append({.agent = u"claude"_s,
                 .title = u"Claude Code"_s,
                 .program = claude ? claude->program : QString(),
                 .version = claude ? claude->version : QString(),
                 .remedy = claude ? u"`claude` and /login, or ANTHROPIC_API_KEY"_s
                                  : u"npm install -g @anthropic-ai/claude-code"_s});
    for (const KnownAgent &known : acpAgents()) {
        const auto program = agentProgram(known.program);
        here.append({.agent = u"acp:"_s + known.name,
                     .title = known.title,
                     .program = program ? *program : QString(),
                     .version = program ? programVersion(host, *program, true) : QString(),
                     .remedy = program ? known.login : known.install});
    }
    return here;
}

QString programVersion(ProcessHost &host, const QString &program, bool start)
{
    // What npm installed says it itself, and starting it may take seconds.
    constexpr int kUp = 3;
    QDir folder(QFileInfo(QFileInfo(program).canonicalFilePath()).path());
    if (folder.path().contains(u"/node_modules/"_s)) {
        for (int up = 0; up < kUp && folder.dirName() != "node_modules"_L1; ++up) {
            QFile package(folder.filePath(u"package.json"_s));
            if (package.open(QIODevice::ReadOnly)) {
                const QJsonObject told = QJsonDocument::fromJson(package.read(1 << 20)).object();
                if (const QString version = told[u"version"].toString(); !version.isEmpty())
                    return version.left(60);
            }
            if (!folder.cdUp())
                break;
        }
    }
    if (!start)
        return {};
    const ProcessResult result = askedForVersion(host, program, std::chrono::seconds(10));
    static const QRegularExpression number(u"\\d+(\\.\\d+)+[-+.\\w]*"_s);
    return result.succeeded() ? number.match(QString::fromUtf8(result.standardOutput.left(1000))).captured()
                              : QString();
}

Result<QString> agentProgram(const QString &wanted)
{
    const bool byPath = wanted.contains(u'/');
    const QString found = byPath ? QFileInfo(wanted).absoluteFilePath() : QStandardPaths::findExecutable(wanted);
    const QFileInfo program(found);
    if (found.isEmpty() || !program.exists())
        return failure(u"the agent's program is not found"_s, wanted,
                       byPath ? u"Name an existing program"_s
                              : u"Install it, or name it with its path; PATH is %1"_s.arg(qEnvironmentVariable("PATH")),
                       ErrorKind::AgentUnavailable);
    if (!program.isFile() || !program.isExecutable())
        return failure(u"the agent's program is %1, expected an executable file"_s.arg(
                           program.isFile() ? u"a file without a run bit"_s : u"no file"_s),
                       found, program.isFile() ? u"chmod +x %1"_s.arg(found) : QString(), ErrorKind::AgentUnavailable);
    return found;
}

} // namespace assay
