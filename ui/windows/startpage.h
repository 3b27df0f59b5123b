// Recent runs with where they stand, and the ways to begin: a new run, a run folder, the demo.
#pragma once

#include "ui/windows/runsummary.h"

#include <QFutureWatcher>
#include <QTimer>
#include <QWidget>

class QTreeView;

namespace assay::ui {

class EmptyOr;
class RunsModel;

class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(QWidget *parent = nullptr);
    ~StartPage() override;
    /// Looks at the runs of this machine again.
    void refresh();

Q_SIGNALS:
    void runChosen(const QString &folder);
    void newRunAsked();
    void demoAsked();
    void compareAsked();

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    void open();
    void show(const QList<RunSummary> &runs);
    RunsModel *m_model;
    QTreeView *m_table;
    EmptyOr *m_empty;
    QFutureWatcher<RunSummary> m_reading;
    QTimer m_again;
};

} // namespace assay::ui
