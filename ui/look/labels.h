// Labels in the few types that there are; texts of others are never read as markup.
#pragma once

#include "ui/look/metrics.h"

#include <QLabel>

namespace assay::ui {

[[nodiscard]] QLabel *label(const QString &text, Type type, QWidget *parent = nullptr);
[[nodiscard]] QLabel *sectionLabel(const QString &text, QWidget *parent = nullptr);
/// In quiet ink and size; stays right when the scheme is switched.
[[nodiscard]] QLabel *quietLabel(const QString &text, QWidget *parent = nullptr);
/// For a label with links, when its palette changed: they keep the ink of the one that they were read with.
void readLinksAnew(QLabel *label);
/// Elides in the middle instead of widening the window; the whole text is its tool tip and can be copied.
class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget *parent = nullptr, Qt::TextElideMode mode = Qt::ElideMiddle);
    void setFullText(const QString &text);
    [[nodiscard]] const QString &fullText() const { return m_text; }
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void elide();
    QString m_text;
    Qt::TextElideMode m_mode;
};

} // namespace assay::ui
