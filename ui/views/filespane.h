// The files of a change beside it: a tree with a filter that follows the change and leads it.
#pragma once

#include "ui/views/filerows.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QTimer;
class QTreeView;

namespace assay::ui {

class DiffPane;

/// Left and right fold and unfold; what was folded stays so. The current file of a folded folder is the folder's line.
/// Thread: GUI.
class FilesPane : public QWidget {
    Q_OBJECT
public:
    /// `ofRun`: with classes and with what was reviewed, else a change of any repository.
    FilesPane(DiffPane *pane, bool ofRun, QWidget *parent = nullptr);
    using Lapsed = std::function<QList<ReviewPlace>(const DiffDocument &)>;
    /// `lapsed`: what was left out before it changed, asked anew as files are read. Null functions: nothing is known.
    void setKnown(const FileRows::ClassOf &classOf, const Lapsed &lapsed);
    void refresh();
    /// What was left out before it changed, as far as it is known.
    [[nodiscard]] const QList<ReviewPlace> &lapsed() const { return m_known.lapsed; }
    [[nodiscard]] QTreeView *tree() const { return m_tree; }
    [[nodiscard]] const ChangedFilesModel &model() const { return *m_model; }

Q_SIGNALS:
    void refreshed(); ///< what is known of the files is another

private:
    void makeTree(bool ofRun);
    void unfold(const QModelIndex &parent, int first, int last);
    void follow(const RepoPath &path);
    void lead(const QModelIndex &index);
    [[nodiscard]] QModelIndex firstFile(QModelIndex index) const;

    DiffPane *m_pane;
    ChangedFilesModel *m_model;
    QTreeView *m_tree;
    QLineEdit *m_filter;
    QComboBox *m_which;
    QTimer *m_counting; ///< counts come in handfuls, and the tree follows them now and then
    FileRows::Known m_known;
    Lapsed m_lapsedIn;
    QSet<QByteArray> m_folded; ///< keys of folders
    bool m_following = false; ///< the tree is brought after the change, and does not lead it
};

} // namespace assay::ui
