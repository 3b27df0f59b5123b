import contextlib
import io
import unittest

from tally.__main__ import main


def run(*arguments):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = main(list(arguments))
    return status, out.getvalue(), err.getvalue()


class CommandLineTest(unittest.TestCase):
    def test_rows_are_printed(self):
        status, out, err = run("sqlite://", "SELECT :name AS name", "--set", "name=Ada", "--format", "csv")
        self.assertEqual((status, out, err), (0, "name\nAda\n", ""))

    def test_error_is_one_line(self):
        status, out, err = run("sqlite://", "SELECT * FROM nowhere")
        self.assertEqual((status, out), (1, ""))
        self.assertEqual(err, "tally: no such table: nowhere\n")
