// What the owner marked in the change, as the fold keeps it: by content, one aspect at a time, and taken back exactly.
#include "core/journal/runstate.h"

#include <QJsonArray>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace assay;

namespace {

const QString A = QString(40, u'a'), B = QString(40, u'b'), C = QString(40, u'c');
const HunkId first(u"11"_s), second(u"22"_s);
const ReviewPlace firstOfQueue = ReviewPlace::ofHunk(RepoPath("src/queue.cpp"), first);

class Told {
public:
    RunState state;
    void add(const QString &kind, const QJsonObject &data, int iteration = 0)
    {
        Entry entry{.seq = state.lastSeq + 1, .kind = kind, .actor = u"owner"_s, .iteration = iteration, .data = data};
        state.apply(entry);
    }
    void mark(const QString &path, const HunkId &hunk, const QString &mark, const QString &comment = {},
              const QString &newBlob = B)
    {
        add(u"review.marked"_s, data(path, hunk, mark, comment, newBlob));
    }
    /// As the command line does it: the command and what it says are one fact.
    void command(const QString &id, const QString &path, const HunkId &hunk, const QString &mark,
                 const QString &comment = {})
    {
        add(u"command.received"_s,
            {{u"id"_s, id},
             {u"verb"_s, u"mark"_s},
             {u"args"_s, QJsonObject{{u"marks"_s, QJsonArray{data(path, hunk, mark, comment, B)}}}}});
        this->mark(path, hunk, mark, comment);
    }
    void undo(const QString &id) { add(u"command.undone"_s, {{u"command"_s, id}, {u"verb"_s, u"mark"_s}}); }

private:
    static QJsonObject data(const QString &path, const HunkId &hunk, const QString &mark, const QString &comment,
                            const QString &newBlob)
    {
        QJsonObject data{{u"path"_s, path}, {u"old"_s, A}, {u"new"_s, newBlob}, {u"state"_s, mark}};
        if (!hunk.isEmpty())
            data[u"hunk"_s] = hunk.text();
        if (!comment.isEmpty())
            data[u"comment"_s] = comment;
        return data;
    }
};

} // namespace

class TestReviewMarks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachAspectOfAHunkIsTheLastWordOnIt();
    void markFollowsItsHunkIntoAnotherBlob();
    void markOfAWholeFileStandsOnItsTwoBlobs();
    void pathThatIsNoTextHasMarks();
    void commentIsOpenUntilItIsGiven();
    void undoneMarkIsAsItWasBefore();
    void marksCanBeTakenBackAfterTheEngineWentOn();
    void givenCommentCannotBeTakenBack();
    void exportStandsForWhatWasLeftOutThen();
};

void TestReviewMarks::eachAspectOfAHunkIsTheLastWordOnIt()
{
    Told told;
    told.mark(u"src/queue.cpp"_s, first, u"reviewed"_s);
    told.mark(u"src/queue.cpp"_s, first, u"left-out"_s);
    told.mark(u"src/queue.cpp"_s, first, u"comment"_s, u"too wide"_s);
    told.mark(u"src/queue.cpp"_s, second, u"reviewed"_s);
    ReviewMark mark = told.state.marks.value(firstOfQueue);
    QVERIFY(mark.reviewed && mark.leftOut);
    QCOMPARE(mark.comment, u"too wide"_s);
    QCOMPARE(mark.by, u"owner"_s);
    told.mark(u"src/queue.cpp"_s, first, u"open"_s);
    told.mark(u"src/queue.cpp"_s, first, u"accepted"_s);
    mark = told.state.marks.value(firstOfQueue);
    QVERIFY(!mark.reviewed && !mark.leftOut);
    QCOMPARE(mark.comment, u"too wide"_s);
    told.mark(u"src/queue.cpp"_s, first, u"uncommented"_s);
    QVERIFY(!told.state.marks.contains(firstOfQueue)); // it says nothing any more
    QCOMPARE(told.state.marks.size(), 1);
}

void TestReviewMarks::markFollowsItsHunkIntoAnotherBlob()
{
    Told told;
    told.mark(u"src/queue.cpp"_s, first, u"reviewed"_s);
    told.mark(u"src/queue.cpp"_s, first, u"left-out"_s, {}, C);
    QCOMPARE(told.state.marks.size(), 1);
    const ReviewMark mark = told.state.marks.value(firstOfQueue);
    QVERIFY(mark.reviewed && mark.leftOut);
    QCOMPARE(mark.newBlob, ObjectId(C));
    QVERIFY(!told.state.marks.contains(ReviewPlace::ofHunk(RepoPath("src/pool.cpp"), first)));
}

void TestReviewMarks::markOfAWholeFileStandsOnItsTwoBlobs()
{
    Told told;
    told.mark(u"logo.png"_s, {}, u"reviewed"_s);
    QVERIFY(told.state.marks.contains(ReviewPlace::ofFile(RepoPath("logo.png"), ObjectId(A), ObjectId(B))));
    QVERIFY(!told.state.marks.contains(ReviewPlace::ofFile(RepoPath("logo.png"), ObjectId(A), ObjectId(C))));
}

void TestReviewMarks::pathThatIsNoTextHasMarks()
{
    const RepoPath path("caf\xe9.txt");
    QJsonObject data = placeToJson(ReviewPlace::ofHunk(path, first));
    data[u"state"_s] = u"reviewed"_s;
    Told told;
    told.add(u"review.marked"_s, data);
    QVERIFY(told.state.marks.value(ReviewPlace::ofHunk(path, first)).reviewed);
    const ReviewPlace whole = ReviewPlace::ofFile(path, {}, ObjectId(B));
    QCOMPARE(placeFromJson(placeToJson(whole)), whole);
}

void TestReviewMarks::commentIsOpenUntilItIsGiven()
{
    Told told;
    told.add(u"iteration.started"_s, {{u"n"_s, 1}, {u"type"_s, u"task"_s}}, 1);
    told.mark(u"src/queue.cpp"_s, first, u"comment"_s, u"too wide"_s);
    QVERIFY(told.state.marks.value(firstOfQueue).isOpenComment());
    told.add(u"review.given"_s, {{u"answer"_s, u"send back"_s}, {u"given"_s, QJsonArray{placeToJson(firstOfQueue)}}},
             1);
    QCOMPARE(told.state.marks.value(firstOfQueue).given, 1);
    QVERIFY(!told.state.marks.value(firstOfQueue).isOpenComment());
    // Said anew, it is open again.
    told.mark(u"src/queue.cpp"_s, first, u"comment"_s, u"still too wide"_s);
    QVERIFY(told.state.marks.value(firstOfQueue).isOpenComment());
    told.add(u"note.given"_s, {{u"text"_s, u"t"_s}, {u"given"_s, QJsonArray{placeToJson(firstOfQueue)}}});
    QCOMPARE(told.state.marks.value(firstOfQueue).given, 1);
}

void TestReviewMarks::undoneMarkIsAsItWasBefore()
{
    Told told;
    told.mark(u"src/queue.cpp"_s, first, u"reviewed"_s);
    told.mark(u"src/queue.cpp"_s, first, u"comment"_s, u"too wide"_s);
    const ReviewMarks before = told.state.marks;
    told.command(u"c1"_s, u"src/queue.cpp"_s, first, u"comment"_s, u"otherwise"_s);
    told.command(u"c2"_s, u"src/queue.cpp"_s, second, u"left-out"_s);
    QCOMPARE_NE(told.state.marks, before);
    QCOMPARE(told.state.undoable.size(), 2);
    QCOMPARE(told.state.undoable.last().touched(), QStringList{u"src/queue.cpp hunk 22"_s});
    told.undo(u"c2"_s);
    told.undo(u"c1"_s);
    QCOMPARE(told.state.marks, before);
}

void TestReviewMarks::marksCanBeTakenBackAfterTheEngineWentOn()
{
    Told told;
    told.command(u"c1"_s, u"src/queue.cpp"_s, first, u"left-out"_s);
    told.add(u"iteration.started"_s, {{u"n"_s, 1}, {u"type"_s, u"audit"_s}}, 1);
    QCOMPARE(told.state.undoable.size(), 1);
    told.undo(u"c1"_s);
    QVERIFY(told.state.marks.isEmpty());
}

void TestReviewMarks::givenCommentCannotBeTakenBack()
{
    Told told;
    told.command(u"c1"_s, u"src/queue.cpp"_s, first, u"comment"_s, u"too wide"_s);
    told.command(u"c2"_s, u"src/queue.cpp"_s, second, u"reviewed"_s);
    told.add(u"note.given"_s, {{u"text"_s, u"t"_s}, {u"given"_s, QJsonArray{placeToJson(firstOfQueue)}}});
    QCOMPARE(told.state.undoable.size(), 1);
    QCOMPARE(told.state.undoable.first().command, u"c2"_s);
}

void TestReviewMarks::exportStandsForWhatWasLeftOutThen()
{
    Told told;
    told.add(u"export.written"_s, {{u"folder"_s, u"/bundle"_s}});
    QCOMPARE(told.state.exported(), u"/bundle"_s);
    told.command(u"c1"_s, u"src/queue.cpp"_s, first, u"left-out"_s);
    QVERIFY(told.state.exported().isEmpty()); // it holds a hunk that the owner does not want now
    told.undo(u"c1"_s);
    QCOMPARE(told.state.exported(), u"/bundle"_s);
    told.mark(u"src/queue.cpp"_s, first, u"left-out"_s);
    told.add(u"export.written"_s, {{u"folder"_s, u"/bundle-2"_s}});
    QCOMPARE(told.state.exported(), u"/bundle-2"_s);
    told.mark(u"src/queue.cpp"_s, first, u"reviewed"_s); // says nothing of what is exported
    QCOMPARE(told.state.exported(), u"/bundle-2"_s);
}

QTEST_GUILESS_MAIN(TestReviewMarks)
#include "tst_reviewmarks.moc"
