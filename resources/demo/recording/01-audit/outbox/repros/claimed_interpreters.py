#!/usr/bin/env python3
"""The metadata claims no Python that the syntax of the package rules out."""

import ast
import os
import re
import sys

tree = os.environ.get("ASSAY_TREE", "")
metadata = os.path.join(tree, "pyproject.toml")
package = os.path.join(tree, "tally")
if not os.path.isfile(metadata) or not os.path.isdir(package):
    print("cannot tell: ASSAY_TREE (%r) holds no pyproject.toml or no tally/" % tree)
    sys.exit(2)


def needs(node):
    """The first Python with this syntax, and what it is called."""
    if isinstance(node, ast.arguments) and node.posonlyargs:
        return (3, 8), "positional-only parameters"
    if isinstance(node, ast.NamedExpr):
        return (3, 8), "an assignment expression"
    if isinstance(node, ast.JoinedStr):
        return (3, 6), "an f-string"
    if isinstance(node, ast.AnnAssign):
        return (3, 6), "an annotated variable"
    return (3, 0), "Python 3"


needed = (3, 0), "Python 3", "tally"
for name in sorted(os.listdir(package)):
    if name.endswith(".py"):
        with open(os.path.join(package, name), encoding="utf-8") as file:
            parsed = ast.parse(file.read(), name)
        for function in ast.walk(parsed):
            for node in ast.iter_child_nodes(function):
                version, what = needs(node)
                if version > needed[0]:
                    line = getattr(node, "lineno", getattr(function, "lineno", 1))
                    needed = version, what, "tally/%s:%d" % (name, line)

with open(metadata, encoding="utf-8") as file:
    text = file.read()
lowest = re.search(r'^requires-python\s*=\s*">=\s*(\d+)\.(\d+)', text, re.MULTILINE)
if not lowest:
    print("cannot tell: pyproject.toml has no line requires-python = \">=X.Y\"")
    sys.exit(2)
claimed = {tuple(map(int, lowest.groups()))}
claimed.update((int(a), int(b)) for a, b in re.findall(r'"Programming Language :: Python :: (\d+)\.(\d+)"', text))
impossible = sorted(version for version in claimed if version < needed[0])

if impossible:
    names = ", ".join("%d.%d" % version for version in impossible)
    print("REPRODUCED: pyproject.toml claims %d versions of Python (%s) that cannot read %s: %s, new in %d.%d"
          % (len(impossible), names, needed[2], needed[1], *needed[0]))
    sys.exit(1)
print("absent: all %d versions of Python that pyproject.toml claims can read tally (%d.%d needed)"
      % (len(claimed), *needed[0]))
