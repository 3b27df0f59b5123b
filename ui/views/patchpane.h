// A piece of a patch to read beside a question: added and removed lines on their washes, and never more than a few
// hundred lines. The whole change is in the Changes view.
#pragma once

#include <QPlainTextEdit>

namespace assay::ui {

class PatchPane : public QPlainTextEdit {
    Q_OBJECT
public:
    static constexpr int linesMost = 400;

    explicit PatchPane(QWidget *parent = nullptr);
    /// As git wrote it; fit for reading, cut off behind linesMost with a last line that says so.
    void showPatch(const QString &patch);
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void changeEvent(QEvent *event) override;

private:
    void wash();
};

} // namespace assay::ui
