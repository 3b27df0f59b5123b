// "Why is this line here": from a line of the change to its iteration, task and findings, and the tests that defend it.
#pragma once

#include "core/review/lineorigin.h"
#include "ui/run/rundocument.h"

#include <QFutureWatcher>
#include <QWidget>

class QAction;
class QLabel;

namespace assay::ui {

class DiffPane;

/// A line below the change, hidden until it was asked for. Thread: GUI; the answer is found in a worker.
class LineWhy : public QWidget {
    Q_OBJECT
public:
    LineWhy(RunDocument &document, DiffPane *pane, QWidget *parent = nullptr);
    ~LineWhy() override;
    /// What the change is shown between.
    void refresh(const ObjectId &from, const ObjectId &to);
    [[nodiscard]] QAction *command() const { return m_ask; }
    [[nodiscard]] QString words() const; ///< as it is read, without links; empty: hidden

protected:
    void changeEvent(QEvent *event) override;

Q_SIGNALS:
    void asked(const QString &view, const QString &id); ///< a link was followed

private:
    struct Line {
        review::Side side = review::Side::Now;
        RepoPath path;
        int line = 0; ///< from 1; 0: none that can be asked of
        friend bool operator==(const Line &, const Line &) = default;
    };
    [[nodiscard]] Line current() const;
    void ask();
    void answer();
    void enableAsking();
    void rowChanged(); ///< an answer is about its line alone

    RunDocument &m_document;
    DiffPane *m_pane;
    QAction *m_ask;
    QLabel *m_words;
    ObjectId m_from, m_to;
    Line m_line; ///< that was asked of
    QFutureWatcher<Result<review::LineOrigin>> m_finding;
};

} // namespace assay::ui
