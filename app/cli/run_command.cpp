#include "app/cli/run_command.h"

#include "app/cli/agentoption.h"
#include "app/cli/liverun.h"
#include "core/domain/displaytext.h"
#include "core/engine/setup.h"
#include "core/places/resources.h"
#include "core/places/runfinder.h"

#include <QDir>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace assay::cli {
namespace {

std::unexpected<Error> misuse(const QString &what, const QString &subject, const QString &remedy)
{
    return failure(what, subject, remedy, ErrorKind::Usage);
}

Status readConfigFile(const QString &name, RunOptions &options)
{
    QFile file(name);
    constexpr qint64 most = 1 << 20;
    if (!file.open(QIODevice::ReadOnly))
        return misuse(u"it cannot be read: "_s + file.errorString(), name, u"Name a readable file with --config."_s);
    if (file.size() > most)
        return misuse(u"it has %1 bytes, an assay.toml has at most %2"_s.arg(file.size()).arg(most), name,
                      u"Name another with --config."_s);
    options.config = QString::fromUtf8(file.readAll());
    options.configName = name;
    if (options.config.isEmpty())
        options.config = u"\n"_s; // an empty file stands for the defaults, not for the base's own
    return {};
}

Result<RunOptions> optionsOf(const CommandContext &context)
{
    const Invocation &given = context.invocation;
    RunOptions options{.gate = given.values(u"gate"_s),
                       .iterations = given.number(u"budget"_s),
                       .maxTime = given.duration(u"max-time"_s)};
    if (options.iterations && *options.iterations < 1)
        return misuse(u"a budget is at least one iteration"_s, u"--budget"_s, u"Give a number from 1."_s);
    if (options.maxTime && options.maxTime->count() < 1)
        return misuse(u"no time is no budget"_s, u"--max-time"_s, u"Give a duration such as 30m."_s);
    if (given.has(u"prepare"_s)) {
        options.prepare = given.values(u"prepare"_s);
        options.prepare->removeAll(QString());
    }
    for (const QString &line : options.gate + options.prepare.value_or(QStringList())) {
        if (line.trimmed().isEmpty())
            return misuse(u"the command is empty"_s, u"--gate"_s,
                          u"Give a command line; leave --gate out to have one found."_s);
    }
    options.supervision = supervisionFromWord(given.value(u"supervise"_s));
    if (given.has(u"uncontained"_s))
        options.contained = false;
    if (given.has(u"contain-agent"_s))
        options.agentContained = true;
    if (given.has(u"compare-uncontained"_s))
        options.compareUncontained = true;
    if (given.has(u"config"_s)) {
        if (const auto read = readConfigFile(given.value(u"config"_s), options); !read)
            return failure(read.error());
    }
    const auto agent = agentOf(context);
    if (!agent)
        return failure(agent.error());
    options.agent = *agent;
    return options;
}

} // namespace

int startRun(const CommandContext &context, const QString &target, const QString &base, const RunOptions &options,
             const QString &command)
{
    Terminal &terminal = context.terminal;
    const auto resources = findResources();
    if (!resources)
        return terminal.error(resources.error());
    const GitProgram git(context.host);
    if (const auto version = git.version(); !version)
        return terminal.error(version.error());
    const auto facts = inspectTarget(git, target, base);
    if (!facts)
        return terminal.error(facts.error());
    for (const QString &warning : facts->warnings)
        terminal.warning(warning);
    QString folder = context.invocation.value(u"run-dir"_s);
    folder = folder.isEmpty() ? freshRunPath(facts->path) : QDir::cleanPath(QFileInfo(folder).absoluteFilePath());
    auto ledger = createRun(RunFolder(folder), *facts, options, context.clock);
    if (!ledger)
        return terminal.error(ledger.error());
    return driveRun(context, std::move(*ledger),
                    {.resources = *resources,
                     .waitForOwner = context.invocation.has(u"wait"_s),
                     .exportBundle = !context.invocation.has(u"no-export"_s),
                     .command = command});
}

int runCommand(const CommandContext &context)
{
    const auto options = optionsOf(context);
    if (!options)
        return context.terminal.error(options.error());
    const QString base = context.invocation.value(u"base"_s);
    if (context.invocation.has(u"base"_s) && base.isEmpty())
        return context.terminal.error({.what = u"it is empty"_s,
                                       .subject = u"--base"_s,
                                       .remedy = u"Name a commit, branch or tag; leave --base out for HEAD."_s,
                                       .kind = ErrorKind::Usage});
    return startRun(context, context.invocation.argument(u"TARGET"_s), base.isEmpty() ? u"HEAD"_s : base, *options,
                    u"run"_s);
}

} // namespace assay::cli
