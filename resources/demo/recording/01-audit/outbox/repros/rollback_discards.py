#!/usr/bin/env python3
"""A transaction that fails, or is rolled back by hand, leaves nothing in the file."""

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

    insert = "INSERT INTO orders VALUES (:id, :total)"
    with tally.Database("sqlite:///" + path) as db:
        with contextlib.suppress(ValueError):
            with db.transaction() as tx:
                tx.query(insert, id=1, total=120)
                tx.bulk_query(insert, [{"id": 2, "total": 80}])
                raise ValueError("out of stock")
        with db.transaction() as tx:
            tx.query(insert, id=3, total=45)
            tx.rollback()

    with contextlib.closing(sqlite3.connect(path)) as raw:
        found = raw.execute("SELECT count(*) FROM orders").fetchone()[0]

if found != 0:
    print("REPRODUCED: 3 rows were written in transactions that were rolled back, %d of 3 are in the file" % found)
    sys.exit(1)
print("absent: %d of 3 rolled back rows are in the file" % found)
