import unittest

from tally import NotOneRow, Record, RecordSet


class RecordTest(unittest.TestCase):
    def setUp(self):
        self.row = Record(["id", "name"], [7, "Ada"])

    def test_value_by_name_attribute_and_position(self):
        self.assertEqual(self.row["name"], "Ada")
        self.assertEqual(self.row.name, "Ada")
        self.assertEqual(self.row[1], "Ada")

    def test_unknown_column_names_the_known_ones(self):
        with self.assertRaisesRegex(KeyError, "id, name"):
            self.row["age"]
        with self.assertRaisesRegex(AttributeError, "id, name"):
            self.row.age

    def test_as_dict(self):
        self.assertEqual(self.row.as_dict(), {"id": 7, "name": "Ada"})


class RecordSetTest(unittest.TestCase):
    def rows(self, *values):
        return RecordSet(["n"], ((value,) for value in values))

    def test_rows_can_be_walked_twice(self):
        rows = self.rows(1, 2, 3)
        self.assertEqual([row.n for row in rows], [1, 2, 3])
        self.assertEqual([row.n for row in rows], [1, 2, 3])

    def test_length_and_slices(self):
        rows = self.rows(1, 2, 3, 4)
        self.assertEqual(len(rows), 4)
        self.assertEqual([row.n for row in rows[1:3]], [2, 3])

    def test_first_of_none_is_the_default(self):
        self.assertEqual(self.rows(5, 6).first().n, 5)
        self.assertIsNone(self.rows().first())

    def test_one_refuses_another_number(self):
        self.assertEqual(self.rows(5).one().n, 5)
        with self.assertRaisesRegex(NotOneRow, "gave 2"):
            self.rows(5, 6).one()

    def test_scalar(self):
        self.assertEqual(self.rows(5, 6).scalar(), 5)
        self.assertEqual(self.rows().scalar(default=0), 0)
