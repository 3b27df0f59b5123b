"""tally from the shell: run one statement, print its rows."""

import argparse
import sqlite3
import sys

from .database import Database
from .errors import TallyError
from .export import FORMATS


def _setting(text):
    name, equals, value = text.partition("=")
    if not equals or not name:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=VALUE")
    return name, value


def _arguments():
    parser = argparse.ArgumentParser(prog="tally", description="Run one SQL statement and print its rows.")
    parser.add_argument("url", help="the database, as sqlite:///FILE")
    parser.add_argument("sql", help="the statement; parameters are written :name")
    parser.add_argument("--set", metavar="NAME=VALUE", type=_setting, action="append", default=[],
                        help="the value of a parameter (repeatable)")
    parser.add_argument("--format", choices=sorted(FORMATS), default="text",
                        help="how rows are printed (default: %(default)s)")
    return parser


def main(argv=None):
    """Run the program; returns its exit status."""
    options = _arguments().parse_args(argv)
    try:
        with Database(options.url) as db:
            rows = db.query(options.sql, **dict(options.set))
            if rows.columns:
                sys.stdout.write(rows.export(options.format))
    except (TallyError, sqlite3.Error) as error:
        print(f"tally: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
