#include "ui/views/notebar.h"

#include "ui/look/formats.h"
#include "ui/look/labels.h"
#include "ui/look/problem.h"

#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

constexpr int linesShown = 3;
constexpr qsizetype notesShown = 5;

} // namespace

QList<NoteFact> pendingNotes(const RunState &state)
{
    int last = 0; // the last iteration that has, or had, a session
    for (const IterationFact &iteration : state.iterations) {
        if (!iteration.sessions.isEmpty())
            last = iteration.n;
    }
    QList<NoteFact> pending;
    for (const NoteFact &note : state.notes) {
        if (note.iteration >= last)
            pending.append(note);
    }
    return pending;
}

NoteBar::NoteBar(const RunPlace &place, QWidget *parent)
    : QWidget(parent),
      m_place(place),
      m_edit(new QPlainTextEdit(this)),
      m_leave(new QPushButton(tr("Leave the note"), this)),
      m_close(new QPushButton(tr("Close"), this)),
      m_pending(quietLabel({}, this)),
      m_problem(new Problem(this))
{
    auto *rows = new QVBoxLayout(this);
    rows->setContentsMargins(groupGap, 0, groupGap, gap);
    rows->setSpacing(gridStep);
    auto *name = quietLabel(tr("A note for the next agent session"), this);
    name->setBuddy(m_edit);
    rows->addWidget(name);
    m_edit->setAccessibleName(tr("Note for the next agent session"));
    m_edit->setPlaceholderText(tr("What it should know or leave alone. Ctrl+Return leaves the note."));
    m_edit->setTabChangesFocus(true);
    m_edit->setFixedHeight(m_edit->fontMetrics().lineSpacing() * linesShown + groupGap);
    m_edit->installEventFilter(this);
    rows->addWidget(m_edit);
    rows->addWidget(m_problem);
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(gap);
    buttons->addWidget(m_leave);
    buttons->addWidget(m_close);
    buttons->addStretch();
    rows->addLayout(buttons);
    m_pending->setWordWrap(true);
    rows->addWidget(m_pending);
    connect(m_leave, &QPushButton::clicked, this, &NoteBar::leave);
    connect(m_close, &QPushButton::clicked, this, &NoteBar::close);
    connect(m_edit, &QPlainTextEdit::textChanged, m_problem, &Problem::clear);
    connect(&m_place.document, &RunDocument::reset, this, &NoteBar::refresh);
    connect(&m_place.document, &RunDocument::changed, this, &NoteBar::refresh);
    connect(&m_place.desk, &OwnerDesk::refused, this, [this](const QString &verb, const Error &why) {
        if (verb == "note"_L1 && std::exchange(m_telling, false)) {
            m_problem->show(why, Meaning::Unsure);
            refresh();
        }
    });
    connect(&m_place.desk, &OwnerDesk::told, this, [this](const QString &verb) {
        if (verb != "note"_L1 || !std::exchange(m_telling, false))
            return;
        m_edit->clear();
        refresh();
    });
    hide();
    refresh();
}

void NoteBar::open()
{
    show();
    refresh();
    m_edit->setFocus(Qt::ShortcutFocusReason);
}

void NoteBar::close()
{
    hide();
}

void NoteBar::leave()
{
    const QString text = m_edit->toPlainText().trimmed();
    if (!m_leave->isEnabled())
        return;
    if (text.isEmpty()) {
        m_problem->show(tr("The note is empty: write what the next session should know."), Meaning::Unsure);
        m_edit->setFocus(Qt::OtherFocusReason);
        return;
    }
    m_telling = true;
    m_place.desk.tell(u"note"_s, {{u"text"_s, text}});
    refresh();
}

void NoteBar::refresh()
{
    if (isHidden())
        return;
    const bool past = m_place.document.asOf() > 0;
    m_leave->setEnabled(!past && !m_telling && m_place.document.isLoaded());
    m_leave->setToolTip(past ? tr("Nothing can be told to the past: go back to now first (Ctrl+End).")
                             : tr("The next session's prompt will hold it (Ctrl+Return)"));
    const QList<NoteFact> pending = pendingNotes(m_place.document.state());
    QStringList lines;
    if (!pending.isEmpty())
        lines.append(pending.size() == 1 ? tr("One note waits to be told:")
                                         : tr("%1 notes wait to be told:").arg(pending.size()));
    for (qsizetype i = std::max<qsizetype>(pending.size() - notesShown, 0); i < pending.size(); ++i)
        lines.append(u"· "_s + Formats::line(pending.at(i).text).left(300));
    m_pending->setText(lines.join(u'\n'));
    m_pending->setVisible(!lines.isEmpty());
}

QString NoteBar::pending() const
{
    return m_pending->isHidden() ? QString() : m_pending->text();
}

void NoteBar::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        close();
    else
        QWidget::keyPressEvent(event);
}

bool NoteBar::eventFilter(QObject *object, QEvent *event)
{
    if (object == m_edit && (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress)) {
        auto *key = static_cast<QKeyEvent *>(event);
        const bool leaves
            = (key->modifiers() & Qt::ControlModifier) && (key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter);
        if (leaves && event->type() == QEvent::ShortcutOverride) {
            event->accept(); // not the window's Ctrl+Return
            return true;
        }
        if (leaves) {
            leave();
            return true;
        }
        if (key->key() == Qt::Key_Escape && event->type() == QEvent::KeyPress) {
            close();
            return true;
        }
    }
    return QWidget::eventFilter(object, event);
}

} // namespace assay::ui
