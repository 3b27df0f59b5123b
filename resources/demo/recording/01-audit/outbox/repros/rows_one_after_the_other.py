#!/usr/bin/env python3
"""bulk_query takes rows one after the other, as its README and docstring say, and inserts them all."""

import contextlib
import os
import sqlite3
import sys
import tempfile

tree = os.environ.get("ASSAY_TREE", "")
if not os.path.isfile(os.path.join(tree, "tally/database.py")):
    print("cannot tell: ASSAY_TREE (%r) holds no tally/database.py" % tree)
    sys.exit(2)

import tally

if not os.path.realpath(tally.__file__).startswith(os.path.realpath(tree) + os.sep):
    print("cannot tell: tally was imported from %s, not from ASSAY_TREE" % tally.__file__)
    sys.exit(2)

with tempfile.TemporaryDirectory() as folder:
    path = os.path.join(folder, "shop.db")
    with contextlib.closing(sqlite3.connect(path)) as raw:
        raw.execute("CREATE TABLE orders (id INTEGER, total INTEGER)")

    refused = []
    insert = "INSERT INTO orders VALUES (:id, :total)"
    rows = [{"id": n, "total": 10 * n} for n in (1, 2, 3)]
    with tally.Database("sqlite:///" + path) as db:
        for count in (1, 2, 3):
            try:
                db.bulk_query(insert, *rows[:count])
            except (TypeError, sqlite3.ProgrammingError) as error:
                refused.append("%d: %s" % (count, type(error).__name__))

if refused:
    print("REPRODUCED: bulk_query() failed for %d of 3 numbers of rows given one after the other (%s)"
          % (len(refused), ", ".join(refused)))
    sys.exit(1)
print("absent: bulk_query() took 1, 2 and 3 rows one after the other")
