#include "ui/look/look.h"

#include "ui/look/colours.h"
#include "ui/look/lookstyle.h"

#include <QApplication>
#include <QStyleHints>
#include <QToolTip>

namespace assay::ui {

Look::Look(QApplication &application, Scheme scheme) : m_application(application), m_scheme(scheme)
{
    application.setStyle(new LookStyle);
    connect(application.styleHints(), &QStyleHints::colorSchemeChanged, this, [this] { apply(); });
    apply();
}

void Look::setScheme(Scheme scheme)
{
    m_scheme = scheme;
    apply();
}

void Look::apply()
{
    const bool dark = m_scheme == Scheme::Dark
        || (m_scheme == Scheme::Desktop && m_application.styleHints()->colorScheme() == Qt::ColorScheme::Dark);
    const QPalette palette = paletteOf(dark ? darkColours() : lightColours());
    m_application.setPalette(palette);
    QToolTip::setPalette(palette);
}

} // namespace assay::ui
