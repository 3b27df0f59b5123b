#include "ui/views/patchpane.h"

#include "ui/look/colours.h"
#include "ui/look/formats.h"
#include "ui/look/metrics.h"

#include <QEvent>
#include <QTextBlock>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

constexpr int linesShown = 14; ///< before it scrolls

} // namespace

PatchPane::PatchPane(QWidget *parent) : QPlainTextEdit(parent)
{
    setReadOnly(true);
    setFont(monospace(Type::Quiet));
    setLineWrapMode(NoWrap);
    setFrameShape(QFrame::NoFrame);
    setTabChangesFocus(true);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void PatchPane::showPatch(const QString &patch)
{
    QStringList shown;
    const QStringList lines = patch.split(u'\n');
    for (const QString &line : lines) {
        // What git says for machines only; the file is named by the lines that follow.
        if (line.startsWith("index "_L1) || line.startsWith("diff --git "_L1))
            continue;
        if (shown.size() == linesMost) {
            shown.append(tr("… cut off here: see the Changes view for all %1 lines").arg(lines.size()));
            break;
        }
        shown.append(Formats::line(line));
    }
    while (!shown.isEmpty() && shown.last().isEmpty())
        shown.removeLast();
    setPlainText(shown.join(u'\n'));
    wash();
    updateGeometry();
}

QSize PatchPane::sizeHint() const
{
    const int lines = std::clamp(blockCount(), 1, linesShown);
    return {rowHeight * 20, fontMetrics().lineSpacing() * lines + gap + (blockCount() > linesShown ? 0 : gap)};
}

QSize PatchPane::minimumSizeHint() const
{
    return {rowHeight * 4, sizeHint().height()};
}

void PatchPane::changeEvent(QEvent *event)
{
    QPlainTextEdit::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        wash();
}

void PatchPane::wash()
{
    const Colours &colours = coloursOf(this);
    QList<QTextEdit::ExtraSelection> washed;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        const QString text = block.text();
        const bool head = text.startsWith("+++"_L1) || text.startsWith("---"_L1);
        if (head || !(text.startsWith(u'+') || text.startsWith(u'-')))
            continue;
        QTextEdit::ExtraSelection line;
        line.cursor = QTextCursor(block);
        line.format.setBackground(text.startsWith(u'+') ? colours.added : colours.removed);
        line.format.setProperty(QTextFormat::FullWidthSelection, true);
        washed.append(line);
    }
    setExtraSelections(washed);
}

} // namespace assay::ui
