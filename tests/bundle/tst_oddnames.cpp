// A run over a repository whose file names are not UTF-8, from an agent's clean audit to the verified bundle.
#include "tests/bundle/exportedrun.h"

using namespace Qt::StringLiterals;
using namespace assay;
using namespace assay::test;

class TstOddNames : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesThatAreNotUtf8AreExportedAndVerified();
};

void TstOddNames::namesThatAreNotUtf8AreExportedAndVerified()
{
    ScratchRepository repository;
    const QByteArrayList names{"caf\xe9.txt", "with\nnewline", "d\xff/\xfe\xfd", "sp ace\"quote'"};
    for (const QByteArray &name : names)
        repository.write(name, "before\n");
    repository.write("run.sh", "#!/bin/sh\necho 'ok 1 - one'\necho 1..1\n");
    repository.commitAll(u"base"_s);
    const QString program = repository.sibling(u"agent"_s);
    QFile agent(program);
    QVERIFY(agent.open(QIODevice::WriteOnly));
    // One finding, whose mend changes two of them, deletes one and adds one.
    agent.write(
        "#!/bin/sh\n"
        "cd \"$ASSAY_OUTBOX\" || exit 3\n"
        "if [ \"$ASSAY_PURPOSE\" = task ]; then\n"
        "  cd - >/dev/null\n"
        "  name=$(printf 'caf\\351.txt'); printf 'after\\n' >\"$name\"\n"
        "  name=$(printf 'd\\377/\\376\\375'); printf 'after\\n' >\"$name\"\n"
        "  rm -f with*; name=$(printf 'new\\200'); : >\"$name\"\n"
        "  echo '{\"schema\":\"assay/task/1\",\"summary\":\"After\"}' >\"$ASSAY_OUTBOX/task.json\"\n"
        "elif grep -q after \"$OLDPWD\"/caf*; then\n"
        "  echo '{\"schema\":\"assay/audit/1\",\"surfaces\":[],\"findings\":[]}' >audit.json\n"
        "else\n"
        "  mkdir repros\n"
        "  printf '#!/bin/sh\\ngrep -q after \"$ASSAY_TREE\"/caf* && exit 0\\necho REPRODUCED: before\\nexit 1\\n'"
        " >repros/r.sh\n"
        "  sed -i '1a [ -e \"$ASSAY_TREE/run.sh\" ] || exit 2' repros/r.sh; chmod +x repros/r.sh\n"
        "  cat >audit.json <<'END'\n"
        R"({"schema":"assay/audit/1","surfaces":[],"findings":[{"title":"before","severity":"medium",)"
        R"("root_cause":"words","where":[{"path":"run.sh","line":1}],"observed":"before","expected":"after",)"
        R"("repro":"repros/r.sh"}]})"
        "\nEND\n"
        "fi\n");
    agent.close();
    QVERIFY(agent.setPermissions(QFileDevice::Permissions(0x7755)));

    EngineRun run(repository.path(), {.gate = {u"sh run.sh"_s}, .agent = u"command:"_s + program, .iterations = 4});
    QVERIFY2(run.create(), qPrintable(run.error()));
    const auto outcome = run.go();
    QVERIFY2(outcome, qPrintable(outcome ? QString() : outcome.error().text()));
    QVERIFY2(*outcome == Outcome::Converged, qPrintable(story(run.state())));
    ProcessHost host;
    const auto written = exported(run, host);
    QVERIFY2(written, qPrintable(written ? QString() : written.error().text()));
    QVERIFY(written->proofs.exitStatus() == 0);
    const auto proofs = verifyBundle(
        host, {.bundle = written->folder, .target = repository.path(), .resources = resources()}, {}, {});
    QVERIFY(proofs);
    QCOMPARE(proofs->exitStatus(), 0);
    // With git alone.
    QTemporaryDir dir;
    const QString clone = dir.filePath(u"clone"_s);
    runProgram(u"git"_s, {u"clone"_s, u"-q"_s, repository.path(), clone}, dir.path());
    const QByteArray tree = runProgram(
        u"sh"_s, {u"-c"_s, u"git apply --index %1/fixes.patch && git write-tree"_s.arg(written->folder)}, clone);
    QCOMPARE(QString::fromLatin1(tree.trimmed()), run.state().checkpoint().tree.text());
}

QTEST_GUILESS_MAIN(TstOddNames)
#include "tst_oddnames.moc"
