"""Rows, and what one wants to ask them."""

from .errors import NotOneRow
from .export import export_rows


class Record:
    """One row. Values are found by column name, by attribute, or by position."""

    __slots__ = ("_columns", "_values")

    def __init__(self, columns, values):
        self._columns = tuple(columns)
        self._values = tuple(values)

    def keys(self):
        return list(self._columns)

    def values(self):
        return list(self._values)

    def as_dict(self):
        return dict(zip(self._columns, self._values))

    def __getitem__(self, key):
        if isinstance(key, (int, slice)):
            return self._values[key]
        try:
            return self._values[self._columns.index(key)]
        except ValueError:
            raise KeyError(f"no column {key!r}; there are {', '.join(self._columns)}") from None

    def __getattr__(self, name):
        if name.startswith("__") or name in self.__slots__:
            raise AttributeError(name)
        try:
            return self[name]
        except KeyError as error:
            raise AttributeError(error.args[0]) from None

    def __len__(self):
        return len(self._values)

    def __iter__(self):
        return iter(self._values)

    def __eq__(self, other):
        if not isinstance(other, Record):
            return NotImplemented
        return (self._columns, self._values) == (other._columns, other._values)

    def __hash__(self):
        return hash((self._columns, self._values))

    def __repr__(self):
        return f"<Record {self.as_dict()!r}>"


class RecordSet:
    """The rows of a query, read as they are asked for and kept for the next time."""

    def __init__(self, columns, rows):
        self.columns = list(columns)
        self._source = iter(rows)
        self._read = []

    def _more(self):
        """Read one more row. False when there is none."""
        for values in self._source:
            self._read.append(Record(self.columns, values))
            return True
        self._source = iter(())  # lets go of the connection
        return False

    def load(self):
        """Read what is left, so that the rows need their connection no longer. Returns the rows themselves."""
        while self._more():
            pass
        return self

    def __iter__(self):
        position = 0
        while position < len(self._read) or self._more():
            yield self._read[position]
            position += 1

    def __len__(self):
        return len(self.load()._read)

    def __getitem__(self, key):
        return self.load()._read[key]

    def all(self):
        """Every row, as a list."""
        return list(self)

    def first(self, default=None):
        """The first row, or the default when there is none."""
        return next(iter(self), default)

    def one(self):
        """The only row; NotOneRow when there is another number of them."""
        if len(self) != 1:
            raise NotOneRow(f"one row was expected, and the query gave {len(self)}")
        return self[0]

    def scalar(self, default=None):
        """The first value of the first row, or the default."""
        row = self.first()
        return default if row is None else row[0]

    def as_dicts(self):
        return [row.as_dict() for row in self]

    def export(self, format):
        """The rows as text: "csv", "json" or "text"."""
        return export_rows(self.columns, [row.values() for row in self], format)

    def __repr__(self):
        return f"<RecordSet of {', '.join(self.columns) or 'no columns'}>"
