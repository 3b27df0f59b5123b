"""Everything that tally raises on its own account."""


class TallyError(Exception):
    """The base of all others. What SQLite itself raises passes through as it is."""


class UrlError(TallyError, ValueError):
    """A database URL that tally cannot read."""


class PoolTimeout(TallyError):
    """No connection came free in time."""


class DatabaseClosed(TallyError):
    """The database was used after close()."""


class NotOneRow(TallyError, LookupError):
    """one() met no row, or more than one."""


class ExportError(TallyError, ValueError):
    """A format that export() does not know."""
