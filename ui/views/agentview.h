// What an agent does and did: the activity of one session, live, and what it was told and left.
#pragma once

#include "ui/models/sessionrows.h"
#include "ui/run/activityfeed.h"
#include "ui/views/runview.h"

#include <memory>

class QComboBox;
class QLabel;

namespace assay::ui {

class ActivityPane;
class Chip;
class EmptyOr;
class LeftPane;
class Problem;

class AgentView : public RunView {
    Q_OBJECT
public:
    explicit AgentView(const RunPlace &place, QWidget *parent = nullptr);
    ~AgentView() override;
    [[nodiscard]] QString title() const override { return tr("Agent"); }
    [[nodiscard]] QList<QAction *> commands() const override { return m_commands; }
    /// A session ("A4"), an iteration's number (its last session), or the digest of something a session left.
    bool reveal(const QString &id) override;
    [[nodiscard]] QWidget *focusWidgetOnEntry() override;

    [[nodiscard]] QString session() const { return m_session; } ///< shown
    [[nodiscard]] ActivityPane *pane() const { return m_pane; }
    [[nodiscard]] LeftPane *left() const { return m_left; }
    [[nodiscard]] QComboBox *sessions() const { return m_sessions; }
    [[nodiscard]] QString facts() const; ///< the line of tokens, cost and time

protected:
    void refresh(Parts parts) override;

private:
    void fillSessions();
    void open(const QString &session);
    void tell();
    [[nodiscard]] const SessionRow *row() const;
    [[nodiscard]] bool isRunning(const SessionRow &row) const;
    void makeCommands();

    QList<SessionRow> m_rows;
    QString m_session;
    QStringList m_listed; ///< what the box shows
    std::unique_ptr<ActivityFeed> m_feed;
    QComboBox *m_sessions;
    Chip *m_state;
    QLabel *m_facts, *m_dropped;
    Problem *m_problem;
    ActivityPane *m_pane;
    LeftPane *m_left;
    EmptyOr *m_said, *m_empty;
    QList<QAction *> m_commands;
};

} // namespace assay::ui
