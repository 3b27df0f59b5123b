// The palette as measured: every ink can be read wherever it is used.
#include "ui/look/colours.h"

#include <QTest>

#include <cmath>

using namespace assay::ui;
using namespace Qt::StringLiterals;

namespace {

double channel(double value)
{
    return value <= 0.03928 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

/// WCAG 2.1, relative luminance.
double luminance(const QColor &colour)
{
    return 0.2126 * channel(colour.redF()) + 0.7152 * channel(colour.greenF()) + 0.0722 * channel(colour.blueF());
}

double contrast(const QColor &a, const QColor &b)
{
    const double la = luminance(a), lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

} // namespace

class TstColours : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyInkIsReadableOnItsGrounds_data();
    void everyInkIsReadableOnItsGrounds();
    void textStandsOutOnDiffWashesAndSelection_data();
    void textStandsOutOnDiffWashesAndSelection();
    void aPaletteLeadsBackToItsColours();
    void everyMeaningHasAGlyphOfItsOwn();
};

void TstColours::everyInkIsReadableOnItsGrounds_data()
{
    QTest::addColumn<bool>("dark");
    QTest::addColumn<int>("meaning");
    for (const bool dark : {false, true}) {
        for (int meaning = 0; meaning <= int(Meaning::Idle); ++meaning)
            QTest::addRow("%s %d", dark ? "dark" : "light", meaning) << dark << meaning;
    }
}

void TstColours::everyInkIsReadableOnItsGrounds()
{
    QFETCH(bool, dark);
    QFETCH(int, meaning);
    const Colours &c = dark ? darkColours() : lightColours();
    const Tone &tone = c.tone(Meaning(meaning));
    for (const QColor &ground : {tone.wash, c.ground, c.surface, c.selection}) {
        const double seen = contrast(tone.ink, ground);
        QVERIFY2(seen >= 4.5, qPrintable(u"%1 on %2: %3:1"_s.arg(tone.ink.name(), ground.name()).arg(seen)));
    }
}

void TstColours::textStandsOutOnDiffWashesAndSelection_data()
{
    QTest::addColumn<bool>("dark");
    QTest::newRow("light") << false;
    QTest::newRow("dark") << true;
}

void TstColours::textStandsOutOnDiffWashesAndSelection()
{
    QFETCH(bool, dark);
    const Colours &c = dark ? darkColours() : lightColours();
    for (const QColor &ground :
         {c.added, c.addedWords, c.removed, c.removedWords, c.selection, c.ground, c.surface, c.raised})
        QVERIFY2(contrast(c.text, ground) >= 7, qPrintable(ground.name()));
    for (const QColor &ground : {c.ground, c.surface, c.selection})
        QVERIFY2(contrast(c.quiet, ground) >= 4.5, qPrintable(ground.name()));
    for (const QColor &ink : c.codeInks) {
        for (const QColor &ground : {c.ground, c.added, c.removed, c.selection})
            QVERIFY2(contrast(ink, ground) >= 4.5, qPrintable(ink.name()));
    }
}

void TstColours::aPaletteLeadsBackToItsColours()
{
    QCOMPARE(coloursFor(paletteOf(lightColours())).dark, false);
    QCOMPARE(coloursFor(paletteOf(darkColours())).dark, true);
}

void TstColours::everyMeaningHasAGlyphOfItsOwn()
{
    QSet<QString> glyphs;
    for (int meaning = 0; meaning <= int(Meaning::Idle); ++meaning)
        glyphs.insert(glyph(Meaning(meaning)));
    QCOMPARE(glyphs.size(), 7);
}

QTEST_GUILESS_MAIN(TstColours)
#include "tst_colours.moc"
