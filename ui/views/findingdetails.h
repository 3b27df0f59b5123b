// All of one finding: what was claimed, the checks in colour, every watched run with what it printed.
#pragma once

#include "core/journal/runfolder.h"
#include "core/journal/runstate.h"

#include <QWidget>

class QAction;
class QComboBox;
class QTableView;
class QTabWidget;

namespace assay::ui {

class Chip;
class ElidedLabel;
class FactsPanel;
class LinesLoader;
class LinesView;
class ProofRunsModel;

/// Thread: GUI; evidence is read by workers.
class FindingDetails : public QWidget {
    Q_OBJECT
public:
    /// `actions`: what can be done to the finding, as buttons.
    FindingDetails(const RunFolder &folder, const QList<QAction *> &actions, QWidget *parent = nullptr);
    /// Null: none is chosen.
    void show(const RunState &state, const Finding *finding);
    [[nodiscard]] QTableView *runs() const { return m_runs; }
    [[nodiscard]] LinesView *source() const { return m_source; }
    [[nodiscard]] LinesView *output() const { return m_output; }
    [[nodiscard]] QTabWidget *tabs() const { return m_tabs; }

Q_SIGNALS:
    /// As RunView::asked.
    void asked(const QString &view, const QString &id);

private:
    void showSource();
    void showOutput();

    RunFolder m_folder;
    ElidedLabel *m_title;
    Chip *m_state;
    FactsPanel *m_facts;
    QTabWidget *m_tabs;
    QComboBox *m_checks;
    LinesView *m_source, *m_output;
    LinesLoader *m_sourceLoader, *m_outputLoader;
    QTableView *m_runs;
    ProofRunsModel *m_runsModel;
    QString m_claim;               ///< whose finding is shown
    std::pair<Digest, QString> m_file;
    qint64 m_run = 0;
};

} // namespace assay::ui
