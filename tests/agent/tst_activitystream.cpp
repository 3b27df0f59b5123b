#include "core/agent/activitystream.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>
#include <QTimeZone>

#include <atomic>
#include <csignal>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace assay;
using namespace Qt::StringLiterals;

namespace {

class StillClock final : public Clock {
public:
    [[nodiscard]] QDateTime now() const override { return {QDate(2025, 3, 9), QTime(4, 5, 6, 78), QTimeZone::UTC}; }
};

QJsonObject message(int n)
{
    return {{u"type"_s, u"message"_s}, {u"n"_s, n}, {u"text"_s, u"line\n\u00e9 %1"_s.arg(n * 7919)}};
}

} // namespace

class TstActivityStream : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void eventsComeBackInOrderWithTheirTime();
    void liveSessionCanBeReadWithinASecond();
    void tornEndGivesWhatWasBefore();
    void secondRoundGoesOnBehindTheFirst();
    void streamOfADeadWriterIsNotContinued();
    void readingStopsWhenTheConsumerSaysSo();
    void damageIsTold();
    void textIsCompressed();
    void largeEventOfALiveSessionIsReadWhole();
    void manyThreadsMayWrite();
    void failedWriteIsToldAtTheEnd();
    void eventAfterCloseIsDropped();
    void followerDeliversWhatCameSince();
    void followerGoesOnBehindTheEventItStoppedAt();
    void followerSeesWhatASecondRoundAdds();
    void followerTellsWhatItCannotRead();

private:
    [[nodiscard]] QList<int> numbers(Status *status = nullptr) const;
    [[nodiscard]] QByteArray bytes() const;
    void overwrite(const QByteArray &bytes) const;
    std::optional<QTemporaryDir> m_dir;
    QString m_path;
};

void TstActivityStream::init()
{
    m_dir.emplace();
    m_path = m_dir->filePath(u"sessions/A1.jsonl.zst"_s);
}

QList<int> TstActivityStream::numbers(Status *status) const
{
    QList<int> seen;
    const Status read = readActivity(m_path, [&](const QJsonObject &object) {
        seen.append(object.value("n"_L1).toInt(-1));
        return true;
    });
    if (status)
        *status = read;
    else if (!read)
        return {-1};
    return seen;
}

QByteArray TstActivityStream::bytes() const
{
    QFile file(m_path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void TstActivityStream::overwrite(const QByteArray &bytes) const
{
    QFile file(m_path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write");
}

void TstActivityStream::eventsComeBackInOrderWithTheirTime()
{
    auto writer = ActivityWriter::create(m_path, std::make_shared<StillClock>());
    QVERIFY2(writer, qPrintable(writer ? QString() : writer.error().text()));
    for (int i = 0; i < 20'000; ++i)
        (*writer)->write(message(i));
    QVERIFY((*writer)->close());

    int next = 0;
    bool same = true;
    const Status read = readActivity(m_path, [&](const QJsonObject &object) {
        QJsonObject expected = message(next++);
        expected.insert(u"at"_s, u"2025-03-09T04:05:06.078Z"_s);
        same = same && object == expected;
        return true;
    });
    QVERIFY(read);
    QVERIFY(same);
    QCOMPARE(next, 20'000);
}

void TstActivityStream::liveSessionCanBeReadWithinASecond()
{
    auto writer = ActivityWriter::create(m_path);
    QVERIFY(writer);
    (*writer)->write(message(1));
    QVERIFY(QTest::qWaitFor([this] { return numbers() == QList<int>{1}; }, 5000));
    // Also after a pause.
    (*writer)->write(message(2));
    QVERIFY(QTest::qWaitFor([this] { return numbers() == QList<int>{1, 2}; }, 5000));
}

void TstActivityStream::tornEndGivesWhatWasBefore()
{
    {
        auto writer = ActivityWriter::create(m_path);
        QVERIFY(writer);
        for (int i = 0; i < 3; ++i)
            (*writer)->write(message(i));
    }
    const QByteArray whole = bytes();
    for (qsizetype length = 0; length < whole.size(); ++length) {
        overwrite(whole.first(length));
        Status status;
        const QList<int> seen = numbers(&status);
        QVERIFY2(status, qPrintable(status ? QString() : status.error().text()));
        QVERIFY(seen.size() <= 3);
    }
}

void TstActivityStream::secondRoundGoesOnBehindTheFirst()
{
    for (int round = 1; round <= 2; ++round) {
        auto writer = ActivityWriter::create(m_path);
        QVERIFY2(writer, qPrintable(writer ? QString() : writer.error().text()));
        (*writer)->write(message(round));
        QVERIFY((*writer)->close());
    }
    QCOMPARE(numbers(), (QList<int>{1, 2}));
}

void TstActivityStream::streamOfADeadWriterIsNotContinued()
{
    {
        auto writer = ActivityWriter::create(m_path);
        QVERIFY(writer);
        (*writer)->write(message(1));
    }
    overwrite(bytes().chopped(1));
    const QByteArray before = bytes();
    const auto writer = ActivityWriter::create(m_path);
    QVERIFY(!writer);
    QCOMPARE(writer.error().subject, m_path);
    QCOMPARE(bytes(), before);
}

void TstActivityStream::readingStopsWhenTheConsumerSaysSo()
{
    auto writer = ActivityWriter::create(m_path);
    for (int i = 0; i < 5; ++i)
        (*writer)->write(message(i));
    QVERIFY((*writer)->close());
    int seen = 0;
    QVERIFY(readActivity(m_path, [&](const QJsonObject &) { return ++seen < 2; }));
    QCOMPARE(seen, 2);
}

void TstActivityStream::damageIsTold()
{
    QVERIFY(!readActivity(m_path, [](const QJsonObject &) { return true; }));
    auto writer = ActivityWriter::create(m_path);
    (*writer)->write(message(1));
    QVERIFY((*writer)->close());
    overwrite(bytes() + "this is no zstd frame");
    Status status;
    QCOMPARE(numbers(&status), QList<int>{1});
    QVERIFY(!status);
    QCOMPARE(status.error().subject, m_path);
}

void TstActivityStream::textIsCompressed()
{
    auto writer = ActivityWriter::create(m_path);
    for (int i = 0; i < 2000; ++i)
        (*writer)->write({{u"type"_s, u"output"_s}, {u"text"_s, u"the same words again and again"_s}});
    QVERIFY((*writer)->close());
    QVERIFY(bytes().size() < 20'000);
}

// The small event in front shifts the blocks of 128 KiB, so that the last one, nearly full, needs two rounds of output
// when no input is left; and no end of a frame follows it yet.
void TstActivityStream::largeEventOfALiveSessionIsReadWhole()
{
    auto writer = ActivityWriter::create(m_path);
    (*writer)->write(message(1));
    QVERIFY(QTest::qWaitFor([this] { return numbers() == QList<int>{1}; }, 5000));
    (*writer)->write({{u"n"_s, 2}, {u"text"_s, QString((4 * 128 << 10) - 60, u'x')}});
    QVERIFY(QTest::qWaitFor([this] { return numbers() == QList<int>{1, 2}; }, 5000));
    QVERIFY((*writer)->close());
}

void TstActivityStream::manyThreadsMayWrite()
{
    auto writer = ActivityWriter::create(m_path);
    QVERIFY(writer);
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&writer, t] {
            for (int i = 0; i < 500; ++i)
                (*writer)->write(message(t * 500 + i));
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    QVERIFY((*writer)->close());
    QList<int> seen = numbers();
    std::ranges::sort(seen);
    QCOMPARE(seen.size(), 2000);
    QCOMPARE(seen.first(), 0);
    QCOMPARE(seen.last(), 1999);
}

// In a process of its own, as the limit is the whole process's; started anew, as this one has had threads.
void TstActivityStream::failedWriteIsToldAtTheEnd()
{
    if (qEnvironmentVariableIsSet("ASSAY_LIMITED")) {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{200, RLIM_INFINITY};
        QCOMPARE(::setrlimit(RLIMIT_FSIZE, &limit), 0);
        auto writer = ActivityWriter::create(m_path);
        QVERIFY(writer);
        for (int i = 0; i < 5000; ++i)
            (*writer)->write(message(i));
        const Status status = (*writer)->close();
        QVERIFY(!status);
        QCOMPARE(status.error().subject, m_path);
        return;
    }
    const QByteArray self = QFile::encodeName(QFile::symLinkTarget(u"/proc/self/exe"_s));
    const pid_t child = ::fork();
    if (child == 0) {
        // Its totals are not those of this program.
        const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
        ::dup2(nowhere, STDOUT_FILENO);
        ::setenv("ASSAY_LIMITED", "1", 1);
        ::execl(self.constData(), self.constData(), "failedWriteIsToldAtTheEnd", nullptr);
        ::_exit(127);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    QVERIFY(WIFEXITED(status));
    QCOMPARE(WEXITSTATUS(status), 0);
}

void TstActivityStream::eventAfterCloseIsDropped()
{
    auto writer = ActivityWriter::create(m_path);
    (*writer)->write(message(1));
    QVERIFY((*writer)->close());
    (*writer)->write(message(2));
    QVERIFY((*writer)->close());
    QCOMPARE(numbers(), QList<int>{1});
}

void TstActivityStream::followerDeliversWhatCameSince()
{
    auto writer = ActivityWriter::create(m_path);
    ActivityFollower follower(m_path);
    QList<int> seen;
    const auto poll = [&] {
        const auto polled = follower.poll([&](const QJsonObject &object) {
            seen.append(object.value("n"_L1).toInt(-1));
            return true;
        });
        return polled ? *polled : -1;
    };
    QCOMPARE(poll(), 0);
    (*writer)->write(message(1));
    QVERIFY(QTest::qWaitFor([&] { return poll() == 1; }, 5000));
    QCOMPARE(poll(), 0);
    for (int i = 2; i <= 30'000; ++i)
        (*writer)->write(message(i));
    QVERIFY((*writer)->close());
    QVERIFY(poll() > 0);
    QCOMPARE(seen.size(), 30'000);
    QCOMPARE(seen.last(), 30'000);
}

void TstActivityStream::followerGoesOnBehindTheEventItStoppedAt()
{
    auto writer = ActivityWriter::create(m_path);
    constexpr int many = 40'000; // several pieces of the compressed file
    for (int i = 0; i < many; ++i)
        (*writer)->write(message(i));
    QVERIFY((*writer)->close());
    ActivityFollower follower(m_path);
    int next = 0, polls = 0;
    bool inOrder = true;
    while (next < many && polls++ < many) {
        int left = 700;
        const auto polled = follower.poll([&](const QJsonObject &object) {
            inOrder = inOrder && object.value("n"_L1).toInt() == next++;
            return --left > 0;
        });
        QVERIFY(polled);
    }
    QVERIFY(inOrder);
    QCOMPARE(next, many);
    QCOMPARE(polls, many / 700 + 1);
}

void TstActivityStream::followerSeesWhatASecondRoundAdds()
{
    ActivityFollower follower(m_path);
    for (int round = 1; round <= 2; ++round) {
        auto writer = ActivityWriter::create(m_path);
        QVERIFY(writer);
        (*writer)->write(message(round));
        QVERIFY((*writer)->close());
        const auto polled = follower.poll([](const QJsonObject &) { return true; });
        QCOMPARE(polled.value_or(-1), 1);
    }
}

void TstActivityStream::followerTellsWhatItCannotRead()
{
    ActivityFollower missing(m_dir->filePath(u"none"_s));
    QVERIFY(!missing.poll([](const QJsonObject &) { return true; }));
    {
        auto writer = ActivityWriter::create(m_path);
        (*writer)->write(message(1));
    }
    ActivityFollower shorter(m_path);
    QVERIFY(shorter.poll([](const QJsonObject &) { return true; }));
    overwrite(bytes().left(10));
    const auto polled = shorter.poll([](const QJsonObject &) { return true; });
    QVERIFY(!polled);
    QVERIFY2(polled.error().text().contains(u"shorter"_s), qPrintable(polled.error().text()));
    overwrite("this is not compressed, but long enough");
    ActivityFollower damaged(m_path);
    QVERIFY(!damaged.poll([](const QJsonObject &) { return true; }));
}

QTEST_GUILESS_MAIN(TstActivityStream)
#include "tst_activitystream.moc"
