// The real program, and whom it believes: not an agent that speaks as the owner, not a journal that was edited.
#include "tests/cli/program.h"
#include "tests/support/tinyrun.h"

using namespace assay;
using namespace assay::test;
using namespace Qt::StringLiterals;

class TstProgramTrust : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        QFile config(m_program.path("tiny.toml"));
        QVERIFY(config.open(QIODevice::WriteOnly) && config.write(m_project.options().config.toUtf8()) > 0);
        config.close();
        const auto ended
            = m_program.run({u"run"_s, m_project.target(), u"--agent"_s, u"recorded:"_s + m_project.recording(),
                             u"--config"_s, u"tiny.toml"_s, u"--run-dir"_s, u"run"_s, u"--no-export"_s});
        QVERIFY2(ended.status == 0, ended.all().constData());
    }

    /// An agent that runs `assay note` in its session spoke as the owner.
    void insideASessionNobodySpeaksAsTheOwner_data()
    {
        QTest::addColumn<QStringList>("words");
        QTest::newRow("note") << QStringList{u"note"_s, u"run"_s, u"all is well"_s};
        QTest::newRow("budget") << QStringList{u"budget"_s, u"run"_s, u"--iterations"_s, u"99"_s};
        QTest::newRow("mark") << QStringList{u"mark"_s, u"run"_s, u"greet.sh"_s, u"--reviewed"_s};
        QTest::newRow("undo") << QStringList{u"undo"_s, u"run"_s};
    }
    void insideASessionNobodySpeaksAsTheOwner()
    {
        QFETCH(QStringList, words);
        const QByteArray before = journal();
        m_program.set("ASSAY_SESSION", u"A7"_s);
        const auto refused = m_program.run(words);
        m_program.unset("ASSAY_SESSION");
        QVERIFY2(refused.status == 2, refused.all().constData());
        QVERIFY2(refused.err.contains("cannot speak as the owner"), refused.err.constData());
        QCOMPARE(journal(), before);
    }

    /// What reads well is not what was written.
    void statusOfAnEditedJournalWarnsBeforeItTells()
    {
        QByteArray bytes = journal();
        const QByteArray honest = "rolled back";
        QVERIFY(bytes.contains(honest));
        QByteArray edited = bytes;
        edited.replace(honest, "kept       "); // of the same length: only the chain tells
        write(edited);
        const auto told = m_program.run({u"status"_s, u"run"_s, u"--json"_s});
        write(bytes);
        QVERIFY2(told.objects().first()[u"type"] == u"warning"_s, told.all().constData());
        QVERIFY2(told.objects().first()[u"text"].toString().contains(u"was changed after it was written"),
                 told.all().constData());
        const auto honestly = m_program.run({u"status"_s, u"run"_s, u"--json"_s});
        QVERIFY2(!honestly.all().contains("\"warning\""), honestly.all().constData());
    }

private:
    [[nodiscard]] QByteArray journal() const
    {
        QFile file(m_program.path("run/journal.jsonl"));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void write(const QByteArray &bytes) const
    {
        QFile file(m_program.path("run/journal.jsonl"));
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate) && file.write(bytes) == bytes.size());
    }

    Program m_program;
    TinyProject m_project;
};

QTEST_GUILESS_MAIN(TstProgramTrust)
#include "tst_programtrust.moc"
