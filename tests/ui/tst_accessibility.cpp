// What a screen reader meets: in every view of a finished run, whatever takes the focus has a name.
#include "ui/look/look.h"
#include "ui/windows/console.h"
#include "ui/windows/newrunpage.h"
#include "ui/windows/runwindow.h"
#include "ui/windows/startwindow.h"

#include <QAccessible>
#include <QAccessibleInterface>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>

using namespace assay;
using namespace assay::ui;
using namespace Qt::StringLiterals;

namespace {

/// Every visible object of the tree that can take the focus and has neither name nor description.
void collectNameless(QAccessibleInterface *item, QStringList &found, int &seen)
{
    if (!item || !item->isValid() || item->state().invisible)
        return;
    const bool isRow = item->role() == QAccessible::Cell || item->role() == QAccessible::ListItem
        || item->role() == QAccessible::TreeItem;
    if (item->state().focusable && !isRow) {
        ++seen;
        if (item->text(QAccessible::Name).trimmed().isEmpty()) {
            const QObject *object = item->object();
            found.append(object ? u"%1 \"%2\" in %3"_s.arg(
                                      QLatin1StringView(object->metaObject()->className()), object->objectName(),
                                      object->parent() ? QLatin1StringView(object->parent()->metaObject()->className())
                                                       : "nothing"_L1)
                                : u"an item of role %1"_s.arg(item->role()));
        }
    }
    if (item->role() == QAccessible::Table || item->role() == QAccessible::Tree || item->role() == QAccessible::List)
        return; // the items are the model's
    for (int i = 0; i < item->childCount(); ++i)
        collectNameless(item->child(i), found, seen);
}

} // namespace

class TstAccessibility : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QStandardPaths::setTestModeEnabled(true); }
    void everyControlOfEveryViewHasAName();
    void everyControlOfTheStartPageAndANewRunHasAName();
};

void TstAccessibility::everyControlOfEveryViewHasAName()
{
    ProcessHost host;
    EngineRoom engines(host);
    auto *window = new RunWindow(RunFolder(QStringLiteral(ASSAY_DEMO_RUN)), engines);
    window->show();
    QTRY_VERIFY(window->document().isLoaded());
    for (const RunView *view : window->views()) {
        window->showView(view->objectName());
        QTest::qWait(50);
        QStringList nameless;
        int seen = 0;
        collectNameless(QAccessible::queryAccessibleInterface(window), nameless, seen);
        QVERIFY2(seen > 3, qPrintable(view->objectName())); // the tree was really walked
        QVERIFY2(nameless.isEmpty(), qPrintable(view->objectName() + u": "_s + nameless.join(u", "_s)));
    }
    delete window;
}

void TstAccessibility::everyControlOfTheStartPageAndANewRunHasAName()
{
    ProcessHost host;
    EngineRoom engines(host);
    Console console(engines);
    StartWindow window(console, engines);
    window.show();
    for (const bool newRun : {false, true}) {
        if (newRun)
            (void)window.newRun();
        QTest::qWait(50);
        QStringList nameless;
        int seen = 0;
        collectNameless(QAccessible::queryAccessibleInterface(&window), nameless, seen);
        QVERIFY(seen >= 3);
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(u", "_s)));
    }
}

QTEST_MAIN(TstAccessibility)
#include "tst_accessibility.moc"
