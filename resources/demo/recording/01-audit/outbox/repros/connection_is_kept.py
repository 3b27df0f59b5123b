#!/usr/bin/env python3
"""A query gives its connection back: a pool of 1 + 1 serves any number of queries, one after the other."""

import os
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
    served = 0
    with tally.Database("sqlite:///" + path, pool_size=1, overflow=1, timeout=0.1) as db:
        try:
            for n in range(5):
                db.query("SELECT :n AS n", n=n).all()
                served += 1
        except tally.PoolTimeout as error:
            reason = str(error)

if served != 5:
    print("REPRODUCED: a pool of 1 + 1 refused query %d of 5, all rows of the others read: %s" % (served + 1, reason))
    sys.exit(1)
print("absent: a pool of 1 + 1 served %d of 5 queries" % served)
