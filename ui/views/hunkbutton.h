// What a pointer finds on a changed line: a button with all that can be said of its hunk, or of its file.
#pragma once

#include <QToolButton>

namespace assay::ui {

class DiffView;

/// Shows itself on the row under the pointer, at its right end. Its click asks for the menu of that row, as the right
/// button does. Thread: GUI.
class HunkButton : public QToolButton {
    Q_OBJECT
public:
    explicit HunkButton(DiffView *view);

Q_SIGNALS:
    void menuWanted(int row, QPoint globalPlace);

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    void follow(QPoint place); ///< in the viewport
    DiffView *m_view;
    int m_row = -1;
};

} // namespace assay::ui
