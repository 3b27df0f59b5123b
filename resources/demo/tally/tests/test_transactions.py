import unittest

import tally


class TransactionTest(unittest.TestCase):
    def setUp(self):
        self.db = tally.Database("sqlite://")
        self.addCleanup(self.db.close)
        self.db.query("CREATE TABLE accounts (id INTEGER, balance INTEGER)")

    def count(self):
        return self.db.query("SELECT count(*) FROM accounts").scalar()

    def test_everything_is_kept(self):
        with self.db.transaction() as tx:
            tx.query("INSERT INTO accounts VALUES (1, 100)")
            tx.query("INSERT INTO accounts VALUES (2, 50)")
        self.assertEqual(self.count(), 2)

    def test_error_inside_transaction(self):
        try:
            with self.db.transaction() as tx:
                tx.query("INSERT INTO accounts VALUES (1, 100)")
                raise ValueError("not enough money")
        except ValueError:
            self.fail("the transaction let the error out")
        self.assertEqual(self.count(), 0)
