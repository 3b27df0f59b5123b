#include "ui/windows/gatetrialbar.h"

#include "ui/look/chip.h"
#include "ui/look/formats.h"
#include "ui/look/labels.h"
#include "ui/look/metrics.h"

#include <QHBoxLayout>
#include <QPushButton>
#include <QtConcurrent>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

constexpr qsizetype casesNamed = 5;
constexpr qsizetype lineMost = 200;

QString failing(const GateReport &report)
{
    QStringList names;
    for (const CommandReport &command : report.commands) {
        for (const TestCase &one : command.cases) {
            if (one.result == CaseResult::Failed || one.result == CaseResult::Error)
                names.append(Formats::line(one.name));
        }
    }
    if (names.isEmpty())
        return {};
    const qsizetype more = names.size() - casesNamed;
    QString text = GateTrialBar::tr("failing: %1").arg(names.first(std::min(names.size(), casesNamed)).join(u", "_s));
    if (more > 0)
        text += GateTrialBar::tr(" and %1 more").arg(more);
    return text;
}

/// The last line that a command printed, which mostly tells why.
QString lastLine(const QByteArrayList &outputs)
{
    for (const QByteArray &output : outputs) {
        const QList<QByteArray> lines = output.trimmed().split('\n');
        if (const QByteArray last = lines.last().trimmed(); !last.isEmpty())
            return Formats::line(QString::fromUtf8(last.first(std::min(last.size(), lineMost))));
    }
    return {};
}

} // namespace

GateTrialBar::GateTrialBar(ProcessHost &host, QWidget *parent)
    : QWidget(parent),
      m_host(host),
      m_run(new QPushButton(this)),
      m_chip(new Chip(this)),
      m_words(quietLabel({}, this))
{
    auto *row = new QHBoxLayout(this);
    asGroup(row);
    row->setSpacing(gap);
    row->addWidget(m_run);
    row->addWidget(m_chip);
    row->addWidget(m_words, 1);
    row->addStretch();
    m_run->setAutoDefault(false);
    m_words->setWordWrap(true);
    m_words->setTextInteractionFlags(Qt::TextSelectableByMouse);
    connect(m_run, &QPushButton::clicked, this, [this] {
        if (m_trial.isRunning())
            m_stop.requestStop();
        else
            begin();
        enable();
    });
    connect(&m_trial, &QFutureWatcherBase::finished, this, &GateTrialBar::ended);
    clear();
}

GateTrialBar::~GateTrialBar()
{
    m_stop.requestStop();
    m_trial.waitForFinished(); // it uses the process host
}

void GateTrialBar::offer(const TargetFacts &target, const RunOptions &options)
{
    m_target = target;
    m_options = options;
    m_whyNot.clear();
    enable();
}

void GateTrialBar::refuse(const QString &whyNot)
{
    m_whyNot = whyNot;
    enable();
}

void GateTrialBar::clear()
{
    if (m_trial.isRunning()) {
        m_outdated = true;
        m_stop.requestStop();
        m_chip->show(Meaning::Idle, tr("ending"));
        say(tr("The commands were changed: this trial is of no use any more."));
    } else {
        m_chip->show(Meaning::Idle, {});
        say({});
    }
    enable();
}

QString GateTrialBar::said() const
{
    return m_chip->chip().text + u' ' + m_words->text();
}

void GateTrialBar::say(const QString &words)
{
    m_words->setText(words);
    m_words->setVisible(!words.isEmpty());
}

void GateTrialBar::enable()
{
    const bool running = m_trial.isRunning();
    const bool ending = running && m_stop.stopRequested();
    m_run->setText(running ? tr("Cancel") : tr("&Run it now"));
    m_run->setEnabled(running ? !ending : m_whyNot.isEmpty());
    m_run->setToolTip(running                  ? tr("End the trial; nothing is kept of it")
                          : m_whyNot.isEmpty() ? tr("Prepare the base and run the gate once, as a run's baseline would")
                                               : m_whyNot);
}

void GateTrialBar::begin()
{
    m_stop = {};
    m_outdated = false;
    m_chip->show(Meaning::Idle, tr("running"));
    say(tr("Preparing the base and running the gate…"));
    m_trial.setFuture(QtConcurrent::run(
        [&host = m_host, target = m_target, options = m_options, stop = m_stop.token()]() -> Result<GateTrial> {
            return tryGate(host, target, options, SystemClock(), stop);
        }));
}

void GateTrialBar::ended()
{
    enable();
    const auto trial = m_trial.result();
    if (m_outdated) {
        m_chip->show(Meaning::Idle, tr("not tried"));
        say(tr("The commands were changed while they ran: run them again."));
        return;
    }
    if (!trial && trial.error().kind == ErrorKind::Stopped) {
        clear();
        return;
    }
    if (!trial) {
        m_chip->show(Meaning::Bad, tr("not run"));
        say(Formats::line(trial.error().text()));
        return;
    }
    const GateReport &report = trial->report;
    std::chrono::milliseconds took{0};
    for (const CommandReport &command : report.commands)
        took += command.duration;
    QStringList words{gateWords(report), tr("in %1").arg(Formats::duration(took))};
    if (report.commands.isEmpty()) {
        m_chip->show(Meaning::Unsure, tr("unguarded"));
        words = {tr("There is no gate: only checks would judge.")};
    } else if (const QString broken = report.brokenReason(); !broken.isEmpty()) {
        m_chip->show(Meaning::Bad, tr("measured nothing"));
        words = {Formats::line(broken), lastLine(trial->outputs)};
    } else if (std::ranges::all_of(report.commands, &CommandReport::isGreen)) {
        m_chip->show(Meaning::Good, tr("green"));
    } else {
        m_chip->show(Meaning::Bad, tr("red"));
        words += {failing(report), tr("A red gate is allowed: its failing set may shrink, never grow.")};
    }
    words.removeAll(QString());
    say(words.join(u" · "_s));
}

} // namespace assay::ui
