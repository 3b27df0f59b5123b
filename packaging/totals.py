"""Counts test functions in the JUnit file that ctest wrote, and prints "N passed, N failed" as the last line.

ctest knows test programs; QtTest, unittest and our scripts print what ran inside one. Without that a program counts as
one test. One that failed although its totals know of no failure (a crash, a time-out, a leak found at exit) counts as one
failed. Exit status 1 when something failed or nothing passed.
"""

import re
import sys
import xml.etree.ElementTree as ElementTree

QTTEST_RESULT = re.compile(r"^(PASS|FAIL!|XPASS|XFAIL|SKIP|BPASS|BFAIL) *: (\S+::(\w+)\(.*)$", re.MULTILINE)
PLAIN_TOTALS = re.compile(r"^(\d+) passed, (\d+) failed\s*\Z", re.MULTILINE)
UNITTEST_TOTALS = re.compile(r"^Ran (\d+) tests? in .*\n\n(?:OK|FAILED)(?: \((.*)\))?\s*\Z", re.MULTILINE)
# QtTest reports these like tests; they are none.
FIXTURES = {"initTestCase", "cleanupTestCase"}


def count_script(output):
    """(passed, failed, skipped) of a script that ends with totals of its own, else None."""
    if totals := PLAIN_TOTALS.search(output):
        return int(totals[1]), int(totals[2]), 0
    if totals := UNITTEST_TOTALS.search(output):
        counts = dict(part.split("=") for part in (totals[2] or "").split(", ") if part)
        failed = sum(int(counts.get(word, 0)) for word in ("failures", "errors", "unexpected successes"))
        skipped = int(counts.get("skipped", 0))
        return int(totals[1]) - failed - skipped, failed, skipped
    return None


def count(output, succeeded):
    """(passed, failed, skipped) of one test program."""
    passed = failed = skipped = 0
    for word, _, function in QTTEST_RESULT.findall(output):
        if word in ("FAIL!", "XPASS"):
            failed += 1
        elif word == "SKIP":
            skipped += 1
        elif word == "PASS" and function not in FIXTURES:
            passed += 1
    if passed + failed + skipped == 0:
        passed, failed, skipped = count_script(output) or (int(succeeded), 0, 0)
    if not succeeded and failed == 0:
        failed = 1
    return passed, failed, skipped


def main(path):
    passed = failed = skipped = 0
    try:
        cases = ElementTree.parse(path).getroot().iter("testcase")
        for case in cases:
            status = case.get("status")
            if status in ("notrun", "disabled"):
                # Set aside on purpose, or else a program that is not there or did not start.
                skip = case.find("skipped")
                reason = "" if skip is None else skip.get("message", "")
                if status == "disabled" or reason.startswith("SKIP_"):
                    skipped += 1
                else:
                    failed += 1
                continue
            one = count(case.findtext("system-out") or "", status == "run" and case.find("failure") is None)
            passed, failed, skipped = passed + one[0], failed + one[1], skipped + one[2]
    except (OSError, ElementTree.ParseError) as error:
        print(f"The test results could not be read: {error}", file=sys.stderr)
        failed += 1
    if skipped:
        print(f"{skipped} skipped; each says why in its output.")
    print(f"{passed} passed, {failed} failed")
    return 0 if passed and not failed else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
