"""The build targets behind the tests that `ctest --show-only=json-v1` lists on standard input, a line each.

A test folder/tst_name runs the target tst_name; scripts have no target.
"""

import json
import sys

names = {test["name"].rsplit("/", 1)[-1] for test in json.load(sys.stdin)["tests"]}
print("\n".join(sorted(name for name in names if name.startswith("tst_"))))
