// A finished run handed over: proofs live, the bundle, what keeps it from being written. Real git, real checks.
#include "core/git/vault.h"
#include "core/review/reviewedchange.h"
#include "tests/support/tinyrun.h"
#include "ui/look/problem.h"
#include "ui/look/scrolled.h"
#include "ui/models/exportrows.h"
#include "ui/views/bundlecard.h"
#include "ui/views/defencebar.h"
#include "ui/views/exportview.h"
#include "ui/views/lapsednote.h"

#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QGuiApplication>
#include <QJsonArray>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;
using namespace assay::ui;

namespace {

constexpr int patience = 300'000;

} // namespace

class TestExportView : public QObject {
    Q_OBJECT

    std::unique_ptr<TinyProject> m_project;
    std::unique_ptr<EngineRun> m_run;
    std::unique_ptr<EngineRoom> m_room;

    struct Shown {
        RunDocument document;
        OwnerDesk desk;
        ExportView view;
        Shown(const RunFolder &folder, EngineRoom &room)
            : document(folder),
              desk(folder),
              view(RunPlace{document, desk}, room)
        {
            view.resize(900, 700);
            view.show();
        }
        [[nodiscard]] QPushButton *button(const QString &text)
        {
            for (QPushButton *one : view.findChildren<QPushButton *>()) {
                // The bar of the hunks' defence has a Cancel too.
                if (one->text() == text && !qobject_cast<DefenceBar *>(one->parentWidget()))
                    return one;
            }
            return nullptr;
        }
    };

private Q_SLOTS:
    void initTestCase()
    {
        m_project = std::make_unique<TinyProject>();
        m_run = std::make_unique<EngineRun>(m_project->target(), m_project->options());
        QVERIFY2(m_run->create(), qPrintable(m_run->error()));
        const auto outcome = m_run->go();
        QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().text()));
        QCOMPARE(*outcome, Outcome::Converged);
        m_room = std::make_unique<EngineRoom>(m_run->host());
    }

    void aFolderThatHoldsSomethingIsRefusedWithTheMend()
    {
        Shown shown(m_run->folder(), *m_room);
        QTRY_VERIFY_WITH_TIMEOUT(shown.button(u"Export"_s)->isEnabled(), patience);
        QTRY_COMPARE(shown.view.where()->text(), m_run->folder().bundle());
        shown.view.where()->setText(m_run->folder().evidence());
        shown.button(u"Export"_s)->click();
        QTRY_VERIFY_WITH_TIMEOUT(!shown.view.isExporting(), patience);
        QVERIFY2(shown.view.problem()->text().contains(u"not empty"_s), qPrintable(shown.view.problem()->text()));
        QTRY_VERIFY(shown.button(u"Export"_s)->isEnabled());
    }

    void aCancelledExportLeavesNothing()
    {
        Shown shown(m_run->folder(), *m_room);
        QTRY_VERIFY_WITH_TIMEOUT(shown.button(u"Export"_s)->isEnabled(), patience);
        QTRY_VERIFY(!shown.view.where()->text().isEmpty());
        shown.button(u"Export"_s)->click();
        QVERIFY(shown.view.isExporting());
        QVERIFY(!shown.button(u"Export"_s)->isEnabled());
        QTRY_VERIFY_WITH_TIMEOUT(shown.view.proofs()->rowCount() > 0, patience);
        shown.button(u"Cancel"_s)->click();
        QTRY_VERIFY_WITH_TIMEOUT(!shown.view.isExporting(), patience);
        QVERIFY(!shown.view.problem()->text().isEmpty());
        QVERIFY(shown.document.now().exported().isEmpty());
        QVERIFY(!QFile::exists(m_run->folder().bundle()));
    }

    void whatIsLeftOutIsSaidBeforeItIsExported()
    {
        Shown shown(m_run->folder(), *m_room);
        auto *said = shown.view.findChild<QLabel *>(u"leftOut"_s);
        QVERIFY(said);
        QTRY_VERIFY_WITH_TIMEOUT(shown.document.isLoaded(), patience);
        QVERIFY(!said->isVisible());
        const auto *lapsed = shown.view.findChild<LapsedNote *>();
        const RunState run = shown.document.state();
        const auto vault = Vault::open(m_run->folder().vault());
        QVERIFY(vault.has_value());
        const auto files = review::readChange(*vault, run.baseTree, run.checkpoint().tree);
        QVERIFY(files.has_value());
        const review::ReviewedFile &first = files->first();
        QCOMPARE(first.change().path().display(), u"count.sh"_s);
        shown.desk.tell(u"mark"_s, {{u"marks"_s, first.marks(0, marked::LeftOut)}});
        QTRY_VERIFY(said->isVisible());
        QVERIFY2(said->text().contains(first.place(0).text()), qPrintable(said->text()));
        QVERIFY(lapsed->isHidden());
        // What was changed since is told apart: it is in the bundle.
        const QJsonObject changed{
            {u"path"_s, u"greet.sh"_s}, {u"hunk"_s, QString(64, u'a')}, {u"state"_s, u"left-out"_s}};
        shown.desk.tell(u"mark"_s, {{u"marks"_s, QJsonArray{changed}}});
        QTRY_COMPARE(lapsed->words(),
                     u"? Left out before it changed: greet.sh hunk aaaaaaaa: in the bundle again; look at it."_s);
        QVERIFY2(!said->text().contains(u"greet.sh"_s), qPrintable(said->text()));
        QSignalSpy asked(&shown.view, &RunView::asked);
        Q_EMIT shown.view.findChild<LapsedNote *>()->linkActivated(u"0"_s);
        QCOMPARE(asked.last(), (QVariantList{u"changes"_s, u"now"_s}));
        shown.desk.tell(u"undo"_s);
        QTRY_VERIFY(lapsed->isHidden());
        shown.desk.tell(u"undo"_s);
        QTRY_VERIFY(!said->isVisible());
    }

    void anExportShowsItsProofsAndHowToVerifyThem()
    {
        Shown shown(m_run->folder(), *m_room);
        QTRY_VERIFY_WITH_TIMEOUT(shown.button(u"Export"_s)->isEnabled(), patience);
        QTRY_COMPARE(shown.view.where()->text(), m_run->folder().bundle());
        QVERIFY(shown.view.standing()->rowCount() > 3);
        shown.view.commands().first()->trigger(); // as the palette does
        QTRY_VERIFY_WITH_TIMEOUT(!shown.view.isExporting(), patience);
        QVERIFY2(shown.view.problem()->text().isEmpty(), qPrintable(shown.view.problem()->text()));
        QVERIFY(shown.view.proofs()->rowCount() >= 5);
        for (const ProofRow &row : shown.view.proofs()->rows())
            QVERIFY2(row.proof.state == Proof::State::Proven, qPrintable(row.proof.name));
        QVERIFY(QFile::exists(m_run->folder().bundle() + u"/fixes.patch"_s));
        QVERIFY(shown.view.bundle()->isVisible());
        QCOMPARE(shown.view.bundle()->command(),
                 u"assay verify %1 --target %2"_s.arg(m_run->folder().bundle(), m_project->target()));
        QCOMPARE(shown.view.bundle()->digest(), bundleDigest(m_run->folder().bundle()).value().text());
        QVERIFY(shown.view.bundle()->findChild<QLabel *>(u"missing"_s)->isHidden()); // all of it is in it
        QStringList copied;
        for (QPushButton *copy : shown.view.bundle()->findChildren<QPushButton *>()) {
            copy->click();
            copied.append(QGuiApplication::clipboard()->text());
        }
        QCOMPARE(
            copied,
            (QStringList{m_run->folder().bundle(), shown.view.bundle()->digest(), shown.view.bundle()->command()}));
        QTRY_COMPARE(shown.document.now().exported(), m_run->folder().bundle());
        // The next one goes beside it.
        QTRY_COMPARE(shown.view.where()->text(), m_run->folder().bundle() + u"-2"_s);
    }

    void theChangeOfSomeFindingsIsExportedAlone()
    {
        Shown shown(m_run->folder(), *m_room);
        QTRY_VERIFY_WITH_TIMEOUT(shown.button(u"Export"_s)->isEnabled(), patience);
        QTRY_VERIFY(shown.view.where()->text().endsWith(u"bundle-2"_s));
        auto *what = shown.view.findChild<QComboBox *>(u"what"_s);
        auto *list = shown.view.findChild<QListView *>(u"findings"_s);
        QVERIFY(!list->isVisible());
        what->setCurrentIndex(what->findText(u"Only these findings"_s));
        QVERIFY(list->isVisible());
        QCOMPARE(list->model()->rowCount(), 2);
        QVERIFY(list->model()->index(1, 0).data().toString().startsWith(u"F2 · Medium · "_s));
        // Nothing is chosen yet.
        QPushButton *button = shown.button(u"Export"_s);
        button->click();
        QVERIFY(!shown.view.isExporting());
        QCOMPARE(shown.view.problem()->text(), u"Choose the findings whose change is to be exported."_s);
        list->setFocus();
        list->setCurrentIndex(list->model()->index(1, 0));
        QTest::keyClick(list, Qt::Key_Space);
        button->setFocus();
        QTest::keyClick(button, Qt::Key_Return);
        QVERIFY(shown.view.isExporting());
        QVERIFY2(button->toolTip().startsWith(u"An export is under way"_s), qPrintable(button->toolTip()));
        QTRY_VERIFY_WITH_TIMEOUT(!shown.view.isExporting(), patience);
        QVERIFY2(shown.view.problem()->text().isEmpty(), qPrintable(shown.view.problem()->text()));
        const auto *missing = shown.view.bundle()->findChild<QLabel *>(u"missing"_s);
        QVERIFY(missing->isVisible());
        QVERIFY2(missing->text().startsWith(u"Not in this bundle:\n"_s)
                     && missing->text().contains(u"Not fixed by this bundle: F1"_s),
                 qPrintable(missing->text()));
        QVERIFY(QDir(m_run->folder().bundle() + u"-2"_s).removeRecursively());
    }

    void nothingLiesOverAnotherInALowWindow()
    {
        Shown shown(m_run->folder(), *m_room);
        QTRY_VERIFY_WITH_TIMEOUT(shown.button(u"Export"_s)->isEnabled(), patience);
        const QJsonObject changed{
            {u"path"_s, u"greet.sh"_s}, {u"hunk"_s, QString(64, u'a')}, {u"state"_s, u"left-out"_s}};
        const QJsonObject gone{{u"path"_s, u"nowhere"_s}, {u"hunk"_s, QString(64, u'b')}, {u"state"_s, u"left-out"_s}};
        shown.desk.tell(u"mark"_s, {{u"marks"_s, QJsonArray{changed, gone}}});
        QTRY_VERIFY(shown.view.findChild<LapsedNote *>()->isVisible()); // texts of several lines
        auto *page = squeezed(&shown.view, nullptr); // as in a window of 700 x 480
        page->resize(575, 343);
        page->show();
        auto *what = shown.view.findChild<QComboBox *>(u"what"_s);
        what->setCurrentIndex(what->findText(u"Only these findings"_s));
        const auto *list = shown.view.findChild<QListView *>(u"findings"_s);
        const auto placeOf
            = [&](const QWidget *part) { return QRect(part->mapTo(&shown.view, QPoint()), part->size()); };
        QTRY_VERIFY2(placeOf(list).bottom() < placeOf(shown.view.where()).top(),
                     qPrintable(u"%1, %2"_s.arg(placeOf(list).bottom()).arg(placeOf(shown.view.where()).top())));
        QTRY_VERIFY(placeOf(shown.button(u"Export"_s)).bottom() < shown.view.height());
        shown.view.setParent(nullptr);
        delete page;
        shown.desk.tell(u"undo"_s);
        QTRY_VERIFY(shown.document.state().leftOut().isEmpty());
    }

    void eachFindingGetsABundleOfItsOwn()
    {
        Shown shown(m_run->folder(), *m_room);
        QTRY_VERIFY_WITH_TIMEOUT(shown.button(u"Export"_s)->isEnabled(), patience);
        auto *what = shown.view.findChild<QComboBox *>(u"what"_s);
        what->setCurrentIndex(what->findText(u"A bundle for each finding"_s));
        const QString to = m_run->folder().bundle() + u"-each"_s;
        QTRY_COMPARE(shown.view.where()->text(), to);
        // One that cannot be made is said, and the other one is made all the same.
        QVERIFY(QDir().mkpath(to + u"/F1/something"_s));
        shown.view.where()->setText(to);
        shown.view.where()->setModified(true);
        shown.button(u"Export"_s)->click();
        QTRY_VERIFY_WITH_TIMEOUT(!shown.view.isExporting(), patience);
        const QStringList made = shown.view.findChild<QLabel *>(u"made"_s)->text().split(u'\n');
        QCOMPARE(made.size(), 2);
        QVERIFY2(made.at(0).startsWith(u"? F1 has no bundle of its own: "_s) && made.at(0).contains(u"not empty"_s),
                 qPrintable(made.at(0)));
        QCOMPARE(made.at(1), u"✓ F2 %1 %2/F2"_s.arg(bundleDigest(to + u"/F2"_s).value().text(), to));
        QVERIFY(shown.view.proofs()->rowCount() >= 4);
        for (const ProofRow &row : shown.view.proofs()->rows())
            QVERIFY2(row.proof.name.startsWith(u"F2: "_s), qPrintable(row.proof.name));
        QVERIFY(shown.document.now().exported().endsWith(u"/bundle"_s)); // the run's own result stays what it was
        QVERIFY(QDir(to).removeRecursively());
    }

    void aRunThatAnEngineWorksOnCannotBeExported()
    {
        const auto ledger = openRun(m_run->folder(), SystemClock());
        QVERIFY(ledger);
        Shown shown(m_run->folder(), *m_room);
        QPushButton *button = shown.button(u"Export"_s);
        // Another export holds it like this.
        QTRY_VERIFY_WITH_TIMEOUT(shown.document.isLoaded() && shown.document.isHeld(), patience);
        QVERIFY(!shown.document.isLive());
        QTRY_VERIFY(!button->isEnabled());
        QVERIFY2(button->toolTip().contains(u"holds this run"_s), qPrintable(button->toolTip()));

        QVERIFY((*ledger)->append(
            Draft{.kind = u"run.opened"_s, .data = {{u"pid"_s, QCoreApplication::applicationPid()}}}));
        QTRY_VERIFY_WITH_TIMEOUT(shown.document.isLive(), patience);
        QTRY_VERIFY(!button->isEnabled());
        QVERIFY2(button->toolTip().contains(u"An engine works on this run"_s), qPrintable(button->toolTip()));
        // What was exported before is still there, with its command.
        QTRY_VERIFY(shown.view.bundle()->isVisible());
    }

    void closingTheViewEndsItsExport()
    {
        QElapsedTimer clock;
        {
            Shown shown(m_run->folder(), *m_room);
            QTRY_VERIFY_WITH_TIMEOUT(shown.button(u"Export"_s)->isEnabled(), patience);
            QTRY_VERIFY(shown.view.where()->text().endsWith(u"bundle-2"_s));
            shown.button(u"Export"_s)->click();
            QTRY_VERIFY_WITH_TIMEOUT(shown.view.proofs()->rowCount() > 0, patience);
            clock.start();
        }
        QVERIFY2(clock.elapsed() < 20'000, qPrintable(QString::number(clock.elapsed())));
        QVERIFY(!QFile::exists(m_run->folder().bundle() + u"-2"_s));
        QVERIFY(openRun(m_run->folder(), SystemClock())); // the lock was given back
    }

    void secretsAreListedBeforeAnythingIsWritten()
    {
        // Put together here, so that nobody's search finds this file.
        const QString token = u"ghp"_s + u"_0123456789abcdefghijABCDEFGHIJ456789"_s;
        qint64 entry = 0;
        {
            const auto ledger = openRun(m_run->folder(), SystemClock());
            QVERIFY(ledger);
            QVERIFY((*ledger)->append(
                Draft{.kind = u"note.given"_s, .data = {{u"text"_s, u"use "_s + token}}, .actor = u"owner"_s}));
            entry = (*ledger)->state().lastSeq;
        }
        Shown shown(m_run->folder(), *m_room);
        QTRY_VERIFY_WITH_TIMEOUT(shown.button(u"Export"_s)->isEnabled(), patience);
        QTRY_VERIFY(shown.view.where()->text().endsWith(u"bundle-2"_s));
        QPushButton *with = shown.button(u"Export with secrets"_s);
        QVERIFY(with && !with->isVisible());
        shown.button(u"Export"_s)->click();
        QTRY_VERIFY_WITH_TIMEOUT(!shown.view.isExporting(), patience);
        const auto found = std::ranges::find(shown.view.secrets()->rows(), u"journal.jsonl"_s,
                                             [](const SecretRow &row) { return row.secret.file; });
        QVERIFY(found != shown.view.secrets()->rows().end());
        QCOMPARE(found->secret.line, entry);
        QString told;
        for (int row = 0; row < shown.view.secrets()->rowCount(); ++row) {
            for (int column = 0; column < SecretRows::ColumnCount; ++column)
                told += shown.view.secrets()->index(row, column).data().toString() + u' ';
        }
        QVERIFY2(told.contains(u"a token journal.jsonl:%1"_s.arg(entry)), qPrintable(told));
        QVERIFY(!told.contains(token.mid(8)));
        QVERIFY(!QFile::exists(m_run->folder().bundle() + u"-2"_s));
        QVERIFY2(shown.view.problem()->text().contains(u"nothing was written"_s),
                 qPrintable(shown.view.problem()->text()));
        QVERIFY(with->isVisible());
        QVERIFY(!with->hasFocus()); // Return does not write it by the way

        QTRY_VERIFY(with->isEnabled()); // the export that ended still holds the run for a moment
        with->click();
        QTRY_VERIFY_WITH_TIMEOUT(!shown.view.isExporting(), patience);
        QVERIFY2(shown.view.problem()->text().isEmpty(), qPrintable(shown.view.problem()->text()));
        QVERIFY(QFile::exists(m_run->folder().bundle() + u"-2/fixes.patch"_s));
        QVERIFY(shown.view.secrets()->rowCount() > 0); // it still says what left with it
    }
};

QTEST_MAIN(TestExportView)
#include "tst_exportview.moc"
