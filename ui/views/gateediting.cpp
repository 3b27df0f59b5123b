// Changing the gate of a run, between two iterations.
#include "ui/look/actions.h"
#include "ui/look/askform.h"
#include "ui/views/gateview.h"

#include <QAction>
#include <QJsonArray>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

/// One command a line, without what is no command.
QStringList commandsOf(const QString &text)
{
    QStringList commands;
    for (const QString &line : text.split(u'\n')) {
        if (!line.trimmed().isEmpty())
            commands.append(line.trimmed());
    }
    return commands;
}

QStringList commandsOf(const RunState &state)
{
    QStringList commands;
    for (const QJsonValue command : state.policy[u"gate"].toArray())
        commands.append(command[u"run"].toString());
    return commands;
}

} // namespace

void GateView::enableCommands()
{
    const IterationFact *running = state().running();
    const QString whyNot = document().asOf() > 0 ? tr("This is the run as it was: go back to now first.")
        : commandsOf(state()).join(QString()).contains(u'\n')
        ? tr("A command of this gate has several lines: change it with assay gate.")
        : running && goesOn()
        ? tr("Iteration %1 is under way: what it measures is measured by one gate. Wait for its verdict.")
              .arg(running->n)
        : running
        ? tr("Iteration %1 was cut off and is measured by one gate: resume and wait for its verdict, or rewind first.")
              .arg(running->n)
        : QString();
    enable(m_edit, tr("Change the commands of the gate; the baseline is measured anew with them"), whyNot);
}

void GateView::edit()
{
    const QStringList before = commandsOf(state());
    m_ask->ask({.sentence = tr("The gate's commands, one a line (Ctrl+Return changes them). The baseline is measured "
                               "anew with them; what was reported before stays in the journal."),
                .verb = tr("Change the gate"),
                .missing = tr("A gate needs a command: write one a line."),
                .initial = before.join(u'\n'),
                .lines = true,
                .known = {},
                .problemOf =
                    [before](const QString &text) {
                        return commandsOf(text) == before ? tr("These are its commands already.") : QString();
                    }},
               [this](const QString &text) {
                   desk().tell(u"gate"_s, {{u"gate"_s, QJsonArray::fromStringList(commandsOf(text))}});
               });
}

} // namespace assay::ui
