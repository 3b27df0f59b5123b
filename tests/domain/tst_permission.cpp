#include "core/domain/permission.h"

#include <QTest>

using namespace assay;
using namespace Qt::StringLiterals;

class tst_Permission : public QObject {
    Q_OBJECT

    static PermissionGround ground() { return {{u"/run/clone"_s, u"/real/clone"_s}, {u"/run/outbox"_s}}; }
    static QString ruled(const QList<PermissionRule> &rules, const PermissionRequest &request)
    {
        const RuledPermission judged = rulePermission(rules, request, ground());
        return judged.rule.isEmpty() ? u"-"_s : toWord(judged.answer) + u" by "_s + judged.rule;
    }

private Q_SLOTS:
    void whatTheSessionIsForIsAllowed_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QStringList>("paths");
        QTest::addColumn<bool>("allowed");
        QTest::newRow("a file of the clone") << u"edit"_s << QStringList{u"/run/clone/a.py"_s} << true;
        QTest::newRow("by its real name") << u"edit"_s << QStringList{u"/real/clone/a.py"_s} << true;
        QTest::newRow("relative") << u"read"_s << QStringList{u"src/../a.py"_s} << true;
        QTest::newRow("the outbox") << u"edit"_s << QStringList{u"/run/outbox/task.json"_s} << true;
        QTest::newRow("the clone itself") << u"search"_s << QStringList{u"/run/clone"_s} << true;
        QTest::newRow("moved") << u"move"_s << QStringList{u"a"_s, u"/run/clone/b"_s} << true;
        QTest::newRow("one of two outside") << u"move"_s << QStringList{u"a"_s, u"/run/b"_s} << false;
        QTest::newRow("beside the clone") << u"edit"_s << QStringList{u"/run/clone2/a"_s} << false;
        QTest::newRow("out of the clone") << u"edit"_s << QStringList{u"/run/clone/../journal.jsonl"_s} << false;
        QTest::newRow("relative, out of it") << u"read"_s << QStringList{u"../../etc/passwd"_s} << false;
        QTest::newRow("no file named") << u"edit"_s << QStringList{} << false;
        QTest::newRow("a command") << u"execute"_s << QStringList{u"/run/clone/a.py"_s} << false;
        QTest::newRow("the network") << u"fetch"_s << QStringList{} << false;
        QTest::newRow("something else") << u"other"_s << QStringList{u"/run/clone/a.py"_s} << false;
    }
    void whatTheSessionIsForIsAllowed()
    {
        QFETCH(const QString, kind);
        QFETCH(const QStringList, paths);
        QFETCH(const bool, allowed);
        QCOMPARE(ruled({}, {.kind = kind, .paths = paths}), allowed ? u"allow by own folders"_s : u"-"_s);
    }

    void theFirstRuleThatFitsAnswers()
    {
        const QList<PermissionRule> rules{
            {.answer = PermissionRuling::Reject, .kinds = {u"edit"_s, u"delete"_s}, .paths = {u"vendor/**"_s}},
            {.answer = PermissionRuling::Ask, .kinds = {u"edit"_s}, .paths = {u"**/*.lock"_s}},
            {.answer = PermissionRuling::Allow, .kinds = {u"execute"_s}, .commands = {u"python3 -m unittest*"_s}},
            {.answer = PermissionRuling::Reject, .kinds = {u"execute"_s}, .commands = {u"*rm -rf*"_s}},
            {.answer = PermissionRuling::Allow, .kinds = {u"fetch"_s}}};
        const auto edit = [&](const QStringList &paths) { return ruled(rules, {.kind = u"edit"_s, .paths = paths}); };
        QCOMPARE(edit({u"/run/clone/vendor/a.c"_s}), u"reject by agent.permission[1]"_s);
        // To be refused, one is enough.
        QCOMPARE(edit({u"a.c"_s, u"vendor/a.c"_s}), u"reject by agent.permission[1]"_s);
        QCOMPARE(edit({u"web/npm.lock"_s}), u"ask by agent.permission[2]"_s);
        QCOMPARE(edit({u"web/npm.js"_s}), u"allow by own folders"_s);
        const auto run
            = [&](const QString &command) { return ruled(rules, {.kind = u"execute"_s, .command = command}); };
        QCOMPARE(run(u"python3 -m unittest tests.a"_s), u"allow by agent.permission[3]"_s);
        QCOMPARE(run(u"cd x && rm -rf y"_s), u"reject by agent.permission[4]"_s);
        QCOMPARE(run(u"make"_s), u"-"_s);
        QCOMPARE(ruled(rules, {.kind = u"fetch"_s}), u"allow by agent.permission[5]"_s);
    }

    void anAllowingRuleWantsEveryPathInTheTree()
    {
        const QList<PermissionRule> rules{{.answer = PermissionRuling::Allow, .paths = {u"src/**"_s}}};
        const auto other = [&](const QStringList &paths) { return ruled(rules, {.kind = u"other"_s, .paths = paths}); };
        QCOMPARE(other({u"/run/clone/src/a"_s, u"src/b"_s}), u"allow by agent.permission[1]"_s);
        QCOMPARE(other({u"src/a"_s, u"b"_s}), u"-"_s);
        QCOMPARE(other({u"/elsewhere/src/a"_s}), u"-"_s);
        QCOMPARE(other({}), u"-"_s);
    }

    void aCommandIsFittedWhole_data()
    {
        QTest::addColumn<QString>("pattern");
        QTest::addColumn<QString>("command");
        QTest::addColumn<bool>("plain"); ///< where it is to be allowed
        QTest::addColumn<bool>("any"); ///< where it is to be refused
        QTest::newRow("itself") << u"make check"_s << u" make check "_s << true << true;
        QTest::newRow("more behind it") << u"make"_s << u"make check"_s << false << false;
        QTest::newRow("any arguments") << u"git status*"_s << u"git status --short -- a*b"_s << true << true;
        QTest::newRow("another command behind it") << u"git status*"_s << u"git status; rm -rf ~"_s << false << true;
        QTest::newRow("and") << u"git *"_s << u"git status && curl x"_s << false << true;
        QTest::newRow("piped") << u"git *"_s << u"git log | sh"_s << false << true;
        QTest::newRow("into a file") << u"echo *"_s << u"echo x > /etc/y"_s << false << true;
        QTest::newRow("substituted") << u"echo *"_s << u"echo $(curl x)"_s << false << true;
        QTest::newRow("in backticks") << u"echo *"_s << u"echo `curl x`"_s << false << true;
        QTest::newRow("a second line") << u"git *"_s << u"git status\nrm x"_s << false << true;
        QTest::newRow("an operator of the owner's") << u"cd * && make"_s << u"cd web && make"_s << true << true;
        QTest::newRow("and one of the agent's") << u"cd * && make"_s << u"cd a; b && make"_s << false << true;
        QTest::newRow("two stars") << u"* -m unittest *"_s << u"python3 -m unittest a -m unittest b"_s << true << true;
        QTest::newRow("star in the middle, tried again") << u"a*bc"_s << u"abbc"_s << true << true;
        QTest::newRow("nothing for the star") << u"make*"_s << u"make"_s << true << true;
        QTest::newRow("empty") << u"*"_s << u""_s << true << true;
    }
    void aCommandIsFittedWhole()
    {
        QFETCH(const QString, pattern);
        QFETCH(const QString, command);
        QTEST(commandMatches(pattern, command, true), "plain");
        QTEST(commandMatches(pattern, command, false), "any");
    }
};

QTEST_APPLESS_MAIN(tst_Permission)
#include "tst_permission.moc"
