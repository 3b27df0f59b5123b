// A new run on one page: target and base, gate as found and editable, agent, budget, supervision, containment, and
// every command that will be executed. Each problem stands next to its field; Start is enabled when there is none.
#pragma once

#include "core/agent/knownagents.h"
#include "ui/run/engineroom.h"
#include "ui/run/targetlook.h"

#include <QFutureWatcher>
#include <QTimer>
#include <QWidget>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QSpinBox;
class QDoubleSpinBox;

namespace assay::ui {

class GateTrialBar;
class Problem;

class NewRunPage : public QWidget {
    Q_OBJECT
public:
    explicit NewRunPage(EngineRoom &engines, QWidget *parent = nullptr);
    ~NewRunPage() override;
    void setTarget(const QString &folder);
    /// What Start would begin.
    [[nodiscard]] NewRun asked() const;
    /// Why it cannot be started yet; empty when it can.
    [[nodiscard]] QString whyNot() const;
    /// The run could not be made.
    void showProblem(const Error &error);

Q_SIGNALS:
    void startAsked(const assay::ui::NewRun &run);
    void cancelled();

private:
    void build();
    void look();
    void lookAtAgent();
    void agentLooked();
    void showAgentsHere();
    void looked();
    void review();
    [[nodiscard]] QStringList commandLines(const QPlainTextEdit *edit) const;

    EngineRoom &m_engines;
    QLineEdit *m_target, *m_base, *m_agent;
    QPlainTextEdit *m_gate, *m_prepare;
    QComboBox *m_supervision;
    QSpinBox *m_iterations;
    QDoubleSpinBox *m_hours;
    QCheckBox *m_contained, *m_containAgent;
    QLabel *m_found, *m_agentSays, *m_agentsHere, *m_will, *m_containment;
    Problem *m_targetProblem, *m_agentProblem, *m_problem;
    QPushButton *m_start;
    GateTrialBar *m_trial;
    QTimer m_wait, m_agentWait;
    QFutureWatcher<Result<TargetLook>> m_looking;
    QFutureWatcher<std::optional<Error>> m_agentLooking;
    QFutureWatcher<QList<AgentHere>> m_agentsLooking;
    QString m_agentLooked; ///< what is being looked at, or was; empty once other letters came
    std::optional<TargetLook> m_look;
    QString m_looked;      ///< target and base that m_look is of
    bool m_gateEdited = false, m_prepareEdited = false;
};

} // namespace assay::ui
