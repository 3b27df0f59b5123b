#!/usr/bin/env python3
"""Rows inserted through Database.bulk_query are in the file once the database is closed."""

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

    with tally.Database("sqlite:///" + path) as db:
        db.bulk_query("INSERT INTO orders VALUES (:id, :total)", [{"id": n, "total": 10 * n} for n in range(1, 4)])

    with contextlib.closing(sqlite3.connect(path)) as raw:
        found = raw.execute("SELECT count(*) FROM orders").fetchone()[0]

if found != 3:
    print("REPRODUCED: 3 rows were inserted through bulk_query(), %d of 3 are in the file after close()" % found)
    sys.exit(1)
print("absent: %d of 3 inserted rows are in the file after close()" % found)
