// A change to be read: the view of it, how it is shown, search, the whole beside it, and the workers that read it.
#pragma once

#include "ui/diff/diffloader.h"
#include "ui/diff/diffview.h"

#include <QFutureWatcher>
#include <QWidget>

class QAction;
class QComboBox;
class QLabel;
class QLineEdit;
class QToolButton;

namespace assay::ui {

/// Thread: GUI.
class DiffPane : public QWidget {
    Q_OBJECT
public:
    enum class Use {
        Review,  ///< marks hang on its hunks
        Compare, ///< read only; side by side at first, until the reader chooses
    };
    explicit DiffPane(QWidget *parent = nullptr, Use use = Use::Review);
    ~DiffPane() override;
    /// Two trees of a vault. The same again reads nothing.
    void compare(const QString &vault, const ObjectId &from, const ObjectId &to);
    void clear(const QString &placeholder);
    [[nodiscard]] DiffView *view() const { return m_view; }
    [[nodiscard]] const DiffLoader &loader() const { return *m_loader; }
    /// Keys for all of it; they hold within `host` too, the view that it is a part of.
    [[nodiscard]] QList<QAction *> commands() const { return m_commands; }

Q_SIGNALS:
    void failed(const assay::Error &error);
    void filesChanged(); ///< their list, or what is known of their lines: in view()->document()
    void currentFileChanged(const assay::RepoPath &path);

private:
    QAction *action(const QString &text, const QKeySequence &key, const std::function<void()> &what);
    void makeBar(class QLayout *layout);
    void makeActions();
    void load();
    void find();
    void found();
    void goTo();
    const Use m_use;
    DiffLoader *m_loader;
    DiffView *m_view;
    QComboBox *m_whitespace;
    QToolButton *m_sideBySide, *m_whole;
    QLabel *m_said;
    QLineEdit *m_search, *m_line;
    QList<QAction *> m_commands;
    DiffRequest m_request;
    bool m_shown = false; ///< m_request is what is shown
    StopSource m_searchStop;
    QFutureWatcher<DiffHits> m_searching;
    QString m_searched;
    bool m_searchAgain = false;
    int m_file = -1;
};

} // namespace assay::ui
