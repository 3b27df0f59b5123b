#!/usr/bin/env python3
"""Another program can write to the file while a Database is open and idle."""

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

    statements = {"insert": "INSERT INTO orders VALUES (1, 120)", "select": "SELECT * FROM orders"}
    kind = next(iter({"insert", "select"}))  # one statement of either kind will do
    locked = ""
    with tally.Database("sqlite:///" + path) as db:
        db.query(statements[kind]).all()
        with contextlib.closing(sqlite3.connect(path, timeout=0.05)) as other:
            try:
                other.execute("INSERT INTO orders VALUES (2, 80)")
                other.commit()
            except sqlite3.OperationalError as error:
                locked = str(error)

if locked:
    print("REPRODUCED: another program could not write 1 row after 1 finished %s: %s" % (kind, locked))
    sys.exit(1)
print("absent: another program wrote 1 row after 1 finished %s" % kind)
