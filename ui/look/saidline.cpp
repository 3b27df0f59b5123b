#include "ui/look/saidline.h"

#include "ui/look/announce.h"
#include "ui/look/meaning.h"
#include "ui/look/metrics.h"

namespace assay::ui {

SaidLine::SaidLine(QWidget *parent) : QLabel(parent)
{
    setTextFormat(Qt::PlainText);
    setWordWrap(true);
    setFont(fontOf(Type::Body));
    hide();
}

void SaidLine::say(const QString &text)
{
    m_words = text;
    setText(glyph(Meaning::Idle) + u' ' + text);
    setAccessibleName(text);
    show();
    announce(this, text);
}

void SaidLine::leave()
{
    hide();
}

} // namespace assay::ui
