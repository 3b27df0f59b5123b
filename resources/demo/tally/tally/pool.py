"""Who has which connection."""

import threading
import time

from .errors import DatabaseClosed, PoolTimeout


class SharedConnection:
    """The pool of a database in memory: one connection for everybody, since a second one would see another database."""

    def __init__(self, open_connection):
        self._connection = open_connection()

    def take(self):
        if self._connection is None:
            raise DatabaseClosed("this database has been closed")
        return self._connection

    def give_back(self, connection):
        """Nothing to do: it was never taken from anybody."""

    def close(self):
        if self._connection is not None:
            self._connection.close()
            self._connection = None


class ConnectionPool:
    """At most size + overflow connections at a time; size of them stay open while nobody needs them."""

    def __init__(self, open_connection, size=5, overflow=5, timeout=0.5):
        self._open = open_connection
        self._size = size
        self._limit = size + overflow
        self._timeout = timeout
        self._idle = []
        self._taken = set()
        self._closed = False
        self._changed = threading.Condition()

    def take(self):
        """Lend a connection, waiting up to the time-out for one to come back."""
        deadline = time.monotonic() + self._timeout
        with self._changed:
            while True:
                if self._closed:
                    raise DatabaseClosed("this database has been closed")
                if self._idle or len(self._taken) < self._limit:
                    break
                left = deadline - time.monotonic()
                if left <= 0:
                    raise PoolTimeout(
                        f"all {self._limit} connections are taken and none came back within {self._timeout:g} s"
                    )
                self._changed.wait(left)
            connection = self._idle.pop() if self._idle else self._open()
            self._taken.add(connection)
            return connection

    def give_back(self, connection):
        """End the loan. A connection beyond the size of the pool is closed."""
        with self._changed:
            if connection not in self._taken:
                return
            self._taken.remove(connection)
            if len(self._idle) < self._size:
                self._idle.append(connection)
            else:
                connection.close()
            self._changed.notify()

    def close(self):
        """Close every connection, the lent ones too."""
        with self._changed:
            self._closed = True
            for connection in [*self._idle, *self._taken]:
                connection.close()
            self._idle.clear()
            self._taken.clear()
            self._changed.notify_all()
