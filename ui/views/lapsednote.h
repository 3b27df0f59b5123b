// What was left out before it changed: it is in the bundle again, and nobody said that it should be.
#pragma once

#include "core/journal/reviewmarks.h"

#include <QLabel>

namespace assay::ui {

/// Hidden while there is nothing to say. Each place is a link.
class LapsedNote : public QLabel {
    Q_OBJECT
public:
    explicit LapsedNote(QWidget *parent = nullptr);
    void show(const QList<ReviewPlace> &places);
    [[nodiscard]] QString words() const; ///< without markup; empty while hidden

protected:
    void changeEvent(QEvent *event) override;

Q_SIGNALS:
    void wanted(const assay::RepoPath &path); ///< its link was followed

private:
    [[nodiscard]] QStringList names() const; ///< of the first few
    QList<ReviewPlace> m_places;
};

} // namespace assay::ui
