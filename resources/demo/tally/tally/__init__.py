"""SQL for people who like SQL: write the query, get rows you can read."""

from .database import Database
from .errors import DatabaseClosed, ExportError, NotOneRow, PoolTimeout, TallyError, UrlError
from .records import Record, RecordSet

__version__ = "0.6.2"

__all__ = [
    "Database",
    "DatabaseClosed",
    "ExportError",
    "NotOneRow",
    "PoolTimeout",
    "Record",
    "RecordSet",
    "TallyError",
    "UrlError",
]
