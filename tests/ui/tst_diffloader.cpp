// The diff viewer's workers: lists, lines, renames, inks of a vault's trees, and what is given up for a newer request.
#include "core/git/vault.h"
#include "ui/diff/diffpane.h"

#include <QComboBox>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>

using namespace assay;
using namespace assay::ui;
using namespace Qt::StringLiterals;

namespace {

QByteArray lines(int count)
{
    QByteArray text;
    for (int i = 0; i < count; ++i)
        text += "int value" + QByteArray::number(i) + " = 0;\n";
    return text;
}

QStringList rowsOf(const DiffPane &pane)
{
    QStringList rows;
    for (int row = 0; row < pane.view()->document().count(); ++row)
        rows.append(pane.view()->rowText(row));
    return rows;
}

bool isRead(const DiffPane &pane)
{
    const DiffDocument &document = pane.view()->document();
    for (int i = 0; i < document.sectionCount(); ++i) {
        if (!document.section(i).isRead())
            return false;
    }
    return document.sectionCount() > 0 && !pane.loader().isLoading();
}

} // namespace

class TstDiffLoader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void changeIsReadAndColoured();
    void renameArrivesBehindTheList();
    void newerRequestDropsTheOlder();
    void missingObjectsAreSaidWhereTheyHappen();
    void missingVaultIsSaid();
    void whitespaceIsChosenAndSeen();
    void textIsFoundAcrossFiles();
    void fileBeyondTheLimitIsReadWholeOnDemand();
    void wholeChangeIsReadOfThousandsOfFiles();
    void viewGoesWhileItsWorkersRead();

private:
    ObjectId tree(const QList<std::pair<QByteArray, QByteArray>> &files, const ObjectId &on = {});
    std::unique_ptr<QTemporaryDir> m_folder;
    std::optional<Vault> m_vault;
};

void TstDiffLoader::init()
{
    m_vault.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    auto vault = Vault::create(m_folder->filePath(u"vault"_s));
    QVERIFY(vault);
    m_vault.emplace(std::move(*vault));
}

ObjectId TstDiffLoader::tree(const QList<std::pair<QByteArray, QByteArray>> &files, const ObjectId &on)
{
    QList<TreeEdit> edits;
    QHash<QByteArray, ObjectId> written; // every blob is synced to the disk
    for (const auto &[path, bytes] : files) {
        if (!written.contains(bytes))
            written.insert(bytes, *m_vault->writeBlob(bytes));
        edits.append({.path = RepoPath(path), .blob = written.value(bytes)});
    }
    return *m_vault->editTree(on, edits);
}

void TstDiffLoader::changeIsReadAndColoured()
{
    const ObjectId before = tree({{"a.c", "int x; // one\n"}}), after = tree({{"a.c", "int y; // one\n"}});
    DiffPane pane;
    pane.resize(900, 400);
    pane.show();
    pane.compare(m_vault->path(), before, after);
    QTRY_COMPARE(rowsOf(pane),
                 (QStringList{u"File a.c: modified"_s, u"removed: int x; // one"_s, u"added: int y; // one"_s}));
    // It is seen, so its inks follow.
    QTRY_VERIFY(pane.view()->document().section(0).isInked());
    QVERIFY(!pane.view()->document().section(0).inks(false).line(0).empty());
    QVERIFY(!pane.view()->document().section(0).inks(true).line(0).empty());
}

void TstDiffLoader::renameArrivesBehindTheList()
{
    const ObjectId before = tree({{"old.c", lines(30)}, {"z.c", "z\n"}});
    const ObjectId after = tree({{"new.c", lines(30) + "int more;\n"}, {"z.c", "zz\n"}});
    DiffLoader loader;
    QList<QStringList> lists;
    connect(&loader, &DiffLoader::listed, this, [&](const QList<diff::FileChange> &files) {
        QStringList names;
        for (const diff::FileChange &file : files)
            names.append(file.path().display()
                         + (file.status == diff::FileStatus::Renamed ? u" renamed"_s : QString()));
        lists.append(names);
    });
    loader.load({.vault = m_vault->path(), .from = before, .to = after});
    QTRY_COMPARE(lists.size(), 2);
    QCOMPARE(lists.at(0), (QStringList{u"new.c"_s, u"old.c"_s, u"z.c"_s}));
    QCOMPARE(lists.at(1), (QStringList{u"new.c renamed"_s, u"z.c"_s}));
    DiffPane pane;
    pane.compare(m_vault->path(), before, after);
    QTRY_VERIFY(rowsOf(pane).value(0).startsWith(u"File old.c → new.c: renamed, 9"_s));
    QTRY_VERIFY(isRead(pane));
    QVERIFY(rowsOf(pane).contains(u"added: int more;"_s));
    QVERIFY(!rowsOf(pane).contains(u"removed: int value0 = 0;"_s));
}

void TstDiffLoader::newerRequestDropsTheOlder()
{
    QList<std::pair<QByteArray, QByteArray>> many;
    for (int i = 0; i < 300; ++i)
        many.append({"many/" + QByteArray::number(i) + ".c", lines(2000)});
    const ObjectId large = tree(many), small = tree({{"a.txt", "one\n"}});
    DiffLoader loader;
    QSet<QByteArray> told;
    connect(&loader, &DiffLoader::filesRead, this, [&](const QHash<RepoPath, ReadFile> &files) {
        for (auto it = files.cbegin(); it != files.cend(); ++it)
            told.insert(it.key().bytes());
    });
    int ended = 0;
    connect(&loader, &DiffLoader::allRead, this, [&] { ++ended; });
    loader.load({.vault = m_vault->path(), .from = {}, .to = large});
    loader.load({.vault = m_vault->path(), .from = {}, .to = small});
    QTRY_VERIFY(ended > 0);
    QCOMPARE(told, QSet<QByteArray>{"a.txt"});
}

void TstDiffLoader::missingObjectsAreSaidWhereTheyHappen()
{
    const ObjectId nowhere(QByteArray(40, 'e'));
    const ObjectId before = tree({{"a.txt", "one\n"}, {"b.txt", "b\n"}});
    const auto after = m_vault->editTree(before, {{.path = RepoPath("b.txt"), .blob = *m_vault->writeBlob("bb\n")}});
    QVERIFY(after);
    DiffPane pane;
    QStringList said;
    connect(&pane, &DiffPane::failed, this, [&](const Error &error) { said.append(error.text()); });
    pane.compare(m_vault->path(), before, nowhere);
    QTRY_COMPARE(said.size(), 1);
    QVERIFY2(said.first().contains(u"eeeeeee"_s), qUtf8Printable(said.first()));
    QCOMPARE(pane.view()->document().count(), 0);
    QVERIFY(!pane.view()->placeholder().isEmpty());
    // A lost blob is said in its file; the others are read.
    const auto other = m_vault->editTree(*after, {{.path = RepoPath("a.txt"), .blob = *m_vault->writeBlob("two\n")}});
    QVERIFY(other);
    const QString blob = m_vault->writeBlob("bb\n")->text();
    QVERIFY(QFile::remove(m_vault->path() + u"/objects/%1/%2"_s.arg(blob.left(2), blob.mid(2))));
    pane.compare(m_vault->path(), before, *other);
    QTRY_VERIFY(isRead(pane));
    QVERIFY(rowsOf(pane).contains(u"added: two"_s));
    QVERIFY(pane.view()->document().section(1).error());
    QVERIFY(rowsOf(pane).last().contains(blob.left(7)));
}

void TstDiffLoader::missingVaultIsSaid()
{
    DiffPane pane;
    QStringList said;
    connect(&pane, &DiffPane::failed, this, [&](const Error &error) { said.append(error.text()); });
    pane.compare(m_folder->filePath(u"nowhere"_s), {}, ObjectId(QByteArray(40, 'e')));
    QTRY_COMPARE(said.size(), 1);
    QVERIFY(said.first().contains(u"nowhere"_s));
}

void TstDiffLoader::whitespaceIsChosenAndSeen()
{
    const ObjectId before = tree({{"a.txt", "a  b\nc\n"}}), after = tree({{"a.txt", "a b\nd\n"}});
    DiffPane pane;
    pane.compare(m_vault->path(), before, after);
    QTRY_VERIFY(rowsOf(pane).contains(u"removed: a  b"_s));
    auto *mode = pane.findChild<QComboBox *>();
    mode->setCurrentIndex(mode->findData(int(diff::Whitespace::IgnoreAmount)));
    Q_EMIT mode->activated(mode->currentIndex());
    QTRY_COMPARE(rowsOf(pane), (QStringList{u"File a.txt: modified"_s, u"a b"_s, u"removed: c"_s, u"added: d"_s}));
    QCOMPARE(mode->currentText(), u"Not its amount"_s);
}

void TstDiffLoader::textIsFoundAcrossFiles()
{
    const ObjectId after = tree({{"a.txt", "one\nNeedle\n"}, {"b/c.txt", "needle\n"}});
    DiffPane pane;
    pane.resize(900, 400);
    pane.show();
    pane.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&pane));
    pane.compare(m_vault->path(), {}, after);
    QTRY_VERIFY(isRead(pane));
    pane.view()->setFocus();
    QTest::keyClick(pane.view(), Qt::Key_Slash);
    auto *search = qobject_cast<QLineEdit *>(pane.focusWidget());
    QVERIFY(search);
    QTest::keyClicks(search, u"needle"_s);
    QTRY_COMPARE(pane.view()->hits().lines.size(), 2);
    QTest::keyClick(search, Qt::Key_Return);
    QCOMPARE(pane.view()->rowText(pane.view()->currentRow()), u"added: Needle"_s);
    QTest::keyClick(search, Qt::Key_F3);
    QCOMPARE(pane.view()->rowText(pane.view()->currentRow()), u"added: needle"_s);
    QTest::keyClick(search, Qt::Key_F3, Qt::ShiftModifier);
    QCOMPARE(pane.view()->rowText(pane.view()->currentRow()), u"added: Needle"_s);
}

void TstDiffLoader::fileBeyondTheLimitIsReadWholeOnDemand()
{
    const ObjectId before = tree({{"a.txt", QByteArray(50'000'001, 'x') + "\n"}});
    const ObjectId after = tree({{"a.txt", QByteArray(50'000'001, 'x') + "\nmore\n"}});
    DiffPane pane;
    pane.compare(m_vault->path(), before, after);
    QTRY_VERIFY(isRead(pane));
    QVERIFY(rowsOf(pane).value(1).contains(u"lines were not compared"_s));
    QVERIFY(pane.view()->open(1));
    QTRY_VERIFY(rowsOf(pane).contains(u"added: more"_s));
}

void TstDiffLoader::wholeChangeIsReadOfThousandsOfFiles()
{
    QList<std::pair<QByteArray, QByteArray>> many;
    for (int i = 0; i < 3000; ++i)
        many.append({"d/" + QByteArray::number(i).rightJustified(5, '0') + ".txt", "line\n"});
    const ObjectId after = tree(many);
    DiffPane pane;
    pane.resize(900, 400);
    pane.show();
    // The list stands at once, with what is read so far.
    int listedFirst = -1;
    connect(&pane, &DiffPane::filesChanged, this, [&] {
        if (listedFirst < 0)
            listedFirst = int(pane.view()->document().sectionCount());
    });
    pane.compare(m_vault->path(), {}, after);
    QTRY_COMPARE(listedFirst, 3000);
    QTRY_VERIFY_WITH_TIMEOUT(isRead(pane), 30'000);
    QCOMPARE(pane.view()->document().count(), 6000);
    QCOMPARE(rowsOf(pane).last(), u"added: line"_s);
}

void TstDiffLoader::viewGoesWhileItsWorkersRead()
{
    QList<std::pair<QByteArray, QByteArray>> many;
    for (int i = 0; i < 200; ++i)
        many.append({QByteArray::number(i) + ".c", lines(500)});
    const ObjectId after = tree(many);
    auto pane = std::make_unique<DiffPane>();
    pane->resize(900, 400);
    pane->show();
    pane->compare(m_vault->path(), {}, after);
    QTRY_COMPARE(pane->view()->document().sectionCount(), 200);
    pane.reset(); // under them
    QVERIFY(!pane);
}

QTEST_MAIN(TstDiffLoader)
#include "tst_diffloader.moc"
