// The run in time, and all that is known of the iteration that was chosen there.
#pragma once

#include "ui/models/moments.h"
#include "ui/views/runview.h"

#include <QTimer>

class QLabel;
class QSplitter;
class QToolButton;

namespace assay::ui {

class AskForm;
class Chip;
class ElidedLabel;
class EmptyOr;
class EvidencePane;
class OutlineView;
class TimelineLane;

class TimelineView : public RunView {
    Q_OBJECT
public:
    explicit TimelineView(const RunPlace &place, QWidget *parent = nullptr);
    [[nodiscard]] QString title() const override { return tr("Timeline"); }
    [[nodiscard]] Badge badge() const override;
    [[nodiscard]] QList<QAction *> commands() const override { return m_commands; }
    /// An iteration's number.
    bool reveal(const QString &iteration) override;
    [[nodiscard]] QWidget *focusWidgetOnEntry() override;

protected:
    void refresh(Parts parts) override;
    void hideEvent(QHideEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    QAction *command(const QString &text, const QString &toolTip, const std::function<void()> &what);
    void rewind();
    void showLane();
    void showIteration();
    void showRow();
    void enterRow();
    void enable(QAction *action, bool can, const QString &whyNot);
    [[nodiscard]] QDateTime until() const; ///< of what runs

    Moments m_moments;
    bool m_follows = true; ///< the newest iteration is the chosen one, until the reader chooses
    QTimer m_clock;
    TimelineLane *m_lane;
    EmptyOr *m_empty;
    QLabel *m_summary;
    ElidedLabel *m_heading;
    QLabel *m_reason;
    Chip *m_verdict;
    AskForm *m_ask;
    OutlineView *m_outline;
    QSplitter *m_sides;
    EvidencePane *m_evidence;
    QAction *m_asOf, *m_toChanges, *m_toJournal, *m_rewind;
    QList<QAction *> m_commands;
};

} // namespace assay::ui
