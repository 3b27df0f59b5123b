// A small recording, a clone that it fits, and an outbox.
#pragma once

#include "core/agent/recordedagent.h"
#include "tests/support/scratchrepository.h"

#include <QDir>
#include <QFileInfo>
#include <QTest>

#include <sys/stat.h>

namespace assay::test {

using namespace Qt::StringLiterals;

inline const QByteArray kTree(40, 'a');
inline const QByteArray kOtherTree(40, 'b');

inline void writeFile(const QString &path, const QByteArray &bytes, mode_t mode = 0644)
{
    QVERIFY(QDir().mkpath(QFileInfo(path).path()));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    QCOMPARE(file.write(bytes), bytes.size());
    file.close();
    QCOMPARE(::chmod(QFile::encodeName(path).constData(), mode), 0);
}

inline QByteArray readFile(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : "(no file)"_ba;
}

inline QByteArray sessionTable(const QByteArray &folder, const QByteArray &purpose, const QByteArray &tree,
                               const QByteArray &findings, int attempt)
{
    return "[[session]]\nfolder = \"" + folder + "\"\npurpose = \"" + purpose + "\"\ntree = \"" + tree
        + "\"\nfindings = [" + findings + "]\nattempt = " + QByteArray::number(attempt) + "\n";
}

inline const QByteArray kHead
    = "format = \"assay/recording/1\"\nagent = \"scribe\"\nversion = \"4\"\ntitle = \"t\"\n"_ba;

/// A recording with one task session, a clone it fits, and an outbox.
struct Stage {
    Stage()
    {
        repo.write("a.txt", "one\ntwo\n");
        repo.write("sub/b.txt", "b\n");
        repo.commitAll(u"base"_s);
        clone = repo.path();
        folder = repo.sibling(u"recording"_s);
        outbox = repo.sibling(u"outbox"_s);
        QDir().mkpath(outbox);
        QDir().mkpath(folder + u"/s1"_s);
        writeFile(folder + u"/recording.toml"_s, kHead + sessionTable("s1", "task", kTree, "\"F1\", \"F2\"", 1));
        request.id = u"A1"_s;
        request.purpose = SessionPurpose::Task;
        request.checkpointTree = ObjectId(kTree);
        request.findings = {FindingId(u"F2"_s), FindingId(u"F1"_s)};
        request.countedAttempts = 1;
        request.clone = clone;
        request.outbox = outbox;
    }
    /// The difference between the clone as it is and its commit, as the recording's patch; the clone is reset.
    void recordPatch(const QString &session = u"s1"_s)
    {
        repo.git({u"add"_s, u"-A"_s});
        writeFile(folder + u'/' + session + u"/change.patch"_s,
                  repo.git({u"diff"_s, u"--cached"_s, u"--binary"_s, u"--full-index"_s, u"--no-renames"_s}));
        repo.git({u"reset"_s, u"-q"_s, u"--hard"_s});
    }
    SessionEnd run(StopToken stop = {})
    {
        auto recording = Recording::load(folder);
        if (!recording)
            return {SessionEndReason::Failed, u"load: "_s + recording.error().text(), -1, -1, -1, {}};
        RecordedAgent agent(std::move(*recording), host);
        return agent.run(request, [this](const QJsonObject &event) { events << event; }, std::move(stop));
    }

    ScratchRepository repo;
    QString clone, folder, outbox;
    SessionRequest request;
    ProcessHost host;
    QList<QJsonObject> events;
};

} // namespace assay::test
