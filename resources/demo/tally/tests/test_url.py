import unittest

from tally import UrlError
from tally.url import MEMORY, parse_url


class UrlTest(unittest.TestCase):
    def test_no_path_is_memory(self):
        self.assertEqual(parse_url("sqlite://"), MEMORY)
        self.assertEqual(parse_url("sqlite:///"), MEMORY)

    def test_three_slashes_are_relative(self):
        self.assertEqual(parse_url("sqlite:///shop.db"), "shop.db")

    def test_four_slashes_are_absolute(self):
        self.assertEqual(parse_url("sqlite:////srv/shop.db"), "/srv/shop.db")

    def test_path_is_decoded_once(self):
        self.assertEqual(parse_url("sqlite:///100%2525.db"), "100%25.db")

    def test_other_scheme_is_refused(self):
        with self.assertRaisesRegex(UrlError, "must begin with"):
            parse_url("postgresql://localhost/shop")
