// The whole change beside what is seen of it: where lines changed, where something was found, where a warning stands.
#pragma once

#include <QWidget>

namespace assay::ui {

class DiffView;

/// What stands at each pixel of a height: marks of rows gathered.
class RulerMarks {
public:
    enum Mark : quint16 {
        Added = 1,
        Removed = 2,
        Hit = 4,
        Warning = 8,
        File = 16,
        Reviewed = 32,
        LeftOut = 64,
        Comment = 128,
        Undefended = 256
    };

    RulerMarks(int rows, int height) : m_rows(rows), m_marks(std::max(height, 0)) {}
    int add(int row, int count, Mark mark); ///< the first row below the pixels that have it now
    [[nodiscard]] int height() const { return int(m_marks.size()); }
    [[nodiscard]] quint16 at(int y) const { return m_marks.at(y); }
    [[nodiscard]] int yOf(int row) const;
    [[nodiscard]] int rowAt(int y) const;

private:
    int m_rows;
    QList<quint16> m_marks;
};

/// Of one DiffView; a click goes there. Thread: GUI.
class DiffRuler : public QWidget {
    Q_OBJECT
public:
    static constexpr int kWidth = 12;
    explicit DiffRuler(DiffView *view, QWidget *parent = nullptr);
    [[nodiscard]] RulerMarks marks() const;
    [[nodiscard]] QSize sizeHint() const override { return {kWidth, 0}; }

protected:
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void goTo(int y);
    DiffView *m_view;
    std::optional<RulerMarks> m_marks; ///< null: to be gathered anew
};

} // namespace assay::ui
