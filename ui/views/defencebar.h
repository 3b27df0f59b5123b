// Hunk defence on demand: which hunks of the change nothing would miss, and the work of finding out.
#pragma once

#include "ui/run/defencework.h"
#include "ui/run/engineroom.h"
#include "ui/run/rundocument.h"

#include <QPointer>
#include <QWidget>

class QAction;
class QLabel;
class QPushButton;

namespace assay::ui {

class Problem;

/// Thread: GUI. Says what the journal tells of the current checkpoint's hunks, and judges those that were not.
class DefenceBar : public QWidget {
    Q_OBJECT
public:
    enum class Shown {
        Always,
        WhileJudging ///< and while there is a problem; where it stands hidden, it has no command of its own to begin
    };
    DefenceBar(RunDocument &document, EngineRoom &engines, Shown shown, QWidget *parent = nullptr);
    /// Those places of base↔now; none: all but tests.
    void judge(const QList<ReviewPlace> &only);
    [[nodiscard]] QList<QAction *> commands() const { return {m_judge, m_cancel}; }
    [[nodiscard]] QString words() const;

Q_SIGNALS:
    void judged(const assay::HunkFact &fact); ///< as each is

private:
    void refresh();
    void ended();
    [[nodiscard]] QString standing() const;

    RunDocument &m_document;
    EngineRoom &m_engines;
    const Shown m_shown;
    QAction *m_judge, *m_cancel;
    QPushButton *m_start, *m_stop;
    QLabel *m_words;
    Problem *m_problem;
    QPointer<DefenceWork> m_work;
    QString m_progress; ///< of the work under way
};

} // namespace assay::ui
