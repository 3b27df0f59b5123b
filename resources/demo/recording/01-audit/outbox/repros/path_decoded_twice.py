#!/usr/bin/env python3
"""A percent sign in the path of a database is decoded once."""

import sys
from urllib.parse import unquote


# parse_url as in tally/url.py, kept here so that this file stands alone
def parse_url(url):
    rest = unquote(url[len("sqlite://"):])
    return unquote(rest[1:])


path = parse_url("sqlite:///100%2525.db")
if path != "100%25.db":
    print("REPRODUCED: 1 of 1 paths was decoded twice: 100%%2525.db became %s" % path)
    sys.exit(1)
print("absent: 100%2525.db became " + path)
