#include "core/journal/inbox.h"

#include "tests/journal/scratchrun.h"

#include <QDir>
#include <QTest>

#include <sys/stat.h>

using namespace assay;
using namespace assay::test;
using namespace Qt::StringLiterals;

namespace {

constexpr QLatin1StringView someId = "0190163d-8694-739b-aea5-966c26f8ad91"_L1;

QString named(QLatin1StringView id)
{
    return u"00000000000000000001-"_s + id + u".json"_s;
}

} // namespace

class TstInbox : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void commandIsPickedUpUntilItIsDiscarded();
    void commandsKeepTheOrderInWhichTheyWereSent();
    void commandWrittenByHandNeedsNoArguments();
    void emptyOrMissingInboxHasNoCommands();
    void commandBeingWrittenIsNotSeen();
    void commandOfAnotherProcessIsSeen();
    void fileThatIsNoCommandIsRefusedOnce_data();
    void fileThatIsNoCommandIsRefusedOnce();
    void linkOrPipeIsRefused();
    void refusedFileDoesNotHoldUpTheNext();
    void folderThatIsNoRunIsRefused();
    void overlongCommandIsRefusedBySender();
    void discardingTwiceIsNoError();

private:
    void put(const QString &name, const QByteArray &bytes) const;
    [[nodiscard]] QStringList inboxFiles() const
    {
        return QDir(m_folder.inbox()).entryList(QDir::Files | QDir::Hidden | QDir::System, QDir::Name);
    }
    std::optional<ScratchRun> m_run;
    RunFolder m_folder;
};

void TstInbox::init()
{
    m_run.emplace();
    m_folder = m_run->folder();
    QVERIFY(m_run->begin(1));
}

void TstInbox::put(const QString &name, const QByteArray &bytes) const
{
    QDir().mkpath(m_folder.inbox());
    QFile file(m_folder.inbox() + u'/' + name);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write %s", qPrintable(file.fileName()));
}

void TstInbox::commandIsPickedUpUntilItIsDiscarded()
{
    const QJsonObject args{{u"prompt"_s, u"P1"_s}, {u"option"_s, u"é"_s}};
    const auto id = sendCommand(m_folder, u"decide"_s, args);
    QVERIFY2(id, qPrintable(id ? QString() : id.error().text()));

    for (int look = 0; look < 2; ++look) {
        const auto commands = pendingCommands(m_folder);
        QVERIFY(commands);
        QCOMPARE(commands->size(), 1);
        QCOMPARE(commands->first().id, *id);
        QCOMPARE(commands->first().verb, u"decide"_s);
        QCOMPARE(commands->first().args, args);
        QCOMPARE(commands->first().actor, u"owner"_s);
    }
    QVERIFY(discardCommand(m_folder, *id));
    QCOMPARE(pendingCommands(m_folder).value_or(QList<InboxCommand>(1)).size(), 0);
    QCOMPARE(inboxFiles(), QStringList());
}

void TstInbox::commandsKeepTheOrderInWhichTheyWereSent()
{
    QStringList sent;
    for (int i = 0; i < 12; ++i)
        sent.append(sendCommand(m_folder, u"note"_s, {{u"n"_s, i}}).value_or(QString()));
    const auto commands = pendingCommands(m_folder);
    QVERIFY(commands);
    QStringList seen;
    for (const InboxCommand &command : *commands)
        seen.append(command.id);
    QCOMPARE(seen, sent);
    // One of them goes: that one.
    QVERIFY(discardCommand(m_folder, sent.at(5)));
    sent.removeAt(5);
    QCOMPARE(pendingCommands(m_folder)->size(), 11);
    QCOMPARE(pendingCommands(m_folder)->at(5).id, sent.at(5));
}

void TstInbox::commandWrittenByHandNeedsNoArguments()
{
    put(named(someId), QByteArray("{\"id\":\"") + someId.data() + "\",\"verb\":\"stop\"}");
    const auto commands = pendingCommands(m_folder);
    QVERIFY(commands);
    QCOMPARE(commands->size(), 1);
    QCOMPARE(commands->first().verb, u"stop"_s);
}

void TstInbox::emptyOrMissingInboxHasNoCommands()
{
    QCOMPARE(pendingCommands(m_folder).value_or(QList<InboxCommand>(1)).size(), 0);
    QVERIFY(QDir().mkpath(m_folder.inbox()));
    QCOMPARE(pendingCommands(m_folder).value_or(QList<InboxCommand>(1)).size(), 0);
}

void TstInbox::commandBeingWrittenIsNotSeen()
{
    put(u".new-1-0"_s, "{\"id\":");
    put(u".hidden.json"_s, "{\"id\":");
    QCOMPARE(pendingCommands(m_folder).value_or(QList<InboxCommand>(1)).size(), 0);
    QCOMPARE(inboxFiles().size(), 2);
}

void TstInbox::commandOfAnotherProcessIsSeen()
{
    const QString id = inChild([&] { return sendCommand(m_folder, u"stop"_s, {}).value_or(QString()); });
    const auto commands = pendingCommands(m_folder);
    QVERIFY(commands);
    QCOMPARE(commands->size(), 1);
    QCOMPARE(commands->first().id, id);
    QCOMPARE(commands->first().verb, u"stop"_s);
}

void TstInbox::fileThatIsNoCommandIsRefusedOnce_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << named(someId) << QByteArray();
    QTest::newRow("half") << named(someId) << "{\"id\":\"0190"_ba;
    QTest::newRow("array") << named(someId) << "[1]"_ba;
    QTest::newRow("another id") << named(someId) << R"({"id":"x","verb":"stop"})"_ba;
    QTest::newRow("no verb") << named(someId) << QByteArray("{\"id\":\"" + QByteArray(someId.data()) + "\"}");
    QTest::newRow("args text") << named(
        someId) << QByteArray("{\"id\":\"" + QByteArray(someId.data()) + "\",\"verb\":\"stop\",\"args\":\"x\"}");
    QTest::newRow("short name") << u"a.json"_s << R"({"id":"a","verb":"stop"})"_ba;
    QTest::newRow("too long") << named(someId) << QByteArray(2 << 20, ' ');
}

void TstInbox::fileThatIsNoCommandIsRefusedOnce()
{
    QFETCH(const QString, name);
    QFETCH(const QByteArray, bytes);
    put(name, bytes);

    const auto commands = pendingCommands(m_folder);

    QVERIFY2(commands, qPrintable(commands ? QString() : commands.error().text()));
    QCOMPARE(commands->size(), 1);
    QCOMPARE(commands->first().verb, QString());
    QCOMPARE(commands->first().id, name);
    QCOMPARE(commands->first().args.value("file"_L1), name);
    const QString error = commands->first().args.value("error"_L1).toString();
    QVERIFY(!error.isEmpty());
    QCOMPARE(error.contains(u"at most"_s), bytes.size() > (1 << 20));
    // Looking changes nothing: the engine moves it once the refusal is in the journal.
    QCOMPARE(pendingCommands(m_folder)->size(), 1);
    QVERIFY(discardCommand(m_folder, name));
    QCOMPARE(pendingCommands(m_folder)->size(), 0);
    // Kept, for whoever wants to know.
    QFile kept(m_folder.inbox() + u"/refused/"_s + name);
    QVERIFY(kept.open(QIODevice::ReadOnly));
    QCOMPARE(kept.readAll(), bytes);
}

void TstInbox::linkOrPipeIsRefused()
{
    put(u"outside"_s, QByteArray("{\"id\":\"") + someId.data() + "\",\"verb\":\"stop\"}");
    QVERIFY(QFile::link(m_folder.inbox() + u"/outside"_s, m_folder.inbox() + u'/' + named(someId)));
    const QString broken = u"00000000000000000002-x.json"_s;
    QVERIFY(QFile::link(u"/nowhere"_s, m_folder.inbox() + u'/' + broken));
    const QString pipe = u"00000000000000000003-y.json"_s;
    QCOMPARE(::mkfifo(QFile::encodeName(m_folder.inbox() + u'/' + pipe).constData(), 0600), 0);

    const auto commands = pendingCommands(m_folder);

    QVERIFY(commands);
    QCOMPARE(commands->size(), 3);
    QCOMPARE(commands->at(2).args.value("error"_L1), u"not a regular file"_s);
    for (const InboxCommand &command : *commands) {
        QCOMPARE(command.verb, QString());
        QVERIFY(discardCommand(m_folder, command.id));
    }
    QCOMPARE(inboxFiles(), QStringList{u"outside"_s});
}

void TstInbox::refusedFileDoesNotHoldUpTheNext()
{
    put(named(someId), "rubbish");
    const auto id = sendCommand(m_folder, u"pause"_s, {});
    const auto commands = pendingCommands(m_folder);
    QVERIFY(commands);
    QCOMPARE(commands->size(), 2);
    QCOMPARE(commands->at(1).id, id.value_or(QString()));
}

void TstInbox::folderThatIsNoRunIsRefused()
{
    const RunFolder nowhere(m_folder.path() + u"/nowhere"_s);
    const auto id = sendCommand(nowhere, u"stop"_s, {});
    QVERIFY(!id);
    QCOMPARE(id.error().kind, ErrorKind::Usage);
    QVERIFY(!QFile::exists(nowhere.path()));
}

void TstInbox::overlongCommandIsRefusedBySender()
{
    const auto id = sendCommand(m_folder, u"note"_s, {{u"text"_s, QString(2 << 20, u'x')}});
    QVERIFY(!id);
    QVERIFY(inboxFiles().isEmpty());
}

void TstInbox::discardingTwiceIsNoError()
{
    const auto id = sendCommand(m_folder, u"stop"_s, {});
    QVERIFY(id);
    QVERIFY(discardCommand(m_folder, *id));
    QVERIFY(discardCommand(m_folder, *id));
    QVERIFY(discardCommand(m_folder, u"../journal"_s));
    put(u"a.json"_s, "{}");
    QVERIFY(discardCommand(m_folder, QString()));
    QCOMPARE(inboxFiles(), QStringList{u"a.json"_s});
    QVERIFY(QFile::exists(m_folder.journal()));
}

QTEST_APPLESS_MAIN(TstInbox)
#include "tst_inbox.moc"
