#!/usr/bin/env python3
"""What is raised inside transaction() comes out of it."""

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

    seen = 0
    with tally.Database("sqlite:///" + path) as db:
        for error in (ValueError, KeyError, sqlite3.IntegrityError):
            try:
                with db.transaction() as tx:
                    tx.query("INSERT INTO orders VALUES (1, 120)")
                    raise error("raised inside")
            except error:
                seen += 1

if seen != 3:
    print("REPRODUCED: 3 exceptions were raised inside transaction(), %d of 3 came out" % seen)
    sys.exit(1)
print("absent: %d of 3 exceptions came out of transaction()" % seen)
