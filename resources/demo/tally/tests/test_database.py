import os
import tempfile
import unittest

import tally


class DatabaseTest(unittest.TestCase):
    def setUp(self):
        self.db = tally.Database("sqlite://")
        self.addCleanup(self.db.close)
        self.db.query("CREATE TABLE orders (id INTEGER, total INTEGER)")

    def test_parameters_are_named(self):
        self.assertEqual(self.db.query("SELECT :a + :b", a=2, b=3).scalar(), 5)

    def test_inserted_row_is_found(self):
        self.db.query("INSERT INTO orders VALUES (:id, :total)", id=1, total=120)
        self.assertEqual(self.db.query("SELECT total FROM orders WHERE id = 1").scalar(), 120)

    def test_bulk_query_inserts_every_row(self):
        self.db.bulk_query("INSERT INTO orders VALUES (:id, :total)", [{"id": n, "total": 10 * n} for n in range(1, 4)])
        self.assertEqual(self.db.query("SELECT sum(total) FROM orders").scalar(), 60)

    def test_many_queries_in_a_row(self):
        for n in range(25):
            self.assertEqual(self.db.query("SELECT :n", n=n).scalar(), n)

    def test_query_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "count.sql")
            with open(path, "w", encoding="utf-8") as file:
                file.write("SELECT count(*) FROM orders")
            self.assertEqual(self.db.query_file(path).scalar(), 0)

    def test_table_names(self):
        self.db.query("CREATE TABLE accounts (id INTEGER)")
        self.assertEqual(self.db.table_names(), ["accounts", "orders"])
