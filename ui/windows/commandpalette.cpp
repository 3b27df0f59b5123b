#include "ui/windows/commandpalette.h"

#include "ui/look/metrics.h"

#include <QAction>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListWidget>
#include <QTimer>
#include <QVBoxLayout>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

constexpr QSize paletteSize{520, 360};

/// How well a name fits what was typed; the smaller, the better.
enum Fit { Begins, WordBegins, Holds, Letters, None };
Fit fitOf(const QString &name, const QString &typed)
{
    const QString wanted = typed.simplified();
    if (name.startsWith(wanted, Qt::CaseInsensitive))
        return Begins;
    if (name.contains(u' ' + wanted, Qt::CaseInsensitive))
        return WordBegins;
    if (name.contains(wanted, Qt::CaseInsensitive))
        return Holds;
    // In their order, anywhere: "shau" finds "Show Audit".
    qsizetype at = 0;
    for (const QChar letter : wanted) {
        if (letter.isSpace())
            continue;
        at = name.indexOf(letter, at, Qt::CaseInsensitive);
        if (at < 0)
            return None;
        ++at;
    }
    return Letters;
}

} // namespace

CommandPalette *CommandPalette::open(const QList<QAction *> &commands, QWidget *window)
{
    auto *palette = new CommandPalette(commands, window);
    palette->show();
    palette->m_edit->setFocus(Qt::PopupFocusReason);
    return palette;
}

CommandPalette::CommandPalette(const QList<QAction *> &commands, QWidget *window)
    : QFrame(window, Qt::Popup),
      m_commands(commands),
      m_edit(new QLineEdit(this)),
      m_list(new QListWidget(this))
{
    setAttribute(Qt::WA_DeleteOnClose);
    setObjectName(u"palette"_s);
    setFrameShape(QFrame::StyledPanel);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(gap, gap, gap, gap);
    layout->addWidget(m_edit);
    layout->addWidget(m_list);
    m_edit->setPlaceholderText(tr("What do you want to do?"));
    m_edit->setAccessibleName(tr("Find a command"));
    m_list->setAccessibleName(tr("Commands"));
    m_list->setFrameShape(NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_edit->installEventFilter(this);
    connect(m_edit, &QLineEdit::textChanged, this, &CommandPalette::filter);
    connect(m_list, &QListWidget::itemClicked, this, &CommandPalette::run);
    const QSize size = paletteSize.boundedTo(window->size());
    resize(size);
    move(window->mapToGlobal(QPoint((window->width() - size.width()) / 2, window->height() / 8)));
    filter({});
}

void CommandPalette::filter(const QString &text)
{
    m_list->clear();
    // What was meant stands first; among those that fit as well, what can be done.
    for (const Fit fit : {Begins, WordBegins, Holds, Letters}) {
        for (const bool enabled : {true, false})
            add(text, fit, enabled);
    }
    m_list->setCurrentRow(0);
}

void CommandPalette::add(const QString &typed, int fit, bool enabled)
{
    for (QAction *command : std::as_const(m_commands)) {
        const QString name = command->text().remove(u'&');
        if (command->isEnabled() != enabled || fitOf(name, typed) != fit)
            continue;
        const QString key = command->shortcut().toString(QKeySequence::NativeText);
        auto *item = new QListWidgetItem(key.isEmpty() ? name : u"%1    %2"_s.arg(name, key), m_list);
        item->setData(Qt::UserRole, QVariant::fromValue(static_cast<QObject *>(command)));
        item->setToolTip(command->toolTip());
        if (enabled)
            continue;
        item->setFlags(item->flags() & ~Qt::ItemIsEnabled);
        const QString why = command->toolTip().section(u'\n', 1);
        if (!why.isEmpty())
            item->setText(item->text() + u"    "_s + why);
    }
}

void CommandPalette::run()
{
    QListWidgetItem *item = m_list->currentItem();
    if (!item || !(item->flags() & Qt::ItemIsEnabled))
        return;
    auto *command = qobject_cast<QAction *>(item->data(Qt::UserRole).value<QObject *>());
    close();
    // After this popup is gone: the command may open another or move the focus.
    if (command)
        QTimer::singleShot(0, command, &QAction::trigger);
}

bool CommandPalette::eventFilter(QObject *object, QEvent *event)
{
    if (object == m_edit && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Down || key == Qt::Key_Up) {
            const int rows = m_list->count();
            if (rows > 0)
                m_list->setCurrentRow((m_list->currentRow() + (key == Qt::Key_Down ? 1 : rows - 1)) % rows);
            return true;
        }
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            run();
            return true;
        }
    }
    return QFrame::eventFilter(object, event);
}

} // namespace assay::ui
