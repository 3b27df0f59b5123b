#!/usr/bin/env python3
"""A value with commas, quotes or line ends survives export("csv")."""

import csv
import io
import os
import sys

tree = os.environ.get("ASSAY_TREE", "")
if not os.path.isfile(os.path.join(tree, "tally/export.py")):
    print("cannot tell: ASSAY_TREE (%r) holds no tally/export.py" % tree)
    sys.exit(2)

import tally

if not os.path.realpath(tally.__file__).startswith(os.path.realpath(tree) + os.sep):
    print("cannot tell: tally was imported from %s, not from ASSAY_TREE" % tally.__file__)
    sys.exit(2)

values = ["plain", "a, b", 'say "so"', "two\nlines", ""]
with tally.Database("sqlite://") as db:
    text = db.query("SELECT :a AS a, :b AS b, :c AS c, :d AS d, :e AS e", **dict(zip("abcde", values))).export("csv")
read = list(csv.reader(io.StringIO(text, newline="")))[1]

if read != values:
    print("REPRODUCED: %d of 5 values came back changed from export(csv)" % sum(a != b for a, b in zip(read, values)))
    sys.exit(1)
print("absent: 5 of 5 values came back from export(csv) as they were")
