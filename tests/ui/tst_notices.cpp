// What the desktop is told of a run, and that nothing hangs where there is no desktop to tell.
#include "tests/ui/decisionstory.h"
#include "tests/ui/openrun.h"
#include "ui/windows/notices.h"

#include <QElapsedTimer>
#include <QSettings>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;
using namespace assay::ui;

namespace {

QStringList warnings;

void keepWarnings(QtMsgType type, const QMessageLogContext &, const QString &text)
{
    if (type != QtDebugMsg && type != QtInfoMsg)
        warnings.append(text);
}

Entry entryOf(const Draft &draft)
{
    return {.seq = 1, .kind = draft.kind, .data = draft.data};
}

} // namespace

class TestNotices : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        // No session bus: nobody answers there.
        qputenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nonexistent/bus");
    }

    void onlyQuestionsAndEndsAreTold()
    {
        Folded run(decisionsAsked());
        const auto told = [&](const Draft &draft) { return Notices::noticeOf(entryOf(draft), run.state).event; };
        QCOMPARE(told(made(u"step.started"_s, {{u"step"_s, u"gate"_s}})), QString());
        QCOMPARE(told(made(u"iteration.ended"_s, {})), QString());
        QCOMPARE(told(made(u"prompt.filed"_s, {{u"title"_s, u"Which?"_s}})), u"question"_s);
        run.state.outcome = Outcome::Converged;
        QCOMPARE(told(made(u"run.ended"_s, {})), u"ended"_s);
        run.state.outcome = Outcome::Stuck;
        QCOMPARE(told(made(u"run.ended"_s, {})), u"stuck"_s);
    }

    void everyEventIsDescribedForTheDesktop()
    {
        const QString path = u":/knotifications6/assay-console.notifyrc"_s;
        OpenRun run(decisionsAsked(), false);
        QWidget window;
        new Notices(*run.document, &window); // makes them known
        QVERIFY(QFileInfo::exists(path));
        const QSettings events(path, QSettings::IniFormat);
        for (const QString &event : {u"question"_s, u"ended"_s, u"stuck"_s}) {
            QCOMPARE(events.value(u"Event/%1/Action"_s.arg(event)).toString(), u"Popup"_s);
            QVERIFY(!events.value(u"Event/%1/Name"_s.arg(event)).toString().isEmpty());
        }
    }

    void withoutANotificationServiceNothingHangsOrWarns()
    {
        OpenRun run(decisionsAsked(), true);
        QWidget window; // never shown: not in front
        const auto *notices = new Notices(*run.document, &window);
        const QSignalSpy told(notices, &Notices::told);
        QTRY_VERIFY(run.document->isLoaded());
        const auto before = qInstallMessageHandler(keepWarnings);
        run.add({made(u"prompt.filed"_s, prompt(u"P9"_s, u"decision"_s, u"<b>Which</b> one?"_s, {}))});
        QElapsedTimer longest;
        qint64 turn = 0;
        const bool came = QTest::qWaitFor(
            [&] {
                turn = std::max(turn, longest.isValid() ? longest.elapsed() : 0);
                longest.start();
                return told.count() == 1;
            },
            20'000);
        QCoreApplication::processEvents();
        qInstallMessageHandler(before);
        QVERIFY(came);
        QVERIFY(told.first().at(0).toString().contains(u"a question waits"_s));
        QVERIFY2(warnings.isEmpty(), qPrintable(warnings.join(u'\n')));
        QVERIFY2(turn < 3000, qPrintable(QString::number(turn))); // a bus that is asked in vain would take 25 s
    }
};

QTEST_MAIN(TestNotices)
#include "tst_notices.moc"
