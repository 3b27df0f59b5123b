// A real run reviewed hunk by hunk: marks are entries, and comments reach the agent's next session.
#include "core/git/vault.h"
#include "core/journal/evidencestore.h"
#include "core/journal/inbox.h"
#include "core/review/heldcandidate.h"
#include "core/review/reviewedchange.h"
#include "tests/support/tinyrun.h"
#include "tests/support/verifyok.h"

#include <QJsonArray>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

class TstReviewedRun : public QObject {
    Q_OBJECT

    static RunOptions reviewing(const TinyProject &project)
    {
        RunOptions options = project.options();
        options.supervision = Supervision::Review;
        return options;
    }
    /// What the held candidate changed in a file.
    static review::ReviewedFile held(const EngineRun &run, const QByteArray &path)
    {
        const RunState state = run.state();
        const auto vault = Vault::open(run.folder().vault());
        const IterationFact *iteration = state.running();
        const auto files
            = review::readChange(vault.value(), iteration->checkpointTree, iteration->candidate->tree).value();
        for (const review::ReviewedFile &file : files) {
            if (file.change().path().bytes() == path)
                return file;
        }
        qFatal("the candidate does not change %s", path.constData());
    }
    static QString promptOf(const EngineRun &run, int iteration)
    {
        const RunState state = run.state();
        return QString::fromUtf8(EvidenceStore(run.folder().evidence())
                                     .get(state.iteration(iteration)->sessions.last().prompt)
                                     .value_or(QByteArray()));
    }

private Q_SLOTS:
    void commentsOfACandidateThatIsSentBackAreInTheNextPrompt()
    {
        TinyProject project;
        EngineRun run(project.target(), reviewing(project));
        QVERIFY(run.create());
        QCOMPARE(run.go().value(), Outcome::WaitingForOwner);
        const review::ReviewedFile greet = held(run, "greet.sh");
        const QJsonArray marks{greet.markData(0, marked::Comment, u"quote the name"_s),
                               greet.markData(0, marked::Reviewed)};
        QVERIFY_OK(run.command(u"mark"_s, {{u"marks"_s, marks}}));
        QCOMPARE(run.state().marks.size(), 1);
        // Sending back takes it along, in its file, at its line, with the lines that it is about.
        const auto vault = Vault::open(run.folder().vault());
        const RunState before = run.state();
        const auto open = review::openCommentsIn(*vault, before.marks, before.running()->checkpointTree,
                                                 before.running()->candidate->tree)
                              .value();
        QCOMPARE(open, QList<ReviewPlace>{greet.place(0)});
        QVERIFY_OK(run.command(u"review"_s,
                               {{u"answer"_s, u"send back"_s}, {u"marks"_s, QJsonArray{placeToJson(open.first())}}}));
        QCOMPARE(run.state().marks.value(greet.place(0)).given, 3);
        QCOMPARE(run.go().value(), Outcome::WaitingForOwner);
        const QString prompt = promptOf(run, 4);
        QVERIFY2(prompt.contains(u"greet.sh, line 2:"_s), qPrintable(prompt));
        QVERIFY2(prompt.contains(u"-echo \"hello\""_s) && prompt.contains(u"+echo \"hello${1:+ $1}\""_s),
                 qPrintable(prompt));
        QVERIFY2(prompt.contains(u"quote the name"_s), qPrintable(prompt));
        // Given once: it does not go along with the next one.
        const Status again = run.command(
            u"review"_s, {{u"answer"_s, u"send back"_s}, {u"marks"_s, QJsonArray{placeToJson(open.first())}}});
        QVERIFY(!again);
        QVERIFY2(again.error().text().contains(u"after iteration 3"_s), qPrintable(again.error().text()));
        // The candidate is the same again: what was reviewed of it stays so, by content.
        QVERIFY(run.state().marks.value(held(run, "greet.sh").place(0)).reviewed);
    }

    void markIsTakenWhileASessionRuns()
    {
        TinyProject project;
        EngineRun run(project.target(), project.options());
        QVERIFY(run.create());
        const QJsonObject mark{{u"path"_s, u"greet.sh"_s}, {u"hunk"_s, u"ab"_s}, {u"state"_s, u"reviewed"_s}};
        qint64 begun = 0, marked = 0, ended = 0;
        const auto outcome = run.go({}, [&](const Entry &entry) {
            if (entry.kind == "session.started"_L1 && entry.iteration == 3) {
                begun = entry.seq;
                QVERIFY(sendCommand(run.folder(), u"mark"_s, {{u"marks"_s, QJsonArray{mark}}}));
            } else if (entry.kind == "review.marked"_L1) {
                marked = entry.seq;
            } else if (entry.kind == "iteration.ended"_L1 && entry.iteration == 3) {
                ended = entry.seq;
            }
        });
        QVERIFY2(outcome == Outcome::Converged, qPrintable(story(run.state())));
        QCOMPARE_LT(begun, marked); // not only once the iteration is over
        QCOMPARE_LT(marked, ended);
        QCOMPARE(run.state().marks.size(), 1);
        QVERIFY_OK(run.command(u"undo"_s, {})); // the engine went on, and acts on no mark
        QVERIFY(run.state().marks.isEmpty());
    }

    void commentOnWhatIsKeptGoesWithANote()
    {
        TinyProject project;
        EngineRun run(project.target(), project.options());
        QVERIFY(run.create());
        QCOMPARE(run.go().value(), Outcome::Converged);
        const RunState state = run.state();
        const auto vault = Vault::open(run.folder().vault());
        const auto files = review::readChange(vault.value(), state.baseTree, state.checkpoint().tree).value();
        const review::ReviewedFile &count = files.first();
        QCOMPARE(count.change().path().bytes(), "count.sh");
        QVERIFY_OK(
            run.command(u"mark"_s, {{u"marks"_s, QJsonArray{count.markData(0, marked::Comment, u"say why"_s)}}}));
        const QJsonArray places{placeToJson(count.place(0))};
        QVERIFY_OK(run.command(u"note"_s, {{u"text"_s, u"Of count.sh:"_s}, {u"marks"_s, places}}));
        RunState told = run.state();
        QVERIFY2(told.notes.last().text.startsWith(u"Of count.sh:\n\ncount.sh, line 2:\n"_s),
                 qPrintable(told.notes.last().text));
        QVERIFY(told.marks.value(count.place(0)).given);
        // Until a session was told, the note can be taken back, and the comment is open again.
        QVERIFY_OK(run.command(u"undo"_s, {}));
        told = run.state();
        QVERIFY(told.notes.isEmpty());
        QVERIFY(told.marks.value(count.place(0)).isOpenComment());
    }

    void markThatSaysNothingIsRefused_data()
    {
        QTest::addColumn<QJsonObject>("mark");
        QTest::addColumn<QString>("why");
        const QJsonObject good{{u"path"_s, u"greet.sh"_s}, {u"hunk"_s, u"ab"_s}, {u"state"_s, u"reviewed"_s}};
        const auto with = [&](const QString &member, const QString &value) {
            QJsonObject mark = good;
            mark[member] = value;
            return mark;
        };
        QTest::newRow("no file") << with(u"path"_s, {}) << u"names no file"_s;
        QTest::newRow("no such mark") << with(u"state"_s, u"seen"_s) << u"\"seen\" is no mark"_s;
        QTest::newRow("no blob") << with(u"old"_s, u"HEAD"_s) << u"no object id"_s;
        QTest::newRow("empty comment") << with(u"state"_s, u"comment"_s) << u"comment is empty"_s;
        QTest::newRow("no comment") << with(u"state"_s, u"uncommented"_s) << u"has no comment"_s;
    }

    void markThatSaysNothingIsRefused()
    {
        QFETCH(const QJsonObject, mark);
        QFETCH(const QString, why);
        TinyProject project;
        RunOptions options = project.options();
        options.iterations = 1;
        EngineRun run(project.target(), options);
        QVERIFY(run.create());
        const Status done = run.command(u"mark"_s, {{u"marks"_s, QJsonArray{mark}}});
        QVERIFY(!done);
        QVERIFY2(done.error().text().contains(why), qPrintable(done.error().text()));
        QVERIFY(run.state().marks.isEmpty());
    }

    /// The comments went along and to nobody: taken back, they are open again.
    void undoOfASendBackOpensItsCommentsAgain()
    {
        TinyProject project;
        EngineRun run(project.target(), reviewing(project));
        QVERIFY(run.create());
        QCOMPARE(run.go().value(), Outcome::WaitingForOwner);
        const review::ReviewedFile greet = held(run, "greet.sh");
        QVERIFY_OK(run.command(u"mark"_s,
                               {{u"marks"_s, QJsonArray{greet.markData(0, marked::Comment, u"quote the name"_s)}}}));
        const QJsonArray along = review::commentsOfHeld(run.folder(), run.state()).value();
        QCOMPARE(along.size(), 1);
        QVERIFY_OK(run.command(u"review"_s, {{u"answer"_s, u"send back"_s}, {u"marks"_s, along}}));
        QVERIFY(!run.state().marks.first().isOpenComment());
        QVERIFY_OK(run.command(u"undo"_s, {}));
        QVERIFY(run.state().marks.first().isOpenComment());
        QCOMPARE(run.state().openPrompts().size(), 2); // the decision and the review
    }
};

QTEST_GUILESS_MAIN(TstReviewedRun)
#include "tst_reviewedrun.moc"
