"""packaging/totals.py counts functions, not programs, and never turns a failure into a pass."""

import contextlib
import io
import pathlib
import sys
import tempfile
import unittest
from xml.sax.saxutils import escape

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "packaging"))
import totals  # noqa: E402

QTTEST = """********* Start testing of TestStrikes *********
PASS   : TestStrikes::initTestCase()
PASS   : TestStrikes::thirdStrikeSupersedes(one cause)
PASS   : TestStrikes::thirdStrikeSupersedes(two causes)
{extra}PASS   : TestStrikes::cleanupTestCase()
Totals: {passed} passed, {failed} failed, {skipped} skipped, 0 blacklisted, 1ms
"""


def case(output="", status="run", inner=""):
    return f'<testcase name="x" status="{status}">{inner}<system-out>{escape(output)}</system-out></testcase>'


def count(*cases):
    """(exit status, last line) for these test programs."""
    with tempfile.NamedTemporaryFile("w", suffix=".xml") as file:
        file.write("<testsuite>" + "".join(cases) + "</testsuite>")
        file.flush()
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            status = totals.main(file.name)
    return status, out.getvalue().splitlines()[-1]


class TotalsTest(unittest.TestCase):
    def test_rows_count_and_fixtures_do_not(self):
        self.assertEqual(count(case(QTTEST.format(extra="", passed=4, failed=0, skipped=0))), (0, "2 passed, 0 failed"))

    def test_failed_functions_count_each(self):
        extra = "FAIL!  : TestStrikes::a() 1 != 2\n   Loc: [x.cpp(3)]\nFAIL!  : TestStrikes::b() no\n"
        output = QTTEST.format(extra=extra, passed=4, failed=2, skipped=0)
        self.assertEqual(count(case(output, "fail", "<failure/>")), (1, "2 passed, 2 failed"))

    def test_unexpected_pass_is_a_failure(self):
        extra = "XPASS  : TestStrikes::a() fixed?\nFAIL!  : TestStrikes::b() no\n"
        output = QTTEST.format(extra=extra, passed=4, failed=2, skipped=0)
        self.assertEqual(count(case(output, "fail", "<failure/>")), (1, "2 passed, 2 failed"))

    def test_crash_after_passed_functions_is_one_failure(self):
        output = "PASS   : TestStrikes::initTestCase()\nPASS   : TestStrikes::a()\n"
        self.assertEqual(count(case(output, "fail", '<failure message="SEGFAULT"/>')), (1, "1 passed, 1 failed"))

    def test_failure_at_exit_counts_although_totals_are_green(self):
        output = QTTEST.format(extra="", passed=4, failed=0, skipped=0) + "ERROR: LeakSanitizer: detected memory leaks"
        self.assertEqual(count(case(output, "fail", "<failure/>")), (1, "2 passed, 1 failed"))

    def test_program_that_did_not_start_is_a_failure(self):
        missing = case("", "notrun", '<skipped message="Unable to find executable"/>')
        self.assertEqual(count(case("fine"), missing), (1, "1 passed, 1 failed"))

    def test_program_set_aside_is_neither(self):
        skipped = case("", "notrun", '<skipped message="SKIP_RETURN_CODE=77"/>')
        self.assertEqual(count(case("fine"), skipped, case("", "disabled")), (0, "1 passed, 0 failed"))

    def test_skipped_function_is_neither(self):
        output = QTTEST.format(extra="SKIP   : TestStrikes::a() no display\n", passed=4, failed=0, skipped=1)
        self.assertEqual(count(case(output)), (0, "2 passed, 0 failed"))

    def test_scripts_that_count_themselves_are_believed(self):
        self.assertEqual(count(case("tree 1\n57 passed, 0 failed\n")), (0, "57 passed, 0 failed"))
        self.assertEqual(count(case("Ran 12 tests in 0.1s\n\nOK (skipped=2)\n")), (0, "10 passed, 0 failed"))
        failed = case("Ran 12 tests in 0.1s\n\nFAILED (failures=1, errors=2)\n", "fail", "<failure/>")
        self.assertEqual(count(failed), (1, "9 passed, 3 failed"))

    def test_nothing_ran_is_not_green(self):
        self.assertEqual(count(), (1, "0 passed, 0 failed"))

    def test_unreadable_results_are_not_green(self):
        with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.redirect_stderr(io.StringIO()):
            self.assertEqual(totals.main("/nonexistent/tests.xml"), 1)
        self.assertEqual(out.getvalue(), "0 passed, 1 failed\n")


if __name__ == "__main__":
    unittest.main()
