// The run window's own commands, with their keys.
#include "ui/views/notebar.h"
#include "ui/windows/budgetform.h"
#include "ui/windows/commandpalette.h"
#include "ui/windows/runwindow.h"

#include <QAction>

using namespace Qt::StringLiterals;

namespace assay::ui {

QAction *RunWindow::action(const QString &text, const QKeySequence &key, const QString &toolTip,
                           const std::function<void()> &what)
{
    auto *made = new QAction(text, this);
    made->setShortcut(key);
    made->setToolTip(key.isEmpty() ? toolTip : u"%1 (%2)"_s.arg(toolTip, key.toString(QKeySequence::NativeText)));
    connect(made, &QAction::triggered, this, what);
    addAction(made);
    m_commands.append(made);
    return made;
}

void RunWindow::makeActions()
{
    m_pause = action(tr("Pause"), QKeySequence(Qt::CTRL | Qt::Key_P), tr("Pause at the next step"),
                     [this] { m_desk.tell(u"pause"_s); });
    m_resume = action(tr("Resume"), QKeySequence(Qt::CTRL | Qt::Key_R), tr("Go on"), [this] { resume(); });
    m_step = action(tr("Step"), QKeySequence(Qt::Key_F5), tr("Do one step, then pause"),
                    [this] { m_desk.tell(u"step"_s); });
    m_stop = action(tr("Stop"), QKeySequence(Qt::CTRL | Qt::Key_Period),
                    tr("Stop within two seconds; the run can be resumed"), [this] { stop(); });
    m_answer = action(tr("Answer"), QKeySequence(Qt::CTRL | Qt::Key_Return),
                      tr("Go to the front card, then give its default answer"), [this] { answer(); });
    m_answer->setAutoRepeat(false); // a key held down answers one card, not all of them
    m_undo = action(tr("Undo"), QKeySequence::Undo, tr("Take back what you told the run last"),
                    [this] { m_desk.tell(u"undo"_s); });
    m_skip = action(tr("End what runs now"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Period),
                    tr("End the agent session, gate, check or preparation that runs; the run goes on"),
                    [this] { m_desk.tell(u"skip"_s); });
    m_now = action(tr("Back to now"), QKeySequence(Qt::CTRL | Qt::Key_End), tr("Show the run as it is now"),
                   [this] { m_document.showNow(); });
    action(tr("Leave a note for the next agent session…"), QKeySequence::New, tr("What the next session should know"),
           [this] { m_note->open(); });
    action(tr("Change the budget…"), QKeySequence(Qt::CTRL | Qt::Key_B), tr("How many iterations the run may spend"),
           [this] { m_budget->askIterations(); });
    action(tr("Change the time limit…"), {}, tr("How long the run may work in all"), [this] { m_budget->askTime(); });
    action(tr("Find a command…"), QKeySequence(Qt::CTRL | Qt::Key_K), tr("Every command by its name"),
           [this] { CommandPalette::open(commands(), this); });
    m_keys = action(tr("Show all keys"), QKeySequence(Qt::Key_F1), tr("Every command with its key"),
                    [this] { CommandPalette::open(commands(), this); });
    action(tr("Close"), QKeySequence::Close, tr("Close this window; the run goes on"), [this] { close(); });
}

} // namespace assay::ui
