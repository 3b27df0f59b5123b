// An agent's activity to read: folds, follows what comes, and can be searched.
#pragma once

#include "ui/models/activitymodel.h"

#include <QFutureWatcher>
#include <QTimer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QTableView;
class QToolButton;
class QCheckBox;

namespace assay::ui {

class ActivityDelegate;

/// Where a text stands: lines counted from the session's first, at most hitsMost of them, and how many there are.
struct ActivityHits {
    static constexpr qsizetype hitsMost = 10'000;
    QList<qint64> lines;
    qint64 count = 0;
    qint64 searchedUpTo = 0; ///< lines that came behind it were not looked at
};
/// Blocks; for a worker. Looks through `pieces`, whose first line is the number `first`, from line `from` on.
[[nodiscard]] ActivityHits searchActivity(const QList<std::shared_ptr<const ActivityPiece>> &pieces, qint64 first,
                                          qint64 from, const QString &text);

/// Thread: GUI; searching is done on another.
class ActivityPane : public QWidget {
    Q_OBJECT
public:
    explicit ActivityPane(QWidget *parent = nullptr);
    ~ActivityPane() override;
    [[nodiscard]] ActivityModel &model() { return *m_model; }
    [[nodiscard]] QTableView *table() const { return m_table; }
    [[nodiscard]] QLineEdit *search() const { return m_search; }
    /// The newest line stays in sight while lines come.
    [[nodiscard]] bool isFollowing() const;
    void setFollowing(bool following);
    /// Lines came: follows them, and looks for the searched text in them.
    void grew();
    void cleared();
    void findNext(bool forward);
    [[nodiscard]] QString found() const; ///< "3 of 214"

protected:
    bool eventFilter(QObject *object, QEvent *event) override;

private:
    void fold(bool folded);
    void copy() const;
    void searchAgain();
    void searchMore();
    void take();
    void tell();

    ActivityModel *m_model;
    ActivityDelegate *m_delegate;
    QTableView *m_table;
    QLineEdit *m_search;
    QLabel *m_found;
    QToolButton *m_previous, *m_next;
    QCheckBox *m_follow;
    QFutureWatcher<ActivityHits> m_searching;
    QString m_searched; ///< what m_hits are of
    ActivityHits m_hits;
    qsizetype m_at = -1;
    QTimer m_more;
};

} // namespace assay::ui
