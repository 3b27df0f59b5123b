// One view of a run window: shows the document, speaks to the desk.
#pragma once

#include "ui/look/meaning.h"
#include "ui/run/ownerdesk.h"
#include "ui/run/rundocument.h"

#include <QWidget>

class QAction;

namespace assay::ui {

class EngineRoom;

/// What every view is made of; all outlive it.
struct RunPlace {
    RunDocument &document;
    OwnerDesk &desk;
    EngineRoom *engines = nullptr; ///< null: nothing can be run from here
};

/// Thread: GUI. A subclass builds its widgets in its constructor and fills them in refresh().
class RunView : public QWidget {
    Q_OBJECT
public:
    /// `parts`: what this view looks at; it is refreshed only when one of these changed.
    RunView(const RunPlace &place, Parts parts, QWidget *parent = nullptr);

    /// In the run window's list.
    [[nodiscard]] virtual QString title() const = 0;
    /// The number behind the title, or empty; with a meaning where it needs one.
    struct Badge {
        QString text;
        std::optional<Meaning> meaning;
    };
    [[nodiscard]] virtual Badge badge() const { return {}; }
    /// Commands of this view, for the palette and the menu; those that cannot be done now are disabled with a tool tip
    /// that says why.
    [[nodiscard]] virtual QList<QAction *> commands() const { return {}; }
    /// Brings a thing of this view into sight and selects it: "F3", "T3", an iteration's number. False: not here.
    virtual bool reveal(const QString &id);
    /// The widget that has the focus when the view is chosen.
    [[nodiscard]] virtual QWidget *focusWidgetOnEntry() { return this; }

Q_SIGNALS:
    /// Another view shows this better: a finding, a task, an iteration, an evidence digest.
    void asked(const QString &view, const QString &id);
    void badgeChanged();

protected:
    /// The document's state is loaded. `parts` is Part::All when everything is another (loaded, another moment).
    virtual void refresh(Parts parts) = 0;
    [[nodiscard]] const RunState &state() const { return m_place.document.state(); }
    [[nodiscard]] RunDocument &document() const { return m_place.document; }
    [[nodiscard]] OwnerDesk &desk() const { return m_place.desk; }
    /// What has no end yet is under way at the moment shown; else it was cut off.
    [[nodiscard]] bool goesOn() const { return document().isLive() || document().asOf() > 0; }
    /// Why the run would refuse this command now, by the engine's own rule; empty: it would not. For a form that says so
    /// while it is filled in.
    [[nodiscard]] QString refusalOf(const QString &verb, const QJsonObject &args) const;
    void showEvent(QShowEvent *event) override;

private:
    void stale(Parts parts);
    RunPlace m_place;
    Parts m_parts, m_stale;
};

} // namespace assay::ui
