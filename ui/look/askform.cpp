#include "ui/look/askform.h"

#include "ui/look/labels.h"
#include "ui/look/problem.h"
#include "ui/look/scrolled.h"

#include <QApplication>
#include <QComboBox>
#include <QCompleter>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

namespace assay::ui {
namespace {

constexpr int linesShown = 4;

} // namespace

AskForm::AskForm(QWidget *parent)
    : QFrame(parent),
      m_sentence(label({}, Type::Body, this)),
      m_line(new QLineEdit(this)),
      m_choice(new QComboBox(this)),
      m_lines(new QPlainTextEdit(this)),
      m_do(new QPushButton(this)),
      m_cancel(new QPushButton(tr("Cancel"), this)),
      m_problem(new Problem(this))
{
    auto *rows = new QVBoxLayout(this);
    rows->setContentsMargins(0, gridStep, 0, gridStep);
    rows->setSpacing(gridStep);
    rows->addWidget(m_sentence);
    auto *line = new QHBoxLayout;
    line->setSpacing(gap);
    line->addWidget(m_line, 1);
    line->addWidget(m_choice, 1);
    line->addWidget(m_lines, 1);
    line->addWidget(m_do);
    line->addWidget(m_cancel);
    rows->addLayout(line);
    rows->addWidget(m_problem);
    m_sentence->setWordWrap(true);
    m_choice->setEditable(true);
    m_choice->setInsertPolicy(QComboBox::NoInsert);
    m_choice->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_choice->completer()->setFilterMode(Qt::MatchContains);
    m_choice->installEventFilter(this); // it keeps Return and Escape to itself
    m_lines->setTabChangesFocus(true);
    m_lines->setFixedHeight(m_lines->fontMetrics().lineSpacing() * linesShown + groupGap);
    m_lines->setFont(monospace(Type::Body));
    m_lines->installEventFilter(this);
    m_do->setDefault(true);
    m_do->setAutoDefault(false);
    m_cancel->setAutoDefault(false);
    connect(m_do, &QPushButton::clicked, this, &AskForm::answer);
    connect(m_cancel, &QPushButton::clicked, this, &AskForm::dismiss);
    connect(m_line, &QLineEdit::textEdited, this, &AskForm::edited);
    connect(m_lines, &QPlainTextEdit::textChanged, this, &AskForm::edited);
    connect(m_choice, &QComboBox::editTextChanged, this, &AskForm::edited);
    hide();
}

void AskForm::ask(Question question, std::function<void(const QString &)> then)
{
    if (isHidden())
        m_before = QApplication::focusWidget();
    else
        keepDraft();
    m_question = std::move(question);
    const QString draft = m_drafts.value(m_question.sentence);
    const QString first = draft.isEmpty() ? m_question.initial : draft;
    m_then = std::move(then);
    m_sentence->setText(m_question.sentence);
    fitSentence();
    const bool choice = !m_question.known.isEmpty();
    m_line->setVisible(!choice && !m_question.lines);
    m_lines->setVisible(m_question.lines);
    m_lines->setPlainText(first);
    m_lines->setAccessibleName(m_question.sentence);
    m_choice->setVisible(choice);
    m_choice->clear();
    m_choice->addItems(m_question.known);
    m_choice->setEditText(first);
    m_line->setText(first);
    m_line->setAccessibleName(m_question.sentence);
    m_choice->setAccessibleName(m_question.sentence);
    m_choice->lineEdit()->setAccessibleName(m_question.sentence);
    m_do->setText(m_question.verb);
    if (draft.isEmpty())
        m_problem->clear(); // nothing was written yet
    else
        m_problem->show(tr("What you had begun to write is here again."), Meaning::Idle);
    show();
    field()->setFocus(Qt::OtherFocusReason);
    if (choice)
        m_choice->lineEdit()->selectAll();
    else if (m_question.lines)
        m_lines->moveCursor(QTextCursor::End);
    bringIntoSight(this);
}

QWidget *AskForm::field() const
{
    return m_question.lines          ? static_cast<QWidget *>(m_lines)
        : m_question.known.isEmpty() ? static_cast<QWidget *>(m_line)
                                     : m_choice;
}

void AskForm::edited()
{
    const QString given = text();
    const QString why = given.isEmpty() || !m_question.problemOf ? QString() : m_question.problemOf(given);
    if (why.isEmpty())
        m_problem->clear();
    else
        m_problem->show(why, Meaning::Unsure);
}

void AskForm::moveEvent(QMoveEvent *event)
{
    QFrame::moveEvent(event);
    stayInSight();
}

void AskForm::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    fitSentence();
    stayInSight();
}

/// A page that has little room gives each part its least, which of a sentence is one line, however it wraps.
void AskForm::fitSentence()
{
    m_sentence->setMinimumHeight(m_sentence->heightForWidth(width()));
}

/// What it needs is all it takes: the page has the rest.
QSize AskForm::sizeHint() const
{
    return {QFrame::sizeHint().width(), minimumSizeHint().height()};
}

void AskForm::stayInSight()
{
    // Once whoever moved it is done: a page grows in several rounds.
    QMetaObject::invokeMethod(
        this,
        [this] {
            if (!isHidden() && isAncestorOf(QApplication::focusWidget()))
                bringIntoSight(this);
        },
        Qt::QueuedConnection);
}

void AskForm::keepDraft()
{
    const QString given = text();
    if (given.isEmpty() || given == m_question.initial.trimmed())
        m_drafts.remove(m_question.sentence);
    else
        m_drafts.insert(m_question.sentence, given);
}

void AskForm::dismiss()
{
    if (!isHidden())
        keepDraft();
    const bool focused = isAncestorOf(QApplication::focusWidget());
    hide();
    m_then = nullptr;
    if (focused && m_before)
        m_before->setFocus(Qt::OtherFocusReason);
}

QString AskForm::text() const
{
    if (m_question.lines)
        return m_lines->toPlainText().trimmed();
    return (m_question.known.isEmpty() ? m_line->text() : m_choice->currentText()).trimmed();
}

void AskForm::answer()
{
    const QString given = text();
    QString problem = given.isEmpty() ? m_question.missing : QString();
    if (problem.isEmpty() && m_question.problemOf)
        problem = m_question.problemOf(given);
    if (!problem.isEmpty()) {
        m_problem->show(problem, Meaning::Unsure);
        field()->setFocus(Qt::OtherFocusReason);
        bringIntoSight(m_problem);
        bringIntoSight(field());
        return;
    }
    const auto then = m_then;
    dismiss();
    m_drafts.remove(m_question.sentence);
    if (then)
        then(given);
}

bool AskForm::eventFilter(QObject *object, QEvent *event)
{
    if (object == m_choice && event->type() == QEvent::KeyPress) {
        auto *key = static_cast<QKeyEvent *>(event);
        if (key->key() == Qt::Key_Escape || key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter) {
            keyPressEvent(key);
            return true;
        }
    }
    const bool pressed = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (object == m_lines && pressed) {
        auto *key = static_cast<QKeyEvent *>(event);
        const bool enter = key->key() == Qt::Key_Return || key->key() == Qt::Key_Enter;
        if (key->key() == Qt::Key_Escape || (enter && key->modifiers() & Qt::ControlModifier)) {
            if (event->type() == QEvent::KeyPress)
                keyPressEvent(key);
            else
                event->accept(); // Ctrl+Return is the window's, too
            return true;
        }
    }
    return QFrame::eventFilter(object, event);
}

void AskForm::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape)
        dismiss();
    else if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
        answer();
    else
        QFrame::keyPressEvent(event);
}

} // namespace assay::ui
