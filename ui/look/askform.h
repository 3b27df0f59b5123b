// Asks for one text before something is done: a form inside its view, never a dialog.
#pragma once

#include <QFrame>
#include <QHash>
#include <QPointer>
#include <QStringList>

#include <functional>

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace assay::ui {

class Problem;

/// What is asked, and how the answer is given.
struct Question {
    QString sentence;  ///< "Why is F3 not to be worked?"
    QString verb;      ///< of the button: "Decline"
    QString missing;   ///< the problem when nothing is given; empty: nothing may be given
    QString initial;
    bool lines = false; ///< several lines are asked for; Ctrl+Return answers
    QStringList known; ///< offered to choose from; empty: a plain line
    /// Why a text will not do, or empty.
    std::function<QString(const QString &)> problemOf = {};
};

/// Hidden until it asks. Return answers, Escape leaves it; the focus then goes back to where it was. Words that were left
/// without an answer are there again when the same is asked.
class AskForm : public QFrame {
    Q_OBJECT
public:
    explicit AskForm(QWidget *parent = nullptr);
    /// `then` gets the trimmed text; what it captures must live as long as the form.
    void ask(Question question, std::function<void(const QString &)> then);
    void dismiss();
    [[nodiscard]] QString text() const;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void moveEvent(QMoveEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    void answer();
    void keepDraft();
    void fitSentence();
    void stayInSight(); ///< while it is written into
    [[nodiscard]] QWidget *field() const;
    /// A text that will not do is told while it is written.
    void edited();
    Question m_question;
    std::function<void(const QString &)> m_then;
    QPointer<QWidget> m_before;
    QHash<QString, QString> m_drafts; ///< by the sentence that asked
    QLabel *m_sentence;
    QLineEdit *m_line;
    QComboBox *m_choice;
    QPlainTextEdit *m_lines;
    QPushButton *m_do, *m_cancel;
    Problem *m_problem;
};

} // namespace assay::ui
