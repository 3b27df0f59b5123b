// A table over values follows what it is told with changes that keep selection: told by Qt's own model tester.
#include "ui/models/rowsmodel.h"

#include <QAbstractItemModelTester>
#include <QRandomGenerator>
#include <QSignalSpy>
#include <QTest>

using namespace assay::ui;
using namespace Qt::StringLiterals;

namespace {

struct Row {
    int id = 0;
    QString text;
    [[nodiscard]] int key() const { return id; }
    friend bool operator==(const Row &, const Row &) = default;
};

class Model : public RowsModel<Row> {
public:
    using RowsModel::RowsModel;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override { return parent.isValid() ? 0 : 2; }

protected:
    [[nodiscard]] QVariant cell(const Row &row, int column, int role) const override
    {
        if (role != Qt::DisplayRole)
            return {};
        return column == 0 ? QVariant(row.id) : QVariant(row.text);
    }
};

QList<Row> rows(const QList<int> &ids, const QString &text = u"a"_s)
{
    QList<Row> made;
    for (const int id : ids)
        made.append({id, text});
    return made;
}

} // namespace

class TstRowsModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatIsAppendedIsOneInsertion();
    void aChangedRowIsTheOnlyOneTold();
    void aSelectedRowIsFollowedThroughEverything();
    void anyListMayFollowAnyOther();
    void thousandsOfRowsAreUpdatedAtOnce();
};

void TstRowsModel::whatIsAppendedIsOneInsertion()
{
    Model model;
    const QAbstractItemModelTester tester(&model);
    model.setRows(rows({1, 2}));
    const QSignalSpy inserted(&model, &QAbstractItemModel::rowsInserted);
    const QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.setRows(rows({1, 2, 3, 4, 5}));
    QCOMPARE(inserted.count(), 1);
    QCOMPARE(inserted.first().at(1).toInt(), 2);
    QCOMPARE(inserted.first().at(2).toInt(), 4);
    QCOMPARE(changed.count(), 0);
}

void TstRowsModel::aChangedRowIsTheOnlyOneTold()
{
    Model model;
    model.setRows(rows({1, 2, 3}));
    const QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    QList<Row> next = rows({1, 2, 3});
    next[1].text = u"b"_s;
    model.setRows(next);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed.first().at(0).toModelIndex(), model.index(1, 0));
    QCOMPARE(changed.first().at(1).toModelIndex(), model.index(1, 1));
    QCOMPARE(model.index(1, 1).data().toString(), u"b"_s);
}

void TstRowsModel::aSelectedRowIsFollowedThroughEverything()
{
    Model model;
    const QAbstractItemModelTester tester(&model);
    model.setRows(rows({1, 2, 3, 4}));
    const QPersistentModelIndex chosen(model.index(2, 1));
    model.setRows(rows({9, 3, 1, 8, 4}));
    QVERIFY(chosen.isValid());
    QCOMPARE(chosen.row(), 1);
    QCOMPARE(chosen.column(), 1);
    model.setRows(rows({4}));
    QVERIFY(!chosen.isValid());
}

void TstRowsModel::anyListMayFollowAnyOther()
{
    QRandomGenerator random(7);
    Model model;
    const QAbstractItemModelTester tester(&model);
    for (int round = 0; round < 300; ++round) {
        QList<Row> next;
        QSet<int> used;
        const int count = random.bounded(12);
        while (next.size() < count) {
            const int id = random.bounded(20);
            if (!used.contains(id)) {
                used.insert(id);
                next.append({id, QString::number(random.bounded(3))});
            }
        }
        model.setRows(next);
        QCOMPARE(model.rows(), next);
    }
}

void TstRowsModel::thousandsOfRowsAreUpdatedAtOnce()
{
    Model model;
    QList<int> ids(10'000);
    std::iota(ids.begin(), ids.end(), 0);
    model.setRows(rows(ids));
    const QSignalSpy removed(&model, &QAbstractItemModel::rowsRemoved);
    const QSignalSpy layout(&model, &QAbstractItemModel::layoutChanged);
    std::reverse(ids.begin(), ids.end());
    ids.append(10'000);
    model.setRows(rows(ids, u"b"_s));
    QCOMPARE(model.rows(), rows(ids, u"b"_s));
    QCOMPARE(removed.count(), 0);
    QCOMPARE(layout.count(), 1);
}

QTEST_GUILESS_MAIN(TstRowsModel)
#include "tst_rowsmodel.moc"
