#include "ui/windows/newrunpage.h"

#include "core/agent/agent.h"
#include "ui/look/formats.h"
#include "ui/look/labels.h"
#include "ui/look/problem.h"
#include "ui/look/scrolled.h"
#include "ui/windows/gatetrialbar.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCompleter>
#include <QDir>
#include <QDoubleSpinBox>
#include <QFileInfo>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QtConcurrent>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace assay::ui {
namespace {

constexpr int commandRows = 3;
constexpr auto typing = 400ms; ///< nothing is looked at while letters come

QPlainTextEdit *commands(const QString &name, QWidget *parent)
{
    auto *edit = new QPlainTextEdit(parent);
    edit->setFont(monospace());
    edit->setAccessibleName(name);
    edit->setTabChangesFocus(true);
    edit->setLineWrapMode(QPlainTextEdit::NoWrap);
    edit->setFixedHeight(commandRows * edit->fontMetrics().lineSpacing() + groupGap);
    return edit;
}

} // namespace

NewRunPage::NewRunPage(EngineRoom &engines, QWidget *parent)
    : QWidget(parent),
      m_engines(engines),
      m_target(new QLineEdit(this)),
      m_base(new QLineEdit(u"HEAD"_s, this)),
      m_agent(new QLineEdit(this)),
      m_gate(commands(tr("Gate commands, one a line"), this)),
      m_prepare(commands(tr("Preparation commands, one a line"), this)),
      m_supervision(new QComboBox(this)),
      m_iterations(new QSpinBox(this)),
      m_hours(new QDoubleSpinBox(this)),
      m_contained(new QCheckBox(tr("Run gates and checks in a sandbox"), this)),
      m_containAgent(new QCheckBox(tr("Run the agent in it, too"), this)),
      m_found(quietLabel({}, this)),
      m_agentSays(quietLabel({}, this)),
      m_agentsHere(quietLabel({}, this)),
      m_will(label({}, Type::Quiet, this)),
      m_containment(quietLabel({}, this)),
      m_targetProblem(new Problem(this)),
      m_agentProblem(new Problem(this)),
      m_problem(new Problem(this)),
      m_start(new QPushButton(tr("&Start"), this)),
      m_trial(new GateTrialBar(engines.host(), this))
{
    build();
    m_wait.setSingleShot(true);
    m_wait.setInterval(typing);
    connect(&m_wait, &QTimer::timeout, this, &NewRunPage::look);
    const auto later = [this] {
        m_look.reset();
        m_trial->clear();
        m_wait.start();
        review();
    };
    connect(m_target, &QLineEdit::textChanged, this, later);
    connect(m_base, &QLineEdit::textChanged, this, later);
    connect(m_gate, &QPlainTextEdit::textChanged, this, [this] {
        m_gateEdited = m_gateEdited || m_gate->hasFocus();
        m_trial->clear();
        review();
    });
    connect(m_prepare, &QPlainTextEdit::textChanged, this, [this] {
        m_prepareEdited = m_prepareEdited || m_prepare->hasFocus();
        m_trial->clear();
        review();
    });
    m_agentWait.setSingleShot(true);
    m_agentWait.setInterval(typing);
    connect(&m_agentWait, &QTimer::timeout, this, &NewRunPage::lookAtAgent);
    connect(&m_agentLooking, &QFutureWatcherBase::finished, this, &NewRunPage::agentLooked);
    connect(&m_agentsLooking, &QFutureWatcherBase::finished, this, &NewRunPage::showAgentsHere);
    m_agentsLooking.setFuture(QtConcurrent::run([&host = m_engines.host()] { return agentsHere(host); }));
    connect(m_agent, &QLineEdit::textChanged, this, [this] {
        m_agentProblem->clear();
        m_agentLooked.clear(); // typed back, it is looked at again
        m_agentWait.start();
        review();
    });
    connect(m_contained, &QCheckBox::toggled, this, &NewRunPage::review);
    connect(m_containAgent, &QCheckBox::toggled, this, &NewRunPage::review);
    connect(m_supervision, &QComboBox::currentIndexChanged, this, &NewRunPage::review);
    connect(&m_looking, &QFutureWatcherBase::finished, this, &NewRunPage::looked);
    connect(m_start, &QPushButton::clicked, this, [this] { Q_EMIT startAsked(asked()); });
    review();
}

NewRunPage::~NewRunPage()
{
    // They use the process host.
    m_looking.waitForFinished();
    m_agentLooking.waitForFinished();
    m_agentsLooking.waitForFinished();
}

void NewRunPage::setTarget(const QString &folder)
{
    m_target->setText(folder);
    m_target->setFocus();
}

void NewRunPage::look()
{
    const QString target = m_target->text().trimmed();
    if (target.isEmpty() || m_looking.isRunning())
        return;
    m_looked = target + u'\n' + m_base->text();
    m_found->setText(tr("Looking at it…"));
    m_looking.setFuture(QtConcurrent::run(
        [&host = m_engines.host(), target, base = m_base->text()] { return lookAtTarget(host, target, base); }));
}

void NewRunPage::looked()
{
    if (m_looked != m_target->text().trimmed() + u'\n' + m_base->text()) {
        look(); // it was changed meanwhile
        return;
    }
    const auto seen = m_looking.result();
    m_found->clear();
    if (!seen) {
        m_targetProblem->show(seen.error());
        review();
        return;
    }
    m_targetProblem->clear();
    m_look = *seen;
    QStringList found{tr("%1, commit %2").arg(Formats::line(seen->facts.baseName), seen->facts.base.shortText())};
    if (!seen->facts.dirty.isEmpty())
        found.append(tr("%n changed file(s) in your work tree are left alone and not part of the run", nullptr,
                        int(seen->facts.dirty.size())));
    if (seen->hasConfig)
        found.append(tr("its assay.toml is read; what you write here comes before it"));
    for (const QString &warning : seen->facts.warnings + seen->found.warnings)
        found.append(Formats::line(warning));
    m_found->setText(found.join(u"; "_s));
    const auto fill = [](QPlainTextEdit *edit, const QStringList &lines) { edit->setPlainText(lines.join(u'\n')); };
    QStringList gate, prepare;
    for (const GateCommand &one : seen->found.gate)
        gate.append(one.run.line);
    for (const ShellCommand &one : seen->found.prepare)
        prepare.append(one.line);
    if (!m_gateEdited)
        fill(m_gate, gate);
    if (!m_prepareEdited)
        fill(m_prepare, prepare);
    m_gate->setPlaceholderText(tr("None found. Without a gate only checks judge: the run is unguarded."));
    review();
}

void NewRunPage::lookAtAgent()
{
    const QString agent = m_agent->text().trimmed();
    if (m_agentLooking.isRunning())
        return review();
    m_agentLooked = agent;
    // A recording is read for it.
    m_agentLooking.setFuture(QtConcurrent::run([&host = m_engines.host(), agent]() -> std::optional<Error> {
        if (agent.isEmpty())
            return std::nullopt;
        const auto made = makeAgent(agent, host, {});
        return made ? std::nullopt : std::optional(made.error());
    }));
    review();
}

void NewRunPage::showAgentsHere()
{
    QStringList here, offered;
    for (const AgentHere &agent : m_agentsLooking.result()) {
        if (agent.program.isEmpty())
            continue;
        here.append(tr("%1 (%2 %3; login: %4)").arg(agent.agent, agent.title, agent.version, agent.remedy));
        offered.append(agent.agent);
    }
    m_agentsHere->setText(here.isEmpty() ? tr("Of the agents known by name none is installed here.")
                                         : tr("On this machine: %1.").arg(here.join(u"; "_s)));
    auto *completer = new QCompleter(offered, m_agent);
    completer->setCompletionMode(QCompleter::PopupCompletion);
    m_agent->setCompleter(completer);
}

void NewRunPage::agentLooked()
{
    if (m_agentLooked != m_agent->text().trimmed()) {
        if (!m_agentWait.isActive())
            lookAtAgent(); // it was changed meanwhile
        return;
    }
    if (const std::optional<Error> problem = m_agentLooking.result())
        m_agentProblem->show(*problem, Meaning::Unsure);
    review();
}

QStringList NewRunPage::commandLines(const QPlainTextEdit *edit) const
{
    QStringList lines;
    for (const QString &line : edit->toPlainText().split(u'\n')) {
        if (!line.trimmed().isEmpty())
            lines.append(line.trimmed());
    }
    return lines;
}

NewRun NewRunPage::asked() const
{
    NewRun run{.target = m_target->text().trimmed(), .base = m_base->text().trimmed()};
    if (run.base.isEmpty())
        run.base = u"HEAD"_s;
    if (m_gateEdited)
        run.options.gate = commandLines(m_gate);
    if (m_prepareEdited)
        run.options.prepare = commandLines(m_prepare);
    run.options.agent = m_agent->text().trimmed();
    run.options.iterations = m_iterations->value();
    run.options.maxTime = std::chrono::milliseconds(qint64(m_hours->value() * 3'600'000));
    run.options.supervision = Supervision(m_supervision->currentData().toInt());
    if (!m_contained->isChecked())
        run.options.contained = false;
    if (m_containAgent->isChecked())
        run.options.agentContained = true;
    return run;
}

QString NewRunPage::whyNot() const
{
    if (m_target->text().trimmed().isEmpty())
        return tr("Name a target first.");
    if (!m_look)
        return m_looking.isRunning() || m_wait.isActive() ? tr("The target is being looked at.")
                                                          : tr("The target cannot be used: see above.");
    if (m_agentWait.isActive() || m_agentLooking.isRunning())
        return tr("The agent is being looked at.");
    if (!m_agentProblem->text().isEmpty())
        return tr("The agent cannot be used: see above.");
    if (m_agent->text().trimmed().isEmpty() && !m_look->hasConfig)
        return tr("Name an agent.");
    if ((m_contained->isChecked() || m_containAgent->isChecked()) && !m_look->sandbox.available)
        return tr("The sandbox does not work here: install bubblewrap, or clear the box and accept that gates reach "
                  "your files.");
    return {};
}

void NewRunPage::review()
{
    const QString agent = m_agent->text().trimmed();
    const bool recorded = agent.startsWith(u"recorded:"_s);
    const bool boxed = m_containAgent->isChecked();
    m_containAgent->setEnabled(!recorded);
    m_agentSays->setText(recorded    ? tr("A recording: it is replayed, and starts nothing.")
                             : boxed ? tr("The agent runs in the sandbox, with its own login and the network.")
                                     : tr("The agent runs as you, outside the sandbox, with the network."));
    m_containment->setText(!m_look ? QString()
                               : m_look->sandbox.available
                               ? tr("bubblewrap %1: a contained start worked").arg(m_look->sandbox.version)
                               : Formats::line(m_look->sandbox.reason));
    QStringList will;
    const auto where = m_contained->isChecked() ? tr("in the sandbox, no network")
                                                : tr("not contained: with your files and the network");
    for (const QString &line : commandLines(m_prepare))
        will.append(tr("prepare  %1   (%2)").arg(Formats::line(line), where));
    for (const QString &line : commandLines(m_gate))
        will.append(tr("gate     %1   (%2)").arg(Formats::line(line), where));
    if (!agent.isEmpty())
        will.append((recorded    ? tr("agent    %1   (replayed)")
                         : boxed ? tr("agent    %1   (in the sandbox, with its login and the network)")
                                 : tr("agent    %1   (as you, with the network)"))
                        .arg(Formats::line(agent)));
    m_will->setText(will.isEmpty() ? tr("Nothing yet.") : will.join(u'\n'));
    if (!m_look)
        m_trial->refuse(tr("Name a target first: the gate is run on its base."));
    else if (commandLines(m_gate).isEmpty() && !m_look->hasConfig)
        m_trial->refuse(tr("There is no gate to run: write its commands."));
    else
        m_trial->offer(m_look->facts, asked().options);
    const QString why = whyNot();
    m_start->setEnabled(why.isEmpty());
    m_start->setToolTip(why.isEmpty() ? tr("Clone, prepare, measure the baseline, then the first audit") : why);
}

void NewRunPage::showProblem(const Error &error)
{
    m_problem->show(error);
    bringIntoSight(m_problem);
}

} // namespace assay::ui
