// Shows Lines: a painted view with virtual rows, whole lines selected, everything by keyboard.
#pragma once

#include "ui/look/lines.h"
#include "ui/look/painteditems.h"

#include <QAbstractScrollArea>
#include <QTextCharFormat>

namespace assay::ui {

struct Colours;

/// How code is painted, here and in a diff.
[[nodiscard]] QTextCharFormat codeFormat(CodeInk ink, const Colours &colours);

/// Where things stand; in pixels of the viewport.
struct LinesGeometry {
    int rowHeight = 16, charWidth = 8;
    bool numbers = true;
    int digits = 3;
    qsizetype first = 0; ///< the topmost line
    int scrolled = 0;    ///< text moved to the left by this
    [[nodiscard]] int numberWidth() const { return digits * charWidth + charWidth; }
    [[nodiscard]] int textClip() const { return numbers ? numberWidth() + 4 : 4; } ///< text never paints left of it
    [[nodiscard]] int textLeft() const { return textClip() - scrolled; }
    [[nodiscard]] int top(qsizetype line) const { return int(line - first) * rowHeight; }
    [[nodiscard]] qsizetype lineAt(int y) const { return first + (y >= 0 ? y : y - rowHeight + 1) / rowHeight; }
    [[nodiscard]] int fullRows(int height) const { return std::max(1, height / rowHeight); }
};

/// Thread: GUI.
class LinesView : public QAbstractScrollArea, public PaintedItems {
    Q_OBJECT
public:
    explicit LinesView(QWidget *parent = nullptr);
    /// Another text, from its top; null: none. A text with the same bytes only changes its inks.
    void show(std::shared_ptr<const Lines> lines);
    [[nodiscard]] const Lines &lines() const { return *m_lines; }
    [[nodiscard]] std::shared_ptr<const Lines> shared() const { return m_lines; }
    void setNumbers(bool shown);
    /// Said where the text would be, while there is none.
    void setPlaceholder(const QString &sentence);
    [[nodiscard]] const QString &placeholder() const { return m_placeholder; }
    /// Wherever it stands in what is seen, it is marked; empty: nothing is.
    void setMarked(const QString &text);

    [[nodiscard]] qsizetype currentLine() const { return m_current; }
    /// Selects it, or everything from where the selection began; brings it into sight. `onTop`: as the first line.
    void setCurrentLine(qsizetype line, bool extend = false, bool onTop = false);
    [[nodiscard]] qsizetype firstSelected() const { return std::min(m_anchor, m_current); }
    [[nodiscard]] qsizetype lastSelected() const { return std::max(m_anchor, m_current); }
    /// The bytes of the selected lines.
    [[nodiscard]] QByteArray selection() const;
    void copy() const;
    [[nodiscard]] LinesGeometry geometryNow() const;

    [[nodiscard]] int itemCount() const override { return int(m_lines->count()); }
    [[nodiscard]] QString itemText(int item) const override { return m_lines->shown(item); }
    [[nodiscard]] QRect itemRect(int item) const override;
    [[nodiscard]] int itemAt(QPoint place) const override;
    [[nodiscard]] int currentItem() const override { return m_lines->count() > 0 ? int(m_current) : -1; }
    void chooseItem(int item) override { setCurrentLine(item); }

Q_SIGNALS:
    void currentLineChanged(qsizetype line);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void paintLine(QPainter &painter, const LinesGeometry &geometry, qsizetype line);
    void fitScrollBars();
    std::shared_ptr<const Lines> m_lines;
    QString m_placeholder, m_marked;
    bool m_numbers = true;
    qsizetype m_current = 0, m_anchor = 0;
};

} // namespace assay::ui
