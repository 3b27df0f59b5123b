// Bundles that hold a part of what was kept: without what the owner left out, or for some findings alone.
#include "core/delivery/bundleexport.h"
#include "core/git/vault.h"
#include "core/review/reviewedchange.h"
#include "tests/bundle/exportedrun.h"
#include "tests/support/verifyok.h"

#include <QJsonArray>

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

namespace {

const FindingId F1(u"F1"_s), F2(u"F2"_s);

QByteArray finding(const QByteArray &title, const QByteArray &repro)
{
    return R"({"title":")" + title + R"(","severity":"high","root_cause":")" + title
        + R"(","where":[{"path":"greet.sh","line":2}],"observed":"o","expected":"e","repro":"repros/)" + repro + "\"}";
}

QByteArray repro(const QByteArray &arguments, const QByteArray &expected)
{
    return "#!/bin/sh\n[ -f \"$ASSAY_TREE/greet.sh\" ] || exit 2\n"
           "[ \"$(sh \"$ASSAY_TREE/greet.sh\" "
        + arguments + ")\" = '" + expected + "' ] && exit 0\necho REPRODUCED: not greeted\nexit 1\n";
}

} // namespace

class TstPartBundle : public QObject {
    Q_OBJECT

    Result<ExportResult> exportWith(EngineRun &run, ExportOptions options)
    {
        const SystemClock clock;
        const auto ledger = openRun(run.folder(), clock);
        if (!ledger)
            return failure(ledger.error());
        options.resources = resources();
        return exportRun(**ledger, m_host, options, {}, {});
    }
    static review::ReviewedFile keptFile(EngineRun &run, const QByteArray &path)
    {
        const RunState state = run.state();
        const auto vault = Vault::open(run.folder().vault());
        const auto files = review::readChange(*vault, state.baseTree, state.checkpoint().tree).value();
        for (const review::ReviewedFile &file : files) {
            if (file.change().path().bytes() == path)
                return file;
        }
        qFatal("%s was not changed", path.constData());
    }
    static Status mark(EngineRun &run, const QByteArray &path, QStringView state)
    {
        return run.command(u"mark"_s, {{u"marks"_s, keptFile(run, path).marks(-1, state)}});
    }
    Verdict verify(const QString &bundle, const QString &target)
    {
        const auto proofs
            = verifyBundle(m_host, {.bundle = bundle, .target = target, .resources = resources()}, {}, {});
        if (!proofs)
            return {-1, proofs.error().text()};
        Verdict verdict{proofs->exitStatus(), {}};
        for (const Proof &proof : proofs->proofs)
            verdict.text += u"%1 %2: %3\n"_s.arg(int(proof.state)).arg(proof.name, proof.detail);
        return verdict;
    }
    /// What git makes of patch and series on a clone of the target: two tree ids.
    static QByteArrayList treesByGit(const QString &bundle, const QString &target)
    {
        QTemporaryDir dir;
        QByteArrayList trees;
        for (
            const QString &way :
            {u"git apply --index %1/fixes.patch && git write-tree"_s,
             u"git -c user.name=a -c user.email=a@x am -q --keep-cr %1/series/*.patch && git rev-parse HEAD^{tree}"_s}) {
            const QString clone = dir.filePath(u"clone%1"_s.arg(trees.size()));
            runProgram(u"git"_s, {u"clone"_s, u"-q"_s, target, clone}, dir.path());
            trees.append(runProgram(u"sh"_s, {u"-c"_s, way.arg(bundle)}, clone).trimmed());
        }
        return trees;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_run = std::make_unique<EngineRun>(m_project.target(), m_project.options());
        QVERIFY2(m_run->create(), qPrintable(m_run->error()));
        QCOMPARE(m_run->go().value(), Outcome::Converged);
    }

    void whatIsLeftOutIsProvenAgainWithoutIt()
    {
        QVERIFY_OK(mark(*m_run, "tests/2_by_name.t", marked::LeftOut));
        const auto written = exportWith(*m_run, {});
        QVERIFY_OK(written);
        QCOMPARE(written->proofs.exitStatus(), 0);
        QCOMPARE(written->part.leftOut.size(), 1);
        QCOMPARE(m_run->state().exported(), written->folder);
        const QString bundle = written->folder;
        QVERIFY(!bytesOf(bundle + u"/fixes.patch"_s).contains("2_by_name"));
        // One patch, in which what was left out never was.
        const QStringList mails = QDir(bundle + u"/series"_s).entryList(QDir::Files);
        QCOMPARE(mails.size(), 1);
        QVERIFY(!bytesOf(bundle + u"/series/"_s + mails.first()).contains("2_by_name"));
        const QByteArray tree = written->part.tree.hex();
        QCOMPARE(treesByGit(bundle, m_project.target()), (QByteArrayList{tree, tree}));
        for (const QString &text : {u"report.html"_s, u"disclosure.md"_s}) {
            QVERIFY2(bytesOf(bundle + u'/' + text).contains("left out by owner"), qPrintable(text));
            QVERIFY2(bytesOf(bundle + u'/' + text).contains("2"), qPrintable(text));
        }
        // Nothing is said of it that was seen of the whole alone: how many tests pass, what defends a finding.
        for (const QString &text : {u"report.html"_s, u"disclosure.md"_s, u"findings.sarif"_s, u"MANIFEST.json"_s}) {
            const QByteArray bytes = bytesOf(bundle + u'/' + text);
            QVERIFY2(!bytes.contains("pass now") && !bytes.contains("passes now"), qPrintable(text));
            // The report's table of the run's own proofs says that it is of the whole.
            const bool told = text == u"report.html" && bytes.contains("Of the run's whole result");
            QVERIFY2(told || !bytes.contains("greets by name"), qPrintable(text));
        }
        QVERIFY(bytesOf(bundle + u"/disclosure.md"_s).contains("a part of what the run kept"));
        // A hunk's id looks like evidence, and is none.
        const auto whole = verifyRun(m_run->folder(), {});
        QVERIFY(whole);
        QCOMPARE(whole->exitStatus(), 0);
        const QJsonObject manifest = QJsonDocument::fromJson(bytesOf(bundle + u"/MANIFEST.json"_s)).object();
        QCOMPARE(manifest[u"part"][u"left_out"][0][u"path"].toString(), u"tests/2_by_name.t"_s);
        QCOMPARE(manifest[u"tree"].toString().toLatin1(), tree);
        const Verdict good = verify(bundle, m_project.target());
        QVERIFY2(good.status == 0, good.message().constData());
        // Accepted again, that bundle is not the run's any more.
        QVERIFY_OK(mark(*m_run, "tests/2_by_name.t", marked::Accepted));
        QVERIFY(m_run->state().exported().isEmpty());
        m_partial = bundle;
    }

    void changedBundleOfAPartIsRefuted()
    {
        QVERIFY(!m_partial.isEmpty());
        QTemporaryDir dir;
        const auto changed = [&](const std::function<void(const QString &)> &change) {
            const QString to = dir.filePath(u"bundle"_s);
            runProgram(u"rm"_s, {u"-rf"_s, to}, dir.path());
            runProgram(u"cp"_s, {u"-a"_s, m_partial, to}, dir.path());
            change(to);
            return verify(to, m_project.target());
        };
        const QString mail = u"/series/"_s + QDir(m_partial + u"/series"_s).entryList(QDir::Files).first();
        for (const QString &name : {u"/fixes.patch"_s, mail, u"/report.html"_s, u"/journal.jsonl"_s}) {
            const Verdict byte = changed([&](const QString &bundle) {
                QByteArray bytes = bytesOf(bundle + name);
                bytes[bytes.size() / 2] = char(bytes.at(bytes.size() / 2) ^ 1);
                overwrite(bundle + name, bytes);
                rehash(bundle);
            });
            QVERIFY2(byte.status == 9, (name.toUtf8() + ' ' + byte.message()).constData());
        }
        // Somebody who makes the journal's last hash anew cannot say that something else was left out, or nothing.
        const Verdict other = changed([](const QString &bundle) {
            forgeLastEntry(bundle, [](QJsonObject &data) {
                QJsonArray left = data[u"left_out"].toArray();
                QJsonObject one = left.first().toObject();
                one[u"path"_s] = u"count.sh"_s;
                data[u"left_out"_s] = QJsonArray{one};
            });
            rehash(bundle);
        });
        QVERIFY2(other.status == 9, other.message().constData());
        const Verdict nothing = changed([](const QString &bundle) {
            forgeLastEntry(bundle, [](QJsonObject &data) { data[u"left_out"_s] = QJsonArray(); });
            rehash(bundle);
        });
        QVERIFY2(nothing.status == 9, nothing.message().constData());
    }

    void findingThatIsThereAgainIsNotExportedAsFixed()
    {
        QVERIFY_OK(mark(*m_run, "count.sh", marked::LeftOut));
        const auto refused = exportWith(*m_run, {});
        QVERIFY(!refused);
        QVERIFY2(refused.error().text().contains(u"F2 is absent after"_s), qPrintable(refused.error().text()));
        QVERIFY2(refused.error().text().contains(u"Accept again"_s), qPrintable(refused.error().text()));
        const auto written = exportWith(*m_run, {.unproven = true});
        QVERIFY_OK(written);
        QCOMPARE(written->part.notFixed, QList<FindingId>{F2});
        const QByteArray disclosed = bytesOf(written->folder + u"/disclosure.md"_s);
        QVERIFY2(disclosed.contains("Not fixed by this bundle: F2"), disclosed.constData());
        QVERIFY(disclosed.mid(disclosed.indexOf("## Shown and not mended")).contains("F2"));
        // It claims nothing of F2, so nothing is refuted; unproven it stays.
        const Verdict seen = verify(written->folder, m_project.target());
        QVERIFY2(seen.status == 10, seen.message().constData());
        QVERIFY2(!seen.text.contains(u"F2 is absent after"_s), seen.message().constData());
        QVERIFY_OK(mark(*m_run, "count.sh", marked::Accepted));
    }

    void oneFindingsChangeIsExportedAlone()
    {
        const auto written = exportWith(*m_run, {.only = {F2}});
        QVERIFY_OK(written);
        QCOMPARE(written->proofs.exitStatus(), 0);
        const QByteArray patch = bytesOf(written->folder + u"/fixes.patch"_s);
        QVERIFY(patch.contains("count.sh") && !patch.contains("greet.sh"));
        QCOMPARE(written->part.notFixed, QList<FindingId>{F1});
        const QByteArray tree = written->part.tree.hex();
        QCOMPARE(treesByGit(written->folder, m_project.target()), (QByteArrayList{tree, tree}));
        const Verdict seen = verify(written->folder, m_project.target());
        QVERIFY2(seen.status == 0, seen.message().constData());
        QVERIFY(seen.text.contains(u"F2 is absent after"_s) && !seen.text.contains(u"F1 is absent after"_s));
        QVERIFY(m_run->state().exported().isEmpty()); // not the run's result
        const auto unknown = exportWith(*m_run, {.only = {FindingId(u"F9"_s)}});
        QVERIFY(!unknown);
        QVERIFY2(unknown.error().text().contains(u"Fixed ones: F1, F2"_s), qPrintable(unknown.error().text()));
    }

    void changeThatStandsOnAnotherSaysOnWhich()
    {
        TinyProject project;
        project.startRecordingAnew();
        project.record({.folder = u"1"_s,
                        .purpose = u"audit"_s,
                        .outbox = {{"audit.json",
                                    R"({"schema":"assay/audit/1","findings":[)" + finding("one", "one.sh") + ','
                                        + finding("several", "several.sh") + "]}"},
                                   {"repros/one.sh", repro("Ann", "hello Ann")},
                                   {"repros/several.sh", repro("Ann Bob", "hello Ann Bob")}}});
        project.record({.folder = u"2"_s,
                        .purpose = u"task"_s,
                        .findings = {u"F1"_s},
                        .files = {{"greet.sh", "#!/bin/sh\necho \"hello${1:+ $1}\"\n"}},
                        .outbox = {{"task.json", R"({"schema":"assay/task/1","summary":"One name"})"}},
                        .kept = true});
        project.record({.folder = u"3"_s,
                        .purpose = u"task"_s,
                        .findings = {u"F2"_s},
                        .files = {{"greet.sh", "#!/bin/sh\necho \"hello${*:+ $*}\"\n"}},
                        .outbox = {{"task.json", R"({"schema":"assay/task/1","summary":"All names"})"}},
                        .kept = true});
        EngineRun run(project.target(), project.options());
        QVERIFY(run.create());
        QVERIFY_OK(run.go()); // the recording ends there
        const RunState done = run.state();
        const Finding *several = done.finding(F2);
        QVERIFY2(several && several->state == FindingState::Fixed, qPrintable(story(done)));
        const auto alone = exportWith(run, {.only = {F2}});
        QVERIFY(!alone);
        QVERIFY2(alone.error().text().contains(u"greet.sh"_s) && alone.error().text().contains(u"They are of F1"_s),
                 qPrintable(alone.error().text()));
        const auto both = exportWith(run, {.only = {F1, F2}});
        QVERIFY_OK(both);
        QCOMPARE(both->part.tree, run.state().checkpoint().tree);
    }

private:
    TinyProject m_project;
    std::unique_ptr<EngineRun> m_run;
    QString m_partial;
    ProcessHost m_host;
};

QTEST_GUILESS_MAIN(TstPartBundle)
#include "tst_partbundle.moc"
