// *Run it now*: the gate as it is written on the page, tried once on the base, and what it said.
#pragma once

#include "core/engine/gatetrial.h"

#include <QFutureWatcher>
#include <QWidget>

class QLabel;
class QPushButton;

namespace assay::ui {

class Chip;

/// Thread: GUI; the trial runs in a worker. What it shows is of the commands it was run with: clear() when they change.
class GateTrialBar : public QWidget {
    Q_OBJECT
public:
    explicit GateTrialBar(ProcessHost &host, QWidget *parent = nullptr);
    ~GateTrialBar() override; ///< stops a trial, and waits for it
    /// What *Run it now* would run, or why it cannot (then the button says so).
    void offer(const TargetFacts &target, const RunOptions &options);
    void refuse(const QString &whyNot);
    void clear(); ///< other commands: what was shown is of no use any more
    [[nodiscard]] QString said() const; ///< what it shows, for readers

private:
    void begin();
    void ended();
    void say(const QString &words);
    void enable();

    ProcessHost &m_host;
    TargetFacts m_target;
    RunOptions m_options;
    QString m_whyNot;
    bool m_outdated = false; ///< the commands were changed while it ran
    StopSource m_stop;
    QFutureWatcher<Result<GateTrial>> m_trial;
    QPushButton *m_run;
    Chip *m_chip;
    QLabel *m_words;
};

} // namespace assay::ui
