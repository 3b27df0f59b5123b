"""The front door: a database, by its URL."""

from contextlib import contextmanager

from .connection import Connection
from .pool import ConnectionPool, SharedConnection
from .url import MEMORY, parse_url


class Database:
    """A SQLite database. Use it as a context manager, or close() it."""

    def __init__(self, url, *, pool_size=5, overflow=5, timeout=0.5):
        self._path = parse_url(url)
        self._timeout = timeout
        if self._path == MEMORY:
            self._pool = SharedConnection(self._connect)
        else:
            self._pool = ConnectionPool(self._connect, pool_size, overflow, timeout)

    def _connect(self):
        return Connection(self._path, self._timeout)

    def query(self, sql, /, **params):
        """Run one statement and return its rows.

        Parameters are named: db.query("SELECT :a + :b", a=1, b=2).
        """
        connection = self._pool.take()
        return connection.query(sql, **params)

    def query_file(self, path, /, **params):
        """Run the statement kept in a file."""
        with open(path, encoding="utf-8") as file:
            return self.query(file.read(), **params)

    def bulk_query(self, sql, /, *rows):
        """Run one statement once for each row: a list of dictionaries, or dictionaries one after the other."""
        connection = self._pool.take()
        connection.bulk_query(sql, *rows)

    @contextmanager
    def transaction(self):
        """Lend a connection; what is done with it is kept as a whole or not at all."""
        connection = self._pool.take()
        try:
            yield connection
            connection.commit()
        except Exception:
            connection.rollback()
        finally:
            self._pool.give_back(connection)

    def table_names(self):
        """The names of the tables, in order."""
        rows = self.query(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_' ORDER BY name"
        )
        return [row.name for row in rows]

    def close(self):
        """Close every connection. What was not committed is gone."""
        self._pool.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def __repr__(self):
        return f"<Database {self._path}>"
