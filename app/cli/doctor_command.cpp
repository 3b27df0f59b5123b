#include "app/cli/doctor_command.h"

#include "core/agent/agentreach.h"
#include "core/agent/knownagents.h"
#include "core/domain/displaytext.h"
#include "core/engine/configfile.h"
#include "core/gate/copyfolder.h"
#include "core/git/gitprogram.h"
#include "core/places/resources.h"
#include "core/places/runfinder.h"
#include "core/places/userfolders.h"
#include "core/process/reach.h"
#include "core/process/sandbox.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QLocale>
#include <QStandardPaths>
#include <QStorageInfo>
#include <QThread>

#include <algorithm>

using namespace Qt::StringLiterals;

namespace assay::cli {
namespace {

enum class Health { Good, Limited, Missing };

struct Symptom {
    QString name;
    Health health = Health::Good;
    QString what;   ///< what was found
    QString remedy; ///< what to do; empty when all is well
};

Symptom git(ProcessHost &host)
{
    const auto version = GitProgram(host).version();
    if (!version)
        return {u"git"_s, Health::Missing, version.error().what, version.error().remedy};
    return {u"git"_s, Health::Good, *version, {}};
}

Symptom sandbox(const Sandbox &tried)
{
    const SandboxAbility &ability = tried.ability();
    if (!ability.available) {
        return {u"sandbox"_s, Health::Missing, u"gates and checks cannot be contained"_s,
                ability.reason + u" Without it runs need --uncontained."_s};
    }
    return {u"sandbox"_s, Health::Good, u"bubblewrap %1, a contained start worked"_s.arg(ability.version), {}};
}

Symptom checkouts(const Sandbox &tried, const QString &folder)
{
    if (tried.contains() && tried.ability().overlay)
        return {u"checkouts"_s, Health::Good, u"overlays in memory"_s, {}};
    if (canReflink(folder))
        return {u"checkouts"_s, Health::Good, u"reflinks"_s, {}};
    return {u"checkouts"_s, Health::Limited, u"copied file by file, which is slow for large trees"_s,
            u"bubblewrap 0.11 or later gives overlays; btrfs or xfs give reflinks."_s};
}

QString namesOf(const QList<ReachPlace> &places)
{
    QStringList names;
    for (const ReachPlace &place : places)
        names.append(place.what);
    return names.join(u", "_s);
}

/// Not what the sandbox promises, but what was tried in it. What is not reached from outside either proves nothing, and
/// is left out.
QList<Symptom> containment(ProcessHost &host, const Sandbox &tried)
{
    if (!tried.contains())
        return {};
    QList<std::pair<QString, QString>> folders{{QDir::homePath(), u"your home"_s}};
    if (QFileInfo::exists(runsFolder()))
        folders.append({runsFolder(), u"the runs' folder"_s});
    if (QDir::currentPath() != QDir::homePath())
        folders.append({QDir::currentPath(), u"this folder"_s});
    qputenv(Canaries::variable().constData(), "set");
    const Canaries canaries(folders);
    const QList<ReachPlace> places = reachedHere(canaries.places());
    const QByteArray program = QFile::encodeName(QCoreApplication::applicationFilePath());
    const auto told = [&](const QString &name, const QString &who, const Result<QList<ReachPlace>> &reached,
                          const QString &expected) -> Symptom {
        if (!reached)
            return {name, Health::Limited, u"what %1 can reach could not be tried: "_s.arg(who) + reached.error().what,
                    u"Runs are contained all the same; please report this."_s};
        if (reached->isEmpty())
            return {
                name,
                Health::Good,
                u"%1 reached none of %2 places that you reach: %3"_s.arg(who).arg(places.size()).arg(namesOf(places)),
                {}};
        return {name, expected.isEmpty() ? Health::Missing : Health::Good,
                u"%1 reached %2 of %3 places that you reach: %4"_s.arg(who)
                    .arg(reached->size())
                    .arg(places.size())
                    .arg(namesOf(*reached)),
                expected.isEmpty() ? u"Do not run what you do not trust here; please report this."_s : expected};
    };
    const auto agent = reachedByAgent(host, program, places);
    // With the network, these are reached by design.
    const bool asMeant
        = agent && std::ranges::all_of(*agent, [](const ReachPlace &place) {
              return place.kind == ReachPlace::Kind::LoopbackPort || place.kind == ReachPlace::Kind::AbstractSocket;
          });
    return {told(u"contained"_s, u"a check"_s, reachedByCheck(host, tried, program, places), {}),
            told(u"agent box"_s, u"an agent with --contain-agent"_s, agent,
                 asMeant ? u"It has the network, since its model is there; with it come these."_s : QString())};
}

Symptom python()
{
    const QString program = QStandardPaths::findExecutable(u"python3"_s);
    if (program.isEmpty())
        return {u"python3"_s, Health::Limited, u"not found"_s,
                u"Install it for the demo, and for checks written in Python."_s};
    return {u"python3"_s, Health::Good, program, {}};
}

Symptom resources()
{
    const auto found = findResources();
    if (!found)
        return {u"resources"_s, Health::Missing, found.error().subject + u": "_s + found.error().what,
                found.error().remedy};
    return {u"resources"_s, Health::Good, *found, {}};
}

/// Whether it can log in is seen only by asking its service, which doctor does not.
QList<Symptom> agents(ProcessHost &host)
{
    QList<Symptom> found;
    QStringList missing;
    for (const AgentHere &agent : agentsHere(host)) {
        if (agent.program.isEmpty()) {
            missing.append(u"%1 (%2)"_s.arg(agent.agent, agent.remedy));
            continue;
        }
        const QString version = agent.version.isEmpty() ? QString() : u' ' + agent.version;
        found.append({agent.agent, Health::Good, u"%1%2, %3"_s.arg(agent.title, version, agent.program),
                      u"It needs a login of its own: %1."_s.arg(agent.remedy)});
    }
    found.append({u"agents"_s, Health::Good,
                  u"acp:PROGRAM runs any agent that speaks ACP, command:PROGRAM any program, recorded:DIR replays"_s,
                  missing.isEmpty() ? QString() : u"Not here, by name: %1."_s.arg(missing.join(u"; "_s))});
    return found;
}

/// The nearest folder above that is there: what is made later lies on its file system.
QString standingFolder(QString path)
{
    while (!QFileInfo::exists(path))
        path = QFileInfo(path).path();
    return path;
}

Symptom room(const QString &name, const QString &path)
{
    const QString standing = standingFolder(path);
    if (!QFileInfo(standing).isWritable())
        return {name, Health::Missing, path + u": "_s + standing + u" cannot be written"_s,
                u"Set XDG_STATE_HOME and XDG_CACHE_HOME to folders that you can write."_s};
    const qint64 free = QStorageInfo(standing).bytesAvailable();
    const QString told = u"%1, %2 free"_s.arg(path, QLocale::c().formattedDataSize(free, 1, QLocale::DataSizeSIFormat));
    constexpr qint64 floor = qint64(1) << 30;
    if (free < floor)
        return {
            name, Health::Limited, told,
            u"A run needs room for several copies of the project: free some, or clean old runs with `assay clean --all`."_s};
    return {name, Health::Good, told, {}};
}

void tellConfigKeys(Terminal &terminal)
{
    const TextStyle style = terminal.style();
    QString section;
    for (const ConfigKey &key : configKeys()) {
        const QString mine = key.name.section(u'.', 0, -2);
        if (mine != section || section.isEmpty()) {
            section = mine;
            const QString heading = mine.endsWith("[]"_L1) ? u"[["_s + mine.chopped(2) + u"]]"_s : u'[' + mine + u']';
            terminal.result(inked(style, Ink::Bold, u'\n' + (mine.isEmpty() ? u"(top level)"_s : heading)));
        }
        const QString leaf = key.name.section(u'.', -1);
        terminal.result(key.fallback.isEmpty() ? leaf + u"   (must be given)"_s : u"%1 = %2"_s.arg(leaf, key.fallback));
        terminal.result(
            u"    "_s + inked(style, Ink::Faint, wrapped(u"%1 (%2)"_s.arg(key.meaning, key.unit), style.width - 4, 4)));
        terminal.object({{u"type"_s, u"result"_s},
                         {u"command"_s, u"doctor"_s},
                         {u"key"_s, key.name},
                         {u"unit"_s, key.unit},
                         {u"default"_s, key.fallback},
                         {u"meaning"_s, key.meaning},
                         {u"exit"_s, 0}});
    }
}

} // namespace

int doctorCommand(const CommandContext &context)
{
    Terminal &terminal = context.terminal;
    if (context.invocation.has(u"config-keys"_s)) {
        tellConfigKeys(terminal);
        return 0;
    }
    const Sandbox tried = Sandbox::detect(context.host);
    QList<Symptom> found{
        git(context.host),
        sandbox(tried),
        checkouts(tried, standingFolder(runsFolder())),
        python(),
        resources(),
        room(u"runs"_s, runsFolder()),
        room(u"cache"_s, cacheFolder()),
        {u"processors"_s, Health::Good, u"%1, used side by side"_s.arg(QThread::idealThreadCount()), {}}};
    const QList<Symptom> reach = containment(context.host, tried);
    for (qsizetype i = 0; i < reach.size(); ++i)
        found.insert(2 + i, reach.at(i));
    found += agents(context.host);
    if (const QString userland = qEnvironmentVariable("ASSAY_USERLAND"); !userland.isEmpty())
        found.append({u"userland"_s,
                      Health::Limited,
                      u"gates run inside a %1 userland, not with this machine's own programs"_s.arg(userland),
                      {}});
    static const QString words[] = {u"ok"_s, u"limited"_s, u"missing"_s};
    static constexpr Ink inks[] = {Ink::Good, Ink::Warning, Ink::Bad};
    const TextStyle style = terminal.style();
    QJsonArray all;
    bool missing = false;
    for (const Symptom &one : std::as_const(found)) {
        missing = missing || one.health == Health::Missing;
        terminal.line(padded(one.name, 14) + inked(style, inks[int(one.health)], padded(words[int(one.health)], 9))
                      + wrapped(visible(one.what), style.width - 23, 23));
        if (!one.remedy.isEmpty())
            terminal.line(QString(23, u' ') + wrapped(visible(one.remedy), style.width - 23, 23));
        all.append(QJsonObject{{u"name"_s, one.name},
                               {u"health"_s, words[int(one.health)]},
                               {u"what"_s, one.what},
                               {u"remedy"_s, one.remedy}});
    }
    const int status = missing ? 1 : 0;
    terminal.object({{u"type"_s, u"result"_s}, {u"command"_s, u"doctor"_s}, {u"findings"_s, all}, {u"exit"_s, status}});
    return status;
}

} // namespace assay::cli
