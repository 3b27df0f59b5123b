// What was changed: base against now, a checkpoint's change, an attempt's, rejected ones too; as files and a patch.
#pragma once

#include "core/process/processhost.h"
#include "ui/views/changesrows.h"
#include "ui/views/runview.h"

#include <QFutureWatcher>

class QComboBox;
class QLabel;
class QLineEdit;
class QTableView;

namespace assay::ui {

class ChangedFilesModel;
class EmptyOr;
class LinesView;
class Problem;

class ChangesView : public RunView {
    Q_OBJECT
public:
    /// The host starts git where the run has recorded no patch; it outlives the view.
    ChangesView(const RunPlace &place, ProcessHost &host, QWidget *parent = nullptr);
    ~ChangesView() override;
    [[nodiscard]] QString title() const override { return tr("Changes"); }
    [[nodiscard]] Badge badge() const override;
    [[nodiscard]] QList<QAction *> commands() const override { return m_commands; }
    /// An iteration's number, or a comparison's key ("now", "checkpoint 2").
    bool reveal(const QString &id) override;
    [[nodiscard]] QWidget *focusWidgetOnEntry() override;
    [[nodiscard]] LinesView *patchView() const { return m_lines; }

protected:
    void refresh(Parts parts) override;

private:
    using Read = Result<std::shared_ptr<const Patch>>;
    QAction *action(const QString &text, const QKeySequence &key, const std::function<void()> &what);
    void makeActions();
    [[nodiscard]] const Comparison *chosen() const;
    void fillChoices();
    void load();
    void loaded(const Read &read);
    void showFiles();
    void go(const QList<qsizetype> &where, bool backwards);
    void showFileOfLine(qsizetype line);
    void find(bool backwards);

    ProcessHost &m_host;
    StopSource m_stop; ///< ends what git still does when the view goes
    QList<Comparison> m_comparisons;
    std::optional<Comparison> m_loaded; ///< what the patch is of, or is being read for
    std::shared_ptr<const Patch> m_patch;
    QList<QAction *> m_commands;
    QComboBox *m_choice;
    QLabel *m_summary, *m_found;
    QLineEdit *m_search;
    Problem *m_problem;
    ChangedFilesModel *m_filesModel;
    QTableView *m_files;
    LinesView *m_lines;
    EmptyOr *m_empty;
    QFutureWatcher<Read> m_reading;
    QFutureWatcher<qsizetype> m_searching;
    bool m_again = false; ///< another comparison was chosen while one was read
};

} // namespace assay::ui
