#include "ui/views/lapsednote.h"

#include "ui/look/formats.h"
#include "ui/look/labels.h"
#include "ui/look/meaning.h"

#include <QEvent>

using namespace Qt::StringLiterals;

namespace assay::ui {
namespace {

constexpr qsizetype most = 6;

QString sentence(const QStringList &places, qsizetype all)
{
    QString names = places.join(u", "_s);
    if (all > places.size())
        names = LapsedNote::tr("%1 and %2 more").arg(names, Formats::count(all - places.size()));
    return u"%1 %2"_s.arg(
        glyph(Meaning::Unsure),
        LapsedNote::tr("Left out before it changed: %1: in the bundle again; look at it.").arg(names));
}

} // namespace

LapsedNote::LapsedNote(QWidget *parent) : QLabel(parent)
{
    setObjectName(u"lapsed"_s);
    setTextFormat(Qt::RichText);
    setWordWrap(true);
    setTextInteractionFlags(Qt::TextBrowserInteraction);
    setToolTip(tr("Leave it out again (X), or accept what is there now (A on the file)"));
    connect(this, &QLabel::linkActivated, this, [this](const QString &number) {
        if (const int at = number.toInt(); at < m_places.size())
            Q_EMIT wanted(m_places.at(at).path);
    });
    hide();
}

void LapsedNote::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        readLinksAnew(this);
}

void LapsedNote::show(const QList<ReviewPlace> &places)
{
    m_places = places;
    QStringList links = names();
    for (qsizetype i = 0; i < links.size(); ++i)
        links[i] = u"<a href=\"%1\">%2</a>"_s.arg(i).arg(links.at(i).toHtmlEscaped());
    setText(sentence(links, places.size()));
    setVisible(!places.isEmpty());
    setAccessibleName(words());
}

QString LapsedNote::words() const
{
    return m_places.isEmpty() ? QString() : sentence(names(), m_places.size());
}

QStringList LapsedNote::names() const
{
    QStringList names;
    for (const ReviewPlace &place : m_places.first(std::min(most, m_places.size())))
        names.append(Formats::line(place.text()));
    return names;
}

} // namespace assay::ui
