// The real program, reviewed hunk by hunk: marks, comments that go back, what is left out, one finding alone.
#include "core/engine/engine.h"
#include "core/journal/journalreader.h"
#include "tests/cli/program.h"
#include "tests/support/tinyrun.h"

#include <QJsonArray>

using namespace assay;
using namespace assay::test;
using namespace Qt::StringLiterals;

namespace {

struct Stage {
    Program program;
    TinyProject project;

    Stage()
    {
        QFile config(program.path("tiny.toml"));
        if (!config.open(QIODevice::WriteOnly) || config.write(project.options().config.toUtf8()) < 0)
            qFatal("no configuration");
    }
    [[nodiscard]] Program::Ended run(const QStringList &more) const
    {
        return program.run(QStringList{u"run"_s, project.target(), u"--agent"_s, u"recorded:"_s + project.recording(),
                                       u"--config"_s, u"tiny.toml"_s, u"--run-dir"_s, u"run"_s}
                           + more);
    }
    [[nodiscard]] Program::Ended on(const QString &command, const QStringList &more = {}) const
    {
        return program.run(QStringList{command, u"run"_s} + more);
    }
    [[nodiscard]] QJsonObject changes(const QStringList &more = {}) const
    {
        return on(u"changes"_s, more + QStringList{u"--json"_s}).objects().last();
    }
};

void verifyParts(const Program::Ended &ended, int status, const QStringList &parts)
{
    QVERIFY2(ended.status == status, (QByteArray::number(ended.status) + '\n' + ended.all()).constData());
    for (const QString &part : parts)
        QVERIFY2(ended.all().contains(part.toUtf8()), (part.toUtf8() + " is not in: " + ended.all()).constData());
}

} // namespace

class TstProgramReview : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void hunksAreListedMarkedAndUndone()
    {
        const Stage stage;
        QCOMPARE(stage.run({u"--no-export"_s}).status, 0);
        const QJsonObject all = stage.changes();
        QCOMPARE(all[u"hunks"].toInt(), 3);
        QCOMPARE(all[u"reviewed"].toInt(-1), 0);
        QCOMPARE(all[u"files"][1][u"path"].toString(), u"greet.sh"_s);
        const QString id = all[u"files"][1][u"hunks"][0][u"id"].toString();
        QCOMPARE(all[u"files"][1][u"hunks"][0][u"line"].toInt(), 2);
        verifyParts(stage.on(u"mark"_s, {id.left(8), u"--reviewed"_s}), 0, {u"Recorded"_s});
        verifyParts(stage.on(u"mark"_s, {u"count.sh"_s, u"--leave-out"_s}), 0, {});
        verifyParts(stage.on(u"mark"_s, {id.left(8), u"--comment"_s, u"quote the name"_s}), 0, {});
        verifyParts(stage.on(u"changes"_s), 0,
                    {id.left(8), u"reviewed"_s, u"left out"_s, u"quote the name"_s,
                     u"3 files, +4 −2; 1 of 3 hunks reviewed, 1 left out, 1 comment open"_s});
        verifyParts(stage.on(u"changes"_s, {u"--patch"_s}), 0, {u"      -"_s, u"      +"_s, u"       #!/bin/sh"_s});
        verifyParts(stage.on(u"stop"_s), 0, {u"It has converged"_s});
        QCOMPARE(stage.changes({u"--only"_s, u"left-out"_s})[u"files"].toArray().size(), 1);
        QCOMPARE(stage.changes({u"--only"_s, u"open"_s})[u"files"].toArray().size(), 2);
        QCOMPARE(stage.changes({u"--at"_s, u"1"_s})[u"files"].toArray().size(), 2);
        verifyParts(
            stage.on(u"status"_s), 0,
            {u"Left out of the export, by you"_s, u"count.sh hunk "_s, u"was not given yet"_s, u": quote the name"_s});
        // What was said last is taken back alone.
        verifyParts(stage.on(u"undo"_s), 0, {});
        const QJsonObject undone = stage.changes();
        QCOMPARE(undone[u"comments"].toInt(-1), 0);
        QCOMPARE(undone[u"left_out"].toInt(), 1);
        QCOMPARE(undone[u"reviewed"].toInt(), 1);
    }

    void markThatFitsNothingIsRefused()
    {
        const Stage stage;
        QCOMPARE(stage.run({u"--no-export"_s}).status, 0);
        verifyParts(stage.on(u"mark"_s, {u"nowhere.sh"_s, u"--reviewed"_s}), 2, {u"no such file or hunk"_s});
        verifyParts(stage.on(u"mark"_s, {u"greet.sh"_s}), 2, {u"nothing is said of it"_s, u"--leave-out"_s});
        verifyParts(stage.on(u"mark"_s, {u"greet.sh"_s, u"--reviewed"_s, u"--open"_s}), 2, {u"more than one mark"_s});
        verifyParts(stage.on(u"mark"_s, {u"greet.sh"_s, u"--comment"_s, u" "_s}), 2, {u"comment is empty"_s});
        verifyParts(stage.on(u"mark"_s, {u"greet.sh"_s, u"--no-comment"_s}), 2, {u"has no comment"_s});
        verifyParts(stage.on(u"changes"_s, {u"--at"_s, u"9"_s}), 2, {u"Checkpoints are 0 (base) to 2"_s});
        verifyParts(stage.on(u"changes"_s, {u"--candidate"_s}), 2, {u"no candidate waits"_s});
        verifyParts(stage.on(u"note"_s, {u"--comments"_s}), 2, {u"no comment is open"_s});
    }

    void commentsOnTheCandidateGoBackWithIt()
    {
        const Stage stage;
        QCOMPARE(stage.run({u"--supervise"_s, u"review"_s}).status, 4);
        verifyParts(stage.on(u"changes"_s), 0, {u"waits for your review"_s, u"changes --candidate"_s});
        const QJsonObject candidate = stage.changes({u"--candidate"_s});
        QCOMPARE(candidate[u"files"].toArray().size(), 2);
        verifyParts(stage.on(u"mark"_s, {u"greet.sh"_s, u"--leave-out"_s}), 2, {u"of the candidate that waits"_s});
        const QString id = candidate[u"files"][0][u"hunks"][0][u"id"].toString();
        verifyParts(stage.on(u"mark"_s, {id, u"--comment"_s, u"quote the name"_s}), 0, {});
        verifyParts(stage.on(u"review"_s, {u"send-back"_s}), 0, {u"Recorded"_s});
        verifyParts(stage.on(u"journal"_s, {u"--kind"_s, u"review.given"_s, u"--json"_s}), 0,
                    {u"greet.sh, line 2:"_s, u"quote the name"_s, u"\"given\":[{"_s});
        // The same session replays: the hunk is the same one, and its comment is not open any more.
        QCOMPARE(stage.on(u"resume"_s).status, 4);
        verifyParts(stage.on(u"changes"_s, {u"--candidate"_s}), 0, {u"given to the agent after iteration 3"_s});
        verifyParts(stage.on(u"review"_s, {u"send-back"_s}), 2, {u"--comment"_s});
    }

    void whatIsLeftOutIsNotExported()
    {
        const Stage stage;
        QCOMPARE(stage.run({u"--no-export"_s}).status, 0);
        verifyParts(stage.on(u"mark"_s, {u"tests/2_by_name.t"_s, u"--leave-out"_s}), 0, {});
        verifyParts(stage.on(u"export"_s, {u"--to"_s, u"out"_s}), 0,
                    {u"not in this bundle:"_s, u"tests/2_by_name.t hunk "_s, u"left out by owner"_s});
        verifyParts(stage.program.run({u"verify"_s, u"out"_s, u"--target"_s, stage.project.target()}), 0,
                    {u"Verified"_s});
        verifyParts(stage.on(u"mark"_s, {u"count.sh"_s, u"--leave-out"_s}), 0, {});
        verifyParts(stage.on(u"export"_s, {u"--to"_s, u"out2"_s}), 9, {u"F2 is absent after"_s, u"Accept again"_s});
    }

    void whatWasLeftOutBeforeItChangedIsSaid()
    {
        const Stage stage;
        QCOMPARE(stage.run({u"--no-export"_s}).status, 0);
        verifyParts(stage.on(u"mark"_s, {u"count.sh"_s, u"--leave-out"_s}), 0, {});
        {
            // As an attempt that changed the hunk after it was marked leaves it behind.
            SystemClock clock;
            const auto ledger = openRun(RunFolder(stage.program.path("run")), clock);
            QVERIFY2(ledger, qPrintable(ledger ? QString() : ledger.error().text()));
            QVERIFY((*ledger)->append(
                Draft{.kind = u"review.marked"_s,
                      .data = {{u"path"_s, u"greet.sh"_s}, {u"hunk"_s, QString(64, u'a')}, {u"state"_s, u"left-out"_s}},
                      .actor = u"owner"_s}));
        }
        const QString sentence = u"Left out before it changed: in the bundle again; look at it"_s;
        const QString told = QString::fromUtf8(stage.on(u"status"_s).all());
        const qsizetype left = told.indexOf(u"Left out of the export, by you"_s), changed = told.indexOf(sentence);
        QVERIFY2(left > 0 && left < changed, qPrintable(told));
        QVERIFY(told.mid(left, changed - left).contains(u"count.sh hunk "_s));
        QVERIFY(!told.mid(left, changed - left).contains(u"greet.sh"_s));
        QVERIFY(told.mid(changed).contains(u"greet.sh hunk aaaaaaaa"_s));
        verifyParts(stage.on(u"changes"_s), 0,
                    {u"greet.sh hunk aaaaaaaa: left out before it changed: in the bundle again; look at it"_s});
        QCOMPARE(stage.changes({u"--only"_s, u"left-out"_s})[u"lapsed"][0][u"path"].toString(), u"greet.sh"_s);
        // Of another change than the exported one nothing is left out.
        QVERIFY(stage.changes({u"--at"_s, u"1"_s})[u"lapsed"].toArray().isEmpty());
        verifyParts(stage.on(u"mark"_s, {u"greet.sh"_s, u"--accept"_s}), 0, {});
        QVERIFY(!stage.on(u"status"_s).all().contains("Left out before it changed"));
        QVERIFY(stage.changes()[u"lapsed"].toArray().isEmpty());
    }

    void eachFindingIsExportedAlone()
    {
        const Stage stage;
        QCOMPARE(stage.run({u"--no-export"_s}).status, 0);
        verifyParts(stage.on(u"export"_s, {u"--each"_s, u"--to"_s, u"each"_s}), 0, {u"each/F1"_s, u"each/F2"_s});
        for (const QString &id : {u"F1"_s, u"F2"_s}) {
            verifyParts(stage.program.run({u"verify"_s, u"each/"_s + id, u"--target"_s, stage.project.target()}), 0,
                        {u"Verified"_s, id + u" is absent after"_s});
        }
        verifyParts(stage.on(u"export"_s, {u"--only"_s, u"F9"_s}), 2, {u"no such finding"_s, u"F1, F2"_s});
        verifyParts(stage.on(u"export"_s, {u"--only"_s, u"F1"_s, u"--each"_s}), 2, {u"exclude each other"_s});
    }
};

QTEST_GUILESS_MAIN(TstProgramReview)
#include "tst_programreview.moc"
