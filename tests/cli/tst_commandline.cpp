#include "app/cli/commandline.h"

#include <QTest>

using namespace assay;
using namespace assay::cli;
using namespace Qt::StringLiterals;

namespace {

QStringList words(const QString &line)
{
    return line.split(u' ', Qt::SkipEmptyParts);
}

} // namespace

class TstCommandLine : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theTableIsWhole();
    void optionsMayStandAnywhere();
    void aRepeatedOptionKeepsItsOrder();
    void aRunLeftOutIsTheNewest_data();
    void aRunLeftOutIsTheNewest();
    void whatFollowsTwoDashesIsNoOption();
    void valuesAreChecked();
    void helpNeedsNothingElse();
    void whatDoesNotFitIsRefusedWithTheNearestWord_data();
    void whatDoesNotFitIsRefusedWithTheNearestWord();
};

void TstCommandLine::theTableIsWhole()
{
    QSet<QString> names;
    for (const CommandSpec &command : commandTable()) {
        QVERIFY2(!names.contains(command.name), qPrintable(command.name));
        names.insert(command.name);
        QVERIFY(!command.summary.isEmpty() && !command.summary.endsWith(u'.'));
        QSet<QString> options;
        for (const OptionSpec &option : command.options + globalOptions()) {
            QVERIFY2(!options.contains(option.name), qPrintable(command.name + u' ' + option.name));
            options.insert(option.name);
            QVERIFY(!option.meaning.isEmpty());
            QCOMPARE(option.kind == ValueKind::None, option.value.isEmpty());
            QCOMPARE(option.kind == ValueKind::Words, !option.words.isEmpty());
        }
        bool examples = !command.examples.isEmpty();
        QVERIFY2(examples, qPrintable(command.name));
    }
    QSet<int> statuses;
    for (const ExitStatusSpec &status : exitStatusTable())
        statuses.insert(status.status);
    for (const int wanted : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 70, 130})
        QVERIFY(statuses.contains(wanted));
}

void TstCommandLine::optionsMayStandAnywhere()
{
    for (const QString &line :
         {u"--json run repo --budget 5 --agent=command:x"_s, u"run --budget=5 repo --json --agent command:x"_s}) {
        const auto parsed = parseCommandLine(words(line));
        QVERIFY(parsed);
        QCOMPARE(parsed->command->name, u"run"_s);
        QCOMPARE(parsed->argument(u"TARGET"_s), u"repo"_s);
        QCOMPARE(parsed->number(u"budget"_s), 5);
        QCOMPARE(parsed->value(u"agent"_s), u"command:x"_s);
        QVERIFY(parsed->has(u"json"_s));
        QVERIFY(!parsed->has(u"quiet"_s));
    }
}

void TstCommandLine::aRepeatedOptionKeepsItsOrder()
{
    const auto parsed = parseCommandLine({u"run"_s, u"."_s, u"--gate"_s, u"make test"_s, u"--gate"_s, u"-x --y"_s});
    QVERIFY(parsed);
    QCOMPARE(parsed->values(u"gate"_s), (QStringList{u"make test"_s, u"-x --y"_s}));
}

void TstCommandLine::aRunLeftOutIsTheNewest_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QString>("arguments");
    QTest::newRow("status") << u"status"_s << u""_s;
    QTest::newRow("status of one") << u"status a"_s << u"RUN=a"_s;
    QTest::newRow("decide") << u"decide P1 yes"_s << u"OPTION=yes PROMPT=P1"_s;
    QTest::newRow("decide of one") << u"decide a P1 yes"_s << u"OPTION=yes PROMPT=P1 RUN=a"_s;
    QTest::newRow("decline takes no option") << u"decide P1 --decline --reason x"_s << u"PROMPT=P1"_s;
    QTest::newRow("decline of one") << u"decide a P1 --decline"_s << u"PROMPT=P1 RUN=a"_s;
    QTest::newRow("review") << u"review accept"_s << u"ANSWER=accept"_s;
    QTest::newRow("clean all takes no run") << u"clean --all"_s << u""_s;
}

void TstCommandLine::aRunLeftOutIsTheNewest()
{
    QFETCH(QString, line);
    const auto parsed = parseCommandLine(words(line));
    QVERIFY2(parsed, qPrintable(parsed.error_or(Error{}).text()));
    QStringList arguments;
    for (auto it = parsed->arguments.cbegin(); it != parsed->arguments.cend(); ++it)
        arguments.append(it.key() + u'=' + it.value());
    QTEST(arguments.join(u' '), "arguments");
}

void TstCommandLine::whatFollowsTwoDashesIsNoOption()
{
    const auto parsed = parseCommandLine({u"note"_s, u"--"_s, u"--json"_s});
    QVERIFY(parsed);
    QCOMPARE(parsed->argument(u"TEXT"_s), u"--json"_s);
    QVERIFY(!parsed->has(u"json"_s));
    QCOMPARE(parseCommandLine({u"note"_s, u"-"_s})->argument(u"TEXT"_s), u"-"_s);
}

void TstCommandLine::valuesAreChecked()
{
    const auto parsed = parseCommandLine(words(u"run . --max-time 1h30m --supervise review"_s));
    QVERIFY(parsed);
    QCOMPARE(parsed->duration(u"max-time"_s), std::chrono::minutes(90));
    QVERIFY(!parsed->duration(u"budget"_s));
    QVERIFY(!parsed->number(u"budget"_s));
}

void TstCommandLine::helpNeedsNothingElse()
{
    QVERIFY(parseCommandLine(words(u"verify --help"_s)));
    QVERIFY(parseCommandLine(words(u"-h"_s)));
    QVERIFY(parseCommandLine({}));
    QVERIFY(!parseCommandLine({})->command);
}

void TstCommandLine::whatDoesNotFitIsRefusedWithTheNearestWord_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QStringList>("parts");
    QTest::newRow("command") << u"stauts"_s << QStringList{u"stauts"_s, u"Did you mean `assay status`?"_s};
    QTest::newRow("nothing near") << u"zzzzzzzz"_s << QStringList{u"zzzzzzzz"_s, u"assay --help"_s};
    QTest::newRow("option") << u"run . --superwise auto"_s
                            << QStringList{u"--superwise"_s, u"Did you mean --supervise?"_s};
    QTest::newRow("option with value") << u"run . --budgte=3"_s << QStringList{u"--budgte"_s, u"--budget"_s};
    QTest::newRow("another command's option")
        << u"status --budget 3"_s << QStringList{u"--budget"_s, u"assay status"_s};
    QTest::newRow("single dash") << u"run . -json"_s << QStringList{u"-json"_s, u"--json"_s};
    QTest::newRow("value missing") << u"run . --base"_s << QStringList{u"--base"_s, u"REV is missing"_s};
    QTest::newRow("switch with value") << u"status --json=yes"_s << QStringList{u"--json"_s, u"no value"_s};
    QTest::newRow("twice") << u"run . --base a --base b"_s << QStringList{u"--base"_s, u"twice"_s};
    QTest::newRow("no number") << u"run . --budget many"_s << QStringList{u"--budget"_s, u"many"_s, u"1 to 1000000"_s};
    QTest::newRow("negative") << u"run . --budget -3"_s << QStringList{u"--budget"_s, u"-3"_s};
    QTest::newRow("no duration") << u"run . --max-time soon"_s << QStringList{u"--max-time"_s, u"soon"_s, u"1h30m"_s};
    QTest::newRow("no such word") << u"run . --supervise never"_s
                                  << QStringList{u"--supervise"_s, u"never"_s, u"auto, review, step"_s};
    QTest::newRow("no such argument word") << u"review acept"_s << QStringList{u"acept"_s, u"Did you mean accept?"_s};
    QTest::newRow("argument missing") << u"run"_s << QStringList{u"TARGET is missing"_s, u"Usage: assay run TARGET"_s};
    QTest::newRow("two missing") << u"decide"_s << QStringList{u"PROMPT and OPTION are missing"_s};
    QTest::newRow("one of two missing") << u"decide P1"_s << QStringList{u"OPTION is missing"_s};
    QTest::newRow("one too many") << u"run a b"_s << QStringList{u"\"b\""_s, u"Usage: assay run TARGET"_s};
    QTest::newRow("run beside all") << u"clean --all x"_s << QStringList{u"\"x\""_s};
}

void TstCommandLine::whatDoesNotFitIsRefusedWithTheNearestWord()
{
    QFETCH(QString, line);
    QFETCH(QStringList, parts);
    const auto parsed = parseCommandLine(words(line));
    QVERIFY(!parsed);
    QCOMPARE(parsed.error().kind, ErrorKind::Usage);
    for (const QString &part : std::as_const(parts))
        QVERIFY2(parsed.error().text().contains(part), qPrintable(part + u" is not in: "_s + parsed.error().text()));
}

QTEST_GUILESS_MAIN(TstCommandLine)
#include "tst_commandline.moc"
