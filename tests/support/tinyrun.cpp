#include "tests/support/tinyrun.h"

#include <QDir>
#include <QFile>

using namespace Qt::StringLiterals;

namespace assay::test {
namespace {

const QByteArray kGreet = "#!/bin/sh\necho \"hello\"\n";
const QByteArray kGreetWrong = "#!/bin/sh\n# greets\necho \"hello\"\n";
const QByteArray kGreetRight = "#!/bin/sh\necho \"hello${1:+ $1}\"\n";
const QByteArray kCount = "#!/bin/sh\necho $(($# - 1))\n";
const QByteArray kCountRight = "#!/bin/sh\necho $#\n";
// Each *.t file is one case, named by its first line; the script that the gate names is no test but the gate itself.
const QByteArray kRunner = "#!/bin/sh\n"
                           "n=0; bad=0\n"
                           "for t in tests/*.t; do\n"
                           "  n=$((n + 1)); name=$(sed -n '1s/^# //p' \"$t\")\n"
                           "  if sh \"$t\"; then echo \"ok $n - $name\"; else echo \"not ok $n - $name\"; bad=1; fi\n"
                           "done\n"
                           "echo 1..$n\n"
                           "exit $bad\n";
const QByteArray kGreets = "# greets\n[ \"$(sh greet.sh)\" = hello ]\n";
const QByteArray kGreetsByName = "# greets by name\n[ \"$(sh greet.sh Ann)\" = 'hello Ann' ]\n";

QByteArray repro(const QByteArray &script, const QByteArray &arguments, const QByteArray &expected)
{
    return "#!/bin/sh\n"
           "[ -f \"$ASSAY_TREE/"
        + script
        + "\" ] || exit 2\n"
          "seen=$(sh \"$ASSAY_TREE/"
        + script + "\" " + arguments
        + ")\n"
          "[ \"$seen\" = '"
        + expected
        + "' ] && exit 0\n"
          "echo \"REPRODUCED: expected "
        + expected
        + ", got $seen\"\n"
          "exit 1\n";
}

const QByteArray kAudit = R"({"schema":"assay/audit/1",
"surfaces":[{"name":"scripts","files":["greet.sh","count.sh"],"trust":"user-error","swept":true,"how":"ran both"}],
"findings":[
 {"title":"greet.sh forgets the name","severity":"high","root_cause":"arguments-ignored","where":[{"path":"greet.sh","line":2}],
  "observed":"hello","expected":"hello Ann","repro":"repros/greet.sh"},
 {"title":"count.sh counts one too few","severity":"medium","root_cause":"off-by-one","where":[{"path":"count.sh","line":2}],
  "observed":"2 of 3","expected":"3","repro":"repros/count.sh"}],
"decisions":[{"title":"Say hello in other languages?","question":"Which languages?","options":[
 {"label":"none","effect":"English only","irreversible":false},{"label":"many","effect":"a table of words","irreversible":false}],
 "recommended":"none","why":"a product choice","blocks":[]}],
"declined":[{"title":"shellcheck style","reason":"no defect"}]})";
const QByteArray kCleanAudit = R"({"schema":"assay/audit/1","findings":[],
"surfaces":[{"name":"scripts","files":["greet.sh","count.sh"],"trust":"user-error","swept":true,"how":"ran both again"}]})";

void writeFile(const QString &path, const QByteArray &bytes, bool executable)
{
    QDir().mkpath(path.section(u'/', 0, -2));
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qWarning("cannot write %s", qPrintable(path));
    file.close();
    if (executable)
        file.setPermissions(QFileDevice::Permissions(0x7755));
}

} // namespace

TinyProject::TinyProject(int extraFiles) : m_recording(m_repository.sibling(u"recording"_s))
{
    for (ScratchRepository *repository : {&m_repository, &m_story}) {
        repository->write("greet.sh", kGreet);
        repository->write("count.sh", kCount);
        repository->write("run.sh", kRunner);
        repository->write("tests/1_greets.t", kGreets);
        for (int i = 0; i < extraFiles; ++i) {
            repository->write("data/" + QByteArray::number(i / 100) + "/file" + QByteArray::number(i) + ".txt",
                              "line " + QByteArray::number(i) + "\n");
        }
        repository->commitAll(u"base"_s);
    }
    const QByteArray claim31
        = R"({"schema":"assay/task/1","summary":"Say why","claims":[{"type":"tests","passed":9,"failed":0}]})";
    record({.folder = u"1-audit"_s,
            .purpose = u"audit"_s,
            .outbox = {{"audit.json", kAudit},
                       {"repros/greet.sh", repro("greet.sh", "Ann", "hello Ann")},
                       {"repros/count.sh", repro("count.sh", "a b c", "3")}}});
    record({.folder = u"2-wrong"_s,
            .purpose = u"task"_s,
            .findings = {u"F1"_s},
            .files = {{"greet.sh", kGreetWrong}},
            .outbox = {{"task.json", claim31}}});
    record({.folder = u"3-right"_s,
            .purpose = u"task"_s,
            .findings = {u"F1"_s},
            .attempt = 1,
            .files = {{"greet.sh", kGreetRight}, {"tests/2_by_name.t", kGreetsByName}},
            .outbox = {{"task.json", R"({"schema":"assay/task/1","summary":"Greet by name",
                        "regression_tests":[{"test":"greets by name","finding":"F1"}]})"}},
            .kept = true});
    record({.folder = u"4-count"_s,
            .purpose = u"task"_s,
            .findings = {u"F2"_s},
            .files = {{"count.sh", kCountRight}},
            .outbox = {{"task.json", R"({"schema":"assay/task/1","summary":"Count all arguments"})"}},
            .kept = true});
    record({.folder = u"5-audit"_s, .purpose = u"audit"_s, .outbox = {{"audit.json", kCleanAudit}}});
}

RunOptions TinyProject::options() const
{
    return {.agent = u"recorded:"_s + m_recording,
            .iterations = 5,
            .config = u"[[gate]]\nrun = \"sh run.sh\"\nformat = \"tap\"\n"_s,
            .configName = u"tiny.toml"_s};
}

void TinyProject::startRecordingAnew()
{
    QDir(m_recording).removeRecursively();
    m_index.clear();
    m_story.git({u"reset"_s, u"-q"_s, u"--hard"_s, u"HEAD"_s});
    writeRecordingIndex();
}

void TinyProject::record(const Session &session)
{
    const QString folder = m_recording + u'/' + session.folder;
    m_story.git({u"add"_s, u"-A"_s});
    const QString tree = QString::fromLatin1(m_story.git({u"write-tree"_s}).trimmed());
    for (const auto &[path, bytes] : session.files) {
        if (bytes.isEmpty())
            m_story.remove(path);
        else
            m_story.write(path, bytes, bytes.startsWith("#!") && path.startsWith("bin/"));
    }
    if (!session.files.isEmpty()) {
        m_story.git({u"add"_s, u"-A"_s});
        const QByteArray patch = m_story.git({u"diff"_s, u"--cached"_s, u"--binary"_s, u"--full-index"_s, tree});
        writeFile(folder + u"/change.patch"_s, patch, false);
        if (!session.kept) {
            m_story.git({u"read-tree"_s, u"-u"_s, u"--reset"_s, tree});
        }
    }
    for (const auto &[name, bytes] : session.outbox)
        writeFile(folder + u"/outbox/"_s + QString::fromUtf8(name), bytes, bytes.startsWith("#!"));
    writeFile(folder + u"/activity.jsonl"_s, "{\"type\":\"message\",\"text\":\"at work\"}\n", false);
    QStringList findings;
    for (const QString &finding : session.findings)
        findings.append(u'"' + finding + u'"');
    m_index.append(u"[[session]]\nfolder = \"%1\"\npurpose = \"%2\"\ntree = \"%3\"\nfindings = [%4]\nattempt = %5\n"_s
                       .arg(session.folder, session.purpose, tree, findings.join(u", "_s))
                       .arg(session.attempt));
    writeRecordingIndex();
}

void TinyProject::writeRecordingIndex()
{
    writeFile(m_recording + u"/recording.toml"_s,
              (u"format = \"assay/recording/1\"\nagent = \"recorded\"\nversion = \"1\"\ntitle = \"tiny\"\n\n"_s
               + m_index.join(u'\n'))
                  .toUtf8(),
              false);
}

} // namespace assay::test
