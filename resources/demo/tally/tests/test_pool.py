import unittest

from tally import DatabaseClosed, PoolTimeout
from tally.connection import Connection
from tally.pool import ConnectionPool, SharedConnection
from tally.url import MEMORY


def open_connection():
    return Connection(MEMORY, timeout=0.1)


class ConnectionPoolTest(unittest.TestCase):
    def setUp(self):
        self.pool = ConnectionPool(open_connection, size=1, overflow=1, timeout=0.05)
        self.addCleanup(self.pool.close)

    def test_returned_connection_is_lent_again(self):
        first = self.pool.take()
        self.pool.give_back(first)
        self.assertIs(self.pool.take(), first)

    def test_beyond_the_limit_is_refused_in_time(self):
        self.pool.take()
        self.pool.take()
        with self.assertRaisesRegex(PoolTimeout, "all 2 connections"):
            self.pool.take()

    def test_closed_pool_lends_nothing(self):
        self.pool.close()
        with self.assertRaises(DatabaseClosed):
            self.pool.take()


class SharedConnectionTest(unittest.TestCase):
    def test_everybody_gets_the_same(self):
        pool = SharedConnection(open_connection)
        self.addCleanup(pool.close)
        self.assertIs(pool.take(), pool.take())
