#!/usr/bin/env python3
"""A row inserted through Database.query is in the file once the database is closed."""

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
        db.query("INSERT INTO orders VALUES (:id, :total)", id=1, total=120)

    with contextlib.closing(sqlite3.connect(path)) as raw:
        found = raw.execute("SELECT count(*) FROM orders").fetchone()[0]

if found != 1:
    print("REPRODUCED: 1 row was inserted through query(), %d of 1 is in the file after close()" % found)
    sys.exit(1)
print("absent: %d of 1 inserted rows is in the file after close()" % found)
