"""Database URLs: which file they name."""

from urllib.parse import unquote

from .errors import UrlError

MEMORY = ":memory:"
SCHEME = "sqlite://"


def parse_url(url):
    """Return what sqlite3.connect() wants: a path, or MEMORY.

    sqlite://            a database in memory
    sqlite:///shop.db    shop.db in the current folder
    sqlite:////srv/a.db  /srv/a.db
    """
    if not url.startswith(SCHEME):
        raise UrlError(f"{url!r} is no database URL that tally knows; it must begin with {SCHEME!r}")
    rest = url[len(SCHEME):]
    if rest in ("", "/"):
        return MEMORY
    if not rest.startswith("/"):
        raise UrlError(f"{url!r} names a host; write sqlite:///FILE with three slashes")
    return unquote(rest[1:])
