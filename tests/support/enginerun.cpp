#include "tests/support/enginerun.h"

#include "core/engine/commands.h"
#include "core/journal/journalreader.h"
#include "tests/support/scratchrepository.h"

#include <QDir>
#include <QDirIterator>
#include <QFileInfo>

using namespace Qt::StringLiterals;

namespace assay::test {

QString resources()
{
    return QStringLiteral(ASSAY_SOURCE_DIR) + u"/resources"_s;
}

QString makeDemoRepository(const QString &parent)
{
    const QString from = resources() + u"/demo/tally"_s;
    const QString to = parent + u"/tally"_s;
    QDirIterator it(from, QDir::Files | QDir::Hidden, QDirIterator::Subdirectories);
    while (it.hasNext()) {
        const QString file = it.next();
        const QString name = file.mid(from.size());
        if (name.contains(u"__pycache__"_s))
            continue;
        QDir().mkpath((to + name).section(u'/', 0, -2));
        QFile::copy(file, to + name);
        QFile::setPermissions(to + name, QFileDevice::Permissions(0x6644));
    }
    runProgram(u"git"_s, {u"init"_s, u"-q"_s, u"-b"_s, u"main"_s}, to);
    runProgram(u"git"_s, {u"add"_s, u"-A"_s}, to);
    runProgram(u"git"_s,
               {u"-c"_s, u"user.name=Demo"_s, u"-c"_s, u"user.email=demo@localhost"_s, u"commit"_s, u"-q"_s, u"-m"_s,
                u"tally"_s},
               to);
    return to;
}

RunOptions demoOptions()
{
    return assay::demoOptions(resources());
}

EngineRun::EngineRun(const QString &target, RunOptions options, Storage storage)
    : m_dir(storage == Storage::Memory && QFileInfo(u"/dev/shm"_s).isWritable()
                ? u"/dev/shm/assay-test-XXXXXX"_s
                : QDir::tempPath() + u"/assay-test-XXXXXX"_s),
      m_folder(m_dir.filePath(u"run"_s)),
      m_target(target),
      m_options(std::move(options))
{}

bool EngineRun::create(const QString &base)
{
    const auto facts = inspectTarget(GitProgram(m_host), m_target, base);
    if (!facts) {
        m_error = facts.error().text();
        return false;
    }
    const auto ledger = createRun(m_folder, *facts, m_options, m_clock);
    if (!ledger)
        m_error = ledger.error().text();
    return ledger.has_value();
}

Result<Outcome> EngineRun::go(StopToken stop, std::function<void(const Entry &)> onEntry, bool waitForOwner)
{
    auto ledger = openRun(m_folder, m_clock);
    if (!ledger)
        return failure(ledger.error());
    return runEngine(std::move(*ledger), m_host,
                     {.resources = resources(), .waitForOwner = waitForOwner, .onEntry = std::move(onEntry)}, stop);
}

QList<Entry> EngineRun::entriesOf(QLatin1StringView kind) const
{
    QList<Entry> entries;
    (void)readJournal(m_folder.journal(), 0, true, [&](Entry &&entry) {
        if (entry.kind == kind)
            entries.append(std::move(entry));
        return true;
    });
    return entries;
}

RunState EngineRun::state() const
{
    RunState state;
    const auto read = readJournal(m_folder.journal(), 0, true, [&](Entry &&entry) {
        state.apply(entry);
        return true;
    });
    if (!read)
        qWarning("%s", qPrintable(read.error().text()));
    return state;
}

Status EngineRun::command(const QString &verb, const QJsonObject &args)
{
    const auto done = commandRun(m_folder, m_clock, verb, args);
    return done ? Status() : failure(done.error());
}

QString story(const RunState &state)
{
    QString text;
    for (const IterationFact &iteration : state.iterations) {
        text += u"%1 %2 %3: %4 (%5)\n"_s.arg(iteration.n)
                    .arg(toWord(iteration.type), iteration.task.text(), iteration.verdict, iteration.reason);
    }
    for (const Finding &finding : state.findings) {
        text += u"%1 %2 %3 [%4] %5\n"_s.arg(finding.id.text(), toWord(finding.state), finding.title,
                                            finding.toothedTests.join(u", "_s), finding.reason);
    }
    for (const Task &task : state.tasks)
        text += u"%1 %2 %3\n"_s.arg(task.id.text(), toWord(task.state), task.reason);
    for (const GateFact &gate : state.gates)
        text += u"gate %1 %2: %3 passed %4 failed %5\n"_s.arg(gate.iteration)
                    .arg(gate.label)
                    .arg(gate.passed)
                    .arg(gate.failed)
                    .arg(gate.broken);
    if (state.outcome)
        text += toWord(*state.outcome) + u": "_s + state.unmet.join(u"; "_s) + u'\n';
    return text;
}

} // namespace assay::test
