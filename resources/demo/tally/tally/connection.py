"""One connection to SQLite."""

import sqlite3

from .records import RecordSet


class Connection:
    """Runs statements. Ending what they began is up to whoever holds the connection."""

    def __init__(self, path, timeout):
        self._raw = sqlite3.connect(path, timeout=timeout, check_same_thread=False)

    def query(self, sql, /, **params):
        """Run one statement and return its rows."""
        cursor = self._raw.execute(sql, params)
        columns = [column[0] for column in cursor.description or ()]
        return RecordSet(columns, cursor)

    def bulk_query(self, sql, /, *rows):
        """Run one statement once for each row."""
        self._raw.executemany(sql, *rows)

    @property
    def in_transaction(self):
        """Whether something waits to be committed."""
        return self._raw.in_transaction

    def commit(self):
        self._raw.commit()

    def rollback(self):
        self._raw.rollback()

    def close(self):
        self._raw.close()
