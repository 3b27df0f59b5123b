// A line made ready to be painted; kept while it may be seen again.
#pragma once

#include "ui/diff/diffsection.h"
#include "ui/diff/monospaced.h"
#include "ui/diff/shownline.h"
#include "ui/look/colours.h"

#include <QTextLayout>

#include <memory>

namespace assay::ui {

/// What is said of its characters: positions in the line's text. Thread: GUI.
class LaidLine {
public:
    LaidLine(const diff::LineText &text, std::span<const FileInks::Span> inks, const QList<diff::Span> &words,
             const QString &marked);
    /// `at`: the top left corner; only what stands between `left` and `right` is drawn. `selected`: in the line's text.
    void draw(QPainter &painter, const Monospaced &font, QPointF at, int left, int right, bool old,
              const diff::Span &selected, const Colours &colours) const;
    [[nodiscard]] qsizetype positionAt(const Monospaced &font, qreal x) const; ///< in its text; x from its begin
    [[nodiscard]] qsizetype length() const { return m_length; } ///< of its text
    [[nodiscard]] qsizetype shownLength() const { return m_shown.text().size() + m_more.size(); }

private:
    /// Characters in a row that look alike; positions in what is shown.
    struct Run {
        int start = 0, length = 0;
        quint8 look = 0;
    };
    void look(QList<quint8> &looks, const diff::Span &span, quint8 set, quint8 keep) const;
    void drawRuns(QPainter &painter, const Monospaced &font, QPointF at, int left, int right, bool old,
                  const diff::Span &selected, const Colours &colours) const;
    [[nodiscard]] const QTextLayout &layout(const QFont &font, bool old, const Colours &colours) const;

    ShownLine m_shown;
    QString m_more; ///< what was cut off
    qsizetype m_length = 0;
    QList<Run> m_runs;
    mutable std::unique_ptr<QTextLayout> m_layout; ///< of what needs shaping
};

} // namespace assay::ui
