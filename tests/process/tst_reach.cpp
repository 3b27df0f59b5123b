// What a contained process reaches is tried, and the trying can fail: outside, everything is reached.
#include "core/process/reach.h"

#include <QCoreApplication>
#include <QFile>
#include <QTest>

#include <cstring>

using namespace Qt::StringLiterals;
using namespace assay;

class TstReach : public QObject {
    Q_OBJECT

public:
    explicit TstReach(ProcessHost &host) : m_host(host) {}

private Q_SLOTS:
    void initTestCase()
    {
        qputenv(Canaries::variable().constData(), "set");
        m_canaries = std::make_unique<Canaries>(QList<std::pair<QString, QString>>{{m_folder.path(), u"the folder"_s}});
        QCOMPARE(m_canaries->places().size(), 7);
    }
    void outsideAllIsReached()
    {
        QCOMPARE(namesOf(reachedHere(m_canaries->places())), namesOf(m_canaries->places()));
        ProcessCommand command = reachCommand(program(), m_canaries->places());
        command.environment = {{"PATH", qgetenv("PATH")}, {Canaries::variable(), "set"}};
        const auto reached = reachedOf(m_host.run(command, {}), m_canaries->places());
        QVERIFY2(reached, qPrintable(reached ? QString() : reached.error().text()));
        QCOMPARE(namesOf(*reached), namesOf(m_canaries->places()));
    }
    void aCheckReachesNothing()
    {
        const Sandbox sandbox = Sandbox::detect(m_host);
        if (!sandbox.contains())
            QSKIP(qPrintable(sandbox.ability().reason));
        const auto reached = reachedByCheck(m_host, sandbox, program(), m_canaries->places());
        QVERIFY2(reached, qPrintable(reached ? QString() : reached.error().text()));
        QCOMPARE(namesOf(*reached), QStringList());
    }
    void aHoleIsSeen()
    {
        const Sandbox sandbox = Sandbox::detect(m_host);
        if (!sandbox.contains())
            QSKIP(qPrintable(sandbox.ability().reason));
        const QByteArray folder = QFile::encodeName(m_folder.path());
        const auto through = [&](SandboxBind::Mode mode, bool network) {
            const SandboxSpec spec{.binds
                                   = {{program(), program(), SandboxBind::Mode::ReadOnly}, {folder, folder, mode}},
                                   .home = folder,
                                   .network = network};
            const auto reached
                = reachedOf(m_host.run(sandbox.wrap(reachCommand(program(), m_canaries->places()), spec), {}),
                            m_canaries->places());
            return reached ? namesOf(*reached) : QStringList{reached.error().text()};
        };
        QCOMPARE(through(SandboxBind::Mode::ReadOnly, false), QStringList{u"a file in the folder"_s});
        QCOMPARE(through(SandboxBind::Mode::ReadWrite, false),
                 (QStringList{u"a file in the folder"_s, u"writing to the folder"_s}));
        QCOMPARE(through(SandboxBind::Mode::Overlay, false),
                 QStringList{u"a file in the folder"_s}); // written to nowhere
        QCOMPARE(through(SandboxBind::Mode::ReadOnly, true),
                 (QStringList{u"a file in the folder"_s, u"an abstract socket of yours"_s,
                              u"a service on the loopback address"_s}));
    }
    /// A probe that died at the second place did not show that the third is out of reach.
    void aProbeThatEndsEarlyShowsNothing()
    {
        ProcessResult result{.end = ProcessEnd::Exited, .exitStatus = 0, .standardOutput = "not reached\n"};
        QVERIFY(!reachedOf(result, m_canaries->places()));
        result.standardOutput = QByteArray("not reached\n").repeated(m_canaries->places().size());
        QVERIFY(reachedOf(result, m_canaries->places()));
        result.exitStatus = 1;
        QVERIFY(!reachedOf(result, m_canaries->places()));
    }
    void nothingIsLeftBehind()
    {
        m_canaries.reset();
        QCOMPARE(QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot),
                 QStringList());
    }

private:
    static QByteArray program() { return QFile::encodeName(QCoreApplication::applicationFilePath()); }
    static QStringList namesOf(const QList<ReachPlace> &places)
    {
        QStringList names;
        for (const ReachPlace &place : places)
            names.append(place.what);
        return names;
    }

    ProcessHost &m_host;
    QTemporaryDir m_folder;
    std::unique_ptr<Canaries> m_canaries;
};

int main(int argc, char **argv)
{
    if (argc > 1 && std::strcmp(argv[1], "--try-reach") == 0)
        return tryReach(QByteArrayList(argv + 2, argv + argc));
    ProcessHost host; // it forks
    const QCoreApplication application(argc, argv);
    TstReach test(host);
    return QTest::qExec(&test, argc, argv);
}
#include "tst_reach.moc"
